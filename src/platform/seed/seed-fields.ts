import * as z from "zod";
import { timestamp } from "../../contract/resource.ts";

/** Id of an object of the seed. */
export const seedId = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]*$/, "an id begins with a letter or digit, and has letters, digits, _ . - only")
  .max(100)
  .describe("Id of the object");

/** An optional id. Without one, the same readable id is made each time. */
export const ownId = seedId.optional();

/** An optional time. */
export const when = timestamp.optional();

/** Somebody who is a member of an organization of the seed. */
export const person = z.string().describe("Email or id of the person");
