import type { StepOutcome } from "../../../src/model/apply-event.ts";
import type { Step } from "../../../src/model/documents/plan-document.ts";
import { asPlanned, stepsOf } from "../plan-calls.ts";
import type { Act, Story } from "../story.ts";
import { type Exchange, isMutating } from "../trace.ts";

/** A sentence that holds of every run. */
export interface Invariant {
  readonly name: string;
  /** The faults of one run; nothing when it holds. */
  readonly ofAct?: (act: Act, story: Story) => readonly string[];
  /** The faults of all of them together. */
  readonly ofStory?: (story: Story) => readonly string[];
}

/** Is the plan that a run had the one that was made just before it, without faults? */
export function isPlanKnown({ before, lines }: Act): boolean {
  const planned = lines.find((line) => line.type === "planned");
  return "plan" in before && planned?.digest === before.plan.digest;
}

/** The steps of a run. Where its plan is another one than is known, of each what its lines say. */
export function stepsIn(act: Act): readonly Step[] {
  if (isPlanKnown(act) && "plan" in act.before) return act.before.plan.steps;
  return act.lines.flatMap((line): Step[] => {
    if (line.type !== "step_started") return [];
    const { step: id, address, operation, method, path } = line;
    const params = Object.fromEntries(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, unknown]),
    );
    return [asPlanned({ id, address, operation, method, path, params, body: unknown, after: [] })];
  });
}

const unknown = { $from: "?", pointer: "" } as const;

/** Each request of a run that changes something, with the steps that it can be the call of. */
export function callsIn(
  act: Act,
): readonly { readonly exchange: Exchange; readonly steps: readonly Step[] }[] {
  const steps = stepsIn(act);
  return act.exchanges.filter(isMutating).map((exchange) => ({ exchange, steps: stepsOf(exchange, steps) }));
}

/** How each step ended, as the lines say; what was in flight when it was to stop at once counts as unknown. */
export function outcomesIn({ lines, run }: Act): ReadonlyMap<string, StepOutcome> {
  const outcomes = new Map<string, StepOutcome>();
  if (run.code !== undefined && run.interruptedAt.length > 1)
    for (const line of lines) if (line.type === "step_started") outcomes.set(line.step, "unknown");
  for (const line of lines) {
    const outcome = outcomeOf.get(line.type);
    if (outcome !== undefined && "step" in line) outcomes.set(line.step, outcome);
  }
  return outcomes;
}

const outcomeOf: ReadonlyMap<string, StepOutcome> = new Map([
  ["step_done", "done"],
  ["step_failed", "failed"],
  ["step_unknown", "unknown"],
  ["step_stale", "stale"],
  ["step_skipped", "skipped"],
]);

/** Did the platform do what was asked for? */
export function isDone({ done, operation }: Exchange): boolean {
  return done !== undefined && operation !== undefined && done.status < 300;
}

/** Was it refused because all is so already, or may it be, as its answer was lost? */
export function mayBeUnchanged({ done, operation, fault }: Exchange): boolean {
  const unchanged = operation?.unchanged;
  return unchanged !== undefined && (done?.status === unchanged || fault !== undefined);
}

/** Id of what a call has made: a copy of a space comes with 200 (A4). */
export function createdId(exchange: Exchange): string | undefined {
  const text = exchange.done?.bodyText ?? "";
  if (!isDone(exchange) || exchange.operation?.retry !== "create" || text === "") return undefined;
  const body = JSON.parse(text) as { readonly id?: unknown };
  return typeof body.id === "string" ? body.id : undefined;
}

/** One request in a message. */
export function told({ number, method, path, body = "" }: Exchange): string {
  return `#${number} ${method} ${path} ${body}`.trim();
}
