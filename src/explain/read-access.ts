import type { Io } from "../io/io.ts";
import { shown } from "../io/shown.ts";
import { comparablePerson, isWithin } from "../model/address.ts";
import { type AccessDocument, accessFormatVersion } from "../model/documents/access-document.ts";
import type { Kind } from "../model/kind.ts";
import { type KindIndex, membershipsOf } from "../model/kind-index.ts";
import type { Live, LiveResource } from "../model/live.ts";
import { entryAt, type Membership } from "../model/membership.ts";
import { stop } from "../model/stop.ts";
import { entriesIn } from "../planner/diff/people.ts";
import { match } from "../planner/match/match.ts";
import { recordedIds } from "../planner/match/recorded-ids.ts";
import { liveAddress } from "../planner/state/live-address.ts";
import type { Planning } from "../planner/state/planning.ts";
import { planningOf } from "../planner/state/planning-index.ts";
import type { ConnectionOptions } from "../project/options.ts";
import { readKind, readMemberships } from "../refresh/read-live.ts";
import type { Reader } from "../refresh/reader.ts";
import { readEffective } from "../refresh/unread-access.ts";
import { readingPlatform } from "../runs/make-plan.ts";
import { lastApplyIn } from "../runs/open-record.ts";
import { compareNames } from "../text/compare-names.ts";

/** The scope that is asked for: one person, or the owners at and in an address. */
export interface AccessRequest {
  readonly person?: string;
  readonly of?: string;
}

type Owner = AccessDocument["owners"][number];

/** An owner of access on the platform. */
interface Found {
  readonly live: LiveResource;
  readonly kind: Kind;
  readonly name: string;
  readonly membership: Membership;
}

/** Reads the entries, and the roles that all rules give together, of all that has access, declared or not. */
export async function readAccess(
  io: Io,
  options: ConnectionOptions,
  request: AccessRequest,
): Promise<AccessDocument> {
  return readingPlatform(io, options, async ({ project, connection, scope, record }) => {
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
    const found = ownersIn(planning, kinds).filter(({ live: one }) =>
      isAsked(liveAddress(planning, one), request),
    );
    if (found.length === 0 && request.of !== undefined)
      throw stop("DF5011", `nothing at "${request.of}" has access of its own`);
    const idOf = (alias: string): string =>
      desired.organizations.find((one) => one.alias === alias)?.id ?? "";
    const owners = await Promise.all(
      found.map((one) => readOwner(reader, planning, one, idOf(one.live.organization))),
    );
    return shown(io, {
      formatVersion: accessFormatVersion,
      owners: owners
        .flatMap((owner) => ofPerson(owner, request))
        .sort((a, b) => compareNames(a.address, b.address)),
    });
  });
}

/** The kinds at the root that have access, and those that its entries name. */
function neededKinds(kinds: KindIndex): readonly Kind[] {
  const all = kinds.childrenOf();
  const memberships = all.flatMap((kind) => accessOf(kind).map(({ membership }) => membership));
  const named = new Set(memberships.flatMap(({ sorts }) => sorts.map(({ of }) => of)));
  return all.filter((kind) => named.has(kind.name) || accessOf(kind).length > 0);
}

function accessOf(kind: Kind): readonly { readonly name: string; readonly membership: Membership }[] {
  return membershipsOf(kind).flatMap((name) => {
    const membership = kind.fields[name]?.membership;
    return membership?.effective === undefined ? [] : [{ name, membership }];
  });
}

function ownersIn({ live }: Planning, kinds: KindIndex): readonly Found[] {
  return live.resources.flatMap((one) => {
    const kind = kinds.get(one.kind);
    return accessOf(kind).map((access): Found => ({ live: one, kind, ...access }));
  });
}

function isAsked(address: string, { of }: AccessRequest): boolean {
  if (of === undefined) return true;
  const bare = address.slice(address.indexOf("/") + 1);
  return isWithin(address, of) || isWithin(bare, of);
}

async function readOwner(
  reader: Reader,
  planning: Planning,
  { live, kind, name, membership }: Found,
  id: string,
): Promise<Owner> {
  const owner = { organization: live.organization, id, parent: live };
  const [memberships, effective] = await Promise.all([
    readMemberships(reader, kind, owner, (field) => field === name),
    readEffective(reader, kind, owner, membership),
  ]);
  const { nameOf } = entriesIn(planning, live.organization, membership);
  const people = membership.sorts.find(({ isReference }) => isReference !== true);
  const named = (key: string): string => {
    const { sort, name: bare } = entryAt(membership, nameOf(key));
    return sort.isReference === true ? `${sort.of} ${bare}` : bare;
  };
  return {
    address: liveAddress(planning, live),
    entries: given(Object.entries(memberships[name] ?? {}).map(([key, role]) => [named(key), role])),
    effective: given(
      Object.entries(effective).map(([person, role]) => [named(`${people?.key}.${person}`), role]),
    ),
  };
}

function given(roles: readonly (readonly [string, string])[]): Owner["entries"] {
  return roles.map(([name, role]) => ({ name, role })).sort((a, b) => compareNames(a.name, b.name));
}

/** The part of an owner that is about the person; nothing of an owner that the person cannot open. */
function ofPerson(owner: Owner, { person }: AccessRequest): readonly Owner[] {
  if (person === undefined) return [owner];
  const isMeant = ({ name }: Owner["entries"][number]): boolean =>
    comparablePerson(name) === comparablePerson(person);
  const effective = owner.effective.filter(isMeant);
  const entries = owner.entries.filter((one) => isMeant(one));
  return effective.length + entries.length === 0 ? [] : [{ ...owner, entries, effective }];
}
