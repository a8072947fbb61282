import { collectionsBelow, orphanDeletedSpaces, takeContent } from "../resources/content-tree.ts";
import { deleteSection } from "../resources/site-structure.ts";
import { deleteSiteSpace } from "../resources/sites.ts";
import { known } from "./records.ts";
import type { CollectionState, SiteState, SpaceState, State } from "./state.ts";
import { get, rows } from "./table.ts";
import { toMilliseconds } from "./time.ts";
import { spacesBelow } from "./tree.ts";

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
