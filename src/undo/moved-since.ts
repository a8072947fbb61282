import { leastMoves } from "../planner/sequence/moves.ts";

/** Ids by container, in order. */
export type Ids = ReadonlyMap<string, readonly string[]>;

/** Why an item stays where it is. */
export const placeChanged = "its place was changed after the run";

/** The fewest ids that somebody has moved since a run left them: to another container, or among the others there. */
export function movedSince(left: Ids, now: Ids): ReadonlySet<string> {
  const placeNow = placesIn(now);
  const moved = [...left].flatMap(([container, ids]) => {
    const there = ids.filter((id) => placeNow.has(id));
    const staying = there.filter((id) => placeNow.get(id) === container);
    const known = new Set(staying);
    const order = (now.get(container) ?? []).filter((id) => known.has(id));
    return [...there.filter((id) => !known.has(id)), ...leastMoves(staying, order)];
  });
  return new Set(moved);
}

function placesIn(ids: Ids): ReadonlyMap<string, string> {
  return new Map([...ids].flatMap(([container, all]) => all.map((id) => [id, container] as const)));
}
