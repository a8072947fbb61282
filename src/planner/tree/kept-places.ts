import { groupBy } from "../../model/group-by.ts";
import { actsAfter } from "./acts-after.ts";
import type { AfterPart } from "./after-part.ts";
import type { Tree } from "./tree.ts";

/**
 * What has to come along so that the next plan leaves the targets where the part puts them. Which moves are the
 * fewest depends on which holders can be seen, and the part changes that: it may leave unseen what stands beside a
 * target, or show what has yet to move. Where the next plan would move a target, the other moves of holders in that
 * list come along, with what first shows those that the part leaves unseen; if that is not enough, all of the list.
 */
export function keepingPlaces(
  tree: Tree,
  isTarget: (name: string) => boolean,
  shown: ReadonlyMap<string, readonly string[]>,
  after: AfterPart,
): readonly string[] {
  const moved = actsAfter(tree, after).filter(({ item }) => isTarget(item));
  const lists = new Set(moved.flatMap(({ item }) => tree.items.get(item)?.to ?? []));
  const left = groupBy(
    tree.acts.filter((act) => !after.isDone(act)),
    ({ item }) => tree.items.get(item)?.to ?? "",
  );
  return [
    ...newlyShown(tree, isTarget, after),
    ...[...lists].flatMap((list) => {
      const unseen = (tree.orders.get(list) ?? []).filter(
        (name) => isHolder(tree, name) && after.holderOf(name) === list && !after.isSeen(name),
      );
      const acts = left.get(list) ?? [];
      const first = [
        ...acts.filter(({ type, item }) => type === "move" && isHolder(tree, item)).map(({ item }) => item),
        ...unseen.flatMap((name) => shown.get(name) ?? []),
      ];
      return first.length > 0 ? first : acts.map(({ item }) => item);
    }),
  ];
}

/** Holders that the part shows beside a target, where they have yet to move: nobody knows where they come to be seen. */
function newlyShown(tree: Tree, isTarget: (name: string) => boolean, after: AfterPart): readonly string[] {
  const lists = [...tree.orders].filter(([, names]) => names.some(isTarget));
  const besideTargets = new Set(lists.map(([list]) => list));
  return tree.acts
    .filter(({ type, item, container }) => type === "move" && after.holderOf(item) === container)
    .filter((act) => !after.isDone(act) && !tree.isSeen(act.item) && after.isSeen(act.item))
    .filter(({ container }) => besideTargets.has(container))
    .map(({ item }) => item);
}

function isHolder({ nodes }: Tree, name: string): boolean {
  return nodes.get(name)?.kind.tree.holds === true;
}
