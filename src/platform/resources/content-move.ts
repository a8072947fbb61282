import type { z } from "zod";
import type { OperationOf } from "../../contract/operations.ts";
import { invalid, nameList, notFound, Refusal } from "../http/refusal.ts";
import type { OrganizationState, SpaceState, State } from "../store/state.ts";
import { find, get, rows } from "../store/table.ts";
import { checkReach } from "./access.ts";
import type { Caller } from "./caller.ts";
import {
  type ContentItem,
  collectionFor,
  collectionsBelow,
  contentIn,
  orphanDeletedSpaces,
  placeContent,
  spacesBelow,
  takeContent,
} from "./content-tree.ts";
import { translationsOf } from "./translations.ts";

type MoveBody = z.output<OperationOf<"moveSpace">["body"]>;

/** Moves a space or collection inside its organization (A18); a move that would change nothing is 409 (A2). */
export function moveContent(state: State, item: ContentItem, body: MoveBody): void {
  const parent = targetParent(state, item, body.parent);
  const siblings = contentIn(state, item.organization, parent).filter((id) => id !== item.id);
  const at = targetIndex(state, item, siblings, body.position);
  if (parent === item.parent && contentIn(state, item.organization, parent).indexOf(item.id) === at) {
    throw new Refusal(409, "The move would change nothing.");
  }
  takeContent(state, item);
  placeContent(state, item, parent, at);
}

function targetParent(state: State, item: ContentItem, given: string | null | undefined): string | undefined {
  if (given === undefined) return item.parent;
  if (given === null) return undefined;
  const collection = collectionFor(state, item.organization, given);
  if (collectionsBelow(state, [item.id]).includes(collection)) {
    throw invalid("parent", `${JSON.stringify(given)} is the collection itself or is in it`);
  }
  return collection.id;
}

/** The index among the new siblings. The anchor is one of them, of the given type (A18, A35). */
function targetIndex(
  state: State,
  item: ContentItem,
  siblings: readonly string[],
  position: MoveBody["position"],
): number {
  const { before, after } = position ?? {};
  const anchor = before ?? after;
  if (anchor === undefined) return siblings.length;
  const named = anchor.type === "space" ? anchor.space : anchor.collection;
  const all = anchor.type === "space" ? state.spaces : state.collections;
  const index = Object.hasOwn(all, named) ? siblings.indexOf(named) : -1;
  if (index >= 0) return before === undefined ? index + 1 : index;
  const why = named === item.id ? "is what moves" : `is no ${anchor.type} in the target parent`;
  throw invalid(`position.${before === undefined ? "after" : "before"}`, `${JSON.stringify(named)} ${why}`);
}

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
