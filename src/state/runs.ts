import { join } from "node:path";
import type { Disk } from "../io/disk.ts";
import { type JournalRead, readJournalText } from "./journal.ts";
import type { JournalLine } from "./journal-line.ts";
import { type JournalWriter, journalWriter, linesText } from "./journal-writer.ts";
import { journalName, runIdAt } from "./run-id.ts";

/** Ids of the runs in a folder, the oldest first; none when there is no such folder. */
export async function runIds(
  disk: Pick<Disk, "status" | "names">,
  folder: string,
): Promise<readonly string[]> {
  if ((await disk.status(folder))?.type !== "folder") return [];
  const names = await disk.names(folder);
  return names.flatMap((name) => journalName.exec(name)?.[1] ?? []).sort();
}

/** Reads the journal of a run. Throws errors of the operating system. */
export async function readRun(disk: Pick<Disk, "read">, folder: string, run: string): Promise<JournalRead> {
  return readJournalText(new TextDecoder().decode(await disk.read(fileOf(folder, run))));
}

/** A run that has begun, whose journal is open. */
export interface OpenRun extends JournalWriter {
  readonly run: string;
}

/** The clock and randomness from which a run id is made. */
export interface RunSource {
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

/**
 * Begins a run: writes its journal with the first lines to disk. Throws errors of the operating system, and
 * then leaves no file that a reader would take for a run.
 */
export async function beginRun(
  disk: Disk,
  folder: string,
  { now, randomBytes }: RunSource,
  linesFor: (run: string) => readonly JournalLine[],
): Promise<OpenRun> {
  await disk.makeFolder(folder);
  const last = (await runIds(disk, folder)).at(-1);
  const run = runIdAt(now(), last, randomBytes(2));
  const file = fileOf(folder, run);
  await disk.create(file, linesText(linesFor(run)));
  try {
    return { run, ...journalWriter(await disk.openLog(file)) };
  } catch (problem) {
    await disk.remove(file).catch(() => {});
    throw problem;
  }
}

function fileOf(folder: string, run: string): string {
  return join(folder, `${run}.jsonl`);
}
