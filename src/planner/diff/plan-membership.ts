import { idIn } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Change, FieldChange } from "../../model/documents/plan-document.ts";
import type { Kind } from "../../model/kind.ts";
import { membershipsOf } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { entriesWritten, entryAt, entryKey, type Membership } from "../../model/membership.ts";
import { invitationOf } from "../../model/requests.ts";
import { compareNames } from "../../text/compare-names.ts";
import type { Json, JsonObject } from "../../text/json.ts";
import { peopleBehind } from "../access/people-behind.ts";
import { waitingFor } from "../state/change-entry.ts";
import type { Awaiting, StepDraft } from "../state/draft.ts";
import { entriesIn, type People, shared } from "../state/people.ts";
import { isIgnored, type PlanContext, type Planning } from "../state/planning.ts";
import { type PeopleBehind, whoIs, whomEntriesLetIn } from "./entries-let-in.ts";
import { type Entry, type EntryDifference, membershipCalls } from "./membership-calls.ts";

/** The plan of a membership field. */
interface MembershipPlan {
  readonly fields: readonly FieldChange[];
  readonly blocked: readonly Change[];
  /** People who have not joined the organization yet. */
  readonly waiting: readonly Awaiting[];
  readonly risks: readonly string[];
  /** The people and teams whom it lets in, in words. */
  readonly exposes: readonly string[];
  /** Body fields by which the create of the owner also adds members. */
  readonly carried: JsonObject;
  readonly drafts: readonly StepDraft[];
}

/** Nothing is asked for, or all is as asked. */
export const noMembership: MembershipPlan = {
  fields: [],
  blocked: [],
  waiting: [],
  risks: [],
  exposes: [],
  carried: {},
  drafts: [],
};

/** Compares the entries of a resource, and plans the fewest calls that set them. */
export function planMembership(
  planning: PlanContext,
  resource: DesiredResource,
  live: LiveResource | undefined,
): MembershipPlan {
  const kind = planning.kinds.get(resource.kind);
  const [name = ""] = membershipsOf(kind);
  const membership = kind.fields[name]?.membership;
  const written = resource.values[name];
  if (membership === undefined || written === undefined || isIgnored(planning, resource, name))
    return noMembership;
  const people = entriesIn(planning, resource.organization, membership);
  const { known, unclear } = withoutBlocked(planning, membership, readMembers(people, membership, written));
  const roles = live?.memberships[name] ?? {};
  if (unclear.length === 0 && isSame(known, roles)) return noMembership;
  const had = Object.entries(roles).map(([id, role]): Entry => ({ id, role, name: people.nameOf(id) }));
  // A person who may be meant is not removed.
  const meant = new Set([...known.map(({ id }) => id), ...unclear.flatMap(({ ids }) => ids)]);
  const removed = resource.manage[name] === "listed" ? [] : had.filter(({ id }) => !meant.has(id));
  const difference = { ...compare(known, roles), removed: removed.sort(byName) };
  const behind = ({ id }: Entry): number | undefined =>
    peopleBehind(planning, resource.organization, membership, id);
  const fields = fieldChanges(name, difference, behind);
  if (fields.length + unclear.length === 0) return noMembership;
  return {
    fields,
    blocked: unclear.filter((one) => !isAwaited(one)).map((one) => blockedMember(resource, kind, name, one)),
    waiting: unclear.filter(isAwaited).map((one) => ({
      ...waitingFor(blockedMember(resource, kind, name, one)),
      request: invitationOf(resource.organization, one.key),
    })),
    risks: risksOf(behind, membership, difference, live === undefined ? undefined : had),
    exposes: whomEntriesLetIn(behind, membership, difference),
    ...membershipCalls(planning, { resource, live, name, membership, difference }),
  };
}

/** Is everybody who is wanted there, each with the same role, and nobody else? */
function isSame(known: readonly Entry[], roles: Readonly<Record<string, string>>): boolean {
  return known.length === Object.keys(roles).length && known.every(({ id, role }) => roles[id] === role);
}

/** The members that a written value names, of those who are there. */
export function membersNamed(
  planning: Planning,
  { organization }: DesiredResource,
  membership: Membership,
  written: Json | undefined,
): readonly Entry[] {
  return readMembers(entriesIn(planning, organization, membership), membership, written).known;
}

/** A key of a membership that does not say who is meant, and all who may be. */
interface Unclear {
  readonly key: string;
  readonly ids: readonly string[];
  readonly reason: string;
}

/** Nobody has the email: the person may not have joined yet. An id is only given to somebody who is there. */
function isAwaited({ ids, key }: Unclear): boolean {
  return ids.length === 0 && key.includes("@");
}

interface Members {
  readonly known: readonly Entry[];
  readonly unclear: readonly Unclear[];
}

/** Reads a membership. Only members of the organization can be in a team (A13). */
function readMembers(people: People, membership: Membership, written: Json | undefined): Members {
  const known = new Map<string, Entry>();
  const unclear: Unclear[] = [];
  for (const [key, role] of Object.entries(entriesWritten(membership, written))) {
    const ids = people.idsOf(key);
    const [id = ""] = ids;
    const other = known.get(id);
    if (ids.length === 0) unclear.push({ key, ids: idWritten(membership, key), reason: stranger });
    else if (ids.length > 1) unclear.push({ key, ids, reason: shared(ids) });
    else if (other === undefined) known.set(id, { id, name: key, role: String(role) });
    else unclear.push({ key, ids, reason: `this is the same person as ${other.name}; write them once` });
  }
  // The role of somebody who may be meant by another key stays as it is.
  const open = new Set(unclear.flatMap(({ ids }) => ids));
  return { known: [...known.values()].filter(({ id }) => !open.has(id)), unclear };
}

/** The entry of an id that a key is, so that it is not removed where the lists do not have it. */
function idWritten(membership: Membership, key: string): readonly string[] {
  const { sort, name } = entryAt(membership, key);
  const id = idIn(name) ?? (sort.isReference === true || name.includes("@") ? undefined : name);
  return id === undefined ? [] : [entryKey(sort, id)];
}

const stranger =
  "no member of the organization has this email or id: invite them on the platform, or correct the address";

function compare(
  wanted: readonly Entry[],
  roles: Readonly<Record<string, string>>,
): Pick<EntryDifference, "added" | "changed"> {
  const sorted = [...wanted].sort(byName);
  return {
    added: sorted.filter(({ id }) => roles[id] === undefined),
    changed: sorted.flatMap((entry) => {
      const before = roles[entry.id];
      return before === undefined || before === entry.role ? [] : [{ ...entry, before }];
    }),
  };
}

function byName(a: Entry, b: Entry): number {
  return compareNames(a.name, b.name);
}

function fieldChanges(
  field: string,
  { added, removed, changed }: EntryDifference,
  behind: PeopleBehind,
): readonly FieldChange[] {
  const of = (entry: Entry, roles: Pick<FieldChange, "before" | "after">): FieldChange => {
    const people = behind(entry);
    return { path: `${field}.${entry.name}`, ...roles, ...(people === undefined ? {} : { people }) };
  };
  return [
    ...added.map((entry) => of(entry, { after: entry.role })),
    ...changed.map((entry) => of(entry, { before: entry.before, after: entry.role })),
    ...removed.map((entry) => of(entry, { before: entry.role })),
  ];
}

function blockedMember(
  resource: DesiredResource,
  kind: Kind,
  field: string,
  { key, reason }: Unclear,
): Change {
  const path = `${field}.${key}`;
  return {
    address: `${resource.address}.${path}`,
    kind: kind.name,
    action: "blocked",
    title: key,
    reason,
    source: resource.sources[path] ?? resource.source,
  };
}

/** The risk that a team loses its owner; of a new one (`had` is undefined), that it has none. */
function risksOf(
  behind: PeopleBehind,
  membership: Membership,
  difference: EntryDifference,
  had: readonly Entry[] | undefined,
): readonly string[] {
  const { leadRole, isContents } = membership;
  const gained = [...difference.added, ...difference.changed].filter(({ role }) => role === leadRole);
  if (had === undefined)
    return gained.length === 0 && isContents === true ? [`begins without an ${leadRole}`] : [];
  const demoted = difference.changed.filter(({ before }) => before === leadRole);
  const lost = [...difference.removed.filter(({ role }) => role === leadRole), ...demoted];
  const left = had.filter(({ role }) => role === leadRole).length - lost.length + gained.length;
  const remain =
    left === 0 ? `no ${leadRole} remains` : `${left} ${leadRole}${left === 1 ? " remains" : "s remain"}`;
  return lost.map((entry) => `${whoIs(behind, membership, entry)} loses "${leadRole}"; ${remain}`);
}

/** An entry of something that cannot be made is unclear, too. */
function withoutBlocked(planning: PlanContext, membership: Membership, { known, unclear }: Members): Members {
  const why = ({ id }: Entry): string | undefined => {
    const address = entryAt(membership, id).name;
    return planning.resourceAt(address) === undefined ? undefined : planning.blockedReason(address);
  };
  const blocked = known.flatMap((entry): Unclear[] => {
    const reason = why(entry);
    return reason === undefined
      ? []
      : [{ key: entry.name, ids: [entry.id], reason: `it is blocked: ${reason}` }];
  });
  return blocked.length === 0
    ? { known, unclear }
    : { known: known.filter((entry) => why(entry) === undefined), unclear: [...unclear, ...blocked] };
}
