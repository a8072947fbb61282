import * as z from "zod";
import type { Disk } from "../io/disk.ts";
import type { Machine } from "../io/machine.ts";

const lockFile = z.object({
  // It becomes part of the name of a file when the lock is taken over.
  id: z.string().regex(/^[\w-]+$/),
  command: z.string(),
  by: z.string().exactOptional(),
  host: z.string(),
  // Not a group of processes: whoever ends one must not end others.
  pid: z.int().positive(),
  at: z.string().describe("ISO 8601"),
});

/** Who works on a project folder, and since when. */
export type LockHolder = z.infer<typeof lockFile>;

/** What locking needs of its surroundings. */
export interface Locking {
  readonly disk: Disk;
  readonly machine: Machine;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** A lock that was taken: over from a process that is gone, perhaps. */
export interface Lock {
  readonly takenFrom?: LockHolder;
  readonly release: () => Promise<void>;
}

/** Tries to take a lock; more are needed only where others take it and let it go, again and again. */
const mostRounds = 10;
/** Milliseconds after which a lock that says nothing is no longer being written: a crash left it. */
const writingTime = 1000;

/**
 * Takes the lock of a folder, or tells who holds it; undefined when it was always somebody else. The lock of a process
 * that ran on this machine and is gone is taken over. Throws what the operating system refuses.
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
    if (found !== undefined && !isGone(locking, found)) return { holder: found };
    if (found === undefined && !(await saysNothing(disk, file))) continue;
    const next = await takeOver(locking, file, found, mine);
    if (next === "taken") return { release, ...(found === undefined ? {} : { takenFrom: found }) };
    if (next !== "changed") return next;
  }
  return { holder: await holderIn(disk, file) };
}

/**
 * Takes over the lock that a process left. The right to do so is a lock itself, named after the one that is left, so
 * only one process at a time has it; when that process is killed, its lock is taken over in the same way. The rename
 * ends both at once: a lock that still names the process that is gone was taken over by nobody else.
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
    await disk.create(file, `${JSON.stringify(mine)}\n`);
    return true;
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw problem;
  }
}

/** Who holds a lock; undefined when nobody does, or what is there says nothing. */
export async function holderIn(disk: Pick<Disk, "read">, file: string): Promise<LockHolder | undefined> {
  try {
    return lockFile.parse(JSON.parse(new TextDecoder().decode(await disk.read(file))));
  } catch {
    return undefined;
  }
}

/** Who holds a lock that may just be being written: one that says nothing is looked at again. */
export async function writtenHolderIn(
  { disk, sleep }: Pick<Locking, "disk" | "sleep">,
  file: string,
): Promise<LockHolder | undefined> {
  if (!(await saysNothing(disk, file))) return holderIn(disk, file);
  await sleep(writingTime);
  return holderIn(disk, file);
}

/** Is a lock there that says nothing: one that is just being written, or that a crash left half-written? */
export async function saysNothing(disk: Pick<Disk, "read">, file: string): Promise<boolean> {
  if ((await holderIn(disk, file)) !== undefined) return false;
  try {
    await disk.read(file);
    return true;
  } catch (problem) {
    return !["ENOENT", "ENOTDIR"].includes((problem as NodeJS.ErrnoException).code ?? "");
  }
}

/** Is the process gone that wrote it? Of one on another machine, this one cannot tell. */
export function isGone({ machine }: Pick<Locking, "machine">, { host, pid }: LockHolder): boolean {
  return host === machine.host && (pid === machine.pid || !machine.isRunning(pid));
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
