import { type Address, rootOf } from "../model/address.ts";
import type { LeftField, StepOutcome } from "../model/apply-event.ts";
import type { Change, FieldChange, PlanDocument, Step } from "../model/documents/plan-document.ts";
import { groupBy } from "../model/group-by.ts";
import { writtenAlike } from "../planner/match/identity.ts";
import { equalJson } from "../text/json.ts";
import { whyUnkept } from "../text/partial-json.ts";

/**
 * The fields that a second plan still changes at some addresses, and the reason. A missing object has no
 * fields.
 */
export function leftFieldsOf(
  ran: PlanDocument,
  second: PlanDocument,
  left: readonly Address[],
  outcomes: ReadonlyMap<string, StepOutcome>,
): readonly LeftField[] {
  const addresses = new Set(left);
  const stepsAt = groupBy(ran.steps, ({ address }) => address);
  const plannedAt = groupBy(ran.changes, ({ address }) => address);
  const isLeft = ({ address, action }: Change): boolean =>
    addresses.has(address) && (action === "update" || action === "move");
  const isOpen = ({ id }: Step): boolean => (outcomes.get(id) ?? "done") !== "done";
  // The position in a structure also depends on calls for other parts of the structure.
  const unfinished = new Set(ran.steps.filter(isOpen).map(({ address }) => rootOf(address)));
  return second.changes.filter(isLeft).flatMap(({ address, action, fields = [] }) => {
    const planned = (plannedAt.get(address) ?? []).flatMap((change) => change.fields ?? []);
    const open = (stepsAt.get(address) ?? []).filter(isOpen).flatMap(({ id }) => outcomes.get(id) ?? []);
    const isBehind = action === "move" && open.length === 0 && unfinished.has(rootOf(address));
    const why = (field: FieldChange): string => {
      if (isBehind) return "a call that leads to its place was not done";
      if (field.path === "position" && open.length === 0) return moved;
      return whyLeft(field, planned, open);
    };
    return fields.map((field) => leftField(address, field, why(field)));
  });
}

const moved = "something else was put before it, or moved, since; the next apply moves it";

function leftField(address: Address, { path, before, after }: FieldChange, why: string): LeftField {
  return {
    address,
    field: path,
    ...(after === undefined ? {} : { wanted: after }),
    ...(before === undefined ? {} : { live: before }),
    why,
  };
}

function whyLeft(
  { path, before = null, after = null, sensitive }: FieldChange,
  planned: readonly FieldChange[],
  open: readonly StepOutcome[],
): string {
  if (open.length > 0 && open.every((outcome) => outcome === "unknown"))
    return "its call ended unknown: it was not done, or somebody has changed it since";
  if (open.length > 0) return "a call was left undone";
  const sent = planned.find((field) => field.path === path);
  if (sent === undefined || !equalJson(sent.after ?? null, after)) return "it changed after it was planned";
  if (sensitive !== true && writtenAlike(before, after))
    return "it was sent, and the platform writes it in its own way: case, spaces or slashes";
  if (sensitive !== true && typeof after === "object" && after !== null)
    return whyUnkept(before, after, path);
  return "it was sent and answered well, and the platform has another value";
}
