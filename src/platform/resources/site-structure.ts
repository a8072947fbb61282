import { known } from "../store/records.ts";
import type { GroupState, SectionState, SiteState } from "../store/state.ts";
import { removeItem } from "../store/table.ts";

/** A site has sections as soon as there is one; until then its site spaces are at the root (A21). */
export function hasSections(site: SiteState): boolean {
  return Object.keys(site.sections).length > 0;
}

/** The ordered list of sections and groups in a group; the root list without one. */
export function childrenOf(site: SiteState, group: string | undefined): string[] {
  return group === undefined ? site.children : known(site.groups, group).children;
}

/** Every section and group in display order, a group before its content. */
function itemsInOrder(site: SiteState): (SectionState | GroupState)[] {
  const items: (SectionState | GroupState)[] = [];
  const waiting = [...site.children].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const group = Object.hasOwn(site.groups, id) ? site.groups[id] : undefined;
    items.push(group ?? known(site.sections, id));
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
  if (group === undefined) delete section.group;
  else section.group = group;
}

/** Removes a section from its group or from the root. */
function takeSection(site: SiteState, section: SectionState): void {
  removeItem(childrenOf(site, section.group), section.id);
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
  if (site.defaultSection !== section.id) return;
  const first = sectionsInOrder(site)[0];
  if (first === undefined) delete site.defaultSection;
  else site.defaultSection = first.id;
}

/** Deletes a group. Its content moves to the position of the group (A25). */
export function dissolveGroup(site: SiteState, group: GroupState): void {
  const list = childrenOf(site, group.parent);
  list.splice(list.indexOf(group.id), 1, ...group.children);
  for (const id of group.children) {
    const section = site.sections[id];
    const inner = site.groups[id];
    if (section !== undefined) setContainer(section, "group", group.parent);
    if (inner !== undefined) setContainer(inner, "parent", group.parent);
  }
  delete site.groups[group.id];
}

function setContainer<K extends string>(item: { [key in K]?: string }, key: K, id: string | undefined): void {
  if (id === undefined) delete item[key];
  else Object.assign(item, { [key]: id });
}
