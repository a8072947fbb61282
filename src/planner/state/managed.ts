import type { Address } from "../../model/address.ts";
import type { LiveResource } from "../../model/live.ts";
import { treeParentKey } from "../match/tree-kind.ts";
import { liveAddress, liveAt } from "./live-address.ts";
import type { Planning } from "./planning.ts";
import { isInScope } from "./scope.ts";

/** May the project manage a live object? `recordedAt` is its address in the record, where it has one. */
export function isManaged(planning: Planning, live: LiveResource, recordedAt?: Address): boolean {
  const { scope } = planning.desired;
  if (scope?.patterns === undefined) return true;
  const address = recordedAt ?? liveAddress(planning, live);
  const containerOf = (at: Address): Address | undefined => {
    const inside = at === address ? live : liveAt(planning, at);
    const container = inside && treeParentKey(planning.kinds.get(inside.kind), inside);
    const outer = planning.liveByKey(container ?? "");
    return outer && liveAddress(planning, outer);
  };
  return isInScope(scope.patterns, address, containerOf);
}
