import type { Step } from "../../model/documents/plan-document.ts";
import { messageOf } from "../../text/message-of.ts";
import type { CallFailure, Done, Execution, Sent } from "../execution.ts";
import type { InDoubtCall, Resolution } from "./in-doubt-call.ts";
import { type SentTwice, sentTwice } from "./sent-twice.ts";

/** The shared state of all calls of a run. */
export interface Sending {
  readonly execution: Execution;
  /** Ids that steps of this run created or used. */
  readonly idsOfThisRun: ReadonlySet<string>;
  /** The last call of each signature. */
  readonly lastCallBySignature: Map<string, Promise<unknown>>;
  /** Creates that are done, and were sent more than once. */
  readonly resent: SentTwice[];
  /** Writes down that a call is about to be sent: why that failed, when it did. */
  readonly intend: (step: Step) => Promise<CallFailure | undefined>;
}

/**
 * The maximum number of times a call is sent when its answer is lost and reading shows that it was not
 * carried out.
 */
const mostAttempts = 3;

/**
 * Pauses before each read, in milliseconds. The platform may still carry out the call, so it counts as not
 * done only after all pauses.
 */
export const pauses = [500, 2000, 5000] as const;

/** Milliseconds after which a call that was on its way is carried out, or never will be. */
export const inDoubtWindow = pauses.reduce((sum: number, pause) => sum + pause, 0);

/**
 * Sends the call of a step, unless its preconditions have changed. When the answer of a create is lost, the
 * list shows whether the object was created. It is sent again only when it was not. `shown` is the step with
 * masked values.
 */
export async function sendUntilResolved(sending: Sending, step: Step, shown: Step): Promise<Sent> {
  const call = sending.execution.inDoubtCall?.(step);
  return inTurn(sending.lastCallBySignature, call?.signature, async () => {
    const [obstacle, unread] = await Promise.all([
      sending.execution.check?.(step, sending.idsOfThisRun),
      readBefore(call),
    ]);
    return obstacle ?? unread ?? repeatUntilResolved(sending, call, step, shown);
  });
}

/** Runs a task when all that were let in before it under the same name have ended. */
async function inTurn<T>(
  last: Sending["lastCallBySignature"],
  name: string | undefined,
  task: () => Promise<T>,
): Promise<T> {
  if (name === undefined) return task();
  const before = last.get(name);
  const turn = before === undefined ? task() : before.then(task, task);
  last.set(name, turn);
  return turn;
}

async function readBefore(call: InDoubtCall | undefined): Promise<CallFailure | undefined> {
  try {
    await call?.readBefore();
    return undefined;
  } catch (problem) {
    const message = `not sent: ${messageOf(problem)}`;
    return { outcome: "failed", message, next: "run again once reading works" };
  }
}

async function repeatUntilResolved(
  { execution, idsOfThisRun, intend, resent }: Sending,
  call: InDoubtCall | undefined,
  step: Step,
  shown: Step,
): Promise<Sent> {
  let lost: CallFailure | undefined;
  const done = (sent: Done, attempt: number): Done => {
    const twice = call === undefined || attempt === 1 ? undefined : sentTwice(call, shown, sent);
    if (twice !== undefined) resent.push(twice);
    return sent;
  };
  for (let attempt = 1; ; attempt++) {
    const unwritten = await intend(shown);
    if (unwritten !== undefined) return lost === undefined ? unwritten : notDone(lost, unwritten.message);
    const sent = await execution.send(step);
    if ("answer" in sent) return done(sent, attempt);
    // The requested state already holds (A2).
    if (sent.outcome === "failed" && sent.isUnchanged === true) return { answer: null };
    if (sent.outcome !== "unknown" || call === undefined)
      return lost === undefined ? sent : unknown(lost, sent.message);
    lost = sent;
    // A call that the platform called done needs no pause before the first read.
    const waits = sent.isCalledDone === true ? [0, ...pauses] : pauses;
    const resolution = await resolve(call, idsOfThisRun, execution.sleep, waits);
    if (resolution.is === "done") return done({ answer: resolution.answer, found: true }, attempt);
    if (resolution.is === "unknown") return unknown(sent, resolution.message, resolution.next);
    if (sent.isCalledDone === true) return unknown(sent, resolution.message);
    const isOver = execution.isStopping?.() === true || execution.isHopeless?.() === true;
    if (attempt >= mostAttempts || isOver) return notDone(sent, resolution.message);
  }
}

/** Reads with pauses until the call is seen as done. A last read that fails tells nothing. */
async function resolve(
  call: InDoubtCall,
  idsOfThisRun: ReadonlySet<string>,
  sleep: Execution["sleep"],
  waits: readonly number[],
): Promise<Resolution> {
  let resolution: Resolution = { is: "unknown", message: "nothing was read" };
  for (const pause of waits) {
    await sleep(pause);
    resolution = await call.resolve(idsOfThisRun).catch((problem: unknown) => ({
      is: "unknown",
      message: `the list could not be read: ${messageOf(problem)}`,
    }));
    if (resolution.is === "done") return resolution;
  }
  return resolution;
}

/** The end of a step whose call was found not to be carried out. */
function notDone({ message }: CallFailure, why: string): CallFailure {
  const next = "run again: nothing was changed by this call";
  return { outcome: "failed", message: `${message}; it was not done: ${why}`, next };
}

function unknown(lost: CallFailure, why: string, next = "a new plan shows whether it was done"): CallFailure {
  return { outcome: "unknown", message: `${lost.message}; whether it was done is not known: ${why}`, next };
}
