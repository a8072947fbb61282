import { type JournalRead, readJournalText } from "../../../src/state/journal.ts";
import type { MemoryDisk } from "../machine/memory-disk.ts";
import { folder } from "../machine/process.ts";
import type { JournalMark } from "../trace.ts";

/** Journals of a project, or of one organization of several. */
const journal = new RegExp(`^${folder}/[.]docform/(?:organizations/[^/]+/)?runs/[^/]+[.]jsonl$`);

/** A journal on the disk. */
export interface JournalFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** All journals, the oldest first: their names sort. */
export function journalsOn({ files }: MemoryDisk): readonly JournalFile[] {
  return [...files]
    .flatMap(([path, { bytes }]) => (isJournal(path) ? [{ path, bytes }] : []))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** The journal of the last run, as much of it as a power cut would leave. */
export function lastJournal({ files }: MemoryDisk): JournalMark | undefined {
  let last: JournalMark | undefined;
  for (const [path, { flushed, hasName }] of files)
    if (hasName && isJournal(path) && (last === undefined || path > last.path))
      last = { path, bytes: flushed };
  return last;
}

/** The content of a journal, or its fault; the beginning of it only, when that is asked for. */
export function readJournal({ bytes }: JournalFile, length = bytes.length): JournalRead {
  return readJournalText(new TextDecoder().decode(bytes.subarray(0, length)));
}

function isJournal(path: string): boolean {
  return journal.test(path);
}
