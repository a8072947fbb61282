import * as z from "zod";

const plain = [z.string(), z.number(), z.boolean()] as const;
const someValues = [...plain, z.array(z.union(plain)).min(1)] as const;

/** A choice of organizations by labels. */
export const selectSchema = z
  .record(z.string(), z.union([...someValues, z.strictObject({ not: z.union(someValues) })]))
  .describe("By label one value or several, or under not those that it must not have; {} chooses all");

/** The value of `organizations` in a document: aliases, or labels. */
export const headSchema = z
  .union([z.array(z.string().min(1)).min(1), z.strictObject({ select: selectSchema })])
  .describe("Organizations that the document is for: aliases of docform.yaml, or a choice by labels");
