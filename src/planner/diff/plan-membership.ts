import type { DesiredResource } from "../../model/desired.ts";
import type { Change, FieldChange } from "../../model/documents/plan-document.ts";
import type { Field, Membership } from "../../model/field.ts";
import { addTo } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { perKind } from "../../model/kind-index.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { compareText, isObject, type Json, type JsonObject } from "../../text/json.ts";
import { callKey, createKey, type Draft, takesField } from "../draft.ts";
import type { Planning } from "../planning.ts";
import { type Possible, paramsOf } from "./created-by.ts";
import { isIgnored } from "./ignored.ts";
import { type People, peopleOf, shared } from "./people.ts";

/** What a membership field asks for. */
export interface MembershipPlan {
  readonly fields: readonly FieldChange[];
  readonly blocked: readonly Change[];
  readonly risks: readonly string[];
  /** Body fields that the create of the owner takes along. */
  readonly carried: JsonObject;
  readonly drafts: readonly Draft[];
}

/** Nothing is asked for, or all is as asked. */
export const noMembership: MembershipPlan = { fields: [], blocked: [], risks: [], carried: {}, drafts: [] };

/** A member by id, with the name that people know and the role wanted or had. */
export interface Entry {
  readonly id: string;
  readonly name: string;
  readonly role: string;
}

/** Compares the members of a resource, and plans the one call that sets them all (A14). */
export function planMembership(
  planning: Possible,
  resource: DesiredResource,
  live: LiveResource | undefined,
): MembershipPlan {
  const kind = planning.kinds.get(resource.kind);
  const found = memberField(kind);
  if (found === undefined) return noMembership;
  const [name, { membership }] = found;
  const written = resource.values[name];
  if (membership === undefined || written === undefined || isIgnored(planning, resource, name))
    return noMembership;
  const people = peopleOf(planning, resource.organization, membership.of);
  const known = membersNamed(planning, resource, membership, written);
  const roles = live?.memberships[name] ?? {};
  const keys = Object.keys(written as JsonObject);
  const areClear = known.length === keys.length && new Set(known.map(({ id }) => id)).size === keys.length;
  if (areClear && isSame(known, roles)) return noMembership;
  const unclear = areClear ? [] : unclearIn(people, keys);
  const had = Object.entries(roles).map(([id, role]): Entry => ({ id, role, name: people.nameOf(id) }));
  // Who may be meant stays what they are.
  const isOpen = new Set(unclear.flatMap(({ ids }) => ids));
  const wanted = [...known.filter(({ id }) => !isOpen.has(id)), ...had.filter(({ id }) => isOpen.has(id))];
  const difference = compare(wanted, had, resource.manage[name] !== "listed");
  if (isNone(difference) && unclear.length === 0) return noMembership;
  return {
    fields: fieldChanges(name, difference),
    blocked: unclear.map(({ key, reason }) =>
      blockedMember(resource, kind, { path: `${name}.${key}`, key, reason }),
    ),
    risks: risksOf(difference, live === undefined ? undefined : had, membership),
    ...callsFor(planning, resource, live, { name, membership, difference }),
  };
}

/** Are those wanted, each of them once, those who are there, each with the same role? */
function isSame(known: readonly Entry[], roles: Readonly<Record<string, string>>): boolean {
  return known.length === Object.keys(roles).length && known.every(({ id, role }) => roles[id] === role);
}

const memberField = perKind(({ fields }) =>
  Object.entries(fields).find(([, { membership }]: [string, Field]) => membership !== undefined),
);

/** The members that a written value names, of those who are there. */
export function membersNamed(
  planning: Planning,
  { organization }: DesiredResource,
  membership: Membership,
  written: Json | undefined,
): readonly Entry[] {
  const people = peopleOf(planning, organization, membership.of);
  return Object.entries(isObject(written) ? written : {}).flatMap(([key, role]): Entry[] => {
    const id = people.idOf(key);
    return id === undefined ? [] : [{ id, name: key, role: String(role) }];
  });
}

interface Difference {
  readonly added: readonly Entry[];
  readonly removed: readonly Entry[];
  readonly changed: readonly (Entry & { readonly before: string })[];
}

function isNone({ added, removed, changed }: Difference): boolean {
  return added.length + removed.length + changed.length === 0;
}

function compare(wanted: readonly Entry[], had: readonly Entry[], isExact: boolean): Difference {
  const roles = new Map(had.map(({ id, role }) => [id, role]));
  const ids = new Set(wanted.map(({ id }) => id));
  const byName = (a: Entry, b: Entry): number => compareText(a.name, b.name);
  return {
    added: wanted.filter(({ id }) => !roles.has(id)).sort(byName),
    removed: isExact ? had.filter(({ id }) => !ids.has(id)).sort(byName) : [],
    changed: wanted
      .flatMap((entry) => {
        const before = roles.get(entry.id);
        return before === undefined || before === entry.role ? [] : [{ ...entry, before }];
      })
      .sort(byName),
  };
}

function fieldChanges(field: string, { added, removed, changed }: Difference): readonly FieldChange[] {
  return [
    ...added.map(({ name, role }) => ({ path: `${field}.${name}`, after: role })),
    ...changed.map(({ name, role, before }) => ({ path: `${field}.${name}`, before, after: role })),
    ...removed.map(({ name, role }) => ({ path: `${field}.${name}`, before: role })),
  ];
}

/** A key of a membership that does not say who is meant, and all who may be. */
interface Unclear {
  readonly key: string;
  readonly ids: readonly string[];
  readonly reason: string;
}

/** Keys that fit nobody, several people, or somebody whom another key fits too. */
function unclearIn(people: People, keys: readonly string[]): readonly Unclear[] {
  const found = keys.map((key) => ({ key, ids: people.idsOf(key) }));
  const byId = new Map<string, string[]>();
  for (const { key, ids } of found) for (const id of ids) addTo(byId, id, key);
  return found.flatMap(({ key, ids }): Unclear[] => {
    const reason = whyUnclear(key, ids, byId.get(ids[0] ?? "")?.[0]);
    return reason === undefined ? [] : [{ key, ids, reason }];
  });
}

/** `first`: the first key of whom it fits. Only members of the organization can be in a team (A13). */
function whyUnclear(key: string, ids: readonly string[], first: string | undefined): string | undefined {
  if (ids.length === 0)
    return "nobody with this email or id is in the organization, and only members can be in a team";
  if (ids.length > 1) return shared(ids);
  return first === key ? undefined : `this is the same person as ${first}; write them once`;
}

function blockedMember(
  resource: DesiredResource,
  kind: Kind,
  { path, key, reason }: { readonly path: string; readonly key: string; readonly reason: string },
): Change {
  return {
    address: `${resource.address}.${path}`,
    kind: kind.name,
    action: "blocked",
    title: key,
    reason,
    source: resource.sources[path] ?? resource.source,
  };
}

/** Who loses the lead; of something new (`had` is undefined), that nobody has it. */
function risksOf(
  difference: Difference,
  had: readonly Entry[] | undefined,
  { leadRole }: Membership,
): readonly string[] {
  const gained = [...difference.added, ...difference.changed].filter(({ role }) => role === leadRole);
  if (had === undefined) return gained.length === 0 ? [`begins without an ${leadRole}`] : [];
  const demoted = difference.changed.filter(({ before }) => before === leadRole);
  const lost = [...difference.removed.filter(({ role }) => role === leadRole), ...demoted];
  const left = had.filter(({ role }) => role === leadRole).length - lost.length + gained.length;
  const remain =
    left === 0 ? `no ${leadRole} remains` : `${left} ${leadRole}${left === 1 ? " remains" : "s remain"}`;
  return lost.map(({ name }) => `${name} loses "${leadRole}"; ${remain}`);
}

interface Calls {
  readonly name: string;
  readonly membership: Membership;
  readonly difference: Difference;
}

/** A create takes the members along with the default role; other roles, and every change, take one call. */
function callsFor(
  planning: Possible,
  resource: DesiredResource,
  live: LiveResource | undefined,
  { name, membership, difference }: Calls,
): { carried: JsonObject; drafts: readonly Draft[] } {
  const create = planning.kinds.get(resource.kind).operations.create;
  const isCarried = live === undefined && takesField(create, name);
  const ids = difference.added.map(({ id }) => id);
  const roles = [
    ...difference.added.filter(({ role }) => role !== membership.defaultRole),
    ...difference.changed,
  ];
  const body: Record<string, Json> = {
    ...(ids.length === 0 || isCarried ? {} : { add: ids }),
    ...(difference.removed.length === 0 ? {} : { remove: difference.removed.map(({ id }) => id) }),
    ...(roles.length === 0
      ? {}
      : { memberships: Object.fromEntries(roles.map(({ id, role }) => [id, { role }])) }),
  };
  const draft: Draft = {
    key: callKey(resource.address, membership.set),
    address: resource.address,
    operation: membership.set,
    params: paramsOf(planning, membership.set, resource),
    body,
    after: live === undefined ? [createKey(resource.address)] : [],
    releases: difference.removed.map(({ id }) =>
      liveKey({ organization: resource.organization, kind: membership.of, id }),
    ),
  };
  return {
    carried: isCarried && ids.length > 0 ? { [name]: ids } : {},
    drafts: Object.keys(body).length === 0 ? [] : [draft],
  };
}
