import type { Call, CallAt, GitbookCall, Handlers } from "../calls/call.ts";
import { searchOrganization } from "../content/search.ts";
import { conflict, invalid, Refusal, setGiven, setOrClear } from "../http/refusal.ts";
import { permissionsOf, reaches } from "../resources/access.ts";
import { type Caller, listing, type View } from "../resources/caller.ts";
import type { OrganizationState } from "../store/state.ts";
import { add, find, known, remove, rows } from "../store/table.ts";

/** An organization as the API shows it (2.8). */
function showOrganization({ token, baseUrl }: Caller, shown: OrganizationState): View<"getOrganization"> {
  const { id, title, createdAt, emailDomains, type, plan, useCase, communityType, logo } = shown;
  const { sso, ai, inviteLinks, mergeRules, hostname, customHostname, defaultRole, defaultContent } = shown;
  return {
    object: "organization",
    ...{ id, title, createdAt, emailDomains, type, plan, sso, ai, inviteLinks },
    mergeRules: mergeRules as View<"getOrganization">["mergeRules"],
    ...{ hostname, customHostname, useCase, communityType, defaultRole, defaultContent },
    urls: {
      location: `${baseUrl}/v1/orgs/${id}`,
      app: `${baseUrl}/app/orgs/${id}`,
      ...(logo === undefined ? {} : { logo }),
    },
    permissions: {
      ...permissionsOf(token, "admin", "ownTeam", "createContent", "createOpenAPISpec", "viewBilling"),
      ...permissionsOf(token, "ingestConversations", "installIntegration"),
      listMembers: true,
      listTeams: true,
      listIntegrations: true,
      listInstallations: true,
    },
  };
}

/** An update in any edition. */
type Update = GitbookCall<"updateOrganization">;

function checkUpdate({ state, found, body }: Update): void {
  const { hostname, defaultContent } = body;
  const owner = rows(state.organizations).find((other) => other.hostname === hostname);
  if (hostname !== undefined && owner !== undefined && owner !== found.organization)
    throw conflict("hostname", `${JSON.stringify(hostname)} belongs to another organization`);
  const site = defaultContent?.site;
  if (site !== undefined && find(found.organization.sites, site) === undefined)
    throw invalid("defaultContent.site", `the organization has no site ${JSON.stringify(site)}`);
}

function updateOrganization(call: Update) {
  checkUpdate(call);
  const { logo, ...fields } = call.body;
  const organization = setGiven(call.found.organization, fields);
  setOrClear(organization, { logo });
  return showOrganization(call, organization);
}

/**
 * A caller whose email domain is allowed joins with the default role of the organization, or to read;
 * 403 for another domain. A member stays as they are (A37).
 */
function join({ state, token, now, found }: Call<"joinOrganization">): void {
  const { emailDomains, members, defaultRole: role = "read" } = found.organization;
  const domain = known(state.users, token.user).email?.split("@").at(-1)?.toLowerCase();
  if (!emailDomains.some((allowed) => allowed.toLowerCase() === domain))
    throw new Refusal(403, "The organization does not allow the email domain of the caller to join.");
  if (find(members, token.user) === undefined)
    add(members, { id: token.user, role, disabled: false, sso: false, joinedAt: now });
}

/** Without instructions there is only the address to put them to (2.24). */
function showInstructions({ baseUrl, found }: CallAt<"organizationId">) {
  const { id, agentInstructions } = found.organization;
  const location = `${baseUrl}/v1/orgs/${id}/agent-instructions`;
  return { object: "agent-instructions" as const, ...agentInstructions, urls: { location } };
}

/** Operations on organizations (4.8). A caller sees the organizations that the token reaches. */
export const organizationHandlers = {
  listOrganizations: (call) =>
    listing(
      rows(call.state.organizations).filter(({ id }) => reaches(call.token, id)),
      (row) => showOrganization(call, row),
    ),
  getOrganization: (call) => showOrganization(call, call.found.organization),
  updateOrganization: updateOrganization,
  deleteLinkInvite: ({ found }) => remove(found.organization.linkInvites, found.invite.id),
  joinOrganization: join,
  searchOrganizationContent: (call) => searchOrganization(call, call.found.organization, call.query.query),
  getAgentInstructions: showInstructions,
  putAgentInstructions: (call) => {
    const { instructions } = call.body;
    call.found.organization.agentInstructions = {
      instructions,
      updatedAt: call.now,
      updatedBy: call.token.user,
    };
    return showInstructions(call);
  },
} satisfies Partial<Handlers>;
