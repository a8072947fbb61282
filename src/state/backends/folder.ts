import { createHash } from "node:crypto";
import { dirname, join, relative, sep } from "node:path";
import type { Disk } from "../../io/disk.ts";
import type { Io } from "../../io/io.ts";
import { ownFiles } from "../../io/own-files.ts";
import { writeWhole } from "../../io/write-whole.ts";
import {
  type Backend,
  LockLost,
  type LockStore,
  type RecordStore,
  type RunStore,
  StateMoved,
} from "../backend.ts";
import { runIds } from "../journal-writer.ts";
import { removeLock, saysNothing, takeLock, writtenHolderIn } from "../lock.ts";

/** The parts of `Io` that the folder needs. */
export type FolderIo = Pick<Io, "disk" | "machine" | "sleep" | "random">;

/**
 * The state in the folder `.docform` of the project, or in one of an organization in there, on this machine alone. A
 * journal is durable when it is on the disk.
 */
export function folderBackend(given: FolderIo, folder: string, project = dirname(folder)): Backend {
  const io = { ...given, disk: ownFiles(given.disk, project) };
  const place = `the folder ${relative(project, folder).replaceAll(sep, "/")}`;
  const close = async (): Promise<void> => {};
  return {
    place,
    isShared: false,
    journalDelay: 0,
    record: recordInFolder(io, folder, place),
    lock: lockIn(io, folder),
    runs: lockedRuns(io, folder, place),
    close,
  };
}

/** The record is written under the lock of the folder, so comparing before writing is enough. */
function recordInFolder(io: FolderIo, folder: string, place: string): RecordStore {
  const file = join(folder, "record.json");
  return {
    read: async () => {
      const text = await textOfFile(io.disk, file);
      return text === undefined ? undefined : { text, version: versionOf(text) };
    },
    write: async (text, over) => {
      // A record that cannot be read is no version that anybody has read.
      const now = await textOfFile(io.disk, file).catch(() => undefined);
      if ((now === undefined ? undefined : versionOf(now)) !== over) throw new StateMoved(place);
      await io.disk.makeFolder(folder);
      await writeWhole(io, file, text);
    },
  };
}

function lockIn(io: FolderIo, folder: string): LockStore {
  const file = join(folder, "lock");
  return {
    take: async (mine) => {
      await io.disk.makeFolder(folder);
      return takeLock(io, file, mine);
    },
    holder: async () => {
      const holder = await writtenHolderIn(io, file);
      return holder ?? ((await saysNothing(io.disk, file)) ? "unreadable" : undefined);
    },
    remove: (id) => removeLock(io, file, id),
  };
}

/** The journals of a folder, each of whose lines is written while the lock of the folder is held by its run. */
function lockedRuns(io: FolderIo, folder: string, place: string): RunStore {
  const runs = localRuns(io, folder);
  const demand = async (lockId: string): Promise<void> => {
    const holder = await writtenHolderIn(io, join(folder, "lock"));
    if (holder?.id !== lockId) throw new LockLost(place, holder);
  };
  return {
    ...runs,
    begin: async (run, text, lockId) => {
      await demand(lockId);
      const log = await runs.begin(run, text, lockId);
      return {
        ...log,
        append: async (more) => {
          await demand(lockId);
          await log.append(more);
        },
      };
    },
    kept: {
      ...runs.kept,
      write: async (texts, lockId) => {
        await demand(lockId);
        await runs.kept.write(texts, lockId);
      },
    },
  };
}

/** Journals on this machine, in the folder `runs` of a folder. Their lock may be elsewhere. */
export function localRuns(io: FolderIo, folder: string): RunStore {
  return runsIn(io, join(folder, "runs"));
}

function runsIn(io: FolderIo, folder: string): RunStore {
  const { disk } = io;
  const fileOf = (run: string): string => join(folder, `${run}.jsonl`);
  const own = folder.slice(folder.lastIndexOf(".docform")).replaceAll(sep, "/");
  const [ids, read] = [() => runIds(disk, folder), (run: string) => textOfFile(disk, fileOf(run))];
  return {
    ids,
    read,
    readStart: (run) => fileBeginning(disk, fileOf(run)),
    fileOf: (run) => `${own}/${run}.jsonl`,
    begin: async (run, text) => {
      await disk.makeFolder(folder);
      await disk.create(fileOf(run), text);
      return disk.openLog(fileOf(run)).catch(async (problem: unknown) => {
        await disk.remove(fileOf(run)).catch(() => {});
        throw problem;
      });
    },
    kept: {
      ids,
      read,
      write: async (texts) => {
        await disk.makeFolder(folder);
        for (const [run, text] of texts) await writeWhole(io, fileOf(run), text);
      },
    },
  };
}

/** The beginning of a file, with its first line. */
async function fileBeginning(disk: Disk, file: string): Promise<string | undefined> {
  for (let most = 64 * 1024; ; most *= 8) {
    const text = await textOfFile(disk, file, most);
    if (text === undefined || text.includes("\n") || text.length < most) return text;
  }
}

async function textOfFile(disk: Disk, file: string, most?: number): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await disk.read(file, most));
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw problem;
  }
}

function versionOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
