import { entry } from "./records.ts";
import type { OrganizationState, SpaceState, State } from "./state.ts";

/**
 * The spaces of an organization without deleted ones, in display order: those of a collection at its position
 * (A18).
 */
export function spacesInOrder(state: State, organization: OrganizationState): SpaceState[] {
  return spacesBelow(state, organization.children);
}

/** The spaces among these children and in the collections among them, in order. */
export function spacesBelow(state: State, children: readonly string[]): SpaceState[] {
  const found: SpaceState[] = [];
  const waiting = [...children].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const space = entry(state.spaces, id);
    if (space !== undefined) found.push(space);
    else waiting.push(...[...(entry(state.collections, id)?.children ?? [])].reverse());
  }
  return found;
}
