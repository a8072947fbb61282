import type { SiteState } from "../../../src/platform/store/site-state.ts";
import type { OrganizationState, State } from "../../../src/platform/store/state.ts";
import { rows, type Table } from "../../../src/platform/store/table.ts";
import { isObject, type JsonObject } from "../../../src/text/json.ts";

/** Everything that is on a platform by what people call it, without ids and times: the same twice is there twice. */
export function inventoryOf(state: State): readonly string[] {
  const organizations = Object.values(state.organizations.byId);
  return organizations.flatMap((one) => thingsIn(state, one).map((thing) => `${one.id}: ${thing}`)).sort();
}

/** Tables of which an apply creates nothing: people come by invitation, and no operation makes a link that invites. */
const notCreated = ["members", "linkInvites"];

function thingsIn(state: State, organization: OrganizationState): readonly string[] {
  const spaces = Object.values(state.spaces).filter(
    (space) => space.organization === organization.id && space.deletedAt === undefined,
  );
  const collections = Object.values(state.collections).filter((one) => one.organization === organization.id);
  return [
    ...rowsIn(organization, [...notCreated, "sites"]),
    ...spaces.map(({ title, parent }) => `space ${placeOf(state, parent)}${title}`),
    ...collections.map(({ title, parent }) => `collection ${placeOf(state, parent)}${title}`),
    ...Object.values(organization.sites.byId).flatMap((site) => thingsOfSite(state, site)),
  ];
}

/** The rows in the tables of an object, but for some of them: a new table is there by itself. */
function rowsIn(whole: object, without: readonly string[] = []): readonly string[] {
  return Object.entries(whole).flatMap(([name, value]) =>
    isTable(value) && !without.includes(name) ? rows(value).map((row) => `${name} ${nameOf(name, row)}`) : [],
  );
}

function isTable(value: unknown): value is Table<JsonObject> {
  return isObject(value) && "byId" in value && "order" in value;
}

function nameOf(table: string, { title, label, name, slug, source, language }: JsonObject): string {
  const found = title ?? label ?? name ?? slug;
  if (typeof found === "string") return found;
  if (typeof source === "string") return source;
  if (isObject(source)) return `${source.space} ${language}`;
  throw new Error(`test/support/platform/inventory.ts does not know what people call a row of ${table}`);
}

function placeOf(state: State, collection: string | undefined): string {
  const found = state.collections[collection ?? ""];
  return found === undefined ? "" : `${placeOf(state, found.parent)}${found.title} / `;
}

function thingsOfSite(state: State, site: SiteState): readonly string[] {
  const { title, sections, groups, links = {}, allSiteSpaces } = site;
  const groupOf = (id: string | undefined): string => {
    const group = groups[id ?? ""];
    return group === undefined ? "" : `${groupOf(group.parent)}${group.title} / `;
  };
  const sectionOf = (id: string | undefined): string => {
    const section = sections[id ?? ""];
    return section === undefined ? "" : `${groupOf(section.group)}${section.title} (${section.path})`;
  };
  const things = [
    ...Object.values(groups).map((group) => `group ${groupOf(group.parent)}${group.title}`),
    ...Object.values(links).map(({ group, ...link }) => `link ${groupOf(group)}${link.title} to ${link.url}`),
    ...Object.keys(sections).map((id) => `section ${sectionOf(id)}`),
    ...Object.values(allSiteSpaces).map(
      ({ section, space, path }) => `${sectionOf(section)} shows ${state.spaces[space]?.title} at ${path}`,
    ),
    ...rowsIn(site),
  ];
  return [`site ${title}`, ...things.map((thing) => `site ${title}: ${thing}`)];
}
