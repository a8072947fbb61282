import type { DesiredResource } from "../../model/desired.ts";
import { addTo } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { apiName } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import type { ShowingOpening, ValueOpening } from "../../model/opening.ts";
import type { Json } from "../../text/json.ts";
import { liveValue } from "../match/identity.ts";
import { type FieldDiff, takesField } from "../state/draft.ts";
import { containerKeys, firstOf, parentOf } from "../state/live-address.ts";
import { type PlanContext, targetOf } from "../state/planning.ts";
import { showingOf, valueNow, valueOpenings, wordsOf } from "./opened-values.ts";

/** A gate that visitors pass to see something: a row of the table, with its value. */
interface Gate {
  readonly row: ValueOpening;
  readonly value: Json;
  /** The value that it has until a later call, where its create does not carry it. */
  readonly first: Json;
}

/** The gates by kind and field. */
type Gates = ReadonlyMap<string, Gate>;

/**
 * Whom a resource lets in by what it comes to show, in words: who of its visitors could not see that before, on any
 * site. A site that is not published shows nothing; its publishing is told of the site. Nobody sees a draft. `carried` are
 * the fields that the call which creates it sends.
 */
export function whomShowingLetsIn(
  planning: PlanContext,
  resource: DesiredResource,
  live: LiveResource | undefined,
  diffs: readonly Pick<FieldDiff, "name">[],
  carried: readonly Pick<FieldDiff, "name">[],
): readonly string[] {
  const kind = planning.kinds.get(resource.kind);
  const row = showingOf(kind);
  if (row === undefined || !diffs.some(({ name }) => name === row.field)) return [];
  const site = planning.matching.liveOf(resource.parent ?? "");
  if (site === undefined || isShut(planning, site)) return [];
  const gates = gatesOf(planning, resource, carried);
  const before = shownBefore(planning, resource, kind, row).map((one) => ({
    gates: liveGates(planning, one),
    isHere: one.parentId === site.id,
  }));
  const isSeen = (at: "value" | "first"): boolean =>
    [...gates.values()].some((gate) => gate.row.isShut?.(gate[at]) === true) ||
    before.some((one) => covers(one.gates, gates, at, one.isHere));
  const opener = [...gates.values()].find(({ value, first, row: { isWider } }) => isWider(value, first));
  return [
    ...(isSeen("value") ? [] : [row.who]),
    ...(live !== undefined || opener === undefined || isSeen("first")
      ? []
      : [`until a later call, ${wordsOf(opener.row, {})}`]),
  ];
}

/** Whom an item lets in that leaves a container which nobody sees, for another place in the same site. */
export function whomLeavingLetsIn(
  planning: PlanContext,
  item: LiveResource,
  from: LiveResource | undefined,
  to: LiveResource | undefined,
): readonly string[] {
  if (from === undefined || !isShut(planning, from)) return [];
  const others = [item, to ?? [], parentOf(planning, item) ?? []].flat();
  if (others.some((one) => isShut(planning, one))) return [];
  return valueOpenings(planning.kinds.get(from.kind)).map((row) => wordsOf(row, {}));
}

/** Does nobody pass a gate of a live resource? */
export function isShut({ kinds }: Pick<PlanContext, "kinds">, live: LiveResource): boolean {
  const kind = kinds.get(live.kind);
  return valueOpenings(kind).some(({ field, isShut: shut }) => shut?.(valueNow(kind, field, live)) === true);
}

/** Does everybody who passes the second gates pass the first ones? Conditions and audiences are those of one site. */
function covers(before: Gates, after: Gates, at: "value" | "first", isSameSite: boolean): boolean {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].every((key) => {
    const gate = before.get(key) ?? after.get(key);
    const was = before.get(key)?.value ?? null;
    const is = after.get(key)?.[at] ?? null;
    if (gate === undefined || gate.row.isShut?.(was) === true) return false;
    return (isSameSite || gate.row.isOpenToAll?.(was) === true) && !gate.row.isWider(was, is);
  });
}

/** The gates of a declared resource as they shall be: its own, and those of its parents. */
function gatesOf(
  planning: PlanContext,
  resource: DesiredResource,
  carried: readonly Pick<FieldDiff, "name">[],
): Gates {
  const parents = [resource.container, resource.parent].flatMap(
    (address) => (address === undefined ? undefined : planning.resourceAt(address)) ?? [],
  );
  return indexed(
    [resource, ...parents].flatMap((one) => {
      const kind = planning.kinds.get(one.kind);
      const live = planning.matching.liveOf(one.address);
      return rowsOf(kind).map((row) => {
        const written = one.ignore.includes(row.field) ? undefined : one.values[row.field];
        const value = written === undefined ? valueNow(kind, row.field, live) : written;
        const field = kind.fields[row.field];
        const isLater =
          live === undefined &&
          field !== undefined &&
          (one === resource
            ? !carried.some(({ name }) => name === row.field)
            : !takesField(kind.operations.create, apiName(row.field, field)));
        const first = isLater ? valueNow(kind, row.field, undefined) : value;
        return [kind, { row, value, first }] as const;
      });
    }),
  );
}

/** The gates of a live resource as they are. */
function liveGates(planning: PlanContext, live: LiveResource): Gates {
  const own = planning.kinds.get(live.kind);
  const container = own.sequence?.containerOf(live.answer);
  const parents = [
    firstOf(planning, containerKeys(own, live.organization, container)) ?? [],
    parentOf(planning, live) ?? [],
  ].flat();
  return indexed(
    [live, ...parents].flatMap((one) => {
      const kind = planning.kinds.get(one.kind);
      return rowsOf(kind).map((row) => {
        const value = valueNow(kind, row.field, one);
        return [kind, { row, value, first: value }] as const;
      });
    }),
  );
}

function rowsOf(kind: Kind): readonly ValueOpening[] {
  return valueOpenings(kind).filter(({ isOpenToAll }) => isOpenToAll !== undefined);
}

function indexed(all: readonly (readonly [Kind, Gate])[]): Gates {
  return new Map(all.map(([{ name }, gate]) => [`${name} ${gate.row.field}`, gate]));
}

/** The live resources that show others of a kind, by what they show, for each planning. */
const showing = new WeakMap<PlanContext, ReadonlyMap<string, readonly LiveResource[]>>();

/** The live ones that show what a declared one shall show. */
function shownBefore(
  planning: PlanContext,
  resource: DesiredResource,
  kind: Kind,
  row: ShowingOpening,
): readonly LiveResource[] {
  const field = kind.fields[row.field];
  const written = resource.values[row.field];
  const target =
    field === undefined || written === undefined ? undefined : targetOf(planning, resource, field, written);
  const id = target?.id ?? planning.matching.liveOf(target?.address ?? "")?.id;
  if (id === undefined) return [];
  const known = showing.get(planning) ?? allShowing(planning);
  showing.set(planning, known);
  return known.get(`${resource.organization} ${kind.name} ${id}`) ?? [];
}

function allShowing({ kinds, live }: PlanContext): ReadonlyMap<string, readonly LiveResource[]> {
  const all = new Map<string, LiveResource[]>();
  for (const one of live.resources) {
    const kind = kinds.get(one.kind);
    const row = showingOf(kind);
    if (row !== undefined)
      addTo(all, `${one.organization} ${kind.name} ${liveValue(kind, row.field, one)}`, one);
  }
  return all;
}
