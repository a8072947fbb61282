import type { Io } from "../io/io.ts";
import { shown } from "../io/shown.ts";
import type { Project } from "../manifest/load/load-project.ts";
import { editionIndex, lackWords } from "../manifest/schema/edition-index.ts";
import { comparablePerson, withoutOrganization } from "../model/address.ts";
import { type AccessDocument, accessFormatVersion } from "../model/documents/access-document.ts";
import type { Field } from "../model/field.ts";
import type { Kind } from "../model/kind.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { type Live, liveKey } from "../model/live.ts";
import { entryAt, kindsIn, type Membership } from "../model/membership.ts";
import { Stop, stop } from "../model/stop.ts";
import { match } from "../planner/match/match.ts";
import { recordedIds } from "../planner/match/recorded-ids.ts";
import { liveAddress } from "../planner/state/live-address.ts";
import { entriesIn, peopleOf } from "../planner/state/people.ts";
import type { Planning } from "../planner/state/planning.ts";
import { planningOf } from "../planner/state/planning-index.ts";
import { isIn, readAddresses } from "../planner/state/targets.ts";
import type { OpenUnit } from "../project/opened/open-units.ts";
import type { ConnectionOptions } from "../project/options.ts";
import { readKind, readMemberships } from "../refresh/read-live.ts";
import type { Reader } from "../refresh/reader.ts";
import { type AccessOwner, accessOwners, readOwner } from "../refresh/touched-access.ts";
import { readingUnit } from "../runs/make-plan.ts";
import { lastApplyIn } from "../runs/open-record.ts";
import { compareNames } from "../text/compare-names.ts";

/** The scope that is asked for: one person, or the owners at and in an address. */
export interface AccessRequest {
  readonly person?: string;
  readonly of?: string;
}

type Owner = AccessDocument["owners"][number];

/** An owner as it was read, with the key of the live team or person of each entry. */
interface ReadOwner {
  readonly owner: Owner;
  readonly keys: readonly string[];
}

/** The access of a unit, and why there is none of what is asked for: another unit may have it. */
export interface FoundAccess {
  readonly access: AccessDocument;
  readonly lacking?: Stop;
}

/** Reads the entries, and the roles that all rules give together, of all in a unit that has access, declared or not. */
export async function readAccess(
  io: Io,
  options: ConnectionOptions & AccessRequest,
  unit: OpenUnit,
): Promise<FoundAccess> {
  return readingUnit(io, options, unit, async ({ project, connection, scope, record }) => {
    const { desired, kinds } = project;
    const { reader } = connection;
    const lists = await Promise.all(
      desired.organizations.flatMap(({ alias, id }) =>
        neededKinds(kinds).map((kind) => readKind(reader, kind, { organization: alias, id })),
      ),
    );
    const live: Live = { resources: lists.flat(), requests: reader.requests() };
    const recorded = recordedIds(lastApplyIn(await record, scope));
    const matching = match(desired, live, kinds, recorded === undefined ? {} : { recorded });
    const planning = planningOf(desired, live, kinds, matching, new Map(), {
      mask: () => "",
      resend: new Set(),
    });
    const asked = ownersAt(planning, options);
    if ("lacking" in asked) return { access: accessWith([]), ...asked };
    const read = await Promise.all(asked.owners.map((owner) => readShown(reader, planning, owner)));
    const { owners, ...lacking } = await ofPerson(reader, planning, read, options);
    const sorted = [...owners].sort((a, b) => compareNames(a.address, b.address));
    return { access: shown(io, accessWith(sorted)), ...lacking };
  });
}

function accessWith(owners: readonly Owner[]): AccessDocument {
  return { formatVersion: accessFormatVersion, owners: [...owners] };
}

/** Throws `Stop` where the edition of a project has no access. */
export function requireAccess({ edition, kinds }: Project): void {
  if (kinds.all.some(hasAccess)) return;
  const lacking = lackWords(editionIndex(edition), "access", ({ byName }) =>
    [...byName.values()].some(hasAccess),
  );
  throw stop("DF1012", lacking?.message ?? "", lacking);
}

function hasAccess(kind: Kind): boolean {
  return accessOf(kind).length > 0;
}

function accessOf({ fields }: Kind): readonly Membership[] {
  return Object.values<Field>(fields).flatMap(({ membership }) =>
    membership?.effective === undefined ? [] : [membership],
  );
}

/** The kinds at the root that have access, and those that its entries name. */
function neededKinds(kinds: KindIndex): readonly Kind[] {
  const all = kinds.childrenOf();
  const named = new Set(all.flatMap((kind) => accessOf(kind).flatMap(kindsIn)));
  return all.filter((kind) => named.has(kind.name) || hasAccess(kind));
}

/** The owners of access at and in the address that is asked for, or why there is none. */
function ownersAt(
  planning: Planning,
  { of }: AccessRequest,
): { readonly owners: readonly AccessOwner[] } | { readonly lacking: Stop } {
  const { live, kinds, desired } = planning;
  const all = live.resources.flatMap((one) => accessOwners(one, kinds.get(one.kind)));
  if (of === undefined) return { owners: all };
  const at = new Map(all.map((owner) => [owner, liveAddress(planning, owner.live)]));
  const found = all.filter((owner) => {
    const address = at.get(owner) ?? "";
    return isIn(address, of) || isIn(withoutOrganization(address), of);
  });
  if (found.length > 0) return { owners: found };
  const organizations = desired.organizations.map(({ alias }) => alias);
  const unknown = "is nothing that has access of its own";
  const option = { name: "--of", known: [...at.values()], fits: isIn, code: "DF5011", unknown } as const;
  return { lacking: new Stop(readAddresses([of], organizations, option).diagnostics) };
}

async function readShown(reader: Reader, planning: Planning, found: AccessOwner): Promise<ReadOwner> {
  const { live, name, membership } = found;
  const { organization } = live;
  const { memberships, effective } = await readOwner(reader, found, idOf(planning, organization));
  const { nameOf } = entriesIn(planning, organization, membership);
  const named = Object.entries(memberships[name] ?? {}).map(([key, role]) => {
    const { sort, name: bare } = entryAt(membership, nameOf(key));
    const { name: id } = entryAt(membership, key);
    return {
      name: sort.isReference === true ? `${sort.of} ${bare}` : bare,
      role,
      key: liveKey({ organization, kind: sort.of, id }),
    };
  });
  const entries = named.sort(byName);
  return {
    owner: {
      address: liveAddress(planning, live),
      entries: entries.map(({ name: entry, role }) => ({ name: entry, role })),
      effective: effective.map((person) => ({ name: person.name, role: person.role })).sort(byName),
    },
    keys: entries.map(({ key }) => key),
  };
}

function byName(a: Owner["entries"][number], b: Owner["entries"][number]): number {
  return compareNames(a.name, b.name);
}

function idOf({ desired }: Planning, organization: string): string {
  return desired.organizations.find(({ alias }) => alias === organization)?.id ?? "";
}

/**
 * The parts of owners that are about the person, by name or by a team; nothing of an owner that the person cannot open.
 * `lacking` for somebody who is in no organization of the unit.
 */
async function ofPerson(
  reader: Reader,
  planning: Planning,
  read: readonly ReadOwner[],
  { person }: AccessRequest,
): Promise<{ readonly owners: readonly Owner[]; readonly lacking?: Stop }> {
  if (person === undefined) return { owners: read.map(({ owner }) => owner) };
  const { names, ids } = namesOf(planning, person);
  const teams = await teamsOf(reader, planning, new Set(read.flatMap(({ keys }) => keys)), ids);
  const isMeant = ({ name }: Owner["entries"][number]): boolean => names.has(comparablePerson(name));
  const found = read.flatMap(({ owner, keys }) => {
    const isTeam = (at: number): boolean => teams.has(keys[at] ?? "");
    const by = owner.entries.filter((_, at) => isTeam(at)).map(({ name }) => name);
    const entries = owner.entries.filter((one, at) => isMeant(one) || isTeam(at));
    const effective = owner.effective.filter(isMeant).map((one) => (by.length === 0 ? one : { ...one, by }));
    return effective.length + entries.length === 0 ? [] : [{ ...owner, entries, effective }];
  });
  if (found.length > 0 || ids.size > 0) return { owners: found };
  const hint = "write the email or id of a member; docform access lists everybody";
  const lacking = stop("DF5011", `nobody in the organization has the email or id "${person}"`, { hint });
  return { owners: [], lacking };
}

/** Those of the keys that are of a team in which somebody with one of the ids is. The people of teams are read for that. */
async function teamsOf(
  reader: Reader,
  planning: Planning,
  keys: ReadonlySet<string>,
  ids: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const read = [...keys].map(async (key) => {
    const live = planning.liveByKey(key);
    if (live === undefined) return [];
    const owner = { organization: live.organization, id: idOf(planning, live.organization), parent: live };
    const lists = await readMemberships(reader, planning.kinds.get(live.kind), owner, () => true);
    return Object.values(lists).some((people) => Object.keys(people).some((id) => ids.has(id))) ? [key] : [];
  });
  return new Set((await Promise.all(read)).flat());
}

/** The names and ids that somebody, given by email or id, has in the organizations. */
function namesOf(
  planning: Planning,
  person: string,
): { readonly names: ReadonlySet<string>; readonly ids: ReadonlySet<string> } {
  const sorts = planning.kinds.all.flatMap((kind) => accessOf(kind).flatMap((one) => one.sorts));
  const kinds = new Set(sorts.flatMap(({ of, isReference }) => (isReference === true ? [] : [of])));
  const found = planning.desired.organizations.flatMap(({ alias }) =>
    [...kinds].flatMap((kind) => {
      const people = peopleOf(planning, alias, kind);
      return people.idsOf(person).map((id) => ({ id, name: people.nameOf(id) }));
    }),
  );
  return {
    names: new Set([person, ...found.map(({ name }) => name)].map(comparablePerson)),
    ids: new Set(found.map(({ id }) => id)),
  };
}
