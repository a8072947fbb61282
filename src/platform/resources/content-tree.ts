import { invalid } from "../http/refusal.ts";
import type { SiteState } from "../store/site-state.ts";
import type { CollectionState, OrganizationState, SpaceState, State } from "../store/state.ts";
import { entry, get, known, removeItem, rows } from "../store/table.ts";
import { toMilliseconds } from "../store/time.ts";
import { deleteSection, deleteSiteSpace } from "./sites.ts";

/**
 * The spaces of an organization without deleted ones, in display order: those of a collection at its position
 * (A18).
 */
export function spacesInOrder(state: State, organization: OrganizationState): SpaceState[] {
  return spacesBelow(state, organization.children);
}

/** The spaces among these children and in the collections among them, in order. */
export function spacesBelow(state: State, children: readonly string[]): SpaceState[] {
  const found: SpaceState[] = [];
  const waiting = [...children].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const space = entry(state.spaces, id);
    if (space !== undefined) found.push(space);
    else waiting.push(...[...(entry(state.collections, id)?.children ?? [])].reverse());
  }
  return found;
}

/** An object inside a collection or at the root of an organization (A18). */
export type ContentItem = SpaceState | CollectionState;

/** The ordered list of a collection; of the organization's root without one (A18). */
export function contentIn(state: State, organization: string, parent: string | undefined): string[] {
  return parent === undefined
    ? get(state.organizations, organization).children
    : known(state.collections, parent).children;
}

/** The collection that a body names as the parent. 400 for one that the organization does not have. */
export function collectionFor(state: State, organization: string, id: string): CollectionState {
  const collection = entry(state.collections, id);
  if (collection?.organization === organization) return collection;
  throw invalid("parent", `the organization has no collection ${JSON.stringify(id)}`);
}

/** Every collection among these children and below them, in display order, each before its content. */
export function collectionsBelow(state: State, children: readonly string[]): CollectionState[] {
  return children.flatMap((id) => {
    const collection = Object.hasOwn(state.collections, id) ? state.collections[id] : undefined;
    return collection === undefined ? [] : [collection, ...collectionsBelow(state, collection.children)];
  });
}

/** Removes a space or collection from the list of its parent. */
export function takeContent(state: State, item: ContentItem): void {
  removeItem(contentIn(state, item.organization, item.parent), item.id);
}

/** Puts a space or collection into a collection, or at the root without one: at an index, or at the end. */
export function placeContent(state: State, item: ContentItem, parent: string | undefined, at?: number): void {
  const list = contentIn(state, item.organization, parent);
  list.splice(at ?? list.length, 0, item.id);
  setParent(item, parent);
}

/** Says in which collection something stands. Outside of collections nothing is visible as in one (2.1). */
function setParent(item: ContentItem, parent: string | undefined): void {
  if (parent !== undefined) {
    item.parent = parent;
    return;
  }
  delete item.parent;
  if ("visibility" in item && item.visibility === "in-collection") item.visibility = "private";
}

/** Deleted spaces that stood in a collection that is no longer there come back at the root. */
export function orphanDeletedSpaces(state: State, gone: readonly CollectionState[]): void {
  const ids = new Set(gone.map(({ id }) => id));
  for (const space of Object.values(state.spaces)) {
    if (space.deletedAt !== undefined && space.parent !== undefined && ids.has(space.parent)) {
      setParent(space, undefined);
    }
  }
}

/** Milliseconds in which a deleted space can be restored (8). */
const restorable = 7 * 24 * 60 * 60 * 1000;

/** Is the space permanently removed? Then nothing finds it any more (A17). */
export function isGone({ deletedAt }: SpaceState, now: string): boolean {
  return deletedAt !== undefined && toMilliseconds(now) - toMilliseconds(deletedAt) > restorable;
}

/**
 * Deletes a space. It can be restored for 7 days, and is in no list (A17). It is removed from all sites at
 * once, and a restored space is in no site.
 */
export function deleteSpace(state: State, space: SpaceState, now: string): void {
  takeContent(state, space);
  space.deletedAt = now;
  for (const site of rows(get(state.organizations, space.organization).sites)) stopShowing(site, space.id);
}

/** Takes the site spaces of a space away; a section that shows nothing else goes with them (A26). */
function stopShowing(site: SiteState, space: string): void {
  const shown = Object.values(site.allSiteSpaces).filter((siteSpace) => siteSpace.space === space);
  for (const siteSpace of shown) {
    const section = siteSpace.section === undefined ? undefined : known(site.sections, siteSpace.section);
    if (section?.siteSpaces.length === 1) deleteSection(site, section);
    else deleteSiteSpace(site, siteSpace);
  }
}

/** Deletes a collection, the collections in it for good, and the spaces in them: those can be restored (A19). */
export function deleteCollection(state: State, collection: CollectionState, now: string): void {
  const collections = collectionsBelow(state, [collection.id]);
  for (const space of spacesBelow(state, collection.children)) deleteSpace(state, space, now);
  takeContent(state, collection);
  for (const { id } of collections) delete state.collections[id];
  orphanDeletedSpaces(state, collections);
}
