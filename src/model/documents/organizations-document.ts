import * as z from "zod";
import { count, json, optionalText, text } from "./document-parts.ts";
import { organizationsFormatVersion } from "./format-versions.ts";

/** How a unit ended, in a word. */
export const unitStates = [
  "no changes",
  "changes",
  "applied",
  "written",
  "read",
  "held",
  "blocked",
  "stale",
  "failed",
  "not read",
  "not begun",
  "interrupted",
] as const;

const row = z.object({
  state: z.enum(unitStates),
  changes: count.exactOptional().describe("Left out when nothing is known of it"),
  deletes: count.exactOptional(),
  access: z.array(z.string()).exactOptional().describe("Addresses where somebody gains or loses access"),
  calls: count.describe("Requests that were sent to the platform"),
  milliseconds: count,
  next: optionalText("What to do"),
});

/** Schema of the row of a unit in the table at the end. */
export const unitRow = row.extend({
  organization: text("Its alias; of organizations that a transfer joins, all of them, joined by +"),
});

const item = z
  .object({
    exitCode: z.int(),
    ...unitRow.shape,
    plan: json.exactOptional().describe("Of plan: the document that it prints for one organization"),
    drift: json.exactOptional().describe("Of drift: the same"),
    access: json.exactOptional().describe("Of access: the same"),
    diagnostics: z.array(json).describe("Why it could not be done, as validate prints them"),
  })
  .describe("One organization, in the order of names");

/** Schema of the document. */
export const organizationsDocument = z.object({
  formatVersion: z.literal(organizationsFormatVersion),
  organizations: z.array(item),
});

/** The row of a unit in the table at the end. */
export type UnitRow = z.infer<typeof unitRow>;
