import type { Disk } from "../io/disk.ts";
import {
  holderIn,
  isCreated,
  isGone,
  type LockHolder,
  type Locking,
  removeIfThere,
  writtenHolderIn,
} from "./lock-holder.ts";
import { takingOver } from "./takeover.ts";

/** A lock that was taken: over from a process that is gone, perhaps. */
export interface Lock {
  readonly takenFrom?: LockHolder;
  readonly release: () => Promise<void>;
}

/** Looks at a lock that is left over; more are needed only where others take it over and go, again and again. */
const mostRounds = 10;

/**
 * Takes the lock of a folder, or tells who holds it, or is taking it over and does not end; undefined when it was always
 * somebody else. What a process left that is gone is taken over. Throws what the operating system refuses.
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
    if (found !== undefined && !(await isLeftOver(locking, found))) return { holder: found };
    const { isDone, inTheWay } = await takingOver(locking, file, mine, round, (isMine) =>
      removeLeftOver(locking, file, found, isMine),
    );
    if (inTheWay !== undefined) return { holder: inTheWay };
    if (isDone && (await isCreated(disk, file, mine)))
      return { release, ...(found === undefined ? {} : { takenFrom: found }) };
  }
  return { holder: await holderIn(disk, file) };
}

/** Is the process gone that took it, or done? Of a process on another machine, only its journal can tell. */
export async function isLeftOver(locking: Locking, holder: LockHolder): Promise<boolean> {
  return isGone(locking, holder) || locking.hasEnded(holder.id);
}

/**
 * Removes what was looked at, if it still stands there. As long as `isMine`, nobody else does, so it is not what somebody
 * has taken since: that has another id, and what says nothing gets the time to be written once more.
 */
async function removeLeftOver(
  locking: Locking,
  file: string,
  found: LockHolder | undefined,
  isMine: () => Promise<boolean>,
): Promise<boolean> {
  const now = await writtenHolderIn(locking, file);
  // Of one that stood still for too long, others have removed what announced it.
  if (now?.id !== found?.id || !(await isMine())) return false;
  await removeIfThere(locking.disk, file);
  return true;
}

/** Removes a lock, if it still is the one with this id. */
export async function releaseLock(disk: Disk, file: string, id: string): Promise<void> {
  if ((await holderIn(disk, file))?.id === id) await disk.remove(file);
}
