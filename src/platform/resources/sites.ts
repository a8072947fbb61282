import { slugOf, uniqueSlug } from "../../text/slug.ts";
import { setOrClear } from "../http/refusal.ts";
import type {
  GroupState,
  LinkState,
  SectionState,
  SiteSpaceList,
  SiteSpaceState,
  SiteState,
} from "../store/site-state.ts";
import { newId, type SpaceState, type State } from "../store/state.ts";
import { emptyTable, entry, known, removeItem } from "../store/table.ts";

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
  if (list.defaultSiteSpace === siteSpace.id)
    setOrClear(list, { defaultSiteSpace: list.siteSpaces[0] ?? null });
}

/** A site has sections as soon as there is one; until then its site spaces are at the root (A21). */
export function hasSections(site: SiteState): boolean {
  return Object.keys(site.sections).length > 0;
}

/** The ordered list of sections and groups in a group; the root list without one. */
export function childrenOf(site: SiteState, group: string | undefined): string[] {
  return group === undefined ? site.children : known(site.groups, group).children;
}

/** The external link with this id. */
export function linkOf(site: SiteState, id: string): LinkState | undefined {
  return entry(site.links ?? {}, id);
}

/** Every section, group and link in display order, a group before its content. */
function itemsInOrder(site: SiteState): (SectionState | GroupState | LinkState)[] {
  const items: (SectionState | GroupState | LinkState)[] = [];
  const waiting = [...site.children].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const group = Object.hasOwn(site.groups, id) ? site.groups[id] : undefined;
    items.push(group ?? linkOf(site, id) ?? known(site.sections, id));
    if (group !== undefined) waiting.push(...[...group.children].reverse());
  }
  return items;
}

/** Every section, those in groups included, in display order (A22). */
export function sectionsInOrder(site: SiteState): SectionState[] {
  return itemsInOrder(site).filter((item) => "siteSpaces" in item);
}

/** Every group, nested ones included, in display order (A22). */
export function groupsInOrder(site: SiteState): GroupState[] {
  return itemsInOrder(site).filter((item) => "children" in item);
}

/** Puts a section into a group, or at the root without one: at an index, or at the end. */
export function placeSection(
  site: SiteState,
  section: SectionState,
  group: string | undefined,
  at?: number,
): void {
  const list = childrenOf(site, group);
  list.splice(at ?? list.length, 0, section.id);
  setOrClear(section, { group: group ?? null });
}

/** Removes a section from its group or from the root. */
function takeSection(site: SiteState, section: SectionState): void {
  removeItem(childrenOf(site, section.group), section.id);
}

/** Moves a group to the end of another one, or of the root. */
export function appendGroup(site: SiteState, group: GroupState, parent: string | undefined): void {
  removeItem(childrenOf(site, group.parent), group.id);
  childrenOf(site, parent).push(group.id);
  setOrClear(group, { parent: parent ?? null });
}

/** Moves a link to the end of a group, or of the root. */
export function appendLink(site: SiteState, link: LinkState, group: string | undefined): void {
  removeItem(childrenOf(site, link.group), link.id);
  childrenOf(site, group).push(link.id);
  setOrClear(link, { group: group ?? null });
}

/** Deletes an external link. */
export function deleteLink(site: SiteState, link: LinkState): void {
  removeItem(childrenOf(site, link.group), link.id);
  delete site.links?.[link.id];
}

/** Moves a section to the end of a group, from wherever it was (A25). */
export function appendSection(site: SiteState, section: SectionState, group: string | undefined): void {
  takeSection(site, section);
  placeSection(site, section, group);
}

/** Moves a section next to another one, into the group or root of that one (A24). */
export function moveSectionNextTo(
  site: SiteState,
  section: SectionState,
  sibling: SectionState,
  side: "before" | "after",
): void {
  takeSection(site, section);
  const index = childrenOf(site, sibling.group).indexOf(sibling.id);
  placeSection(site, section, sibling.group, side === "before" ? index : index + 1);
}

/** Deletes a section and its site spaces. The first remaining site space becomes the default (A26). */
export function deleteSection(site: SiteState, section: SectionState): void {
  takeSection(site, section);
  for (const id of section.siteSpaces) delete site.allSiteSpaces[id];
  delete site.sections[section.id];
  if (site.defaultSection === section.id)
    setOrClear(site, { defaultSection: sectionsInOrder(site)[0]?.id ?? null });
}

/** Deletes a group. Its content moves to the position of the group (A25). */
export function dissolveGroup(site: SiteState, group: GroupState): void {
  const list = childrenOf(site, group.parent);
  list.splice(list.indexOf(group.id), 1, ...group.children);
  for (const id of group.children) {
    const item = site.sections[id] ?? linkOf(site, id);
    const inner = site.groups[id];
    const parent = group.parent ?? null;
    if (item !== undefined) setOrClear(item, { group: parent });
    if (inner !== undefined) setOrClear(inner, { parent });
  }
  delete site.groups[group.id];
}
