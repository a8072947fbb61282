import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import type { Kind } from "../../model/kind.ts";
import { apiName, keyFields } from "../../model/kind-index.ts";
import { keyAt, liveKey } from "../../model/live.ts";
import { compareText } from "../../text/json.ts";
import { membersNamed } from "../diff/plan-membership.ts";
import { isTreeKind, root, type TreeNode, treeField } from "../match/tree-kind.ts";
import type { FamilyOrder } from "../sequence/structure.ts";
import { liveItem, parentOf } from "../state/live-address.ts";
import { isIgnored, type Planning, targetOf } from "../state/planning.ts";
import { isTransfer } from "../tree/transfer-change.ts";
import type { PlanningWithTrees, Tree } from "../tree/tree.ts";
import { nodeAddress } from "../tree/tree-calls.ts";
import {
  noteDeclared,
  noteFields,
  noteInside,
  noteThere,
  noteUndeclared,
  type Observed,
  type PreconditionCollector,
  startCollecting,
} from "./fingerprint.ts";
import { familyName } from "./snapshot.ts";

/**
 * The preconditions of a plan, by address. There are three sorts of them:
 * - an object that the plan changes: its id, its parent and its declared fields;
 * - a list in which something is to be created: no other object has its natural key or its unique value;
 * - the order of a container in which something moves, comes or goes; all ids in a collection that is deleted.
 */
export function preconditionsOf(
  planning: PlanningWithTrees,
  orders: ReadonlyMap<Address, readonly FamilyOrder[]>,
  changes: readonly Change[],
): Observed {
  const changed = changes.filter(({ action }) => action !== "blocked");
  if (changed.length === 0) return {};
  const watch = startCollecting(planning);
  for (const change of changed) noteObject(watch, change);
  const addresses = new Set(changed.map(({ address }) => address));
  const gone = new Set(changed.flatMap((change) => (change.action === "delete" ? [keyAt(change)] : [])));
  for (const [address, all] of orders) noteOrders(watch, address, all, { addresses, gone });
  for (const tree of planning.trees) noteTree(watch, tree, addresses);
  for (const change of changed)
    if (change.action === "delete" || isTransfer(change)) noteContent(watch, change);
  return Object.fromEntries([...watch.seen].sort(([a], [b]) => compareText(a, b)));
}

/** The object of a change, and the objects that its calls name: they only have to be there. */
function noteObject(watch: PreconditionCollector, change: Change): void {
  const { planning, view } = watch;
  const resource = planning.resourceAt(change.address);
  const live = view.liveByKey(keyAt(change));
  if (resource !== undefined) noteResource(watch, resource);
  else if (live !== undefined) {
    noteUndeclared(watch, change.address, live);
    const parent = parentOf(view, live);
    noteThere(watch, parent === undefined ? undefined : planning.matching.addressOf(parent));
  }
  if (live === undefined) return;
  noteFields(watch, change.address, live, besideFields(planning.kinds.get(live.kind), change));
}

function noteResource(watch: PreconditionCollector, resource: DesiredResource): void {
  const { planning } = watch;
  const kind = planning.kinds.get(resource.kind);
  const former = planning.formerOf(resource.address);
  const written = Object.keys(resource.values).filter((name) => isCompared(planning, resource, name));
  const live = former ?? planning.matching.liveOf(resource.address);
  const deletedAt = live?.deleted === true ? [kind.tree?.restore?.deletedAt ?? []].flat() : [];
  const declared = written.flatMap((name) => pathsOf(planning, resource, kind, name));
  const kept = former === undefined ? [] : keptFields(kind);
  const paths = new Set([...namesOf(resource, kind), ...declared, ...kept, ...deletedAt]);
  noteDeclared(watch, resource, live, [...paths].sort(compareText));
  noteThere(watch, resource.parent);
  if (kind.sequence?.addressIn === "container") noteThere(watch, resource.container);
  for (const name of written) noteTarget(watch, resource, name);
}

/** The target of a declared field. */
function noteTarget(watch: PreconditionCollector, resource: DesiredResource, name: string): void {
  const { planning } = watch;
  const field = planning.kinds.get(resource.kind).fields[name];
  const value = resource.values[name];
  if (field === undefined || value === undefined || value === null) return;
  noteThere(watch, targetOf(planning, resource, field, value)?.address);
}

/** The fields that a resource is found by; none for one with an `id`. */
function namesOf(resource: DesiredResource, kind: Kind): readonly string[] {
  if (resource.id !== undefined) return [];
  return keyFields(kind).filter((name) => resource.values[name] !== undefined);
}

function isCompared(planning: Planning, resource: DesiredResource, name: string): boolean {
  const isField = planning.kinds.get(resource.kind).fields[name] !== undefined;
  return isField && !isIgnored(planning, resource, name);
}

/** A field as a whole; of members that are `listed`, each declared one. */
function pathsOf(planning: Planning, resource: DesiredResource, kind: Kind, name: string): readonly string[] {
  const membership = kind.fields[name]?.membership;
  if (membership === undefined || resource.manage[name] !== "listed") return [name];
  return membersNamed(planning, resource, membership, resource.values[name]).map(({ id }) => `${name}.${id}`);
}

/** A resource that is replaced takes the values of the old one with it, also of fields that are not declared. */
function keptFields(kind: Kind): readonly string[] {
  const taken = kind.operations.create?.body?.shape ?? {};
  return Object.entries(kind.fields).flatMap(([name, field]) =>
    Object.hasOwn(taken, apiName(name, field)) ? [name] : [],
  );
}

/**
 * Values of an object that a change rests on beside its declared fields. Of a delete: who uses it, and how much is in it.
 * Of an update: the `visibility` that publishing a site exposes it with; how often a task was started; for a text that
 * cannot be read back, the version of it. Of what goes back whole: all of it.
 */
function besideFields(kind: Kind, { action, fields = [] }: Change): readonly string[] {
  if (action === "delete") return kind.inUse ?? [];
  if (kind.operations.wholeBody ?? kind.operations.shared) return Object.keys(kind.fields);
  const { task, processing } = kind;
  return fields.flatMap(({ path, unreadable }) => {
    const isRun = path === task?.name;
    const isText = unreadable === true && processing?.startedBy === path;
    return [
      ...(isRun ? [path] : []),
      ...[kind.fields[path]?.switched?.opensTo ?? []].flat(),
      ...(isText ? [...processing.latest, processing.state] : []),
    ];
  });
}

/** The changed resources by address, and the deleted ones by `liveKey`. */
interface Changed {
  readonly addresses: ReadonlySet<Address>;
  readonly gone: ReadonlySet<string>;
}

/** The orders in a site of containers in which something moves, comes or goes. */
function noteOrders(
  watch: PreconditionCollector,
  address: Address,
  orders: readonly FamilyOrder[],
  changed: Changed,
): void {
  const { planning } = watch;
  const parent = planning.matching.liveOf(address);
  if (parent === undefined) return;
  for (const order of orders) {
    const names = touchedIn(planning, order, changed);
    if (names.length === 0) continue;
    noteThere(watch, address);
    const ids = names.map((name) => (name === root ? root : (liveItem(planning, name)?.id ?? name)));
    noteInside(watch, address, parent, `order.${familyName(order.family)}`, ids);
  }
}

function touchedIn(
  planning: Planning,
  { acts, live, wanted, family }: FamilyOrder,
  { addresses, gone }: Changed,
): readonly string[] {
  const acted = new Set(acts.map(({ item }) => item));
  const goes = (item: string, container: string): boolean =>
    item.startsWith("#")
      ? family.isNested || wanted.has(container)
      : planning.resourceAt(item)?.absent === true && addresses.has(item);
  const isGone = (container: string): boolean => {
    const found = container === root ? undefined : liveItem(planning, container);
    return found !== undefined && gone.has(liveKey(found));
  };
  const touched = [...live, ...wanted].filter(
    ([name, items]) => isGone(name) || items.some((item) => acted.has(item) || goes(item, name)),
  );
  return [...new Set(touched.map(([name]) => name))];
}

/** Of collections and spaces: the place of what moves, the order that it moves in. */
function noteTree(watch: PreconditionCollector, tree: Tree, changed: ReadonlySet<Address>): void {
  const isChanged = (node: TreeNode | undefined): boolean =>
    node !== undefined && changed.has(nodeAddress(watch.planning, node));
  const acts = tree.acts.filter(({ item }) => isChanged(tree.nodes.get(item)));
  for (const { item, container } of acts) {
    notePlace(watch, tree.nodes.get(item));
    noteThere(watch, container);
  }
  const acted = new Set(acts.map(({ item }) => item));
  for (const [parent, names] of tree.orders)
    if (names.some((name) => acted.has(name))) noteTreeOrder(watch, tree, parent, names);
}

function notePlace(watch: PreconditionCollector, node: TreeNode | undefined): void {
  if (node?.live === undefined) return;
  const field = treeField(node.kind, "parent");
  if (field !== undefined) noteFields(watch, nodeAddress(watch.planning, node), node.live, [field]);
}

/** The order of the live children of a collection that its `order` names. */
function noteTreeOrder(
  watch: PreconditionCollector,
  tree: Tree,
  parent: string,
  names: readonly string[],
): void {
  const node = tree.nodes.get(parent);
  const standing = new Set(tree.current.get(parent));
  const stays = names.filter((name) => standing.has(name) && !tree.deletes.has(name));
  const ids = stays.flatMap((name) => tree.nodes.get(name)?.live?.id ?? []);
  if (ids.length === 0) return;
  if (parent === root) noteInside(watch, tree.organization.alias, undefined, "order", ids);
  if (node?.live === undefined) return;
  const address = nodeAddress(watch.planning, node);
  noteThere(watch, address);
  noteInside(watch, address, node.live, "order", ids);
}

/** All ids in a collection that is deleted or transferred: one more, or one less, makes it another one. */
function noteContent(watch: PreconditionCollector, change: Change): void {
  const live = watch.view.liveByKey(keyAt(change));
  if (live === undefined || watch.planning.kinds.get(live.kind).tree?.holds !== true) return;
  for (const { plural } of watch.planning.kinds.childrenOf().filter(isTreeKind))
    noteInside(watch, change.address, live, plural);
}
