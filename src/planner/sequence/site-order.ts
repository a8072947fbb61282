import { root } from "../match/tree-kind.ts";
import { type Arrangement, type ArrangementPlan, isUnseen, oldMark } from "./arrangement.ts";
import { dissolve, isFixed, orderContainer, type Work } from "./container-order.ts";
import { listsOf } from "./ordered-lists.ts";

/**
 * Plans the calls that turn one order into another:
 *
 * 1. Choose the groups to rebuild. A group that nothing moves (A25) is at the end of its container when it is new (A22).
 *    So it is rebuilt when it is in the wrong container, or behind a group that it shall precede, or behind a new one.
 *    Example: `A B` becomes `B A` when A is rebuilt behind B.
 * 2. Delete such groups that nobody wants, and the old ones of those that are rebuilt. The items of a group take its
 *    place (A25), so no call is needed for that.
 * 3. Bring each container into its order, outer containers first (`orderContainer`). Items move around the groups that
 *    stay: n − LIS moves. New groups that nothing moves then come to the end one after the other, each created with its
 *    first sections.
 * 4. Nothing can move next to a group that nothing moves: between two of them, a section needs another section to move
 *    next to. Where there is none, the group in the way is rebuilt too, and the procedure starts again.
 * 5. Delete the other groups that nobody wants, once what stays has left them.
 *
 * It ends, because each round rebuilds more groups, and with all of them rebuilt nothing is in the way. Where everything
 * moves, steps 1, 2 and 4 do nothing. Then the calls are the fewest: one for each item that comes, goes, or changes its
 * container, and n − LIS moves in each container (docs/explanation/how-docform-decides.md).
 */
export function arrange(input: Arrangement): ArrangementPlan {
  const rebuild = new Set<string>();
  for (;;) {
    const { acts, alsoRebuild } = attempt(input, rebuild);
    if (alsoRebuild.length === 0) return { acts, rebuild: [...rebuild] };
    for (const item of alsoRebuild) rebuild.add(item);
  }
}

interface Attempt {
  readonly acts: ArrangementPlan["acts"];
  /** Groups that must be rebuilt as well. */
  readonly alsoRebuild: readonly string[];
}

function attempt(input: Arrangement, rebuild: ReadonlySet<string>): Attempt {
  const work = startOf(input, rebuild);
  for (const item of unwantedIn(work)) if (isFixed(work, item)) dissolve(work, item);
  const misplaced = outermost(work, misplacedIn(work));
  if (misplaced.length > 0) return { acts: [], alsoRebuild: misplaced };
  for (const container of input.wanted.keys()) if (!work.done.has(container)) orderContainer(work, container);
  for (const item of unwantedIn(work)) if (work.lists.containers.has(item)) dissolve(work, item);
  return { acts: work.acts, alsoRebuild: [...work.inTheWay] };
}

/** A rebuilt group is two items: the old one, which nobody wants, and a new one of the same name. */
function startOf(input: Arrangement, rebuild: ReadonlySet<string>): Work {
  const old = (item: string): string => (rebuild.has(item) ? `${item}${oldMark}` : item);
  const current = new Map([...input.current].map(([name, items]) => [old(name), items.map(old)]));
  const lists = listsOf(new Map([[root, []], ...current]));
  return {
    input,
    lists,
    wanted: listsOf(input.wanted).containers,
    acts: [],
    done: new Set(),
    inTheWay: new Set(),
  };
}

/** The old group goes before the new one comes: a run that stops in between never leaves two of one name. */
function unwantedIn({ input, lists, wanted }: Work): readonly string[] {
  return [...lists.containers.keys()].filter(
    (item) => (item.endsWith(oldMark) || input.isContainer(item)) && !wanted.has(item),
  );
}

/** Groups that cannot stay: they are in another container, in another order, or behind a new group. */
function misplacedIn(work: Work): readonly string[] {
  return [...work.input.wanted].flatMap(([container, wanted]) => {
    const places = new Map((work.lists.items.get(container) ?? []).map((item, place) => [item, place]));
    const hasSections = wanted.some((item) => !isFixed(work, item));
    let last = -1;
    let isBehindNew = false;
    return wanted.filter((item) => {
      if (!isFixed(work, item)) return false;
      if (!work.lists.containers.has(item)) isBehindNew = true;
      const place = places.get(item);
      if (place === undefined) return work.lists.containers.has(item);
      if (isUnseen(work.input.wanted, work.input.isFixed, item)) return false;
      // Nobody can see where an empty group stands (A22), so no section can be put on its right side.
      isBehindNew ||= place < last || (hasSections && work.input.isUnplaced(item));
      last = place;
      return isBehindNew;
    });
  });
}

/** Without those in another one: once that is deleted, they may be where they shall. */
function outermost(work: Work, items: readonly string[]): readonly string[] {
  const all = new Set(items);
  return items.filter((item) => {
    for (
      let at = work.lists.containers.get(item) ?? root;
      at !== root;
      at = work.lists.containers.get(at) ?? root
    )
      if (all.has(at)) return false;
    return true;
  });
}
