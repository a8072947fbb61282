import * as z from "zod";
import type { Disk } from "../io/disk.ts";
import { whyFileFailed } from "../model/file-problem.ts";

/** Version of the form of `.docform/record.json`. */
export const recordFormatVersion = 1;

const protection = z.strictObject({
  at: z.string().describe("ISO 8601"),
  run: z.string().optional().describe("Left out for an apply without calls: it has no journal"),
  commit: z.string().optional(),
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
  fields: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      "By field: keyed hashes of what the manifest and the platform said when they last agreed; none of what must not be shown",
    ),
  protected: protection
    .optional()
    .describe("The apply that first protected it; it stays when the block goes from the manifests"),
});

const organization = z.strictObject({
  lastApply: z.strictObject({
    at: z.string().describe("ISO 8601"),
    by: z.string().optional(),
    commit: z.string().optional(),
  }),
  resources: z.record(z.string(), resource).describe("By address, without the alias of the organization"),
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

/** The content of a record file. */
export type RecordFile = z.infer<typeof recordFile>;

/** The recorded facts about one resource. */
export type ResourceRecord = z.infer<typeof resource>;

/**
 * The result of reading the record: the record, nothing when there is none, or the reason why it is unusable.
 */
interface RecordRead {
  readonly record?: RecordFile;
  readonly problem?: string;
}

/** Reads the record of a project. Never throws: planning does without. */
export async function readRecord(disk: Pick<Disk, "read">, file: string): Promise<RecordRead> {
  let text: string;
  try {
    text = new TextDecoder().decode(await disk.read(file));
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    return code === "ENOENT" ? {} : { problem: `it cannot be read: ${whyFileFailed(problem)}` };
  }
  try {
    const read = recordFile.safeParse(JSON.parse(text));
    return read.success
      ? { record: read.data }
      : { problem: "it is not a record of this version of docform" };
  } catch {
    return { problem: "it is not JSON" };
  }
}
