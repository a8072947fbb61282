import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import { shownName, writtenTitle } from "../../model/display-name.ts";
import type { Navigation, NavigationItem, RowBefore } from "../../model/documents/document-parts.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { addTo } from "../../model/group-by.ts";
import { root } from "../match/tree-kind.ts";
import { liveAddress, liveItem } from "../state/live-address.ts";
import { type PlanContext, titleOfTarget } from "../state/planning.ts";
import { type Place, placesIn } from "./ordered-lists.ts";
import { asShown, type FamilyOrder } from "./structure.ts";

/** The navigation of a resource whose order is declared, when anything of it changes. */
export function navigationOf(
  planning: PlanContext,
  address: Address,
  orders: readonly FamilyOrder[],
  changes: Tree["changes"],
): readonly Navigation[] {
  const source = planning.resourceAt(address)?.source;
  const shown = orders.map((order) => ({ ...order, live: asShown(planning, order.live) }));
  const tree: Tree = {
    planning,
    orders: shown,
    changes,
    from: new Map(shown.flatMap(({ live }) => [...placesIn(live)])),
    to: new Map(orders.flatMap(({ wanted }) => [...placesIn(wanted)])),
  };
  const items = itemsUnder(tree, root, 0);
  if (items.every(({ mark }) => mark === "same")) return [];
  const before = [...rowsBefore(tree, root, 0)];
  return [{ address, ...(source === undefined ? {} : { source }), items: [...items], before }];
}

interface Tree {
  readonly planning: PlanContext;
  readonly orders: readonly FamilyOrder[];
  readonly changes: ReadonlyMap<Address, readonly Change[]>;
  readonly from: ReadonlyMap<string, Place>;
  readonly to: ReadonlyMap<string, Place>;
}

function itemsUnder(tree: Tree, container: string, depth: number): readonly NavigationItem[] {
  return tree.orders.flatMap((order) =>
    withOthers(tree, order, container).flatMap((item) => [
      rowOf(tree, item, depth),
      ...(isGoing(tree, item) ? [] : itemsUnder(tree, item, depth + 1)),
    ]),
  );
}

/** The rows as they stand now, with the titles that visitors see now. */
function rowsBefore(tree: Tree, container: string, depth: number): readonly RowBefore[] {
  return tree.orders.flatMap(({ live }) =>
    (live.get(container) ?? []).flatMap((item) => [
      { address: addressOf(tree, item), title: titleBefore(tree, item), depth },
      ...rowsBefore(tree, item, depth + 1),
    ]),
  );
}

function titleBefore({ planning }: Tree, item: string): string {
  const resource = planning.resourceAt(item);
  const live = liveItem(planning, item) ?? planning.formerOf(item);
  const name = live === undefined ? undefined : shownName(planning.kinds.get(live.kind), resource, live);
  return name ?? resource?.key ?? item;
}

/** Does the plan delete an item? Nothing else says so: what nobody declares may stand where nothing is managed. */
function isGoing(tree: Tree, item: string): boolean {
  return (tree.changes.get(addressOf(tree, item)) ?? []).some(({ action }) => action === "delete");
}

/** Address of an item: that of its declaration, else that of the live one. */
function addressOf({ planning }: Tree, item: string): Address {
  const live = planning.resourceAt(item) === undefined ? liveItem(planning, item) : undefined;
  return live === undefined ? item : liveAddress(planning, live);
}

/** The items of a container as they shall stand, with those that go, or are not ordered, in their old places. */
function withOthers(tree: Tree, { live, wanted }: FamilyOrder, container: string): readonly string[] {
  const items = wanted.get(container) ?? [];
  const staying = new Set(items);
  const others = new Map<string, string[]>();
  let neighbour: string = root;
  for (const item of live.get(container) ?? []) {
    if (staying.has(item)) neighbour = item;
    else if (!tree.to.has(item)) addTo(others, neighbour, item);
  }
  return [root, ...items].flatMap((item) => [...(item === root ? [] : [item]), ...(others.get(item) ?? [])]);
}

function rowOf(tree: Tree, item: string, depth: number): NavigationItem {
  const { planning } = tree;
  const live = liveItem(planning, item);
  const resource = planning.resourceAt(item);
  const kind = planning.kinds.get(resource?.kind ?? live?.kind ?? "");
  const base = {
    address: addressOf(tree, item),
    kind: kind.name,
    title: titleFor(tree, item),
    depth,
  };
  if (isGoing(tree, item)) return { ...base, mark: "remove" };
  if (live === undefined && planning.formerOf(item) === undefined) return { ...base, mark: "add" };
  const note =
    planning.formerOf(item) === undefined ? {} : { note: "deleted and created again, with a new id" };
  return { ...base, ...markOf(tree, item), ...note };
}

function markOf(tree: Tree, item: string): Pick<NavigationItem, "mark" | "from" | "to" | "fromContainer"> {
  const actions = (tree.changes.get(item) ?? []).map(({ action }) => action);
  const [from, to] = [tree.from.get(item), tree.to.get(item)];
  if (actions.includes("move") && from !== undefined && to !== undefined) {
    const left =
      from.container === to.container ? {} : { fromContainer: titleOf(tree.planning, from.container) };
    return { mark: "move", from: from.place, to: to.place, ...left };
  }
  return { mark: actions.includes("update") ? "update" : "same" };
}

/** The name of a container for people; the root has none of its own. */
export function titleOf(planning: PlanContext, container: string): string {
  if (container === root) return "(root)";
  const resource = planning.resourceAt(container);
  const live = liveItem(planning, container);
  const name = live === undefined ? undefined : shownName(planning.kinds.get(live.kind), resource, live);
  return writtenTitle(resource) ?? name ?? container;
}

/** The title that visitors will see: as declared, else that of the space it will show, else as live. */
function titleFor(tree: Tree, item: string): string {
  const { planning } = tree;
  const resource = planning.resourceAt(item);
  const live = liveItem(planning, item);
  const written = writtenTitle(resource);
  if (written !== undefined) return written;
  const shown = resource === undefined || isGoing(tree, item) ? undefined : newlyShown(tree, resource);
  if (shown !== undefined) return shown;
  const name = live === undefined ? undefined : shownName(planning.kinds.get(live.kind), resource, live);
  return name ?? resource?.key ?? item;
}

/** The title of what an item will refer to and does not yet: of the space that a site space shows. */
function newlyShown({ planning, changes }: Tree, resource: DesiredResource): string | undefined {
  const changed = (changes.get(resource.address) ?? []).flatMap(({ fields }) => fields ?? []);
  for (const [name, field] of Object.entries(planning.kinds.get(resource.kind).fields)) {
    if (field.refersTo === undefined || !changed.some(({ path }) => path === name)) continue;
    return titleOfTarget(planning, resource, field, resource.values[name] ?? null);
  }
  return undefined;
}
