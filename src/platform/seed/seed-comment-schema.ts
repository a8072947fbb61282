import * as z from "zod";
import { ownId, person, seedId, when } from "./seed-fields.ts";

const post = {
  id: ownId,
  by: person.describe("Email or id of the person who posted it"),
  body: z.string().describe("The text, as Markdown"),
  at: when.describe("When it was posted; the start of the clock when left out"),
  editedAt: when.describe("When the text was changed last; never when left out"),
  reactions: z
    .record(z.string(), z.array(person))
    .optional()
    .describe("Emails or ids of the people who reacted, by emoji"),
};

/** A comment on a space or change request, with its replies. */
export const seedComment = z.strictObject({
  ...post,
  page: seedId.optional().describe("Id of the page it is on; the whole space when left out"),
  node: z.string().optional().describe("Id of the node of the page it is on"),
  replies: z.array(z.strictObject(post)).optional().describe("Replies, in order"),
  resolvedBy: person.optional().describe("Email or id of the person who resolved it; open when left out"),
  resolvedAt: when.describe("When it was resolved; the start of the clock when left out"),
});

/** A comment of a seed. */
export type SeedComment = z.infer<typeof seedComment>;
