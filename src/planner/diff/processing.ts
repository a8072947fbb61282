import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Change, Wait } from "../../model/documents/plan-document.ts";
import { atPointer, isObject, type Json } from "../../text/json.ts";
import { changeOf } from "../state/change-entry.ts";
import { type FieldDiff, type Outcome, prerequisites, type StepDraft } from "../state/draft.ts";
import type { PlanContext } from "../state/planning.ts";
import { callOn, paramsOf } from "./created-by.ts";

/** Seconds that an apply waits at most for what the platform does by itself (A36: seconds, when it is idle). */
const longestWait = 60;

/** The processing that a call has to wait for when it sends these fields; nothing for most. */
export function waitFor(
  planning: PlanContext,
  resource: DesiredResource,
  diffs: readonly FieldDiff[],
): { readonly wait?: Wait } {
  const { processing } = planning.kinds.get(resource.kind);
  if (processing === undefined || !diffs.some(({ name }) => name === processing.startedBy)) return {};
  const { read, state, running, problems, code, next } = processing;
  const params = paramsOf(planning, read, resource);
  const wait = { operation: read.name, params, state, running: [...running], problems, code, next };
  return { wait: { ...wait, seconds: longestWait } };
}

/** The problem of a processing, in the platform's words; undefined without one. */
export function processingProblem(
  answer: Json,
  { problems, code }: Pick<Wait, "problems" | "code">,
): string | undefined {
  const list = atPointer(answer, problems);
  const found = Array.isArray(list) ? list.map(messageOf) : [];
  const name = atPointer(answer, code);
  if (found.length > 0) return found.join("; ");
  return typeof name === "string" ? name : undefined;
}

function messageOf(problem: Json): string {
  if (!isObject(problem)) return String(problem);
  const parts = [problem.code, problem.message].filter((part) => typeof part === "string");
  return parts.length === 0 ? "a problem without a message" : parts.join(": ");
}

const none: readonly Diagnostic[] = [];

/** Warnings of declared resources that the platform could not process, when nothing new is sent. */
export function processingWarnings(planning: PlanContext): readonly Diagnostic[] {
  const processed = planning.desiredOf(({ processing }) => processing !== undefined);
  return processed.flatMap((resource): readonly Diagnostic[] => {
    const { processing } = planning.kinds.get(resource.kind);
    if (processing === undefined || resource.absent) return none;
    const live = planning.matching.liveOf(resource.address);
    if (live === undefined) return none;
    const problem = processingProblem(live.answer, processing);
    if (problem === undefined) return none;
    // The platform's message may repeat a secret value.
    const words = resource.sensitive.length === 0 ? `: ${problem}` : "";
    const message = `the platform could not process ${resource.address}${words}`;
    const { source } = resource;
    return [{ code: "DF3020", severity: "warning", message, source, hint: processing.next }];
  });
}

/** A plan with the tasks that were asked for, each after everything else at its address. */
export function withTasks(planning: PlanContext, outcome: Outcome, asked: ReadonlySet<Address>): Outcome {
  let { changes, drafts } = outcome;
  for (const address of [...asked].sort()) {
    const resource = planning.resourceAt(address);
    if (resource === undefined || whyNotRun(planning, resource) !== undefined) continue;
    changes = withTaskChange(planning, resource, changes);
    drafts = [...drafts, taskDraft(planning, resource, drafts)];
  }
  return { ...outcome, changes, drafts };
}

/** Warnings for tasks that were asked for and add nothing. */
export function idleTasks(planning: PlanContext, asked: ReadonlySet<Address>): readonly Diagnostic[] {
  return [...asked].sort().flatMap((address): Diagnostic[] => {
    const resource = planning.resourceAt(address);
    const why = resource === undefined ? undefined : whyNotRun(planning, resource);
    if (resource === undefined || why === undefined) return [];
    const option = `--${planning.kinds.get(resource.kind).task?.name}`;
    const message = `${option} ${address} adds nothing: ${why}`;
    return [{ code: "DF3021", severity: "warning", message, source: resource.source }];
  });
}

function whyNotRun(planning: PlanContext, resource: DesiredResource): string | undefined {
  if (resource.absent) return "it is declared absent";
  if (planning.blockedReason(resource.address) !== undefined) return "it is blocked";
  const isNew = planning.matching.liveOf(resource.address) === undefined;
  const isPart = planning.kinds.get(resource.kind).task?.isPartOfCreate === true;
  return isNew && isPart ? "a new one runs by itself" : undefined;
}

function withTaskChange(
  planning: PlanContext,
  resource: DesiredResource,
  changes: readonly Change[],
): readonly Change[] {
  const { address } = resource;
  const name = planning.kinds.get(resource.kind).task?.name ?? "";
  const asked = { path: name, after: true };
  const isOwn = (change: Change): boolean => change.address === address && change.action === "update";
  if (changes.some(isOwn))
    return changes.map((change) =>
      isOwn(change) ? { ...change, fields: [...(change.fields ?? []), asked] } : change,
    );
  const live = planning.matching.liveOf(address);
  const reason = `--${name} asks for it`;
  return [...changes, { ...changeOf(planning, resource, "update", live), fields: [asked], reason }];
}

function taskDraft(
  planning: PlanContext,
  resource: DesiredResource,
  drafts: readonly StepDraft[],
): StepDraft {
  const { task, name } = planning.kinds.get(resource.kind);
  if (task === undefined) throw new Error(`${name} has no task`);
  const keys = drafts.flatMap(({ address, key }) => (address === resource.address ? [key] : []));
  return { ...callOn(planning, resource, task.operation), after: prerequisites(keys, "publish") };
}
