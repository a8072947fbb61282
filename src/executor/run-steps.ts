import type { Client } from "../client/client.ts";
import { ApiError, toDiagnostic } from "../client/errors.ts";
import { texts } from "../client/url.ts";
import type { Operation } from "../contract/operation.ts";
import type { StepOutcome } from "../model/apply-event.ts";
import type { Step } from "../model/documents/plan-document.ts";
import type { Plan } from "../planner/plan.ts";
import { freshAtFirst, type RecentReads } from "../refresh/cached-reader.ts";
import type { Reader } from "../refresh/reader.ts";
import { isObject, type Json } from "../text/json.ts";
import { overlaid, whyMasked } from "../text/partial-json.ts";
import { createRedactor, hiddenTexts, mapTexts } from "../text/redaction.ts";
import { execute } from "./execute.ts";
import type { CallFailure, Execution, Sent } from "./execution.ts";
import { firstWrites } from "./first-writes.ts";
import { inDoubtCalls } from "./in-doubt/in-doubt-call.ts";
import { sharedCalls } from "./shared-calls.ts";

/** The surroundings of a run of steps, on a platform or in a rehearsal. */
export interface Running
  extends Pick<Execution, "concurrency" | "monotonic" | "sleep" | "emit" | "isHopeless" | "journal"> {
  /** Once it aborts, no step starts, and no call that waits for its turn is sent. */
  readonly ending?: AbortSignal;
  /** Recent reads, for the check of preconditions and for lost answers. */
  readonly recent?: RecentReads;
}

/** A platform that steps run on. */
export interface Platform {
  readonly client: Client;
  readonly reader: Reader;
}

/** Runs the steps of a plan over a connection: how each ended. */
export function runSteps(
  plan: Plan,
  platform: Platform,
  { recent, ending, ...running }: Running,
): Promise<ReadonlyMap<string, StepOutcome>> {
  const { document, kinds, secrets } = plan;
  const calls = callsOf(platform, secrets, ending);
  return execute(document.steps, {
    ...calls,
    ...sharedCalls(document.steps, calls, (name) => operationNamed(platform.client, name)),
    inDoubtCall: inDoubtCalls(
      kinds.all,
      document,
      recent?.fresh ?? platform.reader,
      recent && freshAtFirst(recent),
    ),
    ...(recent === undefined ? {} : firstWrites(plan, recent)),
    ...running,
    isStopping: () => ending?.aborted === true,
  });
}

/** The calls of the executor: of the steps, and the reads that some of them need. */
export function callsOf(
  { client, reader }: Platform,
  secrets: ReadonlyMap<string, Json>,
  ending?: AbortSignal,
): Pick<Execution, "send" | "makes" | "shortfall" | "isOnce" | "readList" | "readOne" | "secrets"> {
  const { redact } = createRedactor(hiddenTexts([...secrets.values()]));
  return {
    send: async (step) => {
      const whole = await onWhole(client, step, redact);
      return "outcome" in whole ? whole : send(client, whole, redact, ending);
    },
    makes: ({ operation }) => operationNamed(client, operation).retry === "create",
    isOnce: ({ operation }) => operationNamed(client, operation).retry === "never",
    shortfall: ({ operation }, answer) =>
      isObject(answer) ? operationNamed(client, operation).shortfall?.(answer) : undefined,
    readOne: async (operation, params) => {
      const sent = await send(client, { operation, params }, redact);
      return "answer" in sent ? { answer: mapTexts(sent.answer, (text) => redact(text)) } : sent;
    },
    readList: (operation, params) => reader.list(operationNamed(client, operation), params),
    secrets,
  };
}

/** A step whose body is laid over the whole that is read now; what the platform does not show never goes back. */
async function onWhole(
  client: Client,
  step: Step,
  redact: (text: string) => string,
): Promise<Step | CallFailure> {
  const { onto, params, body } = step;
  if (onto === undefined || !isObject(body)) return step;
  const read = await send(client, { operation: onto.operation, params }, redact);
  if (!("answer" in read))
    return { ...read, outcome: "failed", message: `not sent: ${read.message}` } as CallFailure;
  const kept = Object.entries(isObject(read.answer) ? read.answer : {});
  const base = Object.fromEntries(kept.filter(([key]) => !onto.without.includes(key)));
  const whole = overlaid(base, body, onto.pieces);
  const message = whyMasked(whole);
  if (message === undefined) return { ...step, body: whole };
  return { outcome: "failed", message: `not sent: ${message}`, next: "then apply again" };
}

/** The operation that a plan names. Throws for a name that the platform does not have. */
export function operationNamed({ operations }: Pick<Client, "operations">, name: string): Operation {
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  return operation;
}

/** Does the operation create an object that its answer shows, or may leave out (G3)? */
function makesShown({ retry, answers = {} }: Operation): boolean {
  return retry === "create" && Object.values(answers).some((schema) => schema !== null);
}

/** A create that is done, and whose answer does not show the object: reading finds it, as after a lost answer (G3). */
const withoutObject: CallFailure = {
  outcome: "unknown",
  message: "the platform answered without the object",
  next: "a new plan shows it",
  isCalledDone: true,
};

/**
 * Sends a call. After a lost answer only a new plan can tell whether it was carried out (A10). A message of the
 * platform that contains a sensitive value is masked.
 */
async function send(
  client: Client,
  { operation: name, params, body }: Pick<Step, "operation" | "params" | "body">,
  redact: (text: string) => string,
  ending?: AbortSignal,
): Promise<Sent> {
  const operation = operationNamed(client, name);
  try {
    const args = { params: texts(params), ...(body !== undefined && { body }), ...(ending && { ending }) };
    const answer = await client.send(operation, args);
    return answer === undefined && makesShown(operation) ? withoutObject : { answer: answer ?? null };
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    const message = redact(problem.reason);
    if (problem.kind === "requested")
      return { outcome: "requested", message, next: "nothing to do: the next plans say when it is done" };
    const isUnchanged = operation.unchanged !== undefined && problem.status === operation.unchanged;
    if (problem.inDoubt && !isUnchanged) {
      const next = "a new plan shows whether it was done";
      return { outcome: "unknown", message, next, ...(problem.isCalledDone && { isCalledDone: true }) };
    }
    const status = problem.status === undefined ? {} : { status: problem.status };
    const next = toDiagnostic(problem).hint ?? "";
    return { outcome: "failed", ...status, message, next, ...(isUnchanged && { isUnchanged }) };
  }
}
