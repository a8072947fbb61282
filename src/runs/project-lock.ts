import { actorOf, type Io, pipelineOf, timeOf } from "../io/io.ts";
import { type Diagnostic, error } from "../model/diagnostic.ts";
import type { RunEntry } from "../model/documents/runs-document.ts";
import { whyFileFailed } from "../model/file-problem.ts";
import { Stop } from "../model/stop.ts";
import type { CommonOptions } from "../project/options.ts";
import { warn } from "../project/output.ts";
import { terminalText } from "../render/safe-text.ts";
import { runningText } from "../render/text/runs-text.ts";
import type { Backend, LockAnswer } from "../state/backend.ts";
import type { Journal } from "../state/journal.ts";
import type { LockHolder, ToldHolder } from "../state/lock.ts";
import { isHere, isLockProcessGone } from "../state/lock-process.ts";
import { commandsOnState, notKept } from "./read-runs.ts";

/** Options of commands that take the lock. */
export interface LockOptions<Form extends string = string> extends CommonOptions<Form> {
  /** Milliseconds to wait for a lock that another run holds. */
  readonly lockTimeout?: number;
}

/** The lock of a project, as a command holds it. */
export interface ProjectLock {
  readonly id: string;
  /** Throws `Stop` when the lock could not be written: then a journal could not be either. */
  readonly demand: () => void;
  /** Throws `Stop` when it could not be removed. */
  readonly release: () => Promise<void>;
}

/**
 * Takes the lock of a project. Throws `Stop` when another run has it, and has it still after the time to wait, or when
 * the signal aborts. Where a project folder cannot be written, that is told only to those who demand the lock: an apply
 * with nothing to do needs none.
 */
export async function lockProject(
  io: Io,
  options: LockOptions,
  state: Backend,
  command: string,
  signal?: AbortSignal,
): Promise<ProjectLock> {
  const mine = holderFor(io, state, command);
  let release = async (): Promise<void> => {};
  let problem: unknown;
  try {
    const taken = await takeOrWait(io, options, state, mine, signal);
    if ("holder" in taken) throw new Stop([isLocked(io, options, state, taken.holder)]);
    release = () => taken.release().catch((problem: unknown) => stayed(options, state, problem, mine.id));
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

/** Milliseconds between two attempts to take a lock that another run holds. */
const betweenAttempts = 5000;

/** Takes the lock, or asks again until the time to wait is over, or the signal aborts. */
async function takeOrWait(
  io: Io,
  { lockTimeout = 0, logLevel }: LockOptions,
  state: Backend,
  mine: LockHolder,
  signal?: AbortSignal,
): Promise<LockAnswer> {
  const end = io.monotonic() + lockTimeout;
  let hasTold = false;
  for (;;) {
    const answer = await state.lock.take(mine);
    const left = end - io.monotonic();
    if ("release" in answer || left <= 0 || signal?.aborted) return answer;
    if (!hasTold && logLevel !== "error")
      io.stderr.write(`Waiting for the lock: ${heldText(answer.holder)}.\n`);
    hasTold = true;
    const pause = Math.min(left, betweenAttempts * (0.5 + io.random() / 2));
    await io.sleep(pause, signal).catch(() => {});
    if (signal?.aborted) return answer;
  }
}

/** The holder of the lock that was asked for. */
type RefusedBy = Extract<LockAnswer, { holder: unknown }>["holder"];

function heldText(holder: RefusedBy): string {
  return terminalText(typeof holder === "object" ? holderText(holder) : "another run holds it");
}

function holderFor(io: Io, { isShared }: Backend, command: string): LockHolder {
  const [by, pipeline] = [actorOf(io), pipelineOf(io)];
  const { host, pid, process } = io.machine;
  return {
    id: Buffer.from(io.randomBytes(4)).toString("hex"),
    command,
    ...(by === undefined ? {} : { by }),
    host,
    pid,
    at: timeOf(io),
    // A shared place never compares it, and may be public.
    ...(process === undefined || isShared ? {} : { process }),
    ...(pipeline === undefined ? {} : { pipeline }),
  };
}

/** The holder of a lock, as text. */
export function holderText(holder: LockHolder | ToldHolder): string {
  if (!("command" in holder)) return toldText(holder);
  const { command, by, host, pid, at, pipeline } = holder;
  const who = `docform ${command}${by === undefined ? "" : ` of ${by}`} on ${host} (process ${pid}), since ${at}`;
  return pipeline === undefined ? who : `${who}, ${pipeline}`;
}

function toldText({ id, by, at, operation }: ToldHolder): string {
  const what = operation === undefined ? `the lock ${id}` : `Terraform (${operation})`;
  return `${what}${by === undefined ? "" : ` of ${by}`}${at === undefined ? "" : `, since ${at}`}`;
}

/** The hint to wait for the holder of a lock, to end its process, or to remove the lock. */
export function waitingHint(
  { machine }: Pick<Io, "machine">,
  options: Pick<CommonOptions, "directory" | "env">,
  state: Pick<Backend, "isShared">,
  holder: LockHolder | ToldHolder,
): string {
  const unlock = commandsOnState(options, state)("force-unlock", holder.id);
  if (state.isShared || !("command" in holder))
    return `wait with --lock-timeout 10m; if the run has surely ended, ${unlock}`;
  const { pid } = holder;
  if (!isHere(machine, holder)) return `wait until it has ended; if it surely runs no more, ${unlock}`;
  const ending = `wait until it has ended, or end it with kill -INT ${pid}: calls in flight finish then`;
  return `${ending}; if process ${pid} is no docform, ${unlock} --yes`;
}

function isLocked(io: Io, options: CommonOptions, state: Backend, holder: RefusedBy): Diagnostic {
  const what = lockedThing(state);
  if (typeof holder === "string") {
    const hint =
      "wait with --lock-timeout 10m; if the run has surely ended, remove its lock where the server shows it";
    return error("DF5033", `another run holds ${what}; the server does not say which`, { hint });
  }
  if (holder === undefined) {
    const hint = "others take it and let it go all the time: run again when they have ended";
    return error("DF5033", `other runs hold ${what}, one after the other`, { hint });
  }
  const message = `another run holds ${what}: ${holderText(holder)}`;
  return error("DF5033", message, { hint: waitingHint(io, options, state, holder) });
}

/** The thing that a lock is of, in words. */
export function lockedThing({ isShared, place }: Pick<Backend, "isShared" | "place">): string {
  return isShared ? place : "this project folder";
}

function stayed(options: CommonOptions, state: Backend, problem: unknown, id: string): never {
  const what = state.isShared ? state.place : "the project folder";
  const message = `the lock of ${what} could not be removed: ${whyFileFailed(problem)}`;
  const unlock = commandsOnState(options, state)("force-unlock", id);
  const hint = state.isShared ? unlock : `the next run on this machine takes it over; elsewhere: ${unlock}`;
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

/** The run that works on a project; undefined when none does, "unknown" when the place does not tell. */
export type RunnerTold = Runner | "unknown" | undefined;

/** The holder of the lock of a project, unless its process is gone. */
export async function runnerOn(io: Io, state: Backend): Promise<RunnerTold> {
  const holder = await state.lock.holder();
  if (typeof holder === "string") return "unknown";
  return holder === undefined ? undefined : runnerOf(io, state, holder);
}

/**
 * The holder of a lock as one who works; undefined when its process is gone. Containers share names and numbers of
 * processes, so only a lock of the project folder is checked against this machine.
 */
export function runnerOf(
  { machine }: Pick<Io, "machine">,
  { isShared }: Pick<Backend, "isShared">,
  holder: LockHolder,
): Runner | undefined {
  if (isShared) return { holder, isHere: false };
  return isLockProcessGone(machine, holder) ? undefined : { holder, isHere: isHere(machine, holder) };
}

/** How the run stands whose journal has no end, as the end of a sentence that begins with the run. */
export function unendedWords(runner: RunnerTold, process: ReturnType<typeof processOf>): string {
  if (process !== undefined) return runningText(process);
  return runner === "unknown" ? "did not end, or still runs" : "did not end";
}

/**
 * The process of the run with this journal, in document form; undefined when the lock belongs to another run.
 */
export function processOf(
  runner: RunnerTold,
  { header, end }: Journal,
): NonNullable<RunEntry["process"]> | undefined {
  if (typeof runner !== "object" || end !== undefined || header.lock !== runner.holder.id) return undefined;
  const { host, pid } = runner.holder;
  return { host, pid, isHere: runner.isHere };
}
