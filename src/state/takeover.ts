import { basename, dirname, join } from "node:path";
import type { Disk } from "../io/disk.ts";
import {
  holderIn,
  isCreated,
  isGone,
  type LockHolder,
  type Locking,
  removeIfThere,
  saysNothing,
} from "./lock-holder.ts";

/** Milliseconds after which a takeover on another machine is one that a crash has left: it takes two seconds at most. */
const takeoverTime = 5000;
/** Milliseconds between two looks. */
const pause = 500;
/** Looks for others of one who announced itself, so that it does not stand there for as long as one that a crash has left. */
const mostLooks = 3;

/** How a try to take over went; with who stands in its way, when that does not end. */
export interface Takeover {
  readonly isDone: boolean;
  readonly inTheWay?: LockHolder;
}

/**
 * Does something to a lock that only one at a time may do; `isMine` tells whether it still may. Whoever wants to
 * announces it in a file of its own, then looks for those of others: of two, at least the later one sees the other, and
 * whose name is later steps back. No two tries ever have the same file, so one that a crash left can be removed by
 * anybody at any time: it is never the new one of somebody else.
 */
export async function takingOver(
  locking: Locking,
  file: string,
  mine: LockHolder,
  round: number,
  act: (isMine: () => Promise<boolean>) => Promise<boolean>,
): Promise<Takeover> {
  const { disk } = locking;
  const own = `${file}.takeover.${mine.id}-${round}`;
  const before = await awaitEnd(locking, await takeoversOf(disk, file));
  if (before !== undefined) return { isDone: false, inTheWay: before };
  if (!(await isCreated(disk, own, mine))) return { isDone: false };
  try {
    if (!(await isTurn(locking, file, own))) return { isDone: false };
    return { isDone: await act(async () => (await holderIn(disk, own))?.id === mine.id) };
  } finally {
    await removeIfThere(disk, own);
  }
}

/** Files of those who are about to take over a lock, or whom a crash kept from it. */
export async function takeoversOf(disk: Disk, file: string): Promise<readonly string[]> {
  const folder = dirname(file);
  const names = await disk.names(folder).catch((problem: NodeJS.ErrnoException) => {
    if (problem.code !== "ENOENT") throw problem;
    return [];
  });
  const start = `${basename(file)}.takeover`;
  return names.filter((name) => name.startsWith(start)).map((name) => join(folder, name));
}

/** Is nobody else there? The first one by name gives the others time to step back. */
async function isTurn({ disk, sleep }: Locking, file: string, own: string): Promise<boolean> {
  for (let look = 1; ; look++) {
    const others = (await takeoversOf(disk, file)).filter((one) => one !== own);
    if (others.length === 0) return true;
    if (look === mostLooks || others.some((one) => one < own)) return false;
    await sleep(pause);
  }
}

/** Waits until these are gone, and removes what a crash left of them. Tells who stays, as a process that runs here. */
async function awaitEnd(locking: Locking, files: readonly string[]): Promise<LockHolder | undefined> {
  let left = await notEnded(locking, files, false);
  for (let waited = pause; left.length > 0 && waited <= takeoverTime; waited += pause) {
    await locking.sleep(pause);
    left = await notEnded(locking, left, waited === takeoverTime);
  }
  const [first] = left;
  return first === undefined ? undefined : holderIn(locking.disk, first);
}

/** Those that are there and may go on; what a crash left is removed. Late, only a process that runs here may go on. */
async function notEnded(
  locking: Locking,
  files: readonly string[],
  isLate: boolean,
): Promise<readonly string[]> {
  const { disk, machine } = locking;
  const left: string[] = [];
  for (const file of files) {
    const holder = await holderIn(disk, file);
    if (holder === undefined && !(await saysNothing(disk, file))) continue;
    const isLeft =
      holder === undefined ? isLate : isGone(locking, holder) || (isLate && holder.host !== machine.host);
    if (isLeft) await removeIfThere(disk, file);
    else left.push(file);
  }
  return left;
}
