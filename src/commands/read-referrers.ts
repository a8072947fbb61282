import { organizationOf } from "../core/address.ts";
import { compareText } from "../core/json.ts";
import type { Kind } from "../core/kind.ts";
import { indexKinds } from "../core/kind-index.ts";
import type { Live, LiveResource } from "../core/live.ts";
import type { PlanDocument } from "../core/plan-document.ts";
import { referringKinds } from "../core/referrers.ts";
import { kinds } from "../kinds/kinds.ts";
import { type Owner, type Reader, readKind } from "../live/read-live.ts";

const index = indexKinds(kinds);

/** What is opened at most to see what names something: each takes some reads, and nobody waits for thousands. */
const mostOpened = 100;

/** What was read, with what may name something that a plan deletes. */
export interface ReadReferrers {
  readonly live: Live;
  /** Names of kinds of which that could not be read. */
  readonly unread: readonly string[];
}

/**
 * Reads what may name something that a plan deletes, where planning has not: the platform takes that along, or the name
 * from it, and nobody can read it afterwards. Deleting needs none of it, so what cannot be read is only told.
 */
export async function readReferrers(
  { changes, organizations }: Pick<PlanDocument, "changes" | "organizations">,
  seen: Live,
  reader: Reader,
): Promise<ReadReferrers> {
  const before = reader.requests();
  const going = changes.filter(({ action }) => action === "delete");
  const aliases = [...new Set(going.map(({ address }) => organizationOf(address)))];
  const more: LiveResource[] = [];
  const unread = new Set<string>();
  for (const alias of aliases) {
    const own = going.filter(({ address }) => organizationOf(address) === alias);
    const names = new Set(own.map(({ kind }) => kind));
    const owner: Owner = { organization: alias, id: organizations[alias] ?? "" };
    for (const kind of new Set([...names].flatMap((name) => referringKinds(index, name)))) {
      const there = [...seen.resources, ...more];
      const read = await readAll(kind, owner, there, reader).catch(() => undefined);
      if (read === undefined) unread.add(kind.name);
      else more.push(...read);
    }
  }
  const requests = seen.requests + reader.requests() - before;
  return {
    live: { resources: [...seen.resources, ...more], requests },
    unread: [...unread].sort(compareText),
  };
}

/** All of a kind that is not known yet, with what it stands in and beside; undefined when that is too much. */
async function readAll(
  kind: Kind,
  owner: Owner,
  there: readonly LiveResource[],
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
  const opened = new Set(inner.flatMap(({ name }) => known(name)).map(({ parentId }) => parentId));
  const closed = [...known(parentKind.name), ...parents].filter(({ id }) => !opened.has(id));
  if (closed.length > mostOpened) return undefined;
  const lists = await Promise.all(
    closed.flatMap((parent) => inner.map((one) => readKind(reader, one, { ...owner, parent }, parentKind))),
  );
  return [...parents, ...lists.flat()];
}
