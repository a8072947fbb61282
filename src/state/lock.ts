import { basename, dirname, join } from "node:path";
import * as z from "zod";
import type { Disk } from "../io/disk.ts";
import type { Machine } from "../io/io.ts";
import { parseJson } from "../text/json.ts";
import { isLockProcessGone } from "./lock-process.ts";

const lockFile = z.object({
  // The id becomes part of a file name when the lock is taken over.
  id: z.string().regex(/^[\w-]+$/),
  command: z.string(),
  by: z.string().exactOptional(),
  host: z.string(),
  // Not a group of processes: whoever ends one must not end others.
  pid: z.int().positive(),
  at: z.string().describe("ISO 8601"),
  process: z
    .object({
      machine: z.string().exactOptional(),
      boot: z.string(),
      namespace: z.string(),
      started: z.string(),
    })
    .exactOptional()
    .describe("What tells the process from every other one"),
  pipeline: z.string().exactOptional().describe("Address of the pipeline"),
});

/** The holder of a lock: user, host, process, command and time. */
export type LockHolder = z.infer<typeof lockFile>;

/** The holder of a lock as far as a state server tells: a run of docform that it does not describe, or Terraform. */
export interface ToldHolder {
  readonly id: string;
  readonly by?: string;
  readonly at?: string;
  /** The operation of Terraform. */
  readonly operation?: string;
}

/** The parts of `Io` that locking needs. */
export interface Locking {
  readonly disk: Disk;
  readonly machine: Machine;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** A lock that this process holds, perhaps taken over from a process that is gone. */
export interface Lock {
  readonly takenFrom?: LockHolder;
  readonly release: () => Promise<void>;
}

/**
 * The attempts to take a lock. More would be needed only while other processes keep taking and releasing it.
 */
const mostRounds = 10;
/** Milliseconds after which an unreadable lock counts as left by a crash, and not as one being written. */
const writingTime = 1000;

/**
 * Takes the lock of a folder, or returns its holder. Returns undefined when the holder kept changing. A lock
 * of a process on this machine that is gone is taken over. Throws errors of the operating system.
 */
export async function takeLock(
  locking: Locking,
  file: string,
  mine: LockHolder,
): Promise<Lock | { readonly holder: LockHolder | undefined }> {
  const { disk } = locking;
  const release = (): Promise<void> => releaseLock(disk, file, mine.id);
  for (let round = 0; round < mostRounds; round++) {
    if (await isCreated(disk, file, mine)) return { release };
    const found = await writtenHolderIn(locking, file);
    if (found !== undefined && !isLockProcessGone(locking.machine, found)) return { holder: found };
    if (found === undefined && !(await saysNothing(disk, file))) continue;
    const next = await takeOver(locking, file, found, mine);
    if (next === "taken") return { release, ...(found === undefined ? {} : { takenFrom: found }) };
    if (next !== "changed") return next;
  }
  return { holder: await holderIn(disk, file) };
}

/**
 * Takes over the lock of a process that is gone. The right to do so is a second lock, named after the first,
 * so that one process has it at a time. If that process is killed, its lock is taken over in the same way.
 * The rename ends both locks at once. So a lock that still names the old process was not taken over by
 * anybody else.
 */
async function takeOver(
  locking: Locking,
  file: string,
  left: LockHolder | undefined,
  mine: LockHolder,
): Promise<"taken" | "changed" | { readonly holder: LockHolder | undefined }> {
  const successor = `${file}.${left?.id ?? "unwritten"}`;
  const right = await takeLock(locking, successor, mine);
  if (!("release" in right)) return right;
  const now = await writtenHolderIn(locking, file);
  const isLeft = now?.id === left?.id && (left !== undefined || (await saysNothing(locking.disk, file)));
  if (isLeft) await locking.disk.rename(successor, file);
  else await right.release();
  return isLeft ? "taken" : "changed";
}

/** Creates the file of a lock, unless it is there. */
async function isCreated(disk: Disk, file: string, mine: LockHolder): Promise<boolean> {
  try {
    await disk.create(file, lockText(mine));
    return true;
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw problem;
  }
}

/** The holder of a lock; undefined when there is no lock or its text is unreadable. */
export async function holderIn(disk: Pick<Disk, "read">, file: string): Promise<LockHolder | undefined> {
  try {
    return lockHolderIn(new TextDecoder().decode(await disk.read(file)));
  } catch {
    return undefined;
  }
}

/** The holder of a lock. An unreadable lock may be half-written, so it is read again after a moment. */
export async function writtenHolderIn(
  { disk, sleep }: Pick<Locking, "disk" | "sleep">,
  file: string,
): Promise<LockHolder | undefined> {
  if (!(await saysNothing(disk, file))) return holderIn(disk, file);
  await sleep(writingTime);
  return holderIn(disk, file);
}

/** Whether a lock exists with an unreadable text: it is being written, or a crash left it half-written. */
export async function saysNothing(disk: Pick<Disk, "read">, file: string): Promise<boolean> {
  if ((await holderIn(disk, file)) !== undefined) return false;
  try {
    await disk.read(file);
    return true;
  } catch (problem) {
    return !["ENOENT", "ENOTDIR"].includes((problem as NodeJS.ErrnoException).code ?? "");
  }
}

/**
 * Removes a lock by its id, or one that names no holder, and the files of takeovers that were killed: without the lock
 * they have no use. Was a lock removed?
 */
export async function removeLock(locking: Locking, file: string, id: string): Promise<boolean> {
  const { disk } = locking;
  const holder = await writtenHolderIn(locking, file);
  if (holder !== undefined && holder.id !== id) return false;
  const isThere = (await disk.status(file)) !== undefined;
  if (isThere) await disk.remove(file);
  const names = await disk.names(dirname(file)).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(`${basename(file)}.`)))
    await disk.remove(join(dirname(file), name));
  return isThere;
}

/** Removes a lock, if it still is the one with this id. */
export async function releaseLock(disk: Disk, file: string, id: string): Promise<void> {
  if ((await holderIn(disk, file))?.id === id) await removeIfThere(disk, file);
}

/** Removes a file, if it is there. */
async function removeIfThere(disk: Disk, file: string): Promise<void> {
  await disk.remove(file).catch((problem: NodeJS.ErrnoException) => {
    if (problem.code !== "ENOENT") throw problem;
  });
}

/** The text of a lock. */
export function lockText(holder: LockHolder): string {
  return `${JSON.stringify(holder)}\n`;
}

/** The holder that a text names; undefined when it names none. */
export function lockHolderIn(text: string): LockHolder | undefined {
  const read = lockFile.safeParse(parseJson(text));
  return read.success ? read.data : undefined;
}
