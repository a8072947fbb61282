import {
  type Address,
  isWithin,
  organizationOf,
  ownersOf,
  rootOf,
  withoutOrganization,
} from "../../model/address.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { managedAs } from "../../model/kind-index.ts";
import { keyAt, type LiveResource } from "../../model/live.ts";
import { liveAddress } from "../live-address.ts";
import type { Protection, RecordedResource } from "../match/recorded-ids.ts";
import type { Planning } from "../planning.ts";
import type { Finding, GuardInput } from "./guard.ts";

type Given = Pick<GuardInput, "planning" | "declared">;

/** A recorded object that is protected: it may be live, and its block has gone from the manifests. */
interface RecordedProtection {
  readonly address: Address;
  readonly entry: RecordedResource;
  readonly since: Protection;
}

/**
 * Finds the deletes of objects that the record protects. Example: `teams.docs` was applied with `protect: true`. Removing
 * its block does not remove the protection, so the delete of the team is held.
 */
export function recordedFindings(input: GuardInput): readonly Finding[] {
  const deletes = input.changes.filter(({ action }) => action === "delete");
  if (deletes.length === 0) return [];
  const byKey = new Map(deletes.map((change) => [keyAt(change), change]));
  const byAddress = addressesOf(input.planning, byKey);
  return recordedProtections(input).flatMap(({ address, entry, since }): readonly Finding[] => {
    const own = byKey.get(keyAt({ address, ...entry }));
    if (own !== undefined) return [finding(address, since, own, "deletes it")];
    const owner = ownersOf(address).find((one) => one !== address && byAddress.has(one));
    const outer = byAddress.get(owner ?? "");
    return outer === undefined
      ? []
      : [finding(address, since, outer, `deletes ${owner}, which it stands in`)];
  });
}

function finding(address: Address, since: Protection, change: Change, what: string): Finding {
  return {
    // A change of an undeclared object goes by the id. The verdict is shown at it.
    address: change.address,
    message: `${address} has been protected since ${sinceText(since)}, and this plan ${what}`,
    allow: "putting its block back with protect: false for one apply, then removing it",
    ...(change.source === undefined ? {} : { source: change.source }),
  };
}

/** A run without calls has no id: its time and commit stand for it. */
function sinceText({ at, run, commit }: Protection): string {
  if (run !== undefined) return `the run ${run} of ${at}`;
  return commit === undefined ? `the apply of ${at}` : `the apply of ${at}, commit ${commit.slice(0, 7)}`;
}

/** Deletes by the address of the change, and by the address that the record has for the object. */
function addressesOf(
  { lastApply }: Planning,
  byKey: ReadonlyMap<string, Change>,
): ReadonlyMap<Address, Change> {
  const found = new Map([...byKey.values()].map((change) => [change.address, change]));
  for (const [address, entry] of lastApply?.resources ?? []) {
    const change = byKey.get(keyAt({ address, ...entry }));
    if (change !== undefined) found.set(address, change);
  }
  return found;
}

/** The objects that only the record protects. */
function recordedProtections({ planning, declared }: Given): readonly RecordedProtection[] {
  const addresses = new Set(declared.map(({ address }) => address));
  return [...(planning.lastApply?.resources ?? [])].flatMap(([address, entry]) => {
    const { protected: since } = entry;
    if (since === undefined) return [];
    const live = liveOfEntry(planning, address, entry);
    const isOver = hasBlock(planning, addresses, address, live) || isGone(planning, address, entry, live);
    return isOver ? [] : [{ address, entry, since }];
  });
}

function liveOfEntry(
  planning: Planning,
  address: Address,
  entry: RecordedResource | undefined,
): LiveResource | undefined {
  return entry && planning.liveByKey(keyAt({ address, ...entry }));
}

/** Does a block declare the object, under whatever address? Then the block says whether it is protected. */
function hasBlock(
  { matching, renewedAt }: Planning,
  declared: ReadonlySet<Address>,
  address: Address,
  live: LiveResource | undefined,
): boolean {
  if (live === undefined) return declared.has(address);
  if (matching.addressOf(live) !== undefined || renewedAt(live) !== undefined) return true;
  // A block with another `id:` may have the address by now. Then it says nothing of this object.
  return declared.has(address) && matching.liveOf(address) === undefined;
}

/** Is the object known not to be there? An object in a list that was not read may be there. */
function isGone(
  planning: Planning,
  address: Address,
  { kind }: RecordedResource,
  live: LiveResource | undefined,
): boolean {
  if (live !== undefined) return live.deleted === true;
  const root = rootOf(address);
  const parent = root === address ? undefined : liveRoot(planning, root);
  if (parent === undefined) return isRootRead(planning, root);
  const block = planning.resourceAt(planning.matching.addressOf(parent) ?? "");
  const child = planning.kinds.childrenOf(parent.kind).find(({ name }) => name === kind);
  if (block === undefined || block.absent || child === undefined) return false;
  return block.manage[managedAs(child)] !== undefined;
}

function liveRoot(planning: Planning, root: Address): LiveResource | undefined {
  const recorded = liveOfEntry(planning, root, planning.lastApply?.resources.get(root));
  return recorded ?? planning.matching.liveOf(root);
}

function isRootRead({ desired }: Planning, root: Address): boolean {
  const organization = desired.organizations.find(({ alias }) => alias === organizationOf(root));
  const [plural = ""] = withoutOrganization(root).split(".", 1);
  return organization?.manage[plural] !== undefined;
}

/**
 * The entries that the record keeps although no block declares them: each protected object, and the objects that it stands
 * in. Without those, nobody would know that the delete of a site deletes a protected share link.
 */
export function keptEntries(given: Given): ReadonlyMap<Address, RecordedResource> {
  const { planning } = given;
  const kept = recordedProtections(given).map(({ address }) => address);
  if (kept.length === 0) return new Map();
  const entries = [...(planning.lastApply?.resources ?? [])].filter(([address]) =>
    kept.some((one) => isWithin(one, address)),
  );
  return new Map(entries.map(([address, entry]) => [addressNow(planning, address, entry), entry]));
}

/** The address of an entry in the next record: its parent may have been renamed, or another object has the address. */
function addressNow(planning: Planning, address: Address, entry: RecordedResource): Address {
  const live = liveOfEntry(planning, address, entry);
  const isTaken = planning.resourceAt(address) !== undefined;
  if (live !== undefined && isTaken && planning.matching.addressOf(live) === undefined)
    return liveAddress(planning, live);
  const root = rootOf(address);
  const parent = root === address ? undefined : liveRoot(planning, root);
  const renamed = parent && planning.matching.addressOf(parent);
  return renamed === undefined ? address : renamed + address.slice(root.length);
}
