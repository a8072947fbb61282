import { known, newId } from "../store/records.ts";
import type { SiteSpaceList, SiteSpaceState, SiteState } from "../store/site-state.ts";
import { slugOf, uniqueSlug } from "../store/slug.ts";
import type { SpaceState, State } from "../store/state.ts";
import { emptyTable, removeItem } from "../store/table.ts";
import { sectionsInOrder } from "./site-structure.ts";

/** A site as it is when it is created: public, not published, and empty (2.15). */
export function newSite(
  id: string,
  organization: string,
  now: string,
  given: Pick<SiteState, "type" | "title">,
): SiteState {
  return {
    id,
    organization,
    ...given,
    visibility: "public",
    published: false,
    adaptiveContent: false,
    agentsContext: "included",
    createdAt: now,
    siteSpaces: [],
    children: [],
    sections: {},
    groups: {},
    allSiteSpaces: {},
    shareLinks: emptyTable(),
  };
}

/** The list of a site space: the one of its section, or the root list. */
export function listOf(site: SiteState, siteSpace: SiteSpaceState): SiteSpaceList {
  return siteSpace.section === undefined ? site : known(site.sections, siteSpace.section);
}

/** Every site space in display order: those at the root, or those of each section (A22). */
export function siteSpacesInOrder(site: SiteState): SiteSpaceState[] {
  const ids = [...site.siteSpaces, ...sectionsInOrder(site).flatMap((section) => section.siteSpaces)];
  return ids.map((id) => known(site.allSiteSpaces, id));
}

/** Whether another site space of this list has the path (A23). */
export function pathIsTaken(site: SiteState, list: SiteSpaceList, path: string, but?: string): boolean {
  return list.siteSpaces.some((id) => id !== but && site.allSiteSpaces[id]?.path === path);
}

/** Shows a space at the end of a section, or of the root without one; the first becomes the default (A22). */
export function appendSiteSpace(
  state: State,
  site: SiteState,
  section: string | undefined,
  space: SpaceState,
): SiteSpaceState {
  const list: SiteSpaceList = section === undefined ? site : known(site.sections, section);
  const path = uniqueSlug(slugOf(space.title, "space"), (slug) => pathIsTaken(site, list, slug));
  const id = newId(state, "sitespace");
  const created: SiteSpaceState = { id, space: space.id, path, hidden: false };
  if (section !== undefined) created.section = section;
  site.allSiteSpaces[id] = created;
  list.siteSpaces.push(id);
  list.defaultSiteSpace ??= id;
  return created;
}

/** Removes a space from a site. The first remaining site space becomes the default (A26). */
export function deleteSiteSpace(site: SiteState, siteSpace: SiteSpaceState): void {
  const list = listOf(site, siteSpace);
  removeItem(list.siteSpaces, siteSpace.id);
  delete site.allSiteSpaces[siteSpace.id];
  if (list.defaultSiteSpace !== siteSpace.id) return;
  const first = list.siteSpaces[0];
  if (first === undefined) delete list.defaultSiteSpace;
  else list.defaultSiteSpace = first;
}
