import type { KindIndex } from "../../model/kind-index.ts";
import { liveKey } from "../../model/live.ts";
import { isTreeKind } from "../tree/tree-kind.ts";

/**
 * The key under which something stays known wherever it goes: what can be transferred keeps its id, and is the same object
 * in whichever organization it is. All else is told apart as `liveKey` does, a person in each organization.
 */
export function lastingKeys(kinds: KindIndex): typeof liveKey {
  const inTree = new Set(kinds.childrenOf().flatMap((kind) => (isTreeKind(kind) ? [kind.name] : [])));
  return (one) => liveKey(inTree.has(one.kind) ? { ...one, organization: "" } : one);
}
