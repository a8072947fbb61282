import { draft07 } from "../draft-07.ts";
import { repeated, setGiven } from "../refusal.ts";
import { childrenOf, newSite, placeSection } from "../resources/sites.ts";
import type { GroupState, SectionState, SiteSpaceList, SiteState } from "../store/site-state.ts";
import { slugOf, uniqueSlug } from "../store/slug.ts";
import type { OrganizationState } from "../store/state.ts";
import { liveSpace } from "../store/state.ts";
import { add } from "../store/table.ts";
import { idFor, problem, type SeedBuild } from "./seed-build.ts";
import type { SeedGroup, SeedSection, SeedSite, SeedSiteSpace } from "./seed-schema.ts";

type Item = SeedSection | SeedGroup | SeedSiteSpace;

interface SiteBuild {
  readonly build: SeedBuild;
  readonly organization: OrganizationState;
  readonly site: SiteState;
}

/** Puts a site of the seed, with its structure and share links, on the platform. */
export function buildSite(
  build: SeedBuild,
  organization: OrganizationState,
  seed: SeedSite,
  path: string,
): void {
  const { id, title, type = "basic", structure = [], shareLinks = [], adaptiveSchema, ...fields } = seed;
  const site = newSite(idFor(build, path, "site", title, id), organization.id, build.now, { type, title });
  setGiven(site, fields);
  putAdaptiveSchema(build, site, adaptiveSchema, `${path}.adaptiveSchema`);
  const at: SiteBuild = { build, organization, site };
  const sections = structure.filter((item) => !("space" in item));
  const spaces = structure.filter((item) => "space" in item);
  // A21.
  if (sections.length > 0 && spaces.length > 0) {
    problem(build, `${path}.structure`, "site spaces stand in sections, or all of them at the root");
  }
  buildSiteSpaces(at, site, undefined, spaces, `${path}.structure`);
  buildItems(at, undefined, sections, `${path}.structure`);
  checkSections(at, sectionsIn(structure), `${path}.structure`);
  for (const [index, link] of shareLinks.entries()) {
    buildShareLink(at, link, `${path}.shareLinks.${index}`);
  }
  if (organization.sites.byId[site.id] === undefined) add(organization.sites, site);
}

function putAdaptiveSchema(
  build: SeedBuild,
  site: SiteState,
  jsonSchema: SeedSite["adaptiveSchema"],
  path: string,
): void {
  if (jsonSchema === undefined) return;
  for (const issue of draft07.safeParse(jsonSchema).error?.issues ?? []) {
    problem(build, [path, ...issue.path].join("."), issue.message);
  }
  site.adaptiveSchema = { jsonSchema, updatedAt: build.now };
}

function buildShareLink(
  { build, site }: SiteBuild,
  { id: given, name, active = true, key }: NonNullable<SeedSite["shareLinks"]>[number],
  path: string,
): void {
  const id = idFor(build, path, "link", name, given);
  if (site.shareLinks.byId[id] !== undefined) return;
  add(site.shareLinks, { id, key: key ?? `key-${id}`, createdAt: build.now, name, active });
}

function buildItems(at: SiteBuild, group: string | undefined, items: readonly Item[], path: string): void {
  for (const [index, item] of items.entries()) {
    if ("section" in item) buildSection(at, group, item, `${path}.${index}`);
    else if ("group" in item) buildGroup(at, group, item, `${path}.${index}`);
  }
}

function buildGroup(at: SiteBuild, parent: string | undefined, seed: SeedGroup, path: string): void {
  const id = idFor(at.build, path, "group", seed.group, seed.id);
  const group: GroupState = { id, title: seed.group, children: [] };
  setGiven(group, { icon: seed.icon, parent });
  at.site.groups[id] = group;
  childrenOf(at.site, parent).push(id);
  buildItems(at, id, seed.children ?? [], `${path}.children`);
}

function buildSection(at: SiteBuild, group: string | undefined, seed: SeedSection, path: string): void {
  const { section: title, id: given, default: isDefault, spaces, path: ownPath, ...fields } = seed;
  const { site } = at;
  const id = idFor(at.build, path, "section", title, given);
  const section: SectionState = { id, title, path: ownPath ?? "", siteSpaces: [] };
  setGiven(section, fields);
  site.sections[id] = section;
  placeSection(site, section, group);
  if (isDefault) site.defaultSection = id;
  buildSiteSpaces(at, section, id, spaces, `${path}.spaces`);
}

function sectionsIn(items: readonly Item[]): SeedSection[] {
  return items.flatMap((item) =>
    "section" in item ? [item] : "group" in item ? sectionsIn(item.children ?? []) : [],
  );
}

/** Sections of the whole site: paths are unique, one is the default (A22, A23). */
function checkSections({ build, site }: SiteBuild, seeds: readonly SeedSection[], path: string): void {
  checkSiblings(build, seeds, path);
  const sections = Object.values(site.sections);
  const taken = new Set(sections.map((section) => section.path));
  for (const section of sections.filter((each) => each.path === "")) {
    section.path = uniqueSlug(slugOf(section.title, "section"), (slug) => taken.has(slug));
    taken.add(section.path);
  }
  const first = sections[0];
  if (first !== undefined) site.defaultSection ??= first.id;
}

interface Sibling {
  readonly path?: string | undefined;
  readonly default?: true | undefined;
}

function checkSiblings(build: SeedBuild, siblings: readonly Sibling[], path: string): void {
  for (const twice of repeated(siblings.map((sibling) => sibling.path))) {
    problem(build, path, `the path ${JSON.stringify(twice)} is given twice`);
  }
  if (siblings.filter((sibling) => sibling.default).length > 1) problem(build, path, "more than one default");
}

function buildSiteSpaces(
  at: SiteBuild,
  list: SiteSpaceList,
  section: string | undefined,
  seeds: readonly SeedSiteSpace[],
  path: string,
): void {
  const { build, organization, site } = at;
  checkSiblings(build, seeds, path);
  const taken = new Set(seeds.map((seed) => seed.path));
  for (const [index, seed] of seeds.entries()) {
    const where = `${path}.${index}`;
    const { space: spaceId, hidden = false, default: isDefault, condition } = seed;
    const space = liveSpace(build.state, organization, spaceId);
    if (space === undefined) problem(build, `${where}.space`, `the organization has no space ${spaceId}`);
    const ownPath = seed.path ?? uniqueSlug(slugOf(space?.title ?? "", "space"), (slug) => taken.has(slug));
    taken.add(ownPath);
    const id = idFor(build, where, "sitespace", `${section ?? site.id} ${ownPath}`, seed.id);
    site.allSiteSpaces[id] = { id, space: spaceId, path: ownPath, hidden };
    setGiven(site.allSiteSpaces[id], { section, condition });
    list.siteSpaces.push(id);
    if (isDefault) list.defaultSiteSpace = id;
  }
  const first = list.siteSpaces[0];
  if (first !== undefined) list.defaultSiteSpace ??= first;
}
