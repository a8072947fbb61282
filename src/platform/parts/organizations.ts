import type { z } from "zod";
import type { organization, organizationOperations } from "../../contract/parts/organizations.ts";
import { permissionsOf, reaches } from "../access.ts";
import { type Call, type Caller, type HandlersOf, listing } from "../call.ts";
import { conflict, invalid, setGiven, setOrClear } from "../refusal.ts";
import type { OrganizationState, State } from "../store/state.ts";
import { find, rows } from "../store/table.ts";

/** An organization as the API shows it (2.8). */
function showOrganization(
  { token, baseUrl }: Caller,
  shown: OrganizationState,
): z.output<ReturnType<typeof organization>> {
  const { children, members, teams, sites, specs, samlProviders, translations, conversations, ...rest } =
    shown;
  const { linkInvites, agentInstructions, logo, ...fields } = rest;
  return {
    object: "organization",
    ...fields,
    urls: {
      location: `${baseUrl}/v1/orgs/${shown.id}`,
      app: `${baseUrl}/app/orgs/${shown.id}`,
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

function checkHostname(state: State, organization: OrganizationState, hostname: string): void {
  const owner = rows(state.organizations).find((other) => other.hostname === hostname);
  if (owner !== undefined && owner !== organization) {
    throw conflict("hostname", `${JSON.stringify(hostname)} belongs to another organization`);
  }
}

type Update = Call<typeof organizationOperations.updateOrganization>;

function checkUpdate({ state, found, body }: Update): void {
  const { organization } = found;
  if (body.hostname !== undefined) checkHostname(state, organization, body.hostname);
  const site = body.defaultContent?.site;
  if (site !== undefined && find(organization.sites, site) === undefined) {
    throw invalid("defaultContent.site", `the organization has no site ${JSON.stringify(site)}`);
  }
}

function update(call: Update) {
  checkUpdate(call);
  const { organization } = call.found;
  const { logo, ...fields } = call.body;
  setGiven(organization, fields);
  setOrClear(organization, { logo });
  return { status: 200, body: showOrganization(call, organization) } as const;
}

/** Operations on organizations (4.8). A caller sees the organizations that the token reaches. */
export const organizationHandlers = {
  listOrganizations: (call) =>
    listing(
      rows(call.state.organizations).filter(({ id }) => reaches(call.token, id)),
      (row) => showOrganization(call, row),
    ),
  getOrganization: (call) => ({ status: 200, body: showOrganization(call, call.found.organization) }),
  updateOrganization: update,
} satisfies HandlersOf<typeof organizationOperations>;
