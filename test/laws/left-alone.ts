import type { Platform } from "../../src/platform/platform.ts";
import type { SiteState, State } from "../../src/platform/state.ts";
import type { PeopleWorld } from "./people-world.ts";
import { groupsOf, sectionsOf } from "./site-tree.ts";
import type { World } from "./world.ts";

/** Everything on the platform that the manifests do not speak of, as text, by name. */
export function leftAlone({ state }: Platform, { site, people }: World): ReadonlyMap<string, string> {
  const copy = structuredClone(state);
  const { members, teams, sites, specs, samlProviders, ...organization } = copy.organizations.byId.org_acme!;
  const parts: Record<string, unknown> = {
    organization,
    spaces: copy.spaces,
    collections: copy.collections,
    tokens: copy.tokens,
    users: copy.users,
    otherOrganization: copy.organizations.byId.org_globex,
    otherSite: sites.byId.site_other,
    ...undeclared("member", members.byId, (id) => people.roles[Number(id.slice(1))]?.wanted === undefined),
    ...undeclaredIn(people, { teams: teams.byId, specs: specs.byId, saml: samlProviders.byId }),
    ...undeclared("link", sites.byId.site_links!.shareLinks.byId, (id) =>
      isKept(people, people.links[numberOf(id)]),
    ),
  };
  const hub = Object.values(sites.byId).find(({ id }) => id === "site_hub");
  if (hub !== undefined && site.live !== undefined) Object.assign(parts, undeclaredOfSite(hub, state, site));
  return new Map(Object.entries(parts).map(([name, value]) => [name, JSON.stringify(value)]));
}

type ById = Readonly<Record<string, unknown>>;

function undeclaredIn(people: PeopleWorld, { teams, specs, saml }: Record<"teams" | "specs" | "saml", ById>) {
  return {
    ...undeclared("team", teams, (id) => isKept(people, people.teams[numberOf(id)])),
    ...undeclared("spec", specs, (id) => isKept(people, people.specs[Number(id.split("-")[1])])),
    ...undeclared(
      "saml",
      saml,
      (id) => isKept(people, people.saml[numberOf(id)]) && keepsTeam(people, numberOf(id)),
    ),
  };
}

/** Does the team that people join stay? A provider loses it with the team (A32). */
function keepsTeam({ teams, saml }: PeopleWorld, provider: number): boolean {
  return teams[saml[provider]?.live ?? -1]?.wanted !== "absent";
}

/** Not declared, and not deleted for that. */
function isKept({ exact }: PeopleWorld, item: { readonly wanted?: unknown } | undefined): boolean {
  return !exact && item !== undefined && item.wanted === undefined;
}

function numberOf(id: string): number {
  return Number(id.split("_")[1]);
}

function undeclared(
  name: string,
  items: ById,
  isUndeclared: (id: string) => boolean,
): Record<string, unknown> {
  const entries = Object.entries(items).filter(([id]) => isUndeclared(id));
  return Object.fromEntries(entries.map(([id, item]) => [`${name} ${id}`, item]));
}

/** Fields of a declared site and of what stands in it that its manifest leaves out. */
function undeclaredOfSite(
  hub: SiteState,
  _: State,
  { live, wanted, publish }: World["site"],
): Record<string, unknown> {
  const { type, visibility, adaptiveContent, agentsContext, shareLinks, createdAt, published } = hub;
  const parts: Record<string, unknown> = {
    hub: {
      type,
      visibility,
      adaptiveContent,
      agentsContext,
      shareLinks,
      createdAt,
      ...(publish ? {} : { published }),
    },
  };
  const pinned = new Set(live === undefined ? [] : sectionsOf(live).map(({ id }) => id));
  for (const item of sectionsOf(wanted)) {
    const section = hub.sections[item.id ?? ""];
    if (section === undefined || !pinned.has(item.id) || item.pinned !== true || item.absent === true)
      continue;
    parts[`description of ${item.id}`] = section.description;
    if (item.icon === undefined) parts[`icon of ${item.id}`] = section.icon;
    if (item.path === undefined) parts[`path of ${item.id}`] = section.path;
    if (item.spaces === undefined)
      parts[`spaces of ${item.id}`] = section.siteSpaces.map((id) => hub.allSiteSpaces[id]);
  }
  return { ...parts, ...iconsOfGroups(hub, live, wanted) };
}

/** Icons of groups that keep their title, even of those that are built anew. */
function iconsOfGroups(hub: SiteState, live: World["site"]["live"], wanted: World["site"]["wanted"]) {
  const before = new Map(live === undefined ? [] : groupsOf(live).map((group) => [group.title, group]));
  const unsaid = groupsOf(wanted).filter(
    ({ title, icon, id }) => icon === undefined && before.get(title)?.id === id,
  );
  const titles = new Set(unsaid.filter(({ id }) => id !== undefined).map(({ title }) => title));
  const groups = Object.values(hub.groups).filter(({ title }) => titles.has(title));
  return Object.fromEntries(groups.map(({ title, icon }) => [`icon of ${title}`, icon ?? null]));
}
