import type { z } from "zod";
import type { visitorAttributes } from "../../contract/parts/site-adaptive-schema.ts";
import type { agentsContext } from "../../contract/parts/sites.ts";
import type { siteVisibility } from "../../contract/resource.ts";
import { emptyTable, known, newId, removeItem, slugOf, type Table, uniqueSlug } from "../store/records.ts";
import type { SpaceState, State } from "../store/state.ts";
import { sectionsInOrder } from "./site-structure.ts";

/** A space as a site shows it (2.18). */
export interface SiteSpaceState {
  readonly id: string;
  /** Id of the section; left out at the root of the site. */
  section?: string;
  space: string;
  path: string;
  condition?: string;
  hidden: boolean;
}

/** Site spaces in their order, one of them the default as soon as there is one (A21, A26). */
export interface SiteSpaceList {
  siteSpaces: string[];
  defaultSiteSpace?: string;
}

/** A section of a site (2.16). */
export interface SectionState extends SiteSpaceList {
  readonly id: string;
  title: string;
  path: string;
  icon?: string;
  description?: string;
  condition?: string;
  /** Id of the group that it stands in; left out at the root of the site. */
  group?: string;
}

/** A group of sections and groups, in one order (2.17, A25). */
export interface GroupState {
  readonly id: string;
  title: string;
  icon?: string;
  parent?: string;
  /** Ids of the sections and groups in it. */
  readonly children: string[];
}

/** A link that opens a share-link site (2.19); `key` is the secret in its address. */
export interface ShareLinkState {
  readonly id: string;
  readonly key: string;
  readonly createdAt: string;
  name: string;
  active: boolean;
}

/** Which attributes visitors of a site have (2.15); it stays once put (A29). */
export interface AdaptiveSchemaState {
  readonly jsonSchema: z.infer<typeof visitorAttributes>;
  readonly updatedAt: string;
}

/** A site with its structure (2.15): site spaces at the root, or sections (A21). */
export interface SiteState extends SiteSpaceList {
  readonly id: string;
  readonly organization: string;
  readonly type: string;
  title: string;
  hostname?: string;
  basename?: string;
  proxy?: string;
  visibility: z.infer<typeof siteVisibility>;
  published: boolean;
  adaptiveContent: boolean;
  adaptiveSchema?: AdaptiveSchemaState;
  agentsContext: z.infer<typeof agentsContext>;
  readonly createdAt: string;
  /** Ids of the sections and groups at the root, in one order. */
  readonly children: string[];
  defaultSection?: string;
  readonly sections: Record<string, SectionState>;
  readonly groups: Record<string, GroupState>;
  /** Every site space, at the root and in sections. */
  readonly allSiteSpaces: Record<string, SiteSpaceState>;
  readonly shareLinks: Table<ShareLinkState>;
}

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

/** The list that a site space stands in: that of its section, or of the root. */
export function listOf(site: SiteState, siteSpace: SiteSpaceState): SiteSpaceList {
  return siteSpace.section === undefined ? site : known(site.sections, siteSpace.section);
}

/** Every site space in display order: those at the root, or those of each section (A22). */
export function siteSpacesInOrder(site: SiteState): SiteSpaceState[] {
  const ids = [...site.siteSpaces, ...sectionsInOrder(site).flatMap((section) => section.siteSpaces)];
  return ids.map((id) => known(site.allSiteSpaces, id));
}

/** Is the path taken in this list, by another site space than the given one (A23)? */
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

/** Stops showing a space; the default goes to the first one left (A26). */
export function deleteSiteSpace(site: SiteState, siteSpace: SiteSpaceState): void {
  const list = listOf(site, siteSpace);
  removeItem(list.siteSpaces, siteSpace.id);
  delete site.allSiteSpaces[siteSpace.id];
  if (list.defaultSiteSpace !== siteSpace.id) return;
  const first = list.siteSpaces[0];
  if (first === undefined) delete list.defaultSiteSpace;
  else list.defaultSiteSpace = first;
}
