import type { OrganizationState, State } from "../../../src/platform/store/state.ts";
import { add } from "../../../src/platform/store/table.ts";

/** A person accepts an invitation, and is a member then. False for somebody who is not invited. */
export function acceptInvitation(
  state: State,
  organization: OrganizationState,
  email: string,
  joinedAt: string,
): boolean {
  const { [email.toLowerCase()]: found, ...others } = organization.invitations ?? {};
  const user = Object.values(state.users).find((one) => one.email?.toLowerCase() === email.toLowerCase());
  if (found === undefined || user === undefined) return false;
  organization.invitations = others;
  add(organization.members, { id: user.id, role: found.role, sso: false, disabled: false, joinedAt });
  return true;
}
