import type { z } from "zod";
import type { samlOperations, samlProvider } from "../../contract/parts/saml.ts";
import { type Call, type Caller, type HandlersOf, listing } from "../call.ts";
import { invalid, setGiven } from "../refusal.ts";
import type { OrganizationState, SamlProviderState } from "../store/state.ts";
import { newId } from "../store/state.ts";
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
): z.output<ReturnType<typeof samlProvider>> {
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

function checkTeam(organization: OrganizationState, team: string | undefined): void {
  if (team === undefined || find(organization.teams, team) !== undefined) return;
  throw invalid("defaultTeam", `the organization has no team ${JSON.stringify(team)}`);
}

function create(call: Call<typeof samlOperations.createSamlProvider>) {
  const { organization } = call.found;
  checkTeam(organization, call.body.defaultTeam);
  const { label, ...given } = call.body;
  const created: SamlProviderState = { id: newId(call.state, "saml"), label, createdAt: call.now };
  setGiven(created, given);
  add(organization.samlProviders, created);
  return { status: 201, body: showProvider(call, organization, created) } as const;
}

function update(call: Call<typeof samlOperations.updateSamlProvider>) {
  const { organization, samlProvider: shown } = call.found;
  checkTeam(organization, call.body.defaultTeam);
  setGiven(shown, call.body);
  return { status: 200, body: showProvider(call, organization, shown) } as const;
}

/** Operations on SAML providers and SSO logins (4.18). Only an active provider is a way to sign in. */
export const samlHandlers = {
  listSamlProviders: (call) => {
    const { organization } = call.found;
    return listing(rows(organization.samlProviders), (shown) => showProvider(call, organization, shown));
  },
  createSamlProvider: create,
  getSamlProvider: (call) => {
    const { organization, samlProvider: shown } = call.found;
    return { status: 200, body: showProvider(call, organization, shown) };
  },
  updateSamlProvider: update,
  deleteSamlProvider: ({ found }) => {
    remove(found.organization.samlProviders, found.samlProvider.id);
    return { status: 205 };
  },
  listSsoLogins: ({ found, baseUrl }) => {
    const active = rows(found.organization.samlProviders).filter(isActive);
    const items = active.map(({ id, label }) => ({ id, label, startURL: startUrl(baseUrl, id) }));
    return { status: 200, body: { items } };
  },
} satisfies HandlersOf<typeof samlOperations>;
