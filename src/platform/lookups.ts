import { checkReach } from "./access.ts";
import { entry } from "./records.ts";
import { notFound } from "./refusal.ts";
import type {
  GroupState,
  MemberState,
  OrganizationState,
  SamlProviderState,
  SectionState,
  ShareLinkState,
  SiteSpaceState,
  SiteState,
  SpaceState,
  SpecState,
  State,
  TeamState,
  Token,
} from "./state.ts";
import { find } from "./table.ts";

/** What the path parameters of the contract stand for. */
export interface Found {
  organizationId: OrganizationState;
  userId: MemberState;
  teamId: TeamState;
  spaceId: SpaceState;
  siteId: SiteState;
  siteSectionId: SectionState;
  siteSectionGroupId: GroupState;
  siteSpaceId: SiteSpaceState;
  shareLinkId: ShareLinkState;
  specSlug: SpecState;
  samlProviderId: SamlProviderState;
}

/** Name of a path parameter. */
export type ParameterName = keyof Found;

interface Lookup<T> {
  /** What it is called in a message. */
  readonly what: string;
  readonly find: (scope: Scope, id: string) => T | undefined;
}

interface Scope {
  readonly state: State;
  readonly token: Token;
  /** The parameters before this one in the path. */
  readonly found: Partial<Found>;
}

/** How each path parameter is looked up, inside what the parameters before it stand for. */
const lookups: { readonly [N in ParameterName]: Lookup<Found[N]> } = {
  organizationId: { what: "organization", find: organizationIn },
  userId: { what: "member", find: ({ found }, id) => find(outer(found.organizationId).members, id) },
  teamId: { what: "team", find: ({ found }, id) => find(outer(found.organizationId).teams, id) },
  spaceId: { what: "space", find: spaceIn },
  siteId: { what: "site", find: ({ found }, id) => find(outer(found.organizationId).sites, id) },
  siteSectionId: { what: "section", find: ({ found }, id) => entry(outer(found.siteId).sections, id) },
  siteSectionGroupId: {
    what: "section group",
    find: ({ found }, id) => entry(outer(found.siteId).groups, id),
  },
  siteSpaceId: { what: "site space", find: ({ found }, id) => entry(outer(found.siteId).allSiteSpaces, id) },
  shareLinkId: { what: "share link", find: ({ found }, id) => find(outer(found.siteId).shareLinks, id) },
  specSlug: { what: "OpenAPI spec", find: ({ found }, id) => find(outer(found.organizationId).specs, id) },
  samlProviderId: {
    what: "SAML provider",
    find: ({ found }, id) => find(outer(found.organizationId).samlProviders, id),
  },
};

/**
 * Resolves the path parameters to objects, from left to right; 404 for the first that is not there (A2).
 * With `lastMayMiss` the last one may be absent: deletes and upserts.
 */
export function resolve(
  state: State,
  token: Token,
  params: Readonly<Record<string, string>>,
  lastMayMiss: boolean,
): Partial<Found> {
  const found: Record<string, unknown> = {};
  const names = Object.keys(params) as ParameterName[];
  for (const [index, name] of names.entries()) {
    const id = params[name] ?? "";
    const object = lookups[name].find({ state, token, found }, id);
    if (object !== undefined) found[name] = object;
    else if (!lastMayMiss || index < names.length - 1) throw notFound(lookups[name].what, id);
  }
  return found;
}

function outer<T>(object: T | undefined): T {
  if (object === undefined) throw new Error("a path parameter is looked up before the one that holds it");
  return object;
}

function organizationIn({ state, token }: Scope, id: string): OrganizationState | undefined {
  const organization = find(state.organizations, id);
  if (organization !== undefined) checkReach(token, organization.id);
  return organization;
}

function spaceIn({ state, token }: Scope, id: string): SpaceState | undefined {
  const space = entry(state.spaces, id);
  if (space !== undefined) checkReach(token, space.organization);
  return space;
}
