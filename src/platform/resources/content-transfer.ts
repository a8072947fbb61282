import { checkReach } from "../access.ts";
import type { Caller } from "../call.ts";
import { nameList, notFound, Refusal } from "../refusal.ts";
import type { OrganizationState, SpaceState } from "../store/state.ts";
import { find, get, rows } from "../store/table.ts";
import { spacesBelow } from "../store/tree.ts";
import {
  type ContentItem,
  collectionsBelow,
  orphanDeletedSpaces,
  placeContent,
  takeContent,
} from "./content-tree.ts";
import { translationsOf } from "./translations.ts";

/**
 * Transfers a space, or a collection with everything in it, to the end of another organization's root. Ids
 * and content stay. The parent and links of change requests to clusters of the old organization are removed
 * (A20). Deleted spaces of the collection stay in the old organization, and are restored at its root.
 */
export function transferContent(caller: Caller, item: ContentItem, id: string): void {
  const { state, now } = caller;
  const collections = collectionsBelow(state, [item.id]);
  const spaces = "children" in item ? spacesBelow(state, item.children) : [item];
  const target = targetOf(caller, item, id);
  checkMovable(caller, item, spaces);
  takeContent(state, item);
  for (const each of collections) each.organization = target.id;
  for (const space of spaces) {
    space.organization = target.id;
    space.updatedAt = now;
    for (const changeRequest of rows(space.changeRequests)) delete changeRequest.conversationsIssuesCluster;
  }
  orphanDeletedSpaces(state, collections);
  placeContent(state, item, undefined);
}

/** 404 when there is no such organization, 403 out of the token's reach, 409 when it is there already (7, A2). */
function targetOf({ state, token }: Caller, item: ContentItem, id: string): OrganizationState {
  const target = find(state.organizations, id);
  if (target === undefined) throw notFound("organization", id);
  checkReach(token, id);
  if (item.organization === id) throw new Refusal(409, "The transfer would change nothing.");
  return target;
}

/** A space cannot be moved while it is deleted, while a site publishes it (A20), or while a translation uses it: 412. */
function checkMovable({ state, now }: Caller, item: ContentItem, spaces: readonly SpaceState[]): void {
  const organization = get(state.organizations, item.organization);
  const published = rows(organization.sites).flatMap(({ allSiteSpaces }) =>
    Object.values(allSiteSpaces).map(({ space }) => space),
  );
  const translated = translationsOf(state, organization, now).flatMap(({ source, resultSpace }) => [
    source.space,
    resultSpace,
  ]);
  const used = new Set([...published, ...translated]);
  const held = spaces.filter(({ id, deletedAt }) => deletedAt !== undefined || used.has(id));
  if (held.length === 0) return;
  const names = nameList(held.map(({ id }) => id));
  throw new Refusal(412, `Deleted, on a site, or in a translation, so it cannot be moved: ${names}.`);
}
