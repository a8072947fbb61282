import * as z from "zod";
import type { Disk } from "../disk.ts";
import type { Machine } from "../machine.ts";

const lockFile = z.object({
  id: z.string().min(1),
  command: z.string(),
  by: z.string().exactOptional(),
  host: z.string(),
  pid: z.int(),
  at: z.string().describe("ISO 8601"),
});

/** Who works on a project folder, and since when. */
export type LockHolder = z.infer<typeof lockFile>;

/** A lock that was taken: over from a process that is gone, perhaps. */
export interface Lock {
  readonly takenFrom?: LockHolder;
  readonly release: () => Promise<void>;
}

/** What locking needs of its surroundings. */
export interface Locking {
  readonly disk: Disk;
  readonly machine: Machine;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Has the run ended that was begun under a lock with this id? */
  readonly hasEnded: (id: string) => Promise<boolean>;
}

/** Milliseconds after which a lock that nobody can read is one that a crash has left half-written. */
const writingTime = 1000;

/** Looks at a lock that is left over; more are needed only where others take it over and go, again and again. */
const mostRounds = 10;

/**
 * Takes the lock of a folder, or tells who holds it. What a process left that is gone is taken over. Throws what the
 * operating system refuses.
 */
export async function takeLock(
  locking: Locking,
  file: string,
  mine: LockHolder,
): Promise<Lock | { readonly holder: LockHolder }> {
  const { disk } = locking;
  const release = (): Promise<void> => releaseLock(disk, file, mine.id);
  for (let round = 0; round < mostRounds; round++) {
    if (await isCreated(disk, file, mine)) return { release };
    const found = await readLock(locking, file);
    if (found !== undefined && !(await isLeftOver(locking, found))) return { holder: found };
    const isFree = await removeLeftOver(locking, file, mine, found);
    if (isFree && (await isCreated(disk, file, mine)))
      return { release, ...(found === undefined ? {} : { takenFrom: found }) };
  }
  return { holder: (await holderIn(disk, file)) ?? mine };
}

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

/** Whoever takes a lock writes it in no time, so it is looked at again when it says nothing yet. */
async function readLock({ disk, sleep }: Locking, file: string): Promise<LockHolder | undefined> {
  const found = await holderIn(disk, file);
  if (found !== undefined) return found;
  await sleep(writingTime);
  return holderIn(disk, file);
}

/** Is the process gone that took it, or done? Of a process on another machine, only its journal can tell. */
async function isLeftOver({ machine, hasEnded }: Locking, { id, host, pid }: LockHolder): Promise<boolean> {
  const isGone = host === machine.host && (pid === machine.pid || !machine.isRunning(pid));
  return isGone || hasEnded(id);
}

/**
 * Removes what was looked at, if it still stands there: only one at a time may, so nobody removes what somebody else has
 * taken since. What said nothing gets the time to be written once more.
 */
async function removeLeftOver(
  locking: Locking,
  file: string,
  mine: LockHolder,
  found: LockHolder | undefined,
): Promise<boolean> {
  const { disk } = locking;
  const takeover = `${file}.takeover`;
  if (!(await isCreated(disk, takeover, mine))) {
    await awaitTakeover(locking, takeover);
    return false;
  }
  try {
    const now = await readLock(locking, file);
    if (now?.id !== found?.id) return false;
    await removeIfThere(disk, file);
    return true;
  } finally {
    await releaseLock(disk, takeover, mine.id);
  }
}

/** Waits while somebody else takes over, which is done in no time. What a crash left of that is removed. */
async function awaitTakeover(locking: Locking, takeover: string): Promise<void> {
  const { disk, sleep } = locking;
  const before = await holderIn(disk, takeover);
  if (before === undefined && !(await saysNothing(disk, takeover))) return;
  await sleep(2 * writingTime);
  const now = await holderIn(disk, takeover);
  const isLeft = now === undefined ? await saysNothing(disk, takeover) : await isLeftOver(locking, now);
  if (now?.id === before?.id && isLeft) await removeIfThere(disk, takeover);
}

async function removeIfThere(disk: Disk, file: string): Promise<void> {
  await disk.remove(file).catch((problem: NodeJS.ErrnoException) => {
    if (problem.code !== "ENOENT") throw problem;
  });
}

/** Removes a lock, if it still is the one with this id. */
export async function releaseLock(disk: Disk, file: string, id: string): Promise<void> {
  if ((await holderIn(disk, file))?.id === id) await disk.remove(file);
}
