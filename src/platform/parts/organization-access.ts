import type { organizationAccessOperations } from "../../contract/parts/organizations.ts";
import type { Call, HandlersOf } from "../call.ts";
import { Refusal } from "../refusal.ts";
import { add, find, known, remove } from "../store/table.ts";

/**
 * A caller whose email domain is allowed joins with the default role of the organization, or to read;
 * 403 for another domain. A member stays as they are (A37).
 */
function join({ state, token, now, found }: Call<typeof organizationAccessOperations.joinOrganization>) {
  const { emailDomains, members, defaultRole: role = "read" } = found.organization;
  const domain = known(state.users, token.user).email?.split("@").at(-1)?.toLowerCase();
  if (!emailDomains.some((allowed) => allowed.toLowerCase() === domain)) {
    throw new Refusal(403, "The organization does not allow the email domain of the caller to join.");
  }
  if (find(members, token.user) === undefined) {
    add(members, { id: token.user, role, disabled: false, sso: false, joinedAt: now });
  }
  return { status: 204 } as const;
}

/** Operations by which people come to an organization (4.8). */
export const organizationAccessHandlers = {
  deleteLinkInvite: ({ found }) => {
    remove(found.organization.linkInvites, found.invite.id);
    return { status: 205 };
  },
  joinOrganization: join,
} satisfies HandlersOf<typeof organizationAccessOperations>;
