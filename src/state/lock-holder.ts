import * as z from "zod";
import type { Disk } from "../io/disk.ts";
import type { Machine } from "../io/machine.ts";

const lockFile = z.object({
  id: z.string().min(1),
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
  /** Has the run ended that was begun under a lock with this id? */
  readonly hasEnded: (id: string) => Promise<boolean>;
}

/** Milliseconds after which a lock that nobody can read is one that a crash has left half-written. */
const writingTime = 1000;

/** Creates the file of a lock, unless it is there. */
export async function isCreated(disk: Disk, file: string, mine: LockHolder): Promise<boolean> {
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

/** The same of a lock that may just be being written, which is done in no time: one that says nothing is looked at again. */
export async function writtenHolderIn(
  { disk, sleep }: Pick<Locking, "disk" | "sleep">,
  file: string,
): Promise<LockHolder | undefined> {
  const found = await holderIn(disk, file);
  if (found !== undefined) return found;
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

/** Removes a lock, if it is there. */
export async function removeIfThere(disk: Disk, file: string): Promise<void> {
  await disk.remove(file).catch((problem: NodeJS.ErrnoException) => {
    if (problem.code !== "ENOENT") throw problem;
  });
}
