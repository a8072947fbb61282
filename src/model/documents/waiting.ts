import * as z from "zod";
import { optionalText, source, text } from "./document-parts.ts";

/** Schema of a declared person who is not in the organization yet. */
export const waiting = z
  .object({
    address: text("Address of the member, or of the person in a team"),
    kind: z.string(),
    title: z.string().exactOptional(),
    reason: z.string(),
    since: optionalText("When an apply first recorded that it waits, ISO 8601; left out before that"),
    invited: optionalText("When docform last invited them, ISO 8601; left out when no record says so"),
    requested: optionalText(
      "When the administrators were asked to remove a member, who is still there, ISO 8601",
    ),
    mayInvite: z
      .literal(true)
      .exactOptional()
      .describe("No record says whether they are invited: --invite sends an invitation"),
    source: source.exactOptional(),
  })
  .describe("A declared person who is not in the organization yet: nothing can be done until they join");

/** A declared person who is not in the organization yet. */
export type Waiting = z.infer<typeof waiting>;
