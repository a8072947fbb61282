import { conflict, nameList } from "../refusal.ts";
import type { SpaceState, State } from "../store/state.ts";
import { get } from "../store/table.ts";
import type { ChangeRequestState } from "./content-state.ts";

/**
 * The required reviewers of a change request, by the merge rules of its space or the inherited ones (2.1).
 */
export function reviewersOf(state: State, space: SpaceState): string[] {
  const organization = get(state.organizations, space.organization);
  const rules = space.mergeRules.type === "inherit" ? organization.mergeRules : space.mergeRules;
  return rules.type === "rules" ? [...new Set(rules.rules.flatMap(({ users }) => users))] : [];
}

/**
 * Refuses a merge with missing reviews: 409. No operation gives a review. The caller who merges counts as a
 * reviewer, and a seed names the others.
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
