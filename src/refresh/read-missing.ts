import {
  type LostCreate,
  type MadeOne,
  type Unrecorded,
  unfoundBy,
} from "../executor/in-doubt/interrupted-runs.ts";
import { type Address, organizationOf } from "../model/address.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import type { Kind } from "../model/kind.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { keyAt, type Live, type LiveResource, liveKey } from "../model/live.ts";
import { shallLeave } from "../planner/tree/tree-kind.ts";
import { type Owner, type Reader, readAnswers } from "./read-live.ts";

/** What is declared, and what is known to be there, or may be. */
export interface Knowledge {
  readonly desired: Desired;
  readonly kinds: KindIndex;
  /** After the last apply, or by the answers of calls. */
  readonly known: ReadonlyMap<Address, MadeOne>;
  /** What runs left that may have made more than they know, the oldest first. */
  readonly left: readonly Unrecorded[];
}

/** Reads what it is given to read, until no list is known to be too old. */
export type ReadingWithKnown = (read: () => Promise<Live>) => Promise<Live>;

/**
 * Reads a list once more that lacks something known, or what a lost create may have made: it may be older than that,
 * and nothing shall be planned to be made a second time. What is not there then is gone, or was never made.
 */
export function readingWithKnown(knowledge: Knowledge, fresh: Reader): ReadingWithKnown {
  const again = new Set<string>();
  return async (read) => {
    for (;;) {
      const live = await read();
      const all = [...listsLacking(knowledge, live), ...listsLackingLost(knowledge, live)];
      const lists = new Map(
        all.map((list) => [keyOf(list), list] as const).filter(([key]) => !again.has(key)),
      );
      if (lists.size === 0) return live;
      for (const key of lists.keys()) again.add(key);
      await Promise.all(
        [...lists.values()].map((one) => readAnswers(fresh, one.kind, one.owner, one.parentKind)),
      );
    }
  };
}

/** A list of a kind, in an organization or in one live object of it. */
interface List {
  readonly kind: Kind;
  readonly owner: Owner;
  readonly parentKind?: Kind;
}

function keyOf({ kind, owner }: List): string {
  return [owner.organization, kind.name, owner.parent?.id].join(" ");
}

/** What was read, by its `liveKey`. */
type There = ReadonlyMap<string, LiveResource>;

function thereIn({ resources }: Live): There {
  return new Map(resources.map((one) => [liveKey(one), one]));
}

/** The lists that lack something known which is declared, and not to go. */
function listsLacking(knowledge: Knowledge, live: Live): readonly List[] {
  const { desired, kinds, known } = knowledge;
  if (known.size === 0) return [];
  const there = thereIn(live);
  const lacking = desired.resources.filter((resource) => isLacking(knowledge, there, resource));
  if (lacking.length === 0) return [];
  const declared = new Map(desired.resources.map((resource) => [resource.address, resource]));
  return lacking.flatMap(({ kind, organization, parent }): readonly List[] => {
    if (parent === undefined) return [listIn(knowledge, kinds.get(kind), organization)];
    const resource = declared.get(parent);
    const holder = resource && there.get(keyAt({ ...resource, id: idOf(knowledge, resource) }));
    // What stood in something that is gone is gone with it.
    return holder === undefined ? [] : [listIn(knowledge, kinds.get(kind), organization, holder)];
  });
}

/** The lists that may lack what a lost create has made at an address which is declared, and not to go. */
function listsLackingLost(knowledge: Knowledge, live: Live): readonly List[] {
  const { desired, kinds, left } = knowledge;
  const unfound = unfoundBy(left, live, kinds);
  if (unfound.length === 0) return [];
  const there = thereIn(live);
  const declared = new Map(desired.resources.map((resource) => [resource.address, resource]));
  return unfound.flatMap(({ address, kind: name, params }: LostCreate): readonly List[] => {
    const kind = kinds.get(name);
    const resource = declared.get(address);
    // What is named by its id is nothing that a lost create has made.
    if (resource === undefined || resource.id !== undefined || shallLeave(kind, resource)) return [];
    if (kind.operations.read.list === undefined) return [];
    if (kind.parent === undefined) return [listIn(knowledge, kind, organizationOf(address))];
    const id = String(params[kinds.get(kind.parent).idParam]);
    const holder = there.get(keyAt({ address, kind: kind.parent, id }));
    return holder === undefined ? [] : [listIn(knowledge, kind, organizationOf(address), holder)];
  });
}

function listIn(
  { desired, kinds }: Knowledge,
  kind: Kind,
  organization: string,
  holder?: LiveResource,
): List {
  const id = desired.organizations.find(({ alias }) => alias === organization)?.id ?? "";
  const owner = { organization, id };
  if (holder === undefined) return { kind, owner };
  return { kind, owner: { ...owner, parent: holder }, parentKind: kinds.get(holder.kind) };
}

function isLacking(knowledge: Knowledge, there: There, resource: DesiredResource): boolean {
  const id = knowledge.known.get(resource.address)?.id;
  if (id === undefined || there.has(keyAt({ ...resource, id })) || id !== idOf(knowledge, resource))
    return false;
  const kind = knowledge.kinds.get(resource.kind);
  return kind.operations.read.list !== undefined && !shallLeave(kind, resource);
}

/** The id that an address is pinned to, or else what is known of it. */
function idOf({ known }: Knowledge, { address, kind, id }: DesiredResource): string | undefined {
  const one = known.get(address);
  return id ?? (one?.kind === kind ? one.id : undefined);
}
