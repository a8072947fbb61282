import { destinationOf } from "../../contract/gitbook/redirects.ts";
import { slugOf, uniqueSlug } from "../../text/slug.ts";
import { repeated, setGiven } from "../http/refusal.ts";
import { childrenOf, newSite, placeSection } from "../resources/sites.ts";
import type {
  GroupState,
  LinkState,
  SectionState,
  SiteSpaceList,
  SiteSpaceState,
  SiteState,
} from "../store/site-state.ts";
import { liveSpace, type OrganizationState } from "../store/state.ts";
import { emptyTable } from "../store/table.ts";
import { accessFrom } from "./seed-access.ts";
import { addOnce, type SeedPlace } from "./seed-place.ts";
import type { SeedGroup, SeedLink, SeedSection, SeedSite, SeedSiteSpace } from "./seed-site-schema.ts";

type Item = SeedSection | SeedGroup | SeedLink | SeedSiteSpace;

/** Puts a site of the seed, with its structure and share links, on the platform. */
export function buildSite(place: SeedPlace, organization: OrganizationState, seed: SeedSite): void {
  const {
    title,
    type = "basic",
    structure = [],
    shareLinks,
    redirects,
    adaptiveSchema: jsonSchema,
    ...rest
  } = seed;
  const { id: given, access, ...fields } = rest;
  const id = place.id("site", title, given);
  const site = setGiven(newSite(id, organization.id, place.now, { type, title }), fields);
  setGiven(site, { access: accessFrom(place.at("access"), organization, access) });
  if (jsonSchema !== undefined) site.adaptiveSchema = { jsonSchema, updatedAt: place.now };
  buildStructure(place.at("structure"), organization, site, structure);
  place.each("shareLinks", shareLinks, (at, { id: written, name, active = true, key }) => {
    const link = at.id("link", name, written);
    addOnce(site.shareLinks, { id: link, key: key ?? `key-${link}`, createdAt: at.now, name, active });
  });
  buildRedirects(place, site, redirects);
  addOnce(organization.sites, site);
}

function buildRedirects(place: SeedPlace, site: SiteState, redirects: SeedSite["redirects"]): void {
  if (redirects === undefined) return;
  site.redirects = emptyTable();
  const table = site.redirects;
  place.each("redirects", redirects, (at, { id, source, to, ...flags }) => {
    const { draft = false, captureWildcard = false, permanent = false } = flags;
    const own = { id: at.id("redirect", source, id), source, createdAt: at.now };
    addOnce(table, { ...own, draft, captureWildcard, permanent, destination: destinationOf(to) });
  });
}

/** Sections of the whole site have different paths, and one of them is the default (A21, A22, A23). */
function buildStructure(
  place: SeedPlace,
  organization: OrganizationState,
  site: SiteState,
  structure: readonly Item[],
): void {
  const spaces = structure.filter((item) => "space" in item);
  const sections = structure.filter((item) => !("space" in item));
  if (sections.length > 0 && spaces.length > 0)
    place.problem("site spaces are in sections, or all of them at the root");
  buildSiteSpaces(place, organization, site, site, spaces);
  buildItems(place, organization, site, undefined, sections);
  checkSiblings(place, sectionsIn(structure));
  const built = Object.values(site.sections);
  const taken = new Set(built.map(({ path }) => path));
  for (const section of built.filter(({ path }) => path === "")) {
    section.path = uniqueSlug(slugOf(section.title, "section"), (slug) => taken.has(slug));
    taken.add(section.path);
  }
  if (built[0] !== undefined) site.defaultSection ??= built[0].id;
}

function buildItems(
  place: SeedPlace,
  organization: OrganizationState,
  site: SiteState,
  group: string | undefined,
  items: readonly Item[],
): void {
  for (const [index, item] of items.entries()) {
    const at = place.at(index);
    if ("section" in item) buildSection(at, organization, site, group, item);
    else if ("link" in item) buildLink(at, site, group, item);
    else if ("group" in item) {
      const id = buildGroup(at, site, group, item);
      buildItems(at.at("children"), organization, site, id, item.children ?? []);
    }
  }
}

function buildLink(place: SeedPlace, site: SiteState, group: string | undefined, seed: SeedLink): void {
  const { link: title, id: given, url, ...fields } = seed;
  const id = place.id("link", title, given);
  site.links = { ...site.links, [id]: setGiven<LinkState>({ id, title, url }, { ...fields, group }) };
  childrenOf(site, group).push(id);
}

function buildGroup(place: SeedPlace, site: SiteState, parent: string | undefined, seed: SeedGroup): string {
  const id = place.id("group", seed.group, seed.id);
  const group: GroupState = { id, title: seed.group, children: [] };
  const { icon, draft, localizedTitle } = seed;
  site.groups[id] = setGiven(group, { icon, draft, localizedTitle, parent });
  childrenOf(site, parent).push(id);
  return id;
}

function buildSection(
  place: SeedPlace,
  organization: OrganizationState,
  site: SiteState,
  group: string | undefined,
  seed: SeedSection,
): void {
  const { section: title, id: given, default: isDefault, spaces, ...fields } = seed;
  const id = place.id("section", title, given);
  const section: SectionState = setGiven({ id, title, path: "", siteSpaces: [] }, fields);
  site.sections[id] = section;
  placeSection(site, section, group);
  if (isDefault) site.defaultSection = id;
  buildSiteSpaces(place.at("spaces"), organization, site, section, spaces);
}

function sectionsIn(items: readonly Item[]): SeedSection[] {
  return items.flatMap((item) => {
    if ("section" in item) return [item];
    return "group" in item ? sectionsIn(item.children ?? []) : [];
  });
}

function checkSiblings(place: SeedPlace, siblings: readonly (SeedSection | SeedSiteSpace)[]): void {
  for (const twice of repeated(siblings.map(({ path }) => path)))
    place.problem(`the path ${JSON.stringify(twice)} is given twice`);
  if (siblings.filter((sibling) => sibling.default).length > 1) place.problem("more than one default");
}

/** The site spaces of a section, or of the site itself. */
function buildSiteSpaces(
  place: SeedPlace,
  organization: OrganizationState,
  site: SiteState,
  list: SiteSpaceList & { readonly id: string },
  seeds: readonly SeedSiteSpace[],
): void {
  const section = list === site ? undefined : list.id;
  checkSiblings(place, seeds);
  const taken = new Set(seeds.map(({ path }) => path));
  for (const [index, seed] of seeds.entries()) {
    const at = place.at(index);
    const { space: spaceId, hidden = false, default: isDefault, condition, draft, customization } = seed;
    const space = liveSpace(at.state, organization, spaceId);
    if (space === undefined) at.at("space").problem(`the organization has no space ${spaceId}`);
    const path = seed.path ?? uniqueSlug(slugOf(space?.title ?? "", "space"), (slug) => taken.has(slug));
    taken.add(path);
    const id = at.id("sitespace", `${list.id} ${path}`, seed.id);
    const created = { id, space: spaceId, path, hidden };
    site.allSiteSpaces[id] = setGiven<SiteSpaceState>(created, { section, condition, draft, customization });
    list.siteSpaces.push(id);
    if (isDefault) list.defaultSiteSpace = id;
  }
  const first = list.siteSpaces[0];
  if (first !== undefined) list.defaultSiteSpace ??= first;
}
