import type { SiteState } from "../../src/platform/store/site-state.ts";
import type { OrganizationState, State } from "../../src/platform/store/state.ts";

/** Everything that is on a platform by what people call it, without ids and times: the same twice is there twice. */
export function inventoryOf(state: State): readonly string[] {
  const organizations = Object.values(state.organizations.byId);
  return organizations.flatMap((one) => thingsIn(state, one).map((thing) => `${one.id}: ${thing}`)).sort();
}

function thingsIn(state: State, organization: OrganizationState): readonly string[] {
  const { teams, sites, specs, samlProviders, translations } = organization;
  const spaces = Object.values(state.spaces).filter(
    (space) => space.organization === organization.id && space.deletedAt === undefined,
  );
  const collections = Object.values(state.collections).filter((one) => one.organization === organization.id);
  return [
    ...Object.values(teams.byId).map(({ title }) => `team ${title}`),
    ...Object.keys(specs.byId).map((slug) => `spec ${slug}`),
    ...Object.values(samlProviders.byId).map(({ label }) => `provider ${label}`),
    ...Object.values(translations.byId).map(
      ({ source, language }) => `translation ${source.space} ${language}`,
    ),
    ...spaces.map(({ title, parent }) => `space ${placeOf(state, parent)}${title}`),
    ...collections.map(({ title, parent }) => `collection ${placeOf(state, parent)}${title}`),
    ...Object.values(sites.byId).flatMap((site) => thingsOfSite(state, site)),
  ];
}

function placeOf(state: State, collection: string | undefined): string {
  const found = state.collections[collection ?? ""];
  return found === undefined ? "" : `${placeOf(state, found.parent)}${found.title} / `;
}

function thingsOfSite(state: State, site: SiteState): readonly string[] {
  const { title, sections, groups, allSiteSpaces, shareLinks } = site;
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
    ...Object.keys(sections).map((id) => `section ${sectionOf(id)}`),
    ...Object.values(allSiteSpaces).map(
      ({ section, space, path }) => `${sectionOf(section)} shows ${state.spaces[space]?.title} at ${path}`,
    ),
    ...Object.values(shareLinks.byId).map(({ name }) => `share link ${name}`),
  ];
  return [`site ${title}`, ...things.map((thing) => `site ${title}: ${thing}`)];
}
