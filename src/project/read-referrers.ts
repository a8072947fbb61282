import { kinds } from "../kinds/kinds.ts";
import { organizationOf } from "../model/address.ts";
import type { Change, PlanDocument } from "../model/documents/plan-document.ts";
import type { Kind } from "../model/kind.ts";
import { indexKinds } from "../model/kind-index.ts";
import {
  allRead,
  keyAt,
  type Live,
  type LiveResource,
  liveKey,
  type Referrers,
  type UnreadKind,
} from "../model/live.ts";
import { type ReferringField, referringKinds } from "../planner/diff/referrers.ts";
import { isTransfer } from "../planner/tree/transfer-change.ts";
import { type Owner, type Reader, readKind } from "../refresh/read-live.ts";
import { compareText } from "../text/json.ts";

const index = indexKinds(kinds);

/** What is opened at most to see what names something: each takes some reads, and nobody waits for thousands. */
const mostOpened = 100;

/** What was read, with what may name something that a plan deletes. */
export interface ReadReferrers {
  readonly live: Live;
  /** Names of kinds of which that could not be read. */
  readonly unread: readonly string[];
}

/** Changes of a plan, and the organizations that they are in. */
type Changes = Pick<PlanDocument, "changes" | "organizations">;

/**
 * Reads what may name something that a plan deletes, where planning has not: the platform takes that along, or the name
 * from it, and nobody can read it afterwards. Deleting needs none of it, so what cannot be read is only told.
 */
export async function readReferrers(plan: Changes, seen: Live, reader: Reader): Promise<ReadReferrers> {
  const there = allRead(seen);
  const deletes = { ...plan, changes: plan.changes.filter(isDelete) };
  const { resources, unread, requests } = await readNaming(deletes, there, reader);
  return {
    live: { resources: [...there, ...resources], requests: seen.requests + requests },
    unread: [...new Set(unread.map(({ kind }) => kind))].sort(compareText),
  };
}

/**
 * What was read, with what needs something that a plan deletes or transfers, though no manifest speaks of it: it would go
 * along, or the transfer be refused. The same as before where nothing had to be read. `isWhole` says of an organization, by
 * its alias, that all of that is to be read, however much it is.
 */
export async function readNeeding(
  plan: Changes,
  seen: Live,
  reader: Reader,
  isWhole: (organization: string) => boolean = () => false,
): Promise<Live> {
  const changes = plan.changes.filter((change) => isDelete(change) || isTransfer(change));
  const meant: Meant = { isMeant: ({ isNeeded }) => isNeeded, isWhole };
  const { requests, ...referrers } = await readNaming({ ...plan, changes }, seen.resources, reader, meant);
  if (referrers.resources.length + referrers.unread.length + requests === 0) return seen;
  return { ...seen, referrers, requests: seen.requests + requests };
}

function isDelete({ action }: Change): boolean {
  return action === "delete";
}

/** Which fields count, left out all; and of which organizations everything is read. */
interface Meant {
  readonly isMeant?: (field: ReferringField) => boolean;
  readonly isWhole?: (organization: string) => boolean;
}

/** What may name something that goes by changes, and is not known. */
async function readNaming(
  { changes: going, organizations }: Changes,
  known: readonly LiveResource[],
  reader: Reader,
  { isMeant, isWhole = () => false }: Meant = {},
): Promise<Referrers & Pick<Live, "requests">> {
  const before = reader.requests();
  const aliases = [...new Set(going.map(({ address }) => organizationOf(address)))];
  const keys = new Set(going.map(keyAt));
  // What goes takes along all that stands in it anyway; what is transferred has to wait for that.
  const isAll = going.some(isTransfer);
  const goes = (live: LiveResource): boolean => !isAll && keys.has(liveKey(live));
  const more: LiveResource[] = [];
  const unread: UnreadKind[] = [];
  for (const alias of aliases) {
    const own = going.filter(({ address }) => organizationOf(address) === alias);
    const names = new Set(own.map(({ kind }) => kind));
    const owner: Owner = { organization: alias, id: organizations[alias] ?? "" };
    for (const kind of new Set([...names].flatMap((name) => referringKinds(index, name, isMeant)))) {
      const there = [...known, ...more];
      const most = isWhole(alias) ? Number.POSITIVE_INFINITY : mostOpened;
      const read = await readAll(kind, owner, { there, goes, most }, reader).catch(() => undefined);
      if (read === undefined) unread.push({ organization: alias, kind: kind.name });
      else more.push(...read);
    }
  }
  return { resources: more, unread, requests: reader.requests() - before };
}

/** What is there, as far as it is known, what of it needs no look inside, and how many are opened at most. */
interface There {
  readonly there: readonly LiveResource[];
  readonly goes: (live: LiveResource) => boolean;
  readonly most: number;
}

/** All of a kind that is not known yet, with what it stands in and beside; undefined when that is too much. */
async function readAll(
  kind: Kind,
  owner: Owner,
  { there, goes, most }: There,
  reader: Reader,
): Promise<readonly LiveResource[] | undefined> {
  const known = (name: string): readonly LiveResource[] =>
    there.filter((live) => live.kind === name && live.organization === owner.organization);
  // A list is known whole, or not at all.
  const listed = async (one: Kind): Promise<readonly LiveResource[]> =>
    known(one.name).length > 0 ? [] : readKind(reader, one, owner);
  if (kind.parent === undefined) return listed(kind);
  const parentKind = index.get(kind.parent);
  const parents = await listed(parentKind);
  const inner = index.childrenOf(kind.parent).filter(({ sequence }) => sequence !== undefined);
  const held = new Set(inner.flatMap(({ name }) => known(name).map(({ parentId }) => `${name} ${parentId}`)));
  const closed = [...known(parentKind.name), ...parents].filter(
    (live) => !held.has(`${kind.name} ${live.id}`) && !goes(live),
  );
  if (closed.length > most) return undefined;
  const lists = await Promise.all(
    closed.flatMap((parent) =>
      inner
        .filter(({ name }) => !held.has(`${name} ${parent.id}`))
        .map((one) => readKind(reader, one, { ...owner, parent }, parentKind)),
    ),
  );
  return [...parents, ...lists.flat()];
}
