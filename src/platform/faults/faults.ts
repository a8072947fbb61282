import type { Operation } from "../../contract/operation.ts";
import { canHappenTo, type FaultRule, faultSchema } from "./fault-schema.ts";

/** The number of calls that each rule has counted, in the order of the rules. */
export type FaultCounters = readonly number[];

/** The decision about one call: the new counters, and the rule whose fault applies, if any. */
interface FaultDecision {
  readonly counters: FaultCounters;
  readonly rule?: FaultRule;
}

/** The counters before the first call. */
export const noCalls: FaultCounters = [];

/** Counts a call of an operation, and finds the fault that happens to it: that of the first rule that fits. */
export function decideFault(
  rules: readonly FaultRule[],
  counters: FaultCounters,
  operation: Operation,
): FaultDecision {
  const counted = rules.map((rule, index) => (counters[index] ?? 0) + (concerns(rule, operation) ? 1 : 0));
  const rule = rules.find((each, index) => concerns(each, operation) && isDue(each, counted[index] ?? 0));
  return rule === undefined ? { counters: counted } : { counters: counted, rule };
}

function concerns(rule: FaultRule, operation: Operation): boolean {
  return (rule.operation === "*" || rule.operation === operation.name) && canHappenTo(rule, operation);
}

function isDue({ calls }: FaultRule, call: number): boolean {
  if (calls === undefined) return true;
  if (typeof calls === "number") return call === calls;
  return call >= (calls.from ?? 1) && call <= (calls.to ?? Number.POSITIVE_INFINITY);
}

/** The rules of a fault file, or everything that is wrong with it. */
type FaultsResult =
  | { readonly ok: true; readonly rules: readonly FaultRule[] }
  | { readonly ok: false; readonly problems: readonly { readonly path: string; readonly message: string }[] };

/** Reads a fault file: data as YAML or JSON holds it (docs/reference/faults.md). */
export function readFaults(data: unknown): FaultsResult {
  const parsed = faultSchema.safeParse(data);
  if (parsed.success) return { ok: true, rules: parsed.data.faults };
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  return { ok: false, problems };
}
