import type { OrganizationState, Role, State } from "./state.ts";
import { spacesInOrder } from "./tree.ts";

/**
 * How many spaces a member with a role can open: an admin all, a guest none, everybody else those whose
 * default level is not null. (The API grants access to single spaces nowhere.)
 */
export function accessCounts(state: State, organization: OrganizationState): (role: Role | null) => number {
  const spaces = spacesInOrder(state, organization);
  const open = spaces.filter((space) => space.defaultLevel !== null).length;
  return (role) => (role === "admin" ? spaces.length : role === null ? 0 : open);
}
