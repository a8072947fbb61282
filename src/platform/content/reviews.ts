import { conflict, nameList } from "../refusal.ts";
import type { SpaceState, State } from "../store/state.ts";
import { get } from "../store/table.ts";
import type { ChangeRequestState } from "./content-state.ts";

/** The users who must review a change request of a space, by its merge rules or those that it inherits (2.1). */
export function reviewersOf(state: State, space: SpaceState): string[] {
  const organization = get(state.organizations, space.organization);
  const rules = space.mergeRules.type === "inherit" ? organization.mergeRules : space.mergeRules;
  return rules.type === "rules" ? [...new Set(rules.rules.flatMap(({ users }) => users))] : [];
}

/**
 * Refuses to merge what somebody still has to review: 409. No operation reviews: who merges has reviewed,
 * and a seed says who else did.
 */
export function checkApproved(
  state: State,
  space: SpaceState,
  { approvals }: ChangeRequestState,
  user: string,
): void {
  const missing = reviewersOf(state, space).filter((id) => id !== user && !approvals.includes(id));
  if (missing.length > 0) throw conflict("mergeRules", `not reviewed by ${nameList(missing)}`);
}
