import * as z from "zod";
import { timestamp } from "../../contract/resource.ts";

/** Id of an object of the seed. */
export const seedId = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]*$/, "an id begins with a letter or digit, and has letters, digits, _ . - only")
  .max(100)
  .describe("Id of the object");

/** An id that may be left out: a readable one is made then, the same every time. */
export const ownId = seedId.optional();

/** A time that may be left out. */
export const when = timestamp.optional();

/** Somebody who is a member of an organization of the seed. */
export const person = z.string().describe("Email or id of the person");
