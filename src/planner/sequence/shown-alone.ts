import { once } from "../../contract/once.ts";
import type { Address } from "../../model/address.ts";
import { groupBy } from "../../model/group-by.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { firstUsable } from "../diff/blocked.ts";
import { containerKeys } from "../state/live-address.ts";
import type { PlanContext } from "../state/planning.ts";
import { referencesOf, referrersIn } from "../state/referrers.ts";

/**
 * Finds the declared section that a delete would end: all its items go with what is `deleted` (A26), and the plan
 * has no other item for it. Example: a space is deleted that a declared section shows alone.
 */
export function shownAloneIn(
  planning: PlanContext,
  deleted: readonly LiveResource[],
): (live: LiveResource) => Address | undefined {
  if (deleted.length === 0) return () => undefined;
  const { live, kinds } = planning;
  const emptied = once(() => emptiedIn(live.resources, kinds, new Set(deleted.map(liveKey))));
  return (one) =>
    emptied()(one)
      .map((parent) => leftEmpty(planning, parent))
      .find((address) => address !== undefined);
}

/** The address of a declared section, when the plan has no other item for it. */
function leftEmpty(planning: PlanContext, parent: LiveResource): Address | undefined {
  const resource = planning.resourceAt(planning.matching.addressOf(parent) ?? "");
  const child = planning.kinds.get(parent.kind).sequence?.firstChild?.kind;
  if (resource === undefined || resource.absent || child === undefined) return undefined;
  const other = firstUsable(planning, resource, planning.kinds.get(child), planning.blockedReason);
  return other === undefined ? resource.address : undefined;
}

/**
 * Finds the sections that lose all that they hold when these objects go (by `liveKey`). A section is created with its first
 * item and is never without one, so it is gone then (A26). An item goes with the object that it needs.
 */
function emptiedIn(
  resources: readonly LiveResource[],
  kinds: KindIndex,
  going: ReadonlySet<string>,
): (target: Pick<LiveResource, "organization" | "kind" | "id">) => readonly LiveResource[] {
  const referrersOf = referrersIn(resources, kinds);
  const keysOf = (item: LiveResource): readonly string[] => {
    const kind = kinds.get(item.kind);
    return containerKeys(kind, item.organization, kind.sequence?.containerOf(item.answer));
  };
  const isNeverEmpty = ({ kind }: LiveResource): boolean =>
    kinds.get(kind).sequence?.firstChild !== undefined;
  const parents = new Map(resources.filter(isNeverEmpty).map((live) => [liveKey(live), live]));
  const heldKinds = new Map(
    [...parents].map(([key, { kind }]) => [key, kinds.get(kind).sequence?.firstChild?.kind]),
  );
  const held = resources.flatMap((item) =>
    keysOf(item).flatMap((key) => (heldKinds.get(key) === item.kind ? [{ key, item }] : [])),
  );
  const items = groupBy(held, ({ key }) => key);
  const goes = (item: LiveResource): boolean =>
    referencesOf(kinds, item).some(({ key, field }) => field.isNeeded && going.has(key));
  const known = new Map<string, boolean>();
  const isEmptied = (key: string): boolean => {
    const told = known.get(key) ?? items.get(key)?.every(({ item }) => goes(item)) === true;
    known.set(key, told);
    return told;
  };
  return (target) => {
    const needing = referrersOf(target).filter(({ field }) => field.isNeeded);
    const keys = new Set(needing.flatMap(({ live }) => keysOf(live)).filter(isEmptied));
    return [...keys].flatMap((key) => parents.get(key) ?? []);
  };
}
