import * as z from "zod";
import { whyFileFailed } from "../model/file-problem.ts";
import { Stop } from "../model/stop.ts";
import { parseJson } from "../text/json.ts";
import { type Backend, BackendError } from "./backend.ts";
import { runIdPattern } from "./run-id.ts";

/** Version of the form of `.docform/record.json`. */
export const recordFormatVersion = 1;

const protection = z.strictObject({
  at: z.string().describe("ISO 8601"),
  run: z.string().optional().describe("Left out for an apply without calls: it has no journal"),
  commit: z.string().optional(),
});

const creator = z.strictObject({
  run: z.string(),
  pull: z.string().optional().describe("The pull request that it was merged with, such as #12 or !12"),
});

const resource = z.strictObject({
  kind: z.string(),
  id: z.string(),
  // Of records that an older docform wrote: read, and not used.
  seal: z.string().optional(),
  names: z.array(z.string()).optional(),
  unverifiable: z
    .record(z.string(), z.string())
    .optional()
    .describe("Slow hash of the value last applied, for each field that cannot be read back"),
  unsent: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      "Slow hash of the declared value, for each field that cannot be read back and that no apply has sent: of an adopted object",
    ),
  unkept: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      "Slow hash of a declared value that the platform answered well to and did not keep, and of what it had",
    ),
  fields: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      "By field: keyed hashes of what the manifest and the platform said when they last agreed; none of what must not be shown",
    ),
  protected: protection
    .optional()
    .describe("The apply that first protected it; it stays when the block goes from the manifests"),
  createdBy: creator.optional().describe("The run that created it; left out for what docform adopted"),
});

const organization = z.strictObject({
  lastApply: z.strictObject({
    at: z.string().describe("ISO 8601"),
    by: z.string().optional(),
    commit: z.string().optional(),
  }),
  appliedCommit: z
    .string()
    .optional()
    .describe("Commit of the last docform ci apply that ended whole: an older one is not applied any more"),
  lastRun: z
    .string()
    .regex(runIdPattern)
    .optional()
    .describe("The newest run that it has taken in: no journal up to this one counts any more"),
  converged: z
    .literal(false)
    .optional()
    .describe("The last run left something undone; the next apply that ends whole takes this away"),
  driftChecks: z
    .array(z.strictObject({ at: z.string().describe("ISO 8601"), differing: z.int().min(0) }))
    .optional()
    .describe("The last looks for drift that were kept, the oldest first, and how many addresses differed"),
  resources: z.record(z.string(), resource).describe("By address, without the alias of the organization"),
  waiting: z
    .record(z.string(), z.string())
    .optional()
    .describe("When an apply first saw that a person has not joined yet, ISO 8601; by address, as resources"),
  requests: z
    .record(z.string(), z.string())
    .optional()
    .describe("When docform last asked people, ISO 8601; by request: invite <email>, or delete <kind> <id>"),
  scope: z
    .array(z.string())
    .optional()
    .describe("The scope of the project at its last apply; left out for everything"),
});

/**
 * The record that an apply leaves in the project folder. It holds ids and hashes, and no value in clear.
 * Losing it loses nothing on the platform.
 */
export const recordFile = z.strictObject({
  formatVersion: z.literal(recordFormatVersion),
  salt: z.string().min(16).describe("Of the hashes in this file; random"),
  platforms: z
    .record(z.string(), z.record(z.string(), organization))
    .describe("By address of the platform, then by id of the organization"),
});

/** The records of the projects that have a name, in one place. */
export const projectRecords = z.strictObject({
  formatVersion: z.literal(recordFormatVersion),
  projects: z.record(z.string(), recordFile.omit({ formatVersion: true })),
});

/** The content of a record file. */
export type RecordFile = z.infer<typeof recordFile>;

/** The record with these organizations of a platform, by their ids; a new record where there is none. */
export function withOrganizations(
  record: RecordFile | undefined,
  salt: string,
  baseUrl: string,
  organizations: readonly (readonly [string, RecordFile["platforms"][string][string]])[],
): RecordFile {
  const platform = { ...record?.platforms[baseUrl], ...Object.fromEntries(organizations) };
  return {
    formatVersion: recordFormatVersion,
    salt,
    ...record,
    platforms: { ...record?.platforms, [baseUrl]: platform },
  };
}

/** The recorded facts about one resource. */
export type ResourceRecord = z.infer<typeof resource>;

/** A record that was read, its version, and why it is unusable. */
interface RecordRead {
  readonly record?: RecordFile | undefined;
  readonly version: string | undefined;
  readonly problem?: string | undefined;
}

/**
 * Reads the record. An unreadable one of the project folder is a problem to tell. One of a shared place throws
 * `Stop`: the next apply must not overwrite it.
 */
export async function readRecord(state: Backend): Promise<RecordRead> {
  try {
    const read = await state.record.read();
    if (read === undefined) return { version: undefined };
    const { record, problem } = recordIn(read.text);
    if (problem !== undefined && state.isShared) throw unusable(state, problem);
    return { record, version: read.version, problem };
  } catch (problem) {
    if (problem instanceof Stop) throw problem;
    return { version: undefined, problem: `it cannot be read: ${whyFileFailed(problem)}` };
  }
}

function unusable({ place }: Backend, problem: string): Stop {
  const hint =
    "use the docform that wrote it; or docform state push --force FILE, with a record that is saved elsewhere";
  return new BackendError(`the record in ${place} cannot be used: ${problem}`, hint);
}

/** The record in a text, or why it is unusable. */
export function recordIn(text: string): Pick<RecordRead, "record" | "problem"> {
  const data = parseJson(text);
  if (data === undefined) return { problem: "it is not JSON" };
  const read = recordFile.safeParse(data);
  return read.success ? { record: read.data } : { problem: "it is not a record of this version of docform" };
}
