import { isObject, type Json, type JsonObject } from "./json.ts";
import type { Kind } from "./kind.ts";
import type { Step } from "./plan-document.ts";
import { holderIn, holderKey } from "./read-back.ts";
import { isTreeKind, type TreeKind } from "./tree-kind.ts";

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

/**
 * Why something does not stand where a move was to bring it; undefined when it does. `items` are all of its kind in
 * display order. What stands between two of a kind of another kind, lists do not show (A18).
 */
export function misplaced(
  kind: TreeKind,
  step: Pick<Step, "params" | "body">,
  items: readonly JsonObject[],
): string | undefined {
  const id = step.params[kind.idParam];
  const body = isObject(step.body) ? step.body : {};
  const item = items.find((one) => one.id === id);
  if (item === undefined) return "it is not in the list";
  const wanted = body[holderKey(kind) ?? ""];
  const holder = holderIn(kind, item);
  if (wanted !== undefined && wanted !== holder)
    return `it stands in ${holder === null ? "the root" : `"${String(holder)}"`}`;
  const row = items.filter((one) => holderIn(kind, one) === holder).map((one) => one.id);
  const at = row.indexOf(item.id);
  const { sibling, side } = anchorIn(kind, body.position);
  if (sibling === undefined)
    return side !== undefined || at === row.length - 1 ? undefined : "others stand after it";
  const other = row.indexOf(sibling);
  if (other < 0) return `"${String(sibling)}" stands elsewhere`;
  return other - at === (side === "before" ? 1 : -1)
    ? undefined
    : `it does not stand directly ${side} "${String(sibling)}"`;
}

/** What a position names; a sibling of another kind is in another list, and has a side only. */
function anchorIn(
  kind: TreeKind,
  position: Json | undefined,
): { readonly side?: "before" | "after"; readonly sibling?: Json } {
  const sides = ["before", "after"] as const;
  const side = sides.find((one) => isObject(position) && isObject(position[one]));
  const anchor = side !== undefined && isObject(position) ? position[side] : undefined;
  if (side === undefined || !isObject(anchor)) return {};
  const id = Object.entries(anchor).find(([name]) => name !== "type")?.[1];
  const isOwn = id !== undefined && JSON.stringify(kind.tree.move.anchor(id)) === JSON.stringify(anchor);
  return isOwn ? { side, sibling: id } : { side };
}
