import { known } from "../store/records.ts";
import type { CollectionState, SpaceState, State } from "../store/state.ts";
import { get, removeItem } from "../store/table.ts";

/** An object inside a collection or at the root of an organization (A18). */
export type ContentItem = SpaceState | CollectionState;

/** The ordered list of a collection; of the organization's root without one (A18). */
export function contentIn(state: State, organization: string, parent: string | undefined): string[] {
  return parent === undefined
    ? get(state.organizations, organization).children
    : known(state.collections, parent).children;
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
