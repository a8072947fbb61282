import { error } from "../core/diagnostic.ts";
import type { Io } from "../io.ts";
import { holderIn, releaseLock } from "../record/lock.ts";
import { type ExitCode, exitCode } from "./exit-code.ts";
import type { CommonOptions } from "./options.ts";
import { holderText, lockFileOf } from "./project-lock.ts";
import { Stop } from "./stop.ts";

/** `docform force-unlock ID`: removes a lock that a run on another machine left; the id says that this one is meant. */
export async function forceUnlock(io: Io, id: string, options: CommonOptions): Promise<ExitCode> {
  const file = lockFileOf(io, options);
  const holder = await holderIn(io.disk, file);
  if (holder === undefined) {
    io.stderr.write("The project folder is not locked.\n");
    return exitCode.done;
  }
  if (holder.id !== id) {
    const hint = `the lock there is of ${holderText(holder)}; its id is ${holder.id}`;
    throw new Stop([error("DF5033", `the project folder has no lock with the id "${id}"`, { hint })]);
  }
  await releaseLock(io.disk, file, id);
  io.stderr.write(`Removed the lock of ${holderText(holder)}.\n`);
  return exitCode.done;
}
