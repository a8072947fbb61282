import type { Address } from "./address.ts";
import type { Possible } from "./birth.ts";
import { firstUsable } from "./blocked.ts";
import type { DesiredResource } from "./desired.ts";
import { liveValue } from "./identity.ts";
import type { Kind } from "./kind.ts";
import { type LiveResource, liveKey } from "./live.ts";
import { containerKeys, firstOf } from "./live-owner.ts";
import { referrersIn, referringFields } from "./referrers.ts";

/**
 * Finds what deletes would take along though it is declared: a holder that keeps at least one item (A26), all of whose
 * items go with what is `deleted`, and for which the plan has no other one. Undefined for most.
 */
export function shownAloneIn(
  planning: Possible,
  deleted: readonly LiveResource[],
): (live: LiveResource) => Address | undefined {
  if (deleted.length === 0) return () => undefined;
  const referrersOf = referrersIn(planning.live.resources, planning.kinds);
  const keys = new Set(deleted.map(liveKey));
  const isGoing = (item: LiveResource): boolean => {
    const kind = planning.kinds.get(item.kind);
    return referringFields(kind).some((field) => {
      const id = field.isNeeded ? liveValue(kind, field.name, item) : undefined;
      return (
        typeof id === "string" && keys.has(liveKey({ organization: item.organization, kind: field.kind, id }))
      );
    });
  };
  return (live) => {
    const needing = referrersOf(live).filter(({ field }) => field.isNeeded);
    return needing
      .map((one) => emptied(planning, one.live, isGoing))
      .find((address) => address !== undefined);
  };
}

/** The declared holder of an item, if it is left without any. */
function emptied(
  planning: Possible,
  item: LiveResource,
  isGoing: (item: LiveResource) => boolean,
): Address | undefined {
  const kind = planning.kinds.get(item.kind);
  const containerOf = kind.sequence?.containerOf;
  const container = containerOf?.(item.answer);
  const holder = firstOf(planning, containerKeys(kind, item.organization, container));
  const resource = planning.resourceAt((holder && planning.matching.addressOf(holder)) ?? "");
  if (resource === undefined || resource.absent || !keepsOne(planning, resource, kind)) return undefined;
  const beside = planning
    .liveIn(item.organization, item.kind, item.parentId)
    .filter(({ answer }) => containerOf?.(answer) === container);
  if (!beside.every(isGoing)) return undefined;
  const other = firstUsable(planning, resource, kind, planning.blockedReason);
  return other === undefined ? resource.address : undefined;
}

/** Is it made with its first item of a kind, and never without one? */
function keepsOne({ kinds }: Possible, { kind }: DesiredResource, { name }: Kind): boolean {
  return kinds.get(kind).sequence?.firstChild?.kind === name;
}
