import { organizationOf } from "../../model/address.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { perKind } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { equalJson, type Json } from "../../text/json.ts";
import { liveValue, normalized } from "../match/identity.ts";
import type { Finding, Guard, GuardInput } from "./guard.ts";

/** A person of an organization who leads it before a plan (is its admin), after it, or both. */
interface Lead {
  readonly live: LiveResource;
  /** The change that makes the difference. */
  readonly change?: Change;
  readonly before: boolean;
  readonly after: boolean;
  /** They lead in name only: they are disabled. */
  readonly isIdle: boolean;
}

/** Kinds of an organization in which somebody has to lead. */
function leadKinds({ planning }: GuardInput): readonly LeadKind[] {
  return planning.kinds.childrenOf().flatMap((kind) => leadOf(kind) ?? []);
}

/** Who leads an organization before or after the plan; nobody is looked at when it takes the lead from nobody. */
function leadsOf(
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

/** A kind with a value that somebody in an organization has to have: the role `admin` of members. */
interface LeadKind {
  readonly kind: Kind;
  /** Name of the field that has the value. */
  readonly field: string;
  readonly value: Json;
  readonly leads: (live: LiveResource) => boolean;
  /** Do they lead in name only: are they disabled? */
  readonly isIdle: (live: LiveResource) => boolean;
}

/** The lead of a kind; undefined where there is none. */
const leadOf = perKind((kind): LeadKind | undefined => {
  const found = Object.entries<Field>(kind.fields).find(([, { adminRole }]) => adminRole !== undefined);
  if (found === undefined) return undefined;
  const [field, { adminRole: value = null, isIdle }] = found;
  return {
    kind,
    field,
    value,
    leads: (live) => equalJson(liveValue(kind, field, live), value),
    isIdle: ({ answer }) => isIdle?.(answer) === true,
  };
});

/** Holds a plan that takes `admin` from somebody and leaves fewer admins than `guards.minAdmins`; who is disabled is none. */
export const minAdmins: Guard = {
  rule: "min-admins",
  judge: (input) =>
    leadKinds(input).flatMap((kind) =>
      input.planning.desired.organizations.flatMap(({ alias }): readonly Finding[] => {
        const leads = leadsOf(input, alias, kind).filter(({ isIdle }) => !isIdle);
        const [lost] = leads.filter(({ before, after }) => before && !after);
        const left = leads.filter(({ after }) => after).length;
        if (lost === undefined || left >= input.settings.minAdmins) return [];
        const remain = `${left === 0 ? "no" : left} ${kind.value}${left === 1 ? " remains" : "s remain"}`;
        return [
          {
            message: `${remain} in ${alias}, and guards.minAdmins is ${input.settings.minAdmins}`,
            allow: `guards.minAdmins: ${left} in docform.yaml`,
            ...(lost.change?.source === undefined ? {} : { source: lost.change.source }),
          },
        ];
      }),
    ),
};

/**
 * Holds a plan that takes `admin` from somebody whom `guards.requiredAdmins` names, or from anybody while a name there fits
 * nobody: it may be meant for them.
 */
export const requiredAdmins: Guard = {
  rule: "required-admins",
  judge: (input) =>
    leadKinds(input).flatMap((kind) => {
      const lost = input.planning.desired.organizations.flatMap(({ alias }) =>
        leadsOf(input, alias, kind).filter(({ before, after }) => before && !after),
      );
      return [...lost.flatMap((lead) => judge(input, kind, lead)), ...strangers(input, kind, lost)];
    }),
};

function judge({ settings }: GuardInput, kind: LeadKind, lead: Lead): readonly Finding[] {
  const name = settings.requiredAdmins.find((one) => isNamed(lead.live, kind, one));
  if (name === undefined || lead.change === undefined) return [];
  const { action, address, source } = lead.change;
  const what =
    action === "delete"
      ? `removes this ${kind.kind.name} from ${lead.live.organization}`
      : `takes "${kind.value}" away`;
  return [
    {
      address,
      message: `${name} is one of guards.requiredAdmins, and this plan ${what}`,
      allow: `take ${name} out of guards.requiredAdmins in docform.yaml`,
      ...(source === undefined ? {} : { source }),
    },
  ];
}

/** Names that fit nobody in any organization; where people of one were not read, nobody can tell. */
function strangers(
  { planning, settings }: GuardInput,
  kind: LeadKind,
  lost: readonly Lead[],
): readonly Finding[] {
  const lists = planning.desired.organizations.map(({ alias }) => planning.liveIn(alias, kind.kind.name));
  if (lost.length === 0 || lists.some(({ length }) => length === 0)) return [];
  const people = lists.flat();
  return settings.requiredAdmins
    .filter((name) => !people.some((live) => isNamed(live, kind, name)))
    .map((name) => ({
      message: `nobody is ${name}, whom guards.requiredAdmins names, and this plan takes "${kind.value}" from somebody`,
      allow: `mend ${name} in guards.requiredAdmins in docform.yaml, or take it out`,
    }));
}
