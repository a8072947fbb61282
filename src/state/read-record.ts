import type { Disk } from "../io/disk.ts";
import { whyFileFailed } from "../model/file-problem.ts";
import { type RecordFile, recordFile } from "./record-file.ts";

/**
 * The result of reading the record: the record, nothing when there is none, or the reason why it is unusable.
 */
export interface RecordRead {
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
