import { groupBy } from "../../model/group-by.ts";
import { root } from "../sequence/arrangement.ts";
import type { AfterPart } from "./after-part.ts";
import { placesAfter } from "./list-places.ts";
import { actsFor, type Tree } from "./tree.ts";
import type { TreeAct, TreeItem } from "./tree-order.ts";
import { inOrder } from "./tree-state.ts";

/** What is still to be done in a tree once a part of the plan is: what the next plan would do in it. */
export function actsAfter(tree: Tree, after: AfterPart): readonly TreeAct[] {
  const items = [...tree.items.values()].flatMap((item) => itemAfter(tree, after, item));
  return actsFor({
    ...tree,
    items: new Map(items.map((item) => [item.name, item])),
    current: currentAfter(tree, after),
    isSeen: after.isSeen,
  });
}

function itemAfter({ nodes }: Tree, after: AfterPart, item: TreeItem): readonly TreeItem[] {
  const { name, isHolder, to, copies = [] } = item;
  const from = after.holderOf(name);
  if (from === undefined) return nodes.get(name)?.from === undefined ? [item] : [];
  const left = copies.filter((copy) => after.holderOf(copy) === undefined);
  return [{ name, isHolder, from, to, isNew: false, copies: left }];
}

/** What stands in each holder then. */
function currentAfter({ nodes, current, acts }: Tree, after: AfterPart): Tree["current"] {
  const places = placesAfter(current, acts.filter(after.isDone), () => false);
  const place = (name: string): number => places.get(name) ?? 0;
  const there = [...nodes.values()].filter(({ name }) => after.holderOf(name) !== undefined);
  const shown = there.filter(({ name, kind }) => kind.tree.holds !== true || after.isSeen(name));
  const seen = new Map(shown.map(({ name }) => [name, place(name)]));
  const inside = groupBy(there, ({ name }) => after.holderOf(name) ?? root);
  return new Map(
    [...inside].map(([holder, all]) => [
      holder,
      inOrder(
        [...all].sort((a, b) => place(a.name) - place(b.name)),
        seen,
      ),
    ]),
  );
}
