import * as z from "zod";
import { count, optionalText, text } from "./document-parts.ts";

/** Version of what `ci list --format json` prints. */
export const unitsFormatVersion = 1;

/** Schema of the document. */
export const unitsDocument = z.object({
  formatVersion: z.literal(unitsFormatVersion),
  changedSince: z
    .object({
      revision: text("The commit as it was named"),
      commit: optionalText("Its id; left out when the project there could not be loaded"),
      allFor: optionalText("Why all units are listed, whatever they declare"),
    })
    .exactOptional(),
  select: optionalText("The labels that were asked for, such as tier=gold"),
  shard: optionalText("The part that was asked for, such as 3/16"),
  total: count.describe("Units of the project"),
  units: z.array(
    z.object({
      name: text("The aliases of the unit, joined by +; --target takes it"),
      organizations: z.array(text("Alias of an organization")),
    }),
  ),
});

/** The units of a project that a command line names. */
export type UnitsDocument = z.infer<typeof unitsDocument>;
