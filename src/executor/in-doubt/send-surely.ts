import type { Step } from "../../model/documents/plan-document.ts";
import { messageOf } from "../../text/message-of.ts";
import type { CallFailure, Execution, Sent } from "../execution.ts";
import type { Turns } from "../turns.ts";
import { settle, testimonyOf, type Verdict, type Witness } from "./settle.ts";

/** What sending one call shares with the others of a run. */
export interface Sending {
  readonly execution: Execution;
  /** Ids that steps of this run made or used. */
  readonly own: ReadonlySet<string>;
  readonly turns: Turns;
  /** Writes down that a call is about to be sent: why that failed, when it did. */
  readonly intend: (step: Step) => Promise<CallFailure | undefined>;
}

/** How often a call is sent that is read, each time, as not carried out. */
const mostAttempts = 3;

/**
 * Sends the call of a step, unless what it rests on has changed. An answer that was lost does not end it: what is
 * there is read, and the call repeated only when it was not carried out. `shown` is the step with what is hidden.
 */
export function sendSurely(sending: Sending, step: Step, shown: Step): Promise<Sent> {
  const { execution, own, turns } = sending;
  const witness = execution.witnessOf?.(step);
  return turns.take(witness?.looks, async () => {
    const [obstacle, unread] = await Promise.all([execution.check?.(step, own), lookBefore(witness)]);
    const failure = obstacle ?? unread;
    return failure ?? sendUntilClear(sending, witness, step, shown);
  });
}

async function lookBefore(witness: Witness | undefined): Promise<CallFailure | undefined> {
  try {
    await witness?.before?.();
    return undefined;
  } catch (problem) {
    const message = `it was not sent, as what is there before could not be read: ${messageOf(problem)}`;
    return { outcome: "failed", message, next: "run again once reading works" };
  }
}

async function sendUntilClear(
  sending: Sending,
  asked: Witness | undefined,
  step: Step,
  shown: Step,
): Promise<Sent> {
  let [left, leftShown, witness] = [step, shown, asked];
  let undone = async (unwritten: CallFailure): Promise<CallFailure> => unwritten;
  for (let attempt = 1; ; attempt++) {
    const unwritten = await sending.intend(leftShown);
    if (unwritten !== undefined) return undone(unwritten);
    const sent = await sending.execution.send(left);
    if ("answer" in sent || witness === undefined) return withoutWitness(sent);
    if (sent.outcome !== "unknown") return refused(sending, witness, sent, attempt);
    if (sent.isCalledDone === true) witness = believing(witness);
    const verdict = await settle(witness, sending.own, sending.execution.sleep);
    if (verdict.is === "done") return { answer: verdict.answer };
    const end = await endOf(sending.execution, witness, sent, verdict, attempt);
    if (end !== undefined) return end;
    // What cannot be sent again for want of a journal has been sent before.
    const present = witness;
    undone = ({ message }) =>
      notDone(present, { ...sent, message: `${sent.message}; then ${message}` }, verdict, attempt);
    if (verdict.is === "open" && verdict.rest !== undefined) [left, leftShown] = [verdict.rest, verdict.rest];
  }
}

/**
 * A witness of a call that the platform has called done. Not to be read does not refute that: somebody may have taken
 * back what it did.
 */
function believing(witness: Witness): Witness {
  return { ...witness, doubt: async () => "yet the platform called it done" };
}

/** Nobody can look whether it is so already: the platform is believed. */
function withoutWitness(sent: Sent): Sent {
  return "outcome" in sent && sent.outcome === "failed" && sent.isUnchanged === true
    ? { answer: null }
    : sent;
}

/**
 * A call that would change nothing is done when nothing speaks against it that is read. One that was repeated may be
 * refused because the first one was carried out after all, later than anybody looked.
 */
async function refused(
  { own }: Sending,
  witness: Witness,
  sent: CallFailure,
  attempt: number,
): Promise<Sent> {
  const isUnchanged = sent.outcome === "failed" && sent.isUnchanged === true;
  if (!isUnchanged && attempt === 1) return sent;
  const verdict = await testimonyOf(witness, own);
  if (verdict.is === "done" || (isUnchanged && verdict.is === "hidden")) return { answer: verdict.answer };
  // What was lost first may be done after all: nobody knows. Nor when the platform says so, and it is read otherwise.
  const doubt = isUnchanged ? verdict.message : await doubtOf(witness, verdict);
  if (attempt > 1 && doubt !== undefined) {
    const next = "a new plan shows whether it was done";
    return untold({ outcome: "unknown", message: sent.message, next }, doubt);
  }
  if (!isUnchanged) return sent;
  const said = sent.message.replace(/\.$/, "");
  const message = `${said}; but that is not what was read: ${verdict.message}`;
  return { ...sent, message, next: "plan again: it shows where things stand" };
}

/** How a step ends that is not sent again. */
async function endOf(
  { isStopping, isHopeless }: Execution,
  witness: Witness,
  sent: CallFailure,
  verdict: Undone,
  attempt: number,
): Promise<CallFailure | undefined> {
  if (verdict.is === "unclear") return untold(sent, verdict.message);
  const isOver = attempt >= mostAttempts || isStopping?.() === true || isHopeless?.() === true;
  return isOver ? notDone(witness, sent, verdict, attempt) : undefined;
}

/** How a step ends that was read as not carried out: it has failed, unless there is a doubt. */
async function notDone(
  witness: Witness,
  sent: CallFailure,
  verdict: Undone,
  attempt: number,
): Promise<CallFailure> {
  const doubt = await doubtOf(witness, verdict);
  if (doubt !== undefined) return untold(sent, doubt);
  const times = attempt === 1 ? "" : ` (sent ${attempt} times)`;
  const message = `${sent.message}; it was read that it was not done${times}: ${verdict.message}`;
  return { outcome: "failed", message, next: "run again: nothing was changed by this call" };
}

type Undone = Exclude<Verdict, { is: "done" }>;

/** Why it cannot be ruled out that the call was carried out; undefined when it can. */
async function doubtOf(witness: Witness, verdict: Undone): Promise<string | undefined> {
  if (verdict.is !== "open" || verdict.isDoubtful === true) return verdict.message;
  const reason = await witness.doubt?.();
  return reason === undefined ? undefined : `${verdict.message}, and ${reason}`;
}

function untold(sent: CallFailure, why: string): CallFailure {
  return { ...sent, message: `${sent.message}; whether it was done cannot be told: ${why}` };
}
