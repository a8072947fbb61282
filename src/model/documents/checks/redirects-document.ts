import * as z from "zod";
import { optionalText, text } from "../document-parts.ts";

/** Version of what `docform redirects check --format json` prints. */
export const redirectsFormatVersion = 1;

const checked = z.object({
  address: z.string(),
  source: text("Old path below the address of the site"),
  status: z
    .enum(["leads", "missing", "differs", "other", "nothing", "hidden", "unknown"])
    .describe(
      "leads: as declared; missing: not on the platform; differs: it is not as declared; other: another redirect answers; nothing: it leads nowhere; hidden: content of the site answers; unknown: the platform did not tell",
    ),
  target: optionalText("Address that the platform leads to"),
  by: optionalText("Of other, the source of the redirect that answers; of hidden, the content that does"),
  reason: optionalText("Of unknown: the answer of the platform"),
  note: optionalText("A part of the check that could not be done"),
});

/** Schema of what `docform redirects check` prints. */
export const redirectsDocument = z.object({
  formatVersion: z.literal(redirectsFormatVersion),
  redirects: z.array(checked),
});

/** The declared redirects, each with the answer of the platform for its source. */
export type RedirectsDocument = z.infer<typeof redirectsDocument>;
/** One of them. */
export type CheckedRedirect = RedirectsDocument["redirects"][number];
