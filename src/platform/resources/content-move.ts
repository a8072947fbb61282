import type { z } from "zod";
import type { contentMoveBody } from "../../contract/parts/spaces.ts";
import { invalid, Refusal } from "../refusal.ts";
import { entry } from "../store/records.ts";
import type { State } from "../store/state.ts";
import { type ContentItem, collectionsBelow, contentIn, placeContent, takeContent } from "./content-tree.ts";

type MoveBody = z.output<ReturnType<typeof contentMoveBody>>;

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
  const collection = entry(state.collections, given);
  if (collection?.organization !== item.organization) {
    throw invalid("parent", `the organization has no collection ${JSON.stringify(given)}`);
  }
  if (collectionsBelow(state, [item.id]).includes(collection)) {
    throw invalid("parent", `${JSON.stringify(given)} is the collection itself or stands in it`);
  }
  return collection.id;
}

type Sibling = NonNullable<NonNullable<MoveBody["position"]>["before"]>;

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
  const index = siblings.indexOf(idOf(state, anchor) ?? "");
  if (index >= 0) return before === undefined ? index + 1 : index;
  const named = anchor.type === "space" ? anchor.space : anchor.collection;
  const why = named === item.id ? "is what moves" : `is no ${anchor.type} in the target parent`;
  throw invalid(`position.${before === undefined ? "after" : "before"}`, `${JSON.stringify(named)} ${why}`);
}

function idOf(state: State, anchor: Sibling): string | undefined {
  return anchor.type === "space"
    ? entry(state.spaces, anchor.space)?.id
    : entry(state.collections, anchor.collection)?.id;
}
