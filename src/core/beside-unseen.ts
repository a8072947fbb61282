import { type AfterPart, afterPart, type IsChosen } from "./after-part.ts";
import type { Grown } from "./planning-trees.ts";
import type { Tree } from "./tree.ts";

/**
 * What has to come along with targets that nobody will see anything in. Such a one is ordered among holders only, but
 * gets a place among the others when another holder there is moved, which happens to each that is there and shows
 * no place of its own. So a part that places such a target, or changes where others stand, takes along the other moves
 * of holders there; in the latter case also what first shows those that it leaves unseen.
 */
export function besideUnseen(
  planning: Grown,
  tree: Tree,
  unseen: ReadonlySet<string>,
  shown: ReadonlyMap<string, readonly string[]>,
  isChosen: IsChosen,
): readonly string[] {
  const after = afterPart(planning, tree, isChosen);
  const lists = new Set([...unseen].flatMap((name) => tree.items.get(name)?.to ?? []));
  return [...lists].flatMap((list) => {
    const acts = tree.acts.filter(({ container }) => container === list);
    const isChanged = isChangedBy(tree, shown, after, list);
    if (!isChanged && !acts.some(({ item }) => unseen.has(item))) return [];
    const moving = acts.filter(({ type, item }) => type === "move" && isHolder(tree, item));
    const left = (tree.orders.get(list) ?? []).filter(
      (name) => isHolder(tree, name) && after.holderOf(name) === list && !after.isSeen(name),
    );
    return [
      ...moving.map(({ item }) => item),
      ...(isChanged ? left.flatMap((name) => shown.get(name) ?? []) : []),
    ];
  });
}

/** Does the part change where others stand in a list, as far as that can be seen? */
function isChangedBy(
  { acts, orders, current, nodes, isSeen }: Tree,
  shown: ReadonlyMap<string, readonly string[]>,
  after: AfterPart,
  list: string,
): boolean {
  const named = new Set(orders.get(list));
  const shows = (name: string): boolean =>
    nodes.get(name)?.kind.tree.holds !== true || isSeen(name) || shown.has(name);
  const moves = acts.some(
    (act) => act.container === list && named.has(act.item) && shows(act.item) && after.isDone(act),
  );
  const hides = (current.get(list) ?? []).some(
    (name) => isSeen(name) && !(after.holderOf(name) === list && after.isSeen(name)),
  );
  return moves || hides;
}

function isHolder({ nodes }: Tree, name: string): boolean {
  return nodes.get(name)?.kind.tree.holds === true;
}
