import type { Step } from "../../model/documents/plan-document.ts";
import type { Kind } from "../../model/kind.ts";
import { isTreeKind, type TreeKind } from "../../planner/tree/tree-kind.ts";
import { canonicalJson, isObject, type Json, type JsonObject } from "../../text/json.ts";
import { holderIn, holderSentAs } from "./read-back.ts";

/** The kind in the tree that a call moves, and the one that it transfers. */
export function movedBy(
  kinds: readonly Kind[],
  { operation }: Pick<Step, "operation">,
): TreeKind | undefined {
  return kinds.filter(isTreeKind).find(({ tree }) => tree.move.operation.name === operation);
}

/** The kind in the tree that a call transfers to another organization. */
export function transferredBy(
  kinds: readonly Kind[],
  { operation }: Pick<Step, "operation">,
): TreeKind | undefined {
  return kinds.filter(isTreeKind).find(({ tree }) => tree.transfer.operation.name === operation);
}

/** The kind in the tree that a call restores. */
export function restoredBy(
  kinds: readonly Kind[],
  { operation }: Pick<Step, "operation">,
): TreeKind | undefined {
  return kinds.filter(isTreeKind).find(({ tree }) => tree.restore?.operation.name === operation);
}

/** What the lists of one kind show, in display order. */
export interface TreeList {
  readonly kind: TreeKind;
  readonly items: readonly JsonObject[];
}

/** What lists tell of a move. */
export type Standing =
  | { readonly is: "done"; readonly answer: JsonObject }
  /** It stands elsewhere. */
  | { readonly is: "open"; readonly message: string }
  /** Nothing that lists show speaks against it; but they would show the same if it stood elsewhere. */
  | { readonly is: "hidden"; readonly answer: JsonObject; readonly message: string }
  | { readonly is: "unclear"; readonly message: string };

/** One thing of the tree, and what it stands in; null for the root. */
interface Placed {
  readonly id: string;
  readonly kind: TreeKind;
  readonly holder: Json;
  readonly item: JsonObject;
}

/**
 * Does something stand where a move was to bring it? `lists` are those of all kinds in the tree. What stands between
 * two of a kind, the list of that kind does not show (A18): only what all of them show together counts as seen.
 */
export function standing(
  kind: TreeKind,
  step: Pick<Step, "params" | "body">,
  lists: readonly TreeList[],
): Standing {
  const all = lists.flatMap(({ kind: one, items }) =>
    items.map((item): Placed => ({ id: String(item.id), kind: one, holder: holderIn(one, item), item })),
  );
  const body = isObject(step.body) ? step.body : {};
  const moved = all.find((one) => one.kind === kind && one.id === step.params[kind.idParam]);
  // Somebody may have deleted it, or moved it to another organization, after it was moved.
  if (moved === undefined) return { is: "unclear", message: "it is not in the list" };
  const holder = body[holderSentAs(kind) ?? ""];
  if (holder !== undefined && holder !== moved.holder) {
    const where = moved.holder === null ? "the root" : `"${String(moved.holder)}"`;
    return { is: "open", message: `it stands in ${where}` };
  }
  const { position } = body;
  const verdict = standingInside({ moved, all, position });
  // What came from elsewhere came in the same call; to the end, whatever came behind it since.
  const isDone = verdict.is === "hidden" || (verdict.is === "open" && !isNextTo(position));
  return isDone && holder !== undefined ? { is: "done", answer: moved.item } : verdict;
}

/**
 * Does something of a list stand where it stood before: in the same, and on the same side of all that is still there?
 * Else something has moved it since. `own` are ids that other steps of the run made or used, which may have moved.
 */
export function standsAsBefore(
  kind: TreeKind,
  id: string,
  before: readonly JsonObject[],
  now: readonly JsonObject[],
  own: ReadonlySet<string>,
): boolean {
  const [then, here] = [rowOf(kind, id, before), rowOf(kind, id, now)];
  if (then === undefined || here === undefined || then.holder !== here.holder) return false;
  return [...then.isBehind].every(
    ([other, isBehind]) => own.has(other) || (here.isBehind.get(other) ?? isBehind) === isBehind,
  );
}

/** What something stands in, and of the others of its list there, which come behind it. */
function rowOf(kind: TreeKind, id: string, items: readonly JsonObject[]) {
  const moved = items.find((item) => item.id === id);
  if (moved === undefined) return undefined;
  const holder = holderIn(kind, moved);
  const ids = items.filter((item) => holderIn(kind, item) === holder).map((item) => String(item.id));
  const place = ids.indexOf(id);
  return { holder, isBehind: new Map(ids.map((other, at) => [other, at > place])) };
}

/** Something in what it was to stand in, and its position there. */
interface Place {
  readonly moved: Placed;
  readonly all: readonly Placed[];
  readonly position: Json | undefined;
}

function standingInside({ moved, all, position }: Place): Standing {
  const inside = all.filter(({ holder }) => holder === moved.holder);
  const { side, anchor } = positionIn(position);
  const sibling = inside.find(({ kind, id }) => canonicalJson(kind.tree.move.anchor(id)) === anchor);
  if (side !== undefined && sibling === undefined)
    return { is: "unclear", message: `what it was to stand ${side} stands elsewhere now` };
  const isRight = (row: readonly Placed[]): boolean => {
    const distance = (sibling === undefined ? row.length : row.indexOf(sibling)) - row.indexOf(moved);
    return distance === (side === "after" ? -1 : 1);
  };
  const alike = inside.filter(({ kind }) => kind === moved.kind);
  const row = visibleRow(all, inside);
  const isSeen = row.includes(moved) && (sibling === undefined || row.includes(sibling));
  const isComparable = sibling === undefined || sibling.kind === moved.kind;
  if ((isComparable && !isRight(alike)) || (isSeen && !isRight(row))) {
    const next = sibling && `it does not stand directly ${side} "${sibling.id}"`;
    return { is: "open", message: next ?? "others stand after it" };
  }
  // Where all are of one kind, nothing can stand between.
  return isSeen || alike.length === inside.length
    ? { is: "done", answer: moved.item }
    : { is: "hidden", answer: moved.item, message: "lists do not show what it stands next to" };
}

/** What of a holder has a place that lists show, in order: what holds nothing, and what holds such a thing. */
function visibleRow(all: readonly Placed[], inside: readonly Placed[]): readonly Placed[] {
  const holders = new Map(all.filter(({ kind }) => kind.tree.holds === true).map((one) => [one.id, one]));
  const seen = new Set<Placed>();
  // In the order of the list of what holds nothing: a holder stands where the first thing in it is listed.
  for (const leaf of all.filter(({ kind }) => kind.tree.holds !== true)) {
    for (
      let at: Placed | undefined = leaf;
      at !== undefined && !seen.has(at);
      at = holders.get(String(at.holder))
    )
      seen.add(at);
  }
  const here = new Set(inside);
  return [...seen].filter((one) => here.has(one));
}

/** Does a position say more than the end? */
function isNextTo(position: Json | undefined): boolean {
  return positionIn(position).side !== undefined;
}

/** What a position says: the side, and what is on the other one. */
function positionIn(position: Json | undefined): {
  readonly side?: "before" | "after";
  readonly anchor?: string;
} {
  const sides = ["before", "after"] as const;
  const side = sides.find((one) => isObject(position) && isObject(position[one]));
  return side !== undefined && isObject(position) ? { side, anchor: canonicalJson(position[side]) } : {};
}
