import type { Platform } from "../../../src/platform/platform.ts";
import type { SiteState } from "../../../src/platform/store/site-state.ts";
import type { CollectionState, SpaceState, State } from "../../../src/platform/store/state.ts";
import type { OrderWorld } from "../worlds/order-world.ts";
import type { PeopleWorld } from "../worlds/people-world.ts";
import { type SettingsWorld, translationAt } from "../worlds/settings-world.ts";
import { groupsOf, sectionsOf } from "../worlds/site-tree.ts";
import type { SiteWorld } from "../worlds/site-world.ts";
import { type TreeWorld, idOf as treeId } from "../worlds/tree-world.ts";
import type { World } from "../worlds/world.ts";

/** Everything on the platform that the manifests do not declare, as text, by name. */
export function leftAlone({ state }: Platform, drawn: World): ReadonlyMap<string, string> {
  const parts: Record<string, unknown> = {
    tokens: state.tokens,
    ...organizationOf(state, drawn),
    ...(drawn.site === undefined ? {} : siteParts(state, drawn.site)),
    ...(drawn.people === undefined ? {} : peopleParts(state, drawn.people)),
    ...(drawn.settings === undefined ? {} : settingsParts(state, drawn.settings)),
    ...(drawn.order === undefined ? {} : orderParts(state, drawn.order)),
    ...(drawn.trees === undefined ? {} : treeParts(state, drawn.trees)),
  };
  return new Map(Object.entries(parts).map(([name, value]) => [name, JSON.stringify(value) ?? "nothing"]));
}

function acme({ organizations }: State) {
  const found = organizations.byId.org_acme;
  if (found === undefined) throw new Error("there is no organization");
  return found;
}

/** Fields of the organization, and the one beside it, as far as no part declares them. */
function organizationOf(state: State, { settings, trees, order }: World): Record<string, unknown> {
  const { title, createdAt, emailDomains, type, plan, defaultRole, sso, ai, inviteLinks, logo, linkInvites } =
    acme(state);
  const { mergeRules, defaultContent, agentInstructions, children } = acme(state);
  const fields = { title, createdAt, emailDomains, type, plan, defaultRole, sso, ai, inviteLinks, logo };
  const lands = settings?.sites.some(({ wanted }) => wanted === "absent") === true;
  return {
    organization: { ...fields, linkInvites },
    ...(settings?.reviewers.wanted === undefined ? { mergeRules } : {}),
    ...(settings?.landing.wanted === undefined && !lands ? { defaultContent } : {}),
    ...(settings?.instructions.wanted === undefined ? { agentInstructions } : {}),
    ...(trees === undefined && order === undefined ? { globex: state.organizations.byId.org_globex } : {}),
    ...(trees === undefined && order === undefined && settings === undefined
      ? { children: children.filter(isSeeded) }
      : {}),
  };
}

/** Was it there before an apply made others? */
function isSeeded(id: string): boolean {
  return !/^sp_\d+$/.test(id);
}

function siteParts(state: State, site: SiteWorld): Record<string, unknown> {
  const { sites } = acme(state);
  const hub = sites.byId.site_hub;
  const spaces = Object.entries(state.spaces).filter(([id]) => id.startsWith("space_"));
  return {
    spaces,
    otherSite: sites.byId.site_other,
    ...(hub === undefined || site.live === undefined ? {} : undeclaredOfSite(hub, site)),
  };
}

function peopleParts(state: State, people: PeopleWorld): Record<string, unknown> {
  const { members, teams, sites, specs, samlProviders } = acme(state);
  const { shareLinks = undefined, ...links } = sites.byId.site_links ?? {};
  return {
    links,
    ...undeclared("member", members.byId, (id) => people.roles[Number(id.slice(1))]?.wanted === undefined),
    ...undeclaredIn(people, { teams: teams.byId, specs: specs.byId, saml: samlProviders.byId }),
    ...undeclared("link", shareLinks?.byId ?? {}, (id) => isKept(people, people.links[numberOf(id)])),
  };
}

function settingsParts(state: State, settings: SettingsWorld): Record<string, unknown> {
  const { sites, specs, translations, members } = acme(state);
  const parts = {
    ...undeclared("site", sites.byId, (id) => settings.sites[numberOf(id)]?.wanted === "unsaid"),
    ...undeclared("spec", specs.byId, (slug) =>
      isUnsaid(settings, settings.specs[Number(/^spec(\d+)$/.exec(slug)?.[1])]),
    ),
    ...undeclared("member", members.byId, (id) => ["ana", "li", "max"].includes(id)),
    books: [state.spaces.book0, state.spaces.book1],
  };
  const kept = settings.translations.flatMap((one, at) => {
    const { space, language } = translationAt(at);
    const found = Object.values(translations.byId).find(
      (live) => live.source.space === space && live.language === language,
    );
    return isUnsaid(settings, one) ? [found] : [];
  });
  return { ...parts, translations: kept };
}

function isUnsaid(
  { exact }: SettingsWorld,
  one: { wanted?: unknown; absent?: boolean } | undefined,
): boolean {
  return !exact && one !== undefined && one.wanted === undefined && one.absent !== true;
}

/** Spaces that stay in their collections, and all but the place and the title of those that move. */
function orderParts({ spaces }: State, { leaves }: OrderWorld): Record<string, unknown> {
  const parts = Object.entries(spaces).flatMap(([id, space]): [string, unknown][] => {
    if (id.startsWith("sp_stay")) return [[id, space]];
    const leaf = /^sp_l(\d+)$/.exec(id)?.[1];
    return leaf !== undefined && leaves[Number(leaf)]?.fate === "stays" ? [[id, withoutPlace(space)]] : [];
  });
  return Object.fromEntries(parts);
}

/** All but the place of what nobody declares; trees.test.ts looks at the place. */
function treeParts({ spaces, collections }: State, world: TreeWorld): Record<string, unknown> {
  if (world.isExact) return {};
  const parts = [...world.things.entries()].flatMap(([at, { wanted }]): [string, unknown][] => {
    const id = treeId(world, at);
    const live = spaces[id] ?? collections[id];
    return wanted !== "undeclared" || live === undefined ? [] : [[id, withoutPlace(live)]];
  });
  return Object.fromEntries(parts);
}

// The audience of a space follows from its place.
function withoutPlace(live: SpaceState | CollectionState): unknown {
  const isPlace = (key: string): boolean =>
    ["parent", "organization", "children", "title", "updatedAt", "visibility"].includes(key);
  return Object.entries(live).filter(([key]) => !isPlace(key));
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

/** Fields of a declared site and of what is in it that its manifest leaves out. */
function undeclaredOfSite(hub: SiteState, { live, wanted, publish }: SiteWorld): Record<string, unknown> {
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

/** Icons of groups that keep their title, even of those that are rebuilt. */
function iconsOfGroups(hub: SiteState, live: SiteWorld["live"], wanted: SiteWorld["wanted"]) {
  const before = new Map(live === undefined ? [] : groupsOf(live).map((group) => [group.title, group]));
  const unsaid = groupsOf(wanted).filter(
    ({ title, icon, id }) => icon === undefined && before.get(title)?.id === id,
  );
  const titles = new Set(unsaid.filter(({ id }) => id !== undefined).map(({ title }) => title));
  const groups = Object.values(hub.groups).filter(({ title }) => titles.has(title));
  return Object.fromEntries(groups.map(({ title, icon }) => [`icon of ${title}`, icon ?? null]));
}
