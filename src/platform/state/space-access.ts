import { known } from "../store/records.ts";
import type {
  CollectionState,
  DefaultLevel,
  OrganizationState,
  Role,
  SpaceState,
  State,
} from "../store/state.ts";
import { spacesInOrder } from "../store/tree.ts";

/**
 * The level that a space gives to members: its own, or where it inherits, that of the collection around it, and so on.
 * `inherit` all the way up leaves everybody their role in the organization; null gives nothing (A12).
 */
function levelOf(state: State, space: SpaceState): DefaultLevel | null {
  let item: SpaceState | CollectionState = space;
  while (item.defaultLevel === "inherit" && item.parent !== undefined) {
    item = known(state.collections, item.parent);
  }
  return item.defaultLevel;
}

/**
 * What a member with a role may do in a space; undefined is nothing. An admin everything, a guest nothing,
 * everybody else what its level says. (The API grants access to single spaces nowhere.)
 */
export function permissionIn(state: State, role: Role | null, space: SpaceState): Role | undefined {
  if (role === null || role === "admin") return role ?? undefined;
  const level = levelOf(state, space);
  return level === "inherit" ? role : (level ?? undefined);
}

/** How many spaces a member with a role can open. */
export function accessCounts(state: State, organization: OrganizationState): (role: Role | null) => number {
  const counts = new Map<Role | null, number>();
  return (role) => {
    const count = counts.get(role) ?? countFor(state, organization, role);
    counts.set(role, count);
    return count;
  };
}

function countFor(state: State, organization: OrganizationState, role: Role | null): number {
  const spaces = spacesInOrder(state, organization);
  return spaces.filter((space) => permissionIn(state, role, space) !== undefined).length;
}
