import { join } from "node:path";
import { actorOf, type Io, timeOf } from "../io/io.ts";
import { type Diagnostic, error } from "../model/diagnostic.ts";
import type { RunEntry } from "../model/documents/runs-document.ts";
import { whyFileFailed } from "../model/file-problem.ts";
import { Stop } from "../model/stop.ts";
import { commandsLike } from "../render/command-to-copy.ts";
import type { Journal } from "../state/journal.ts";
import { holderIn, isGone, type LockHolder, takeLock } from "../state/lock.ts";
import type { CommonOptions } from "./options.ts";
import { warn } from "./output.ts";
import { notKept, stateFolder } from "./runs.ts";

/** The lock of a project folder, as a command holds it. */
export interface ProjectLock {
  readonly id: string;
  /** Throws `Stop` when the lock could not be written: then a journal could not be either. */
  readonly demand: () => void;
  /** Throws `Stop` when it could not be removed. */
  readonly release: () => Promise<void>;
}

/** File of the lock of a project. */
export function lockFileOf(io: Pick<Io, "cwd">, options: CommonOptions): string {
  return join(stateFolder(io, options), "lock");
}

/**
 * Takes the lock of a project folder. Throws `Stop` when another process has it. Where nothing can be written, that
 * is told only to those who demand the lock: an apply with nothing to do needs none.
 */
export async function lockProject(io: Io, options: CommonOptions, command: string): Promise<ProjectLock> {
  const mine = holderFor(io, command);
  const file = lockFileOf(io, options);
  let release = async (): Promise<void> => {};
  let problem: unknown;
  try {
    await io.disk.makeFolder(stateFolder(io, options));
    const taken = await takeLock(io, file, mine);
    if ("holder" in taken) throw new Stop([isLocked(io, options, taken.holder)]);
    release = () => taken.release().catch((problem: unknown) => stayed(problem, mine.id));
    if (taken.takenFrom !== undefined) tellTakenOver(io, options, taken.takenFrom);
  } catch (caught) {
    if (caught instanceof Stop) throw caught;
    problem = caught;
  }
  const demand = (): void => {
    if (problem !== undefined) throw notKept("the lock of the project folder", problem);
  };
  return { id: mine.id, demand, release };
}

function holderFor(io: Io, command: string): LockHolder {
  const by = actorOf(io);
  return {
    id: Buffer.from(io.randomBytes(4)).toString("hex"),
    command,
    ...(by === undefined ? {} : { by }),
    host: io.machine.host,
    pid: io.machine.pid,
    at: timeOf(io),
  };
}

/** The holder of a lock, as text. */
export function holderText({ command, by, host, pid, at }: LockHolder): string {
  return `docform ${command}${by === undefined ? "" : ` of ${by}`} on ${host} (process ${pid}), since ${at}`;
}

/** The hint to wait for the holder of a lock, to end its process, or to remove the lock. */
export function waitingHint(
  { machine }: Pick<Io, "machine">,
  { directory }: Pick<CommonOptions, "directory">,
  { host, pid, id }: LockHolder,
): string {
  const unlock = commandsLike({ directory })("force-unlock", id);
  if (host !== machine.host) return `wait until it has ended; if it surely runs no more, ${unlock}`;
  const ending = `wait until it has ended, or end it with kill -INT ${pid}: calls in flight finish then`;
  return `${ending}; if process ${pid} is no docform, ${unlock} --yes`;
}

function isLocked(io: Io, options: CommonOptions, holder: LockHolder | undefined): Diagnostic {
  if (holder === undefined) {
    const hint = "others take it and let it go all the time: run again when they have ended";
    return error("DF5033", "other runs hold this project folder, one after the other", { hint });
  }
  const message = `another run holds this project folder: ${holderText(holder)}`;
  return error("DF5033", message, { hint: waitingHint(io, options, holder) });
}

function stayed(problem: unknown, id: string): never {
  const message = `the lock of the project folder could not be removed: ${whyFileFailed(problem)}`;
  const hint = `the next run on this machine takes it over; elsewhere: docform force-unlock ${id}`;
  throw new Stop([{ code: "DF5004", severity: "warning", message, hint }]);
}

function tellTakenOver(io: Io, options: CommonOptions, holder: LockHolder): void {
  const message = `a lock was left by a run that is gone, and was taken over: ${holderText(holder)}`;
  warn(io, options, [{ code: "DF5034", severity: "warning", message }]);
}

/** The process that holds the lock of a project folder, and is not known to be gone. */
export interface Runner {
  readonly holder: LockHolder;
  /** Whether the process runs on this machine. A process of another machine cannot be checked. */
  readonly isHere: boolean;
}

/** The holder of the project folder by its lock; undefined without a lock, or when its process is gone. */
export async function runnerOn(io: Io, options: CommonOptions): Promise<Runner | undefined> {
  const holder = await holderIn(io.disk, lockFileOf(io, options));
  return holder === undefined ? undefined : runnerOf(io, holder);
}

/** The holder of a lock as one who works; undefined when its process is gone. */
export function runnerOf(io: Io, holder: LockHolder): Runner | undefined {
  return isGone(io, holder) ? undefined : { holder, isHere: holder.host === io.machine.host };
}

/**
 * The process of the run with this journal, in document form; undefined when the lock belongs to another run.
 */
export function processOf(
  runner: Runner | undefined,
  { header, end }: Journal,
): NonNullable<RunEntry["process"]> | undefined {
  if (runner === undefined || end !== undefined || header.lock !== runner.holder.id) return undefined;
  const { host, pid } = runner.holder;
  return { host, pid, isHere: runner.isHere };
}
