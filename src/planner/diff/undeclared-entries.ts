import { type Address, ownersOf, rootOf } from "../../model/address.ts";
import type { Desired, DesiredResource } from "../../model/desired.ts";
import type {
  Change,
  NoLongerDeclared,
  PlanDocument,
  Unmanaged,
} from "../../model/documents/plan-document.ts";
import type { Waiting } from "../../model/documents/waiting.ts";
import { keyAt, type LiveResource } from "../../model/live.ts";
import { compareNames } from "../../text/compare-names.ts";
import type { RecordedResource } from "../match/recorded-ids.ts";
import { liveAddress } from "../state/live-address.ts";
import { isManaged } from "../state/managed.ts";
import type { Planning } from "../state/planning.ts";

/** The planning, and the declared resources without the planned deletes of the record. */
interface Given {
  readonly planning: Planning;
  readonly declared: readonly DesiredResource[];
}

/** A recorded object that no manifest declares any more, and that is not known to be gone. */
export interface UndeclaredEntry {
  /** Its address in the record. */
  readonly address: Address;
  readonly entry: RecordedResource;
  /** Undefined for an object in a list that was not read. */
  readonly live: LiveResource | undefined;
}

/**
 * The recorded objects that no manifest declares, under whatever address, and that the project may still manage. A refresh
 * reads their lists.
 */
export function undeclaredEntries({ planning, declared }: Given): readonly UndeclaredEntry[] {
  const addresses = new Set(declared.map(({ address }) => address));
  return [...(planning.lastApply?.resources ?? [])].flatMap(([address, entry]) => {
    const live = liveOfEntry(planning, address, entry);
    const isOver =
      hasBlock(planning, addresses, address, live) ||
      isKnownGone(planning, address, entry, live) ||
      (live !== undefined && !isManaged(planning, live, address));
    return isOver ? [] : [{ address, entry, live }];
  });
}

function liveOfEntry(
  planning: Planning,
  address: Address,
  entry: RecordedResource | undefined,
): LiveResource | undefined {
  return entry && planning.liveByKey(keyAt({ address, ...entry }));
}

/** Does a block declare the object, under whatever address? */
function hasBlock(
  { matching, recreatedAt, resourceAt }: Planning,
  declared: ReadonlySet<Address>,
  address: Address,
  live: LiveResource | undefined,
): boolean {
  if (live === undefined) return declared.has(address);
  const matched = matching.addressOf(live);
  if (matched !== undefined) return resourceAt(matched)?.pruned === undefined;
  if (recreatedAt(live) !== undefined) return true;
  // A block with another `id:` may have the address by now. Then it says nothing of this object.
  return declared.has(address) && matching.liveOf(address) === undefined;
}

/** Is the object known not to be there? An object in a list that was not read may be there. */
function isKnownGone(
  planning: Planning,
  address: Address,
  { kind }: RecordedResource,
  live: LiveResource | undefined,
): boolean {
  if (live !== undefined) return live.deleted === true;
  const root = rootOf(address);
  const parent = root === address ? undefined : liveRoot(planning, root);
  if (parent === undefined) return true;
  const block = planning.resourceAt(planning.matching.addressOf(parent) ?? "");
  if (block === undefined || block.absent) return false;
  return planning.kinds.childrenOf(parent.kind).some(({ name }) => name === kind);
}

function liveRoot(planning: Planning, root: Address): LiveResource | undefined {
  const recorded = liveOfEntry(planning, root, planning.lastApply?.resources.get(root));
  return recorded ?? planning.matching.liveOf(root);
}

/** The address that an entry has by now: its parent may have been renamed, or another object has the address. */
function addressNow(planning: Planning, { address, live }: UndeclaredEntry): Address {
  const taken = planning.resourceAt(address);
  const isTaken = taken !== undefined && taken.pruned === undefined;
  if (live !== undefined && isTaken && planning.matching.addressOf(live) === undefined)
    return liveAddress(planning, live);
  const root = rootOf(address);
  const parent = root === address ? undefined : liveRoot(planning, root);
  const renamed = parent && planning.matching.addressOf(parent);
  return renamed === undefined ? address : renamed + address.slice(root.length);
}

/** The entries that the record keeps although no manifest declares them: until the object is gone, or a person forgets it. */
export function recordedUndeclared(given: Given): ReadonlyMap<Address, RecordedResource> {
  const entries = undeclaredEntries(given);
  return new Map(entries.map((one) => [addressNow(given.planning, one), one.entry]));
}

/** The parts of a plan about objects and people that it leaves alone; no part of the digest. */
type LeftAlone = Pick<PlanDocument, "unmanaged" | "noLongerDeclared" | "waiting">;

/** The whole plan, before it is narrowed to targets. */
interface Whole extends Pick<Given, "planning"> {
  readonly whole: { readonly changes: readonly Change[]; readonly waiting: readonly Waiting[] };
  readonly unmanaged: readonly Unmanaged[];
  readonly isStopped: boolean;
  readonly isTransferring: boolean;
}

/** The objects that no manifest declares and that stay, and the people who wait, in a part of the plan. Each is named once. */
export function leftAlone(
  { planning, whole, isStopped, isTransferring, unmanaged }: Whole,
  { desired, isWhole = true }: { readonly desired: Desired; readonly isWhole?: boolean },
  isTargeted: (address: Address) => boolean,
): LeftAlone {
  const isSilent = isStopped || isTransferring || !isWhole;
  const known = isSilent ? [] : noLongerDeclared({ planning, declared: declaredIn(desired) }, whole.changes);
  const keys = new Set(known.map(keyAt));
  const isKnown = ({ parent: address, ...one }: Unmanaged): boolean => keys.has(keyAt({ address, ...one }));
  const waiting = whole.waiting.filter(({ address }) => isTargeted(address));
  const meant = known.filter(({ address }) => isTargeted(address));
  return {
    unmanaged: unmanaged.filter((one) => isTargeted(one.parent) && !isKnown(one)),
    ...(meant.length === 0 ? {} : { noLongerDeclared: meant }),
    ...(waiting.length === 0 ? {} : { waiting }),
  };
}

/**
 * The recorded objects that no manifest declares, and that no change of the plan is about. Of a removed site, only the site
 * is named, with a count of what the record has in it.
 */
function noLongerDeclared(given: Given, changes: readonly Change[]): readonly NoLongerDeclared[] {
  const entries = undeclaredEntries(given);
  const undeclared = new Set(entries.map(({ address }) => address));
  const planned = new Set(changes.flatMap((change) => (change.id === undefined ? [] : [keyAt(change)])));
  const deleted = new Set(changes.flatMap(({ action, address }) => (action === "delete" ? [address] : [])));
  const isIn = (address: Address, some: ReadonlySet<Address>): boolean =>
    ownersOf(address).some((owner) => owner !== address && some.has(owner));
  return entries
    .filter(({ address, entry }) => !isIn(address, undeclared) && !planned.has(keyAt({ address, ...entry })))
    .flatMap((one) => namedOf(given.planning, one, entries))
    .filter(({ address }) => !isIn(address, deleted))
    .sort((a, b) => compareNames(a.address, b.address));
}

/**
 * Drops entries that cannot be deleted: they go with their parent. A structure is one value of its site, like a field:
 * where no manifest writes it, it is not managed.
 */
function namedOf(
  planning: Planning,
  one: UndeclaredEntry,
  entries: readonly UndeclaredEntry[],
): readonly NoLongerDeclared[] {
  const { address, entry, live } = one;
  if (live === undefined) return [];
  const kind = planning.kinds.get(live.kind);
  if (kind.operations.delete === undefined || kind.sequence !== undefined) return [];
  const isInside = (other: UndeclaredEntry): boolean =>
    !address.includes("@") && other.address.startsWith(`${address}.`);
  return [
    {
      address: addressNow(planning, one),
      kind: kind.name,
      id: live.id,
      title: kind.label(live.answer),
      inside: entries.filter(isInside).length,
      ...(entry.createdBy === undefined ? {} : { createdBy: entry.createdBy }),
    },
  ];
}

/** The declared resources without those that are only there to be deleted. */
export function declaredIn({ resources }: Desired): readonly DesiredResource[] {
  return resources.filter(({ pruned }) => pruned === undefined);
}
