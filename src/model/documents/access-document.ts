import * as z from "zod";
import { optionalTexts, text } from "./document-parts.ts";

/** Version of what `docform access --format json` prints. */
export const accessFormatVersion = 1;

const given = z.object({
  name: text("Email of the person, or team and its key or id"),
  role: z.string(),
});

/** Schema of what `docform access` prints: who may open what, as the platform says it. */
export const accessDocument = z.object({
  formatVersion: z.literal(accessFormatVersion),
  owners: z.array(
    z.object({
      address: z.string(),
      entries: z.array(given).describe("Teams and people with a role of their own"),
      effective: z
        .array(
          given.extend({
            by: optionalTexts("With --person: the entries of teams that the person is in; left out for none"),
          }),
        )
        .describe("Everybody who can open it, with the role that all rules give together"),
    }),
  ),
});

/** The people who may open what. */
export type AccessDocument = z.infer<typeof accessDocument>;
