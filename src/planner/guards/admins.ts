import { organizationOf } from "../../model/address.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import type { Kind } from "../../model/kind.ts";
import type { LiveResource } from "../../model/live.ts";
import { equalJson } from "../../text/json.ts";
import { liveValue, normalized } from "../match/identity.ts";
import { type LeadKind, leadOf } from "./admin-field.ts";
import type { GuardInput } from "./guard.ts";

/** A person of an organization who leads it before a plan (is its admin), after it, or both. */
export interface Lead {
  readonly live: LiveResource;
  /** The change that makes the difference. */
  readonly change?: Change;
  readonly before: boolean;
  readonly after: boolean;
  /** They lead in name only: they are disabled. */
  readonly isIdle: boolean;
}

/** Kinds of an organization in which somebody has to lead. */
export function leadKinds({ planning }: GuardInput): readonly LeadKind[] {
  return planning.kinds.childrenOf().flatMap((kind) => leadOf(kind) ?? []);
}

/** Who leads an organization before or after the plan; nobody is looked at when it takes the lead from nobody. */
export function leadsOf(
  { planning, changes }: GuardInput,
  alias: string,
  { kind, field, value, leads, isIdle: isIdleLead }: LeadKind,
): readonly Lead[] {
  const byId = new Map(
    changes.flatMap((change) =>
      isOf(change, alias, kind) && change.id !== undefined && decides(change, field)
        ? [[change.id, change] as const]
        : [],
    ),
  );
  if (byId.size === 0) return [];
  return planning.liveIn(alias, kind.name).flatMap((live): Lead[] => {
    const before = leads(live);
    const change = byId.get(live.id);
    const isIdle = isIdleLead(live);
    if (change === undefined) return before ? [{ live, before, after: true, isIdle }] : [];
    const told = change.fields?.find(({ path }) => path === field);
    // The manifest has the value also where the change must not show it.
    const isTold = told?.after !== undefined && told.sensitive !== true;
    const wanted = isTold ? told.after : planning.resourceAt(change.address)?.values[field];
    const after = change.action !== "delete" && equalJson(wanted, value);
    return before || after ? [{ live, change, before, after, isIdle }] : [];
  });
}

/** A person has one id in every organization: what happens in another one is no matter of this one. */
function isOf(change: Change, alias: string, kind: Kind): boolean {
  return change.kind === kind.name && organizationOf(change.address) === alias;
}

/** Does the change take a person away, or give another value? */
function decides({ action, fields = [] }: Change, field: string): boolean {
  return action === "delete" || (action === "update" && fields.some(({ path }) => path === field));
}

/** Is it the person whom a setting names, by the key of the kind (an email) or by id? */
export function isNamed(live: LiveResource, { kind }: LeadKind, name: string): boolean {
  if (live.id === name) return true;
  const key = kind.keyField;
  const field = key === undefined ? undefined : kind.fields[key];
  if (key === undefined || field === undefined) return false;
  return equalJson(liveValue(kind, key, live), normalized(field, name));
}
