import * as z from "zod";
import { count, optionalText, platform, text } from "./document-parts.ts";
import { run } from "./runs-document.ts";

/** Version of what `status --format json` prints. */
export const statusFormatVersion = 1;

/** The states of organizations, in a word or two; what to look at first is first. */
export const organizationStates = [
  "not read",
  "failed",
  "interrupted",
  "locked",
  "not converged",
  "drifted",
  "never applied",
  "applied",
] as const;

const age = count.describe("Seconds since then");

const organization = z.object({
  organization: text("Its alias"),
  id: z.string(),
  state: z.enum(organizationStates),
  message: optionalText("Why, in a sentence"),
  code: optionalText("Of one whose state cannot be read: the code of the diagnostic"),
  next: optionalText("What to do"),
  lastApply: z
    .object({ at: text("ISO 8601"), age, by: z.string().exactOptional(), commit: z.string().exactOptional() })
    .exactOptional()
    .describe("The last apply or undo that is known; left out for none"),
  run: run.exactOptional().describe("The same, where it sent calls: it then has a journal"),
  drift: z
    .object({
      at: text("ISO 8601"),
      age,
      differing: count.describe("Addresses that differed"),
      trend: z.array(count).describe("The same of the last looks, the oldest first"),
    })
    .exactOptional()
    .describe("The last look for drift that was kept, by drift --record"),
  lock: z
    .object({ id: z.string(), command: z.string(), by: z.string().exactOptional(), at: text("ISO 8601") })
    .exactOptional()
    .describe("The command that holds its lock, as far as is known"),
});

/** Schema of the document. */
export const statusDocument = z.object({
  formatVersion: z.literal(statusFormatVersion),
  at: text("Time of this document, ISO 8601"),
  platform,
  environment: z.string().exactOptional(),
  organizations: z
    .array(organization)
    .describe("In the order of states, then those whose last apply is oldest"),
  counts: z.partialRecord(z.enum(organizationStates), count).describe("Organizations by state"),
});

/** The status of the organizations of a project. */
export type StatusDocument = z.infer<typeof statusDocument>;
/** The status of one of them. */
export type OrganizationStatus = z.infer<typeof organization>;
