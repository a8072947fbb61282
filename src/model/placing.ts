import { isObject, type Json } from "../text/json.ts";
import type { Kind } from "./kind.ts";

/** True for a kind whose items change their container and stay what they are: a section, which goes into a group. */
export function changesContainer({ sequence }: Kind): boolean {
  return sequence?.append !== undefined || sequence?.reparent !== undefined;
}

/**
 * True for a call that places one of a kind in an order or a tree, or moves it to another organization. An update does
 * so when its body names a container.
 */
export function isPlacing(
  { sequence, tree }: Kind,
  { operation, body }: { readonly operation: string; readonly body?: Json | undefined },
): boolean {
  const { move, append, reparent } = sequence ?? {};
  const all = [move?.operation, append?.operation, tree?.move.operation, tree?.transfer?.operation];
  if (all.some((one) => one?.name === operation)) return true;
  return operation === reparent?.operation.name && isObject(body) && Object.hasOwn(body, reparent.body);
}
