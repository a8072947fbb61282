import * as z from "zod";
import { ownId, when } from "./seed-fields.ts";

/** A conversation from an outside system. */
export const seedConversation = z.strictObject({
  id: ownId.describe("Id of the conversation"),
  subject: z.string().optional().describe("Subject: its words decide about the cluster"),
  url: z.string().optional().describe("Address of the conversation"),
  attributes: z
    .record(z.string(), z.string())
    .optional()
    .describe("Attributes by name; source is where it comes from"),
  createdAt: when.describe("When it began; when it was ingested, if left out"),
  ingestedAt: when.describe("When it was ingested; a minute before the start of the clock when left out"),
  parts: z
    .array(
      z.strictObject({
        role: z.string().optional().describe("Who speaks; user when left out"),
        body: z.string().describe("What is said"),
      }),
    )
    .optional()
    .describe("What was said, in order"),
});

/** A cluster that needs an id or is muted; the others come from the conversations. */
export const seedCluster = z.strictObject({
  id: ownId.describe("Id of the cluster"),
  subject: z.string().describe("Its label; conversations with the same words belong to it"),
  muted: z.boolean().optional().describe("No change requests are created for it"),
});

/** A conversation of a seed. */
export type SeedConversation = z.infer<typeof seedConversation>;
/** A cluster that a seed names or mutes. */
export type SeedCluster = z.infer<typeof seedCluster>;
