import { once } from "../../contract/once.ts";
import type { Address } from "../../model/address.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { firstUsable } from "../diff/blocked.ts";
import { emptiedIn } from "../diff/cascade.ts";
import type { Possible } from "../diff/created-by.ts";

/**
 * Finds what deletes would take along though it is declared: a holder that keeps at least one item (A26), all of whose
 * items go with what is `deleted`, and for which the plan has no other one. Undefined for most.
 */
export function shownAloneIn(
  planning: Possible,
  deleted: readonly LiveResource[],
): (live: LiveResource) => Address | undefined {
  if (deleted.length === 0) return () => undefined;
  const { live, kinds } = planning;
  const emptied = once(() => emptiedIn(live.resources, kinds, new Set(deleted.map(liveKey))));
  return (one) =>
    emptied()(one)
      .map((holder) => leftEmpty(planning, holder))
      .find((address) => address !== undefined);
}

/** A declared holder that the plan has no other item for. */
function leftEmpty(planning: Possible, holder: LiveResource): Address | undefined {
  const resource = planning.resourceAt(planning.matching.addressOf(holder) ?? "");
  const child = planning.kinds.get(holder.kind).sequence?.firstChild?.kind;
  if (resource === undefined || resource.absent || child === undefined) return undefined;
  const other = firstUsable(planning, resource, planning.kinds.get(child), planning.blockedReason);
  return other === undefined ? resource.address : undefined;
}
