import type { Io } from "../../io/io.ts";
import type { RunEntry } from "../../model/documents/runs-document.ts";
import type { CommonOptions } from "../../project/options.ts";
import type { Journal } from "../../state/journal.ts";
import { isLeftOver } from "../../state/lock.ts";
import { holderIn, type LockHolder } from "../../state/lock-holder.ts";
import { lockFileOf, lockingOf } from "./project-lock.ts";

/** The process that holds the lock of a project folder, and is not known to be gone or done. */
export interface Runner {
  readonly holder: LockHolder;
  /** On this machine, which has such a process; of another machine, nobody here can tell. */
  readonly isHere: boolean;
}

/** Who works on a project folder, as far as its lock says; undefined when that is nobody. */
export async function runnerOn(io: Io, options: CommonOptions): Promise<Runner | undefined> {
  const holder = await holderIn(io.disk, lockFileOf(io, options));
  return holder === undefined ? undefined : runnerOf(io, options, holder);
}

/** The holder of a lock as one who works; undefined when it is gone or done. */
export async function runnerOf(
  io: Io,
  options: CommonOptions,
  holder: LockHolder,
): Promise<Runner | undefined> {
  // Where the journals cannot be read, nothing says that it is done.
  const isOver = await isLeftOver(lockingOf(io, options), holder).catch(() => false);
  return isOver ? undefined : { holder, isHere: holder.host === io.machine.host };
}

/** The process that runs what a journal is of, as documents show it; undefined when the runner does not. */
export function processOf(
  runner: Runner | undefined,
  { header, end }: Journal,
): NonNullable<RunEntry["process"]> | undefined {
  if (runner === undefined || end !== undefined || header.lock !== runner.holder.id) return undefined;
  const { host, pid } = runner.holder;
  return { host, pid, isHere: runner.isHere };
}
