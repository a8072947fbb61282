import { pathParameters } from "../../contract/operation.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { canonicalJson, type JsonObject } from "../../text/json.ts";
import type { SharedCall, StepDraft } from "../state/draft.ts";

/** The share of a call in a call that many of its kind share: an item of its body. */
export function sharedBy(
  { operations: { shared } }: Pick<Kind, "operations">,
  deed: { readonly body?: JsonObject; readonly before?: JsonObject | undefined },
): Pick<StepDraft, "shared"> {
  return shared === undefined ? {} : { shared: { operation: shared.operation, item: shared.item(deed) } };
}

/**
 * Numbers the calls that are shared. Each waits for all that one of its steps waits for; a step that waits for another
 * one of the same kind goes with the next call. The drafts are in their order.
 */
export function withSharedCalls(sorted: readonly StepDraft[]): readonly StepDraft[] {
  const families = groupBy(
    sorted.filter(({ shared }) => shared !== undefined),
    familyOf,
  );
  const calls = [...families.values()].flatMap((family) => callsOf(sorted, family));
  if (calls.length === 0) return sorted;
  const shares = new Map<string, Pick<StepDraft, "shared" | "after">>();
  for (const [index, call] of calls.entries()) {
    const after = call.flatMap((draft) => draft.after);
    for (const { key, shared } of call)
      if (shared !== undefined) shares.set(key, { after, shared: { ...shared, call: `c${index + 1}` } });
  }
  return sorted.map((draft) => ({ ...draft, ...shares.get(draft.key) }));
}

function familyOf({ shared, params }: StepDraft): string {
  const names = shared === undefined ? [] : pathParameters(shared.operation);
  return canonicalJson([shared?.operation.name ?? "", ...names.map((name) => params[name] ?? null)]);
}

/** The steps of each call of a family: those of one depth, as many as the call takes. */
function callsOf(sorted: readonly StepDraft[], family: readonly StepDraft[]): readonly StepDraft[][] {
  const members = new Set(family.map(({ key }) => key));
  const depths = new Map<string, number>();
  for (const { key, after } of sorted)
    depths.set(
      key,
      Math.max(0, ...after.map((one) => (depths.get(one.key) ?? 0) + (members.has(one.key) ? 1 : 0))),
    );
  const byDepth = groupBy(family, ({ key }) => String(depths.get(key)));
  return [...byDepth.values()].flatMap((steps) => chunks(steps, steps[0]?.shared));
}

function chunks(steps: readonly StepDraft[], shared: SharedCall | undefined): readonly StepDraft[][] {
  const most = shared?.operation.items?.most ?? 1;
  return Array.from({ length: Math.ceil(steps.length / most) }, (_, at) =>
    steps.slice(at * most, (at + 1) * most),
  );
}
