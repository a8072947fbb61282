import type { DesiredResource } from "../../model/desired.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Wait } from "../../model/documents/plan-document.ts";
import { atPointer, isObject, type Json } from "../../text/json.ts";
import { type Possible, paramsOf } from "./created-by.ts";
import type { FieldDiff } from "./field-diff.ts";

/** Seconds that an apply waits at most for what the platform does by itself (A36: seconds, when it is idle). */
const longestWait = 60;

/** The processing that a call has to wait for when it sends these fields; nothing for most. */
export function waitFor(
  planning: Possible,
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

/** What went wrong, in the platform's words; undefined when nothing did. */
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
export function processingWarnings(planning: Possible): readonly Diagnostic[] {
  const processed = planning.desiredOf(({ processing }) => processing !== undefined);
  return processed.flatMap((resource): readonly Diagnostic[] => {
    const { processing } = planning.kinds.get(resource.kind);
    if (processing === undefined || resource.absent) return none;
    const live = planning.matching.liveOf(resource.address);
    if (live === undefined) return none;
    const problem = processingProblem(live.answer, processing);
    if (problem === undefined) return none;
    // What the platform says may repeat a value that must not be shown.
    const words = resource.sensitive.length === 0 ? `: ${problem}` : "";
    const message = `the platform could not process ${resource.address}${words}`;
    const { source } = resource;
    return [{ code: "DF3020", severity: "warning", message, source, hint: processing.next }];
  });
}
