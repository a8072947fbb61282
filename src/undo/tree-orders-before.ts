import type { Address } from "../model/address.ts";
import type { Desired, OrderItem } from "../model/desired.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import type { Kind } from "../model/kind.ts";
import { liveKey } from "../model/live.ts";
import { isTreeKind } from "../planner/match/tree-kind.ts";
import type { Order } from "../planner/sequence/ordered-lists.ts";
import { equalJson } from "../text/json.ts";
import { valueNowAt } from "./before-images.ts";
import { addressBefore, imageKey } from "./image.ts";
import { movedSince, placeChanged } from "./moved-since.ts";
import { nameBeforeUndo } from "./named-before.ts";
import { reportKept, stateOf, type Undoing, update } from "./undoing.ts";

/** Declares the orders of collections and spaces as they were, without objects that are gone. */
export function declareTreeOrders(undoing: Undoing): Desired["organizations"] {
  const { organizations } = undoing.journal.header;
  const orders = new Map<string, readonly OrderItem[]>();
  const moved = movedInTree(undoing);
  for (const image of undoing.journal.images) {
    if (!Array.isArray(image.values.order)) continue;
    const ids = image.values.order.map(String).filter((id) => !moved.has(id));
    const order = ids.flatMap((id) => treeItem(undoing, image, id));
    if (image.kind === undefined) orders.set(image.organization, order);
    else update(undoing, addressBefore(image), { order });
  }
  return Object.entries(organizations).map(([alias, id]) => {
    const order = orders.get(alias);
    const base = { alias, id, source: undoing.sourceOf(alias), manage: {}, manageSources: {} };
    return { ...base, ...(order === undefined ? {} : { order }) };
  });
}

/** The ids of collections and spaces that somebody has moved after the run. What an order does not name stays. */
function movedInTree(undoing: Undoing): ReadonlySet<string> {
  const { journal, left, view } = undoing;
  const orders = journal.images.flatMap((image) => {
    const now = valueNowAt(view, image, "order");
    const before = image.values.order;
    if (!Array.isArray(before) || !Array.isArray(now)) return [];
    const gaps = left.gaps(image, "order", now);
    return [{ image, gaps, before: before.map(String), now: now.map(String) }];
  });
  // Where several runs touched the tree, each gap between two of them is one step.
  const steps = Math.max(0, ...orders.map(({ gaps }) => gaps.length));
  const moved = new Set(
    Array.from({ length: steps }, (_, at) => {
      const side = (which: 0 | 1): Order =>
        new Map(
          orders.flatMap(({ image, gaps }) => {
            const order = gaps[at]?.[which];
            return Array.isArray(order) ? [[imageKey(image), order.map(String)] as const] : [];
          }),
        );
      return [...movedSince(side(0), side(1))];
    }).flat(),
  );
  const kept = orders.flatMap(({ image, before, now }) => {
    const isSame = equalJson(
      before.filter((id) => now.includes(id)),
      now.filter((id) => before.includes(id)),
    );
    const ids = isSame ? [] : before.filter((id) => moved.has(id));
    return ids.map((id) => [id, treeAddress(undoing, image.organization, id)] as const);
  });
  for (const [id, address] of kept)
    if (undoing.overwrites(address)) moved.delete(id);
    else reportKept(undoing, address, placeChanged);
  return moved;
}

/** The address of a collection or a space. */
function treeAddress({ imageOf, view, addressOfId }: Undoing, organization: string, id: string): Address {
  const all = view.kinds.childrenOf().filter(isTreeKind);
  const keyed = all.map((kind) => ({ kind, key: liveKey({ organization, kind: kind.name, id }) }));
  const image = keyed.map(({ key }) => imageOf(key)).find((one) => one !== undefined);
  if (image !== undefined) return addressBefore(image);
  const { kind } = keyed.find(({ key }) => view.liveByKey(key) !== undefined) ?? {};
  const declared = addressOfId(liveKey({ organization, kind: kind?.name ?? "", id }));
  return declared ?? `${organization}/${kind?.plural ?? ""}.${id}`;
}

/** An item of an order before; none when it is gone. */
function treeItem(
  undoing: Undoing,
  { organization, address }: BeforeImage,
  id: string,
): readonly OrderItem[] {
  const isBack = ({ name: kind }: Kind): boolean => {
    const key = liveKey({ organization, kind, id });
    const image = undoing.imageOf(key);
    return image === undefined
      ? undoing.view.liveByKey(key) !== undefined
      : stateOf(undoing, image) !== "gone";
  };
  const kind = undoing.view.kinds.childrenOf().filter(isTreeKind).find(isBack)?.name;
  if (kind === undefined) return [];
  return [
    { kind, name: nameBeforeUndo(undoing, { organization, kind, id }), source: undoing.sourceOf(address) },
  ];
}
