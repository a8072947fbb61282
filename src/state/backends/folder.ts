import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Disk } from "../../io/disk.ts";
import type { Io } from "../../io/io.ts";
import { writeWhole } from "../../io/write-whole.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import { Stop } from "../../model/stop.ts";
import {
  type Backend,
  BackendError,
  type LockStore,
  type RecordStore,
  type RunStore,
  StateMoved,
} from "../backend.ts";
import { holderIn, releaseLock, takeLock } from "../lock.ts";
import { runIds } from "../runs.ts";

/** The parts of `Io` that the folder needs. */
export type FolderIo = Pick<Io, "disk" | "machine" | "sleep" | "random">;

/**
 * The state in the folder `.docform` of the project, on this machine alone. A journal is durable when it is on
 * the disk.
 */
export function folderBackend(io: FolderIo, folder: string): Backend {
  const close = async (): Promise<void> => {};
  return {
    place,
    isShared: false,
    record: recordIn(io, folder),
    lock: lockIn(io, folder),
    runs: runsIn(io, join(folder, "runs")),
    close,
  };
}

const place = "the folder .docform";

/** The record is written under the lock of the folder, so comparing before writing is enough. */
function recordIn(io: FolderIo, folder: string): RecordStore {
  const file = join(folder, "record.json");
  return {
    read: () =>
      using("the record", async () => {
        const text = await textOf(io.disk, file);
        return text === undefined ? undefined : { text, version: versionOf(text) };
      }),
    write: (text, over) =>
      using("the record", async () => {
        const now = await textOf(io.disk, file);
        if ((now === undefined ? undefined : versionOf(now)) !== over) throw new StateMoved(place);
        await io.disk.makeFolder(folder);
        await writeWhole(io, file, text);
      }),
  };
}

function lockIn(io: FolderIo, folder: string): LockStore {
  const file = join(folder, "lock");
  return {
    take: (mine) =>
      using("the lock", async () => {
        await io.disk.makeFolder(folder);
        return takeLock(io, file, mine);
      }),
    holder: () => holderIn(io.disk, file),
    remove: (id) => using("the lock", () => releaseLock(io.disk, file, id)),
  };
}

function runsIn({ disk }: FolderIo, folder: string): RunStore {
  const fileOf = (run: string): string => join(folder, `${run}.jsonl`);
  return {
    ids: () => using("the journals", () => runIds(disk, folder)),
    read: (run) => using(`the journal of the run ${run}`, () => textOf(disk, fileOf(run))),
    begin: (run, text) =>
      using("the journal of the run", async () => {
        await disk.makeFolder(folder);
        await disk.create(fileOf(run), text);
        return disk.openLog(fileOf(run)).catch(async (problem: unknown) => {
          await disk.remove(fileOf(run)).catch(() => {});
          throw problem;
        });
      }),
  };
}

/** Runs an act on files. What the operating system refuses is told as a `BackendError`. */
async function using<T>(what: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (problem) {
    if (problem instanceof BackendError) throw problem;
    const why = problem instanceof Stop ? problem.message : whyFileFailed(problem);
    const hint = "make room on the disk, or make the folder .docform writable, then run again";
    throw new BackendError(`${what} in ${place} cannot be used: ${why}`, hint, { cause: problem });
  }
}

async function textOf(disk: Disk, file: string): Promise<string | undefined> {
  if ((await disk.status(file)) === undefined) return undefined;
  return new TextDecoder().decode(await disk.read(file));
}

function versionOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
