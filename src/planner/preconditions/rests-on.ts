import { uniqueValues } from "../../executor/in-doubt/precondition-claims.ts";
import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import type { Field, Kind } from "../../model/kind.ts";
import { apiName } from "../../model/kind-index.ts";
import { keyAt, type LiveResource, liveKey } from "../../model/live.ts";
import { compareText, isObject, type Json } from "../../text/json.ts";
import { isIgnored } from "../diff/ignored.ts";
import { membersNamed } from "../diff/plan-membership.ts";
import { liveItem } from "../item-name.ts";
import { liveAddress } from "../live-address.ts";
import { parentOf } from "../live-parent.ts";
import type { Planning } from "../planning.ts";
import { root } from "../sequence/arrangement.ts";
import type { FamilyOrder } from "../sequence/structure.ts";
import { familyName, viewOf } from "../snapshot.ts";
import type { Grown } from "../tree/planning-trees.ts";
import {
  noteDeclared,
  noteFields,
  noteInside,
  noteUndeclared,
  type Observed,
  startWatch,
  type Watch,
} from "./footprint.ts";
import { identityPaths, seeById, seeIdentity, seeItem, seeNeeded } from "./see-identity.ts";
import { seeReferrers } from "./see-referrers.ts";
import { seeTree } from "./see-tree.ts";
import { seeUnspoken } from "./see-unspoken.ts";

/**
 * What the steps of a plan rest on: for each address that changes, what is declared there; the identity of what
 * it stands in and refers to; the order of lists in which something moves, comes or goes; the collections from
 * which something goes because it is not declared. Fields that no manifest speaks of are not part of it, unless
 * they say what a change does beyond its fields (`seeUnspoken`).
 */
export function restsOn(
  planning: Grown,
  orders: ReadonlyMap<Address, readonly FamilyOrder[]>,
  changes: readonly Change[],
): Observed {
  const changed = changes.filter(({ action }) => action !== "blocked");
  if (changed.length === 0) return {};
  const resources = planning.live.resources.filter(({ arrivesBy }) => arrivesBy === undefined);
  const watch = startWatch(planning, viewOf({ ...planning.live, resources }, planning.kinds));
  const addresses = new Set(changed.map(({ address }) => address));
  for (const address of addresses) {
    const resource = planning.resourceAt(address);
    if (resource !== undefined) seeWhole(watch, resource);
  }
  for (const address of addresses) seeArrival(watch, planning.resourceAt(address));
  seeSurplus(watch, changed);
  for (const change of changed) seeUnspoken(watch, change);
  const gone = new Set(changed.flatMap((change) => (change.action === "delete" ? [keyAt(change)] : [])));
  for (const [address, all] of orders) seeOrders(watch, address, all, { addresses, gone });
  for (const tree of planning.trees) seeTree(watch, tree, addresses);
  seeReferrers(watch, changed);
  return Object.fromEntries([...watch.seen].sort(([a], [b]) => compareText(a, b)));
}

/** Everything that is declared of a resource, and what it needs. */
function seeWhole(watch: Watch, resource: DesiredResource): void {
  const { planning } = watch;
  const kind = planning.kinds.get(resource.kind);
  const former = planning.formerOf(resource.address);
  const live = former ?? hereNow(planning, resource.address);
  const restore = live?.deleted === true ? kind.tree?.restore : undefined;
  const deletedAt = restore === undefined ? [] : [restore.deletedAt];
  const written = Object.keys(resource.values).filter((name) => isLookedAt(planning, resource, name));
  const paths = written.flatMap((name) => pathsOf(watch, resource, kind, name));
  const kept = former === undefined ? [] : keptFields(kind);
  const all = new Set([...identityPaths(resource, kind), ...paths, ...kept, ...deletedAt]);
  const unique = uniqueValues(kind, resource, live);
  noteDeclared(watch, resource, { paths: [...all].sort(compareText), live, unique });
  seeNeeded(watch, resource, Object.keys(resource.values));
  for (const name of written) seePeople(watch, resource, kind.fields[name], resource.values[name]);
}

/** What comes from another organization is seen there: it is compared with what is declared here. */
function seeArrival(watch: Watch, resource: DesiredResource | undefined): void {
  const { planning } = watch;
  const arrival = resource && planning.matching.liveOf(resource.address);
  const live = arrival?.arrivesBy === undefined ? undefined : planning.liveByKey(liveKey(arrival));
  if (resource === undefined || live === undefined) return;
  const paths = Object.keys(resource.values).filter((name) => isLookedAt(planning, resource, name));
  seeById(watch, live.organization, live.kind, live.id);
  noteFields(watch, liveAddress(planning, live), live, paths, resource);
}

/** What is read of an address, also when it is deleted and to be restored; not what comes from elsewhere. */
function hereNow(planning: Planning, address: Address): LiveResource | undefined {
  const live = planning.matching.liveOf(address);
  return live?.arrivesBy === undefined ? live : undefined;
}

function isLookedAt(planning: Planning, resource: DesiredResource, name: string): boolean {
  const isField = planning.kinds.get(resource.kind).fields[name] !== undefined;
  return isField && !isIgnored(planning, resource, name);
}

/** The paths of one declared field: each declared member, unless the whole list of members is. */
function pathsOf(watch: Watch, resource: DesiredResource, kind: Kind, name: string): readonly string[] {
  const membership = kind.fields[name]?.membership;
  if (membership === undefined || resource.manage[name] !== "listed") return [name];
  const named = membersNamed(watch.planning, resource, membership, resource.values[name]);
  return named.map(({ id }) => `${name}.${id}`);
}

/** What is built anew takes along what the manifest does not say. */
function keptFields(kind: Kind): readonly string[] {
  const taken = kind.operations.create?.body?.shape ?? {};
  return Object.entries(kind.fields).flatMap(([name, field]) =>
    Object.hasOwn(taken, apiName(name, field)) ? [name] : [],
  );
}

/** The people that a list of members names. */
function seePeople(
  watch: Watch,
  resource: DesiredResource,
  field: Field | undefined,
  written: Json | undefined,
): void {
  if (field?.membership === undefined || !isObject(written)) return;
  const { membership } = field;
  for (const { id } of membersNamed(watch.planning, resource, membership, written))
    seeById(watch, resource.organization, membership.of, id);
}

/** What goes because it is not declared, and the collection that it goes from: that must be known whole. */
function seeSurplus(watch: Watch, changes: readonly Change[]): void {
  const { planning } = watch;
  const gone = changes.filter(
    ({ action, address }) => action === "delete" && planning.resourceAt(address) === undefined,
  );
  const [ids, addresses] = [new Set(gone.map(({ id }) => id)), new Set(gone.map(({ address }) => address))];
  for (const live of watch.view.live.resources) {
    const address = ids.has(live.id) ? liveAddress(planning, live) : "";
    if (!addresses.has(address)) continue;
    noteUndeclared(watch, address, live);
    const kind = planning.kinds.get(live.kind);
    const parent = parentOf(planning, live);
    const holder = parent === undefined ? live.organization : planning.matching.addressOf(parent);
    seeIdentity(watch, holder);
    if (kind.shape === "collection" && holder !== undefined) noteInside(watch, holder, parent, kind.plural);
  }
}

/** What changes, by its address, and what is deleted, by its `liveKey`. */
interface Changed {
  readonly addresses: ReadonlySet<Address>;
  readonly gone: ReadonlySet<string>;
}

/** The orders of a resource in which something moves, comes or goes. */
function seeOrders(watch: Watch, address: Address, orders: readonly FamilyOrder[], changed: Changed): void {
  const { planning } = watch;
  const parent = planning.matching.liveOf(address);
  const touched = orders.map((order) => touchedIn(planning, order, changed));
  if (parent === undefined || touched.every((containers) => containers.size === 0)) return;
  seeIdentity(watch, address);
  for (const [index, order] of orders.entries()) {
    // What stands at the root of one family decides what a new item of the other becomes (A21).
    const names = [root, ...(order.family.isNested ? order.live.keys() : (touched[index] ?? []))];
    const ids = names.map((name) => (name === root ? root : (liveItem(planning, name)?.id ?? name)));
    noteInside(watch, address, parent, `order.${familyName(order.family)}`, ids);
    for (const name of names) seeItem(watch, name);
  }
}

/** Containers in which something changes its place, comes or goes, and those that go with all that is in them. */
function touchedIn(
  planning: Planning,
  { acts, live, wanted, family }: FamilyOrder,
  { addresses, gone }: Changed,
): ReadonlySet<string> {
  const acted = new Set(acts.map(({ item }) => item));
  const goes = (item: string, container: string): boolean =>
    item.startsWith("#")
      ? family.isNested || wanted.has(container)
      : planning.resourceAt(item)?.absent === true && addresses.has(item);
  const isGone = (container: string): boolean => {
    const holder = container === root ? undefined : liveItem(planning, container);
    return holder !== undefined && gone.has(liveKey(holder));
  };
  const touched = [...live, ...wanted].filter(
    ([name, items]) => isGone(name) || items.some((item) => acted.has(item) || goes(item, name)),
  );
  return new Set(touched.map(([name]) => name));
}
