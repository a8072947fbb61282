import type { DesiredResource } from "../../model/desired.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { type EntrySort, entryAt, type Membership } from "../../model/membership.ts";
import type { Json, JsonObject } from "../../text/json.ts";
import { createKey, prerequisites, type StepDraft, takesField } from "../state/draft.ts";
import type { PlanContext } from "../state/planning.ts";
import { callOn, idOf } from "./created-by.ts";

/** An entry of a membership by its key, with the name that people know and the role wanted or had. */
export interface Entry {
  readonly id: string;
  readonly name: string;
  readonly role: string;
}

/** How the entries that are there differ from those that are wanted. */
export interface EntryDifference {
  readonly added: readonly Entry[];
  readonly removed: readonly Entry[];
  readonly changed: readonly (Entry & { readonly before: string })[];
}

/** The difference of a membership field of a declared resource. */
export interface MembershipDifference {
  readonly resource: DesiredResource;
  readonly live: LiveResource | undefined;
  readonly name: string;
  readonly membership: Membership;
  readonly difference: EntryDifference;
}

/** The calls for a difference, and the body fields by which the create of the owner carries a part of it. */
interface MembershipCalls {
  readonly carried: JsonObject;
  readonly drafts: readonly StepDraft[];
}

/** The fewest calls for a difference: one for all, or one for each role and sort that is added, and one an entry else. */
export function membershipCalls(planning: PlanContext, wanted: MembershipDifference): MembershipCalls {
  const { calls } = wanted.membership;
  return calls.by === "bulk"
    ? callForAll(planning, wanted, calls)
    : { carried: {}, drafts: callsByEntry(planning, wanted, calls) };
}

/** A create adds the members with the default role; other roles, and every later change, take one call. */
function callForAll(
  planning: PlanContext,
  { resource, live, name, membership, difference }: MembershipDifference,
  { set, defaultRole }: Extract<Membership["calls"], { by: "bulk" }>,
): MembershipCalls {
  const create = planning.kinds.get(resource.kind).operations.create;
  const isCarried = live === undefined && takesField(create, name);
  const ids = difference.added.map(({ id }) => id);
  const roles = [...difference.added.filter(({ role }) => role !== defaultRole), ...difference.changed];
  const body: Record<string, Json> = {
    ...(ids.length === 0 || isCarried ? {} : { add: ids }),
    ...(difference.removed.length === 0 ? {} : { remove: difference.removed.map(({ id }) => id) }),
    ...(roles.length === 0
      ? {}
      : { memberships: Object.fromEntries(roles.map(({ id, role }) => [id, { role }])) }),
  };
  const draft: StepDraft = {
    ...callOn(planning, resource, set),
    body,
    after: afterCreate(resource, live),
    releases: difference.removed.map(({ id }) => keyOf(resource, membership, id)),
  };
  return {
    carried: isCarried && ids.length > 0 ? { [name]: ids } : {},
    drafts: Object.keys(body).length === 0 ? [] : [draft],
  };
}

/**
 * Entries that are there change their role by a call of their own: it is not known whether the call that adds changes
 * the role of an entry (G1).
 */
function callsByEntry(
  planning: PlanContext,
  wanted: MembershipDifference,
  { add }: Extract<Membership["calls"], { by: "entry" }>,
): readonly StepDraft[] {
  const { resource, live, membership, difference } = wanted;
  const after = afterCreate(resource, live);
  const added = membership.sorts.flatMap((sort) => {
    const own = difference.added.filter(({ id }) => entryAt(membership, id).sort === sort);
    const roles = [...new Set(own.map(({ role }) => role))];
    return roles.map((role): StepDraft => {
      const call = callOn(planning, resource, add);
      const ids = own.filter((one) => one.role === role).map(({ id }) => idIn(planning, membership, id));
      const key = `${call.key} ${sort.key} ${role}`;
      return { ...call, key, body: { role, [sort.key ?? ""]: ids }, after, widens: true };
    });
  });
  return [
    ...added,
    ...difference.changed.map((entry) => changeOfRole(planning, wanted, entry)),
    ...difference.removed.map((entry) => removal(planning, wanted, entry)),
  ];
}

function changeOfRole(
  planning: PlanContext,
  { resource, membership }: MembershipDifference,
  { id, role, before }: EntryDifference["changed"][number],
): StepDraft {
  const { sort, name } = entryAt(membership, id);
  const call = callForOne(planning, resource, sort, "change", name);
  return {
    ...call,
    body: { role },
    ...(isWider(membership, before, role) ? { widens: true } : { narrows: true }),
  };
}

function removal(
  planning: PlanContext,
  { resource, membership }: MembershipDifference,
  { id }: Entry,
): StepDraft {
  const { sort, name } = entryAt(membership, id);
  const call = callForOne(planning, resource, sort, "remove", name);
  return { ...call, narrows: true, releases: [keyOf(resource, membership, id)] };
}

function callForOne(
  planning: PlanContext,
  resource: DesiredResource,
  { one }: EntrySort,
  deed: "change" | "remove",
  id: string,
): StepDraft {
  if (one === undefined) throw new Error(`no call for one entry of ${resource.kind}`);
  const call = callOn(planning, resource, one[deed], { [one.idParam]: id });
  return { ...call, key: `${call.key} ${id}` };
}

/** Does the second role let somebody do what the first one does not? */
export function isWider(
  { widestFirst = [] }: Membership,
  before: string | undefined,
  after: string,
): boolean {
  return before === undefined || widestFirst.indexOf(after) < widestFirst.indexOf(before);
}

/** The id of an entry in a body: the output of a create, for what the plan makes. */
function idIn(planning: PlanContext, membership: Membership, key: string): Json {
  const { name } = entryAt(membership, key);
  return planning.resourceAt(name) === undefined ? name : idOf(planning, name);
}

function afterCreate({ address }: DesiredResource, live: LiveResource | undefined): StepDraft["after"] {
  return live === undefined ? prerequisites([createKey(address)], "parent") : [];
}

function keyOf({ organization }: DesiredResource, membership: Membership, key: string): string {
  const { sort, name } = entryAt(membership, key);
  return liveKey({ organization, kind: sort.of, id: name });
}
