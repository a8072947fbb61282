import { idIn, organizationOf } from "../../model/address.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { perKind } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { equalJson, type Json } from "../../text/json.ts";
import { liveValue, normalized } from "../match/identity.ts";
import { type Finding, findingAt, type Guard, type GuardInput } from "./guard.ts";

/** A kind with a value that somebody in an organization has to have: the role `admin` of members. */
interface AdminKind {
  readonly kind: Kind;
  /** Name of the field that has the value. */
  readonly field: string;
  readonly value: Json;
  readonly isAdmin: (live: LiveResource) => boolean;
  readonly isDisabled: (live: LiveResource) => boolean;
}

const adminKindOf = perKind((kind): AdminKind | undefined => {
  const found = Object.entries<Field>(kind.fields).find(([, { adminRole }]) => adminRole !== undefined);
  if (found === undefined) return undefined;
  const [field, { adminRole: value = null, isIdle }] = found;
  return {
    kind,
    field,
    value,
    isAdmin: (live) => equalJson(liveValue(kind, field, live), value),
    isDisabled: ({ answer }) => isIdle?.(answer) === true,
  };
});

function adminKinds({ planning }: GuardInput): readonly AdminKind[] {
  return planning.kinds.childrenOf().flatMap((kind) => adminKindOf(kind) ?? []);
}

/** A person who is an admin of an organization before a plan, after it, or both. */
interface Admin {
  readonly live: LiveResource;
  /** The change that makes the difference. */
  readonly change?: Change;
  readonly before: boolean;
  readonly after: boolean;
}

/** The admins of an organization; nobody is looked at when the plan changes the role of nobody. */
function adminsOf(
  { planning, changes }: GuardInput,
  alias: string,
  { kind, field, value, isAdmin }: AdminKind,
): readonly Admin[] {
  const decides = ({ action, fields = [] }: Change): boolean =>
    action === "delete" || (action === "update" && fields.some(({ path }) => path === field));
  // A person has one id in every organization.
  const deciding = changes.filter(
    (change) => change.kind === kind.name && organizationOf(change.address) === alias && decides(change),
  );
  const byId = new Map(deciding.map((change) => [change.id, change]));
  if (byId.size === 0) return [];
  return planning.liveIn(alias, kind.name).flatMap((live): Admin[] => {
    const before = isAdmin(live);
    const change = byId.get(live.id);
    if (change === undefined) return before ? [{ live, before, after: true }] : [];
    const told = change.fields?.find(({ path }) => path === field);
    // The manifest has the value also where the change must not show it.
    const isTold = told?.after !== undefined && told.sensitive !== true;
    const wanted = isTold ? told.after : planning.resourceAt(change.address)?.values[field];
    const after = change.action !== "delete" && equalJson(wanted, value);
    return before || after ? [{ live, change, before, after }] : [];
  });
}

function isLost({ before, after }: Admin): boolean {
  return before && !after;
}

/** Holds a plan that takes `admin` from somebody and leaves fewer admins than `guards.minAdmins`; who is disabled is none. */
export const minAdmins: Guard = {
  rule: "min-admins",
  judge: (input) =>
    adminKinds(input).flatMap((kind) =>
      input.planning.desired.organizations.flatMap(({ alias }): readonly Finding[] => {
        const admins = adminsOf(input, alias, kind).filter(({ live }) => !kind.isDisabled(live));
        const lost = admins.find(isLost);
        const left = admins.filter(({ after }) => after).length;
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
    adminKinds(input).flatMap((kind) => {
      const lost = input.planning.desired.organizations.flatMap(({ alias }) =>
        adminsOf(input, alias, kind).filter(isLost),
      );
      return lost.length === 0
        ? []
        : [...lost.flatMap((admin) => judgeAdmin(input, kind, admin)), ...strangers(input, kind)];
    }),
};

function judgeAdmin({ settings }: GuardInput, kind: AdminKind, { live, change }: Admin): readonly Finding[] {
  const name = settings.requiredAdmins.find((one) => isNamed(live, kind, one));
  if (name === undefined || change === undefined) return [];
  const what =
    change.action === "delete"
      ? `removes this ${kind.kind.name} from ${live.organization}`
      : `takes "${kind.value}" away`;
  const message = `${name} is one of guards.requiredAdmins, and this plan ${what}`;
  return [findingAt(change, message, `take ${name} out of guards.requiredAdmins in docform.yaml`)];
}

/** Names that fit nobody in any organization; where people of one were not read, nobody can tell. */
function strangers({ planning, settings }: GuardInput, kind: AdminKind): readonly Finding[] {
  const lists = planning.desired.organizations.map(({ alias }) => planning.liveIn(alias, kind.kind.name));
  if (lists.some(({ length }) => length === 0)) return [];
  const people = lists.flat();
  return settings.requiredAdmins
    .filter((name) => !people.some((live) => isNamed(live, kind, name)))
    .map((name) => ({
      message: `guards.requiredAdmins names ${name}, but no member has that email or id; this plan removes the role "${kind.value}" from somebody`,
      allow: `correct ${name} in guards.requiredAdmins in docform.yaml, or take it out`,
    }));
}

/** Is it the person whom a setting names, by the key of the kind (an email) or by id? */
function isNamed(live: LiveResource, { kind }: AdminKind, name: string): boolean {
  const field = kind.fields[kind.keyField ?? ""];
  const isKey =
    field !== undefined && equalJson(liveValue(kind, kind.keyField ?? "", live), normalized(field, name));
  return live.id === (idIn(name) ?? name) || isKey;
}
