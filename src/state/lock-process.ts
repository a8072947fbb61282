import type { Machine } from "../io/io.ts";

/** The process that a lock names. An older docform left out its identity, too. */
export type LockProcess = Pick<Machine, "host" | "pid" | "process">;

/**
 * Whether the process of a lock is gone. That is known of a process of this machine and of this namespace only: for any
 * other one, false.
 */
export function isLockProcessGone(machine: Machine, holder: LockProcess): boolean {
  if (!isHere(machine, holder)) return false;
  const { pid, process: theirs } = holder;
  if (theirs === undefined) return pid === machine.pid || !machine.isRunning(pid);
  if (theirs.boot !== machine.process?.boot || !machine.isRunning(pid)) return true;
  const started = pid === machine.pid ? machine.process.started : machine.startOf?.(pid);
  return started !== undefined && started !== theirs.started;
}

/** Whether the number of a process means something here: it is of this machine, and of this namespace. */
export function isHere(
  { host, process: ours }: Machine,
  { host: there, process: theirs }: LockProcess,
): boolean {
  if (host !== there || (ours === undefined) !== (theirs === undefined)) return false;
  if (ours === undefined || theirs === undefined) return true;
  const isKnown = ours.boot === theirs.boot || ours.namespace === initialNamespace;
  return ours.machine === theirs.machine && ours.namespace === theirs.namespace && isKnown;
}

/** The namespace of a machine itself. Linux numbers all others, and again after each start. */
const initialNamespace = "pid:[4026531836]";
