import { leastMoves } from "../planner/sequence/moves.ts";
import { listsOf, type Order } from "../planner/sequence/ordered-lists.ts";

/** Why an item stays where it is. */
export const placeChanged = "its place was changed after the run";

/** The fewest ids that somebody has moved since a run left them: to another container, or among the others there. */
export function movedSince(left: Order, now: Order): ReadonlySet<string> {
  const placeNow = listsOf(now).containers;
  const moved = [...left].flatMap(([container, ids]) => {
    const there = ids.filter((id) => placeNow.has(id));
    const staying = there.filter((id) => placeNow.get(id) === container);
    const known = new Set(staying);
    const order = (now.get(container) ?? []).filter((id) => known.has(id));
    return [...there.filter((id) => !known.has(id)), ...leastMoves(staying, order)];
  });
  return new Set(moved);
}
