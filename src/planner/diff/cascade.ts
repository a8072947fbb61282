import { groupBy } from "../../model/group-by.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { containerKeys } from "../live-parent.ts";
import { liveValue } from "../match/identity.ts";
import { referrersIn, referringFields } from "./referrers.ts";

/**
 * Finds the holders that lose all that they hold with one of those that go (by `liveKey`): a holder that is made with its
 * first item is never without one, so it is gone then (A26). An item goes with what it needs.
 */
export function emptiedIn(
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
  const holders = new Map(resources.filter(isNeverEmpty).map((live) => [liveKey(live), live]));
  const held = resources.flatMap((item) =>
    keysOf(item).flatMap((key) => (isChild(kinds, holders.get(key), item) ? [{ key, item }] : [])),
  );
  const items = groupBy(held, ({ key }) => key);
  const goes = (item: LiveResource): boolean => needsOf(kinds, item).some((key) => going.has(key));
  const known = new Map<string, boolean>();
  const isEmptied = (key: string): boolean => {
    const told = known.get(key) ?? items.get(key)?.every(({ item }) => goes(item)) === true;
    known.set(key, told);
    return told;
  };
  return (target) => {
    const needing = referrersOf(target).filter(({ field }) => field.isNeeded);
    const keys = new Set(needing.flatMap(({ live }) => keysOf(live)).filter(isEmptied));
    return [...keys].flatMap((key) => holders.get(key) ?? []);
  };
}

/** What a delete says of a holder that goes along, and that nothing declares. */
export function goesAlong(kinds: KindIndex, { kind, id, answer }: LiveResource): string {
  return `the ${kind} "${kinds.get(kind).label(answer)}" (${id}), which nothing declares, shows nothing else and goes along, for good`;
}

function isChild(kinds: KindIndex, holder: LiveResource | undefined, item: LiveResource): boolean {
  return holder !== undefined && kinds.get(holder.kind).sequence?.firstChild?.kind === item.kind;
}

/** The `liveKey` of all that there is no such thing without. */
function needsOf(kinds: KindIndex, item: LiveResource): readonly string[] {
  const kind = kinds.get(item.kind);
  return referringFields(kind).flatMap(({ name, kind: target, isNeeded }) => {
    const id = isNeeded ? liveValue(kind, name, item) : undefined;
    return typeof id === "string" ? [liveKey({ organization: item.organization, kind: target, id })] : [];
  });
}
