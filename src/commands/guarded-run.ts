import type { Io } from "../io.ts";
import { type Interrupts, watchInterrupts } from "./interrupts.ts";
import type { CommonOptions } from "./options.ts";
import { lockProject, type ProjectLock } from "./project-lock.ts";

/** What a command that changes things has while it runs. */
export interface Guarded {
  readonly interrupts: Interrupts;
  /** Takes the lock of the project folder until the end. */
  readonly lock: () => Promise<ProjectLock>;
  /** What is to be done at the end, however it comes; the last first. */
  readonly onEnd: (close: () => Promise<void>) => void;
}

/** Runs a command that can be interrupted at any time, and lets go of all that it held. */
export async function guarded<T>(
  io: Io,
  options: CommonOptions,
  command: string,
  work: (guarded: Guarded) => Promise<T>,
): Promise<T> {
  const interrupts = watchInterrupts(io);
  const closing: (() => Promise<void>)[] = [];
  let hasEnded = false;
  const lock = async (): Promise<ProjectLock> => {
    const held = await lockProject(io, options, command);
    if (hasEnded) await held.release();
    else closing.push(held.release);
    return held;
  };
  try {
    return await interrupts.guard(work({ interrupts, lock, onEnd: (close) => closing.push(close) }));
  } finally {
    interrupts.end();
    hasEnded = true;
    for (const close of closing.reverse()) await close();
  }
}
