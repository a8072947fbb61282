import type { Call, Handlers } from "../calls/call.ts";
import { invalid, setGiven } from "../http/refusal.ts";
import { type Caller, listing, type View } from "../resources/caller.ts";
import { newId, type OrganizationState, type SamlProviderState } from "../store/state.ts";
import { add, find, remove, rows } from "../store/table.ts";
import { showTeam } from "./teams.ts";

/** A provider is active as soon as people can be sent to it and its answers can be checked (A8). */
function isActive({ ssoURL, certificate }: SamlProviderState): boolean {
  return ssoURL !== undefined && ssoURL !== "" && certificate !== undefined && certificate !== "";
}

function startUrl(baseUrl: string, id: string): string {
  return `${baseUrl}/saml/${id}/start`;
}

function showProvider(
  caller: Caller,
  organization: OrganizationState,
  shown: SamlProviderState,
): View<"getSamlProvider"> {
  const { baseUrl } = caller;
  const { defaultTeam, ...fields } = shown;
  const team = defaultTeam === undefined ? undefined : find(organization.teams, defaultTeam);
  return {
    object: "saml-provider",
    ...fields,
    ...(team === undefined ? {} : { defaultTeam: showTeam(caller, team) }),
    status: isActive(shown) ? "active" : "pending",
    service: {
      acsURL: `${baseUrl}/saml/${shown.id}/acs`,
      startURL: startUrl(baseUrl, shown.id),
      entityID: `${baseUrl}/saml/${shown.id}`,
    },
    urls: { location: `${baseUrl}/v1/orgs/${organization.id}/saml/${shown.id}` },
  };
}

function checkTeam({ found, body }: Call<"createSamlProvider" | "updateSamlProvider">): void {
  const { defaultTeam: team } = body;
  if (team === undefined || find(found.organization.teams, team) !== undefined) return;
  throw invalid("defaultTeam", `the organization has no team ${JSON.stringify(team)}`);
}

function createSamlProvider(call: Call<"createSamlProvider">) {
  const { organization } = call.found;
  checkTeam(call);
  const { label, ...given } = call.body;
  const created: SamlProviderState = { id: newId(call.state, "saml"), label, createdAt: call.now };
  return showProvider(call, organization, add(organization.samlProviders, setGiven(created, given)));
}

/** Operations on SAML providers and SSO logins (4.18). Only an active provider is a way to sign in. */
export const samlHandlers = {
  listSamlProviders: (call) => {
    const { organization } = call.found;
    return listing(rows(organization.samlProviders), (shown) => showProvider(call, organization, shown));
  },
  createSamlProvider: createSamlProvider,
  getSamlProvider: (call) => showProvider(call, call.found.organization, call.found.samlProvider),
  updateSamlProvider: (call) => {
    checkTeam(call);
    return showProvider(call, call.found.organization, setGiven(call.found.samlProvider, call.body));
  },
  deleteSamlProvider: ({ found }) => remove(found.organization.samlProviders, found.samlProvider.id),
  listSsoLogins: ({ found, baseUrl }) => {
    const active = rows(found.organization.samlProviders).filter(isActive);
    return { items: active.map(({ id, label }) => ({ id, label, startURL: startUrl(baseUrl, id) })) };
  },
} satisfies Partial<Handlers>;
