import type { DesiredResource } from "../../model/desired.ts";
import type { Kind } from "../../model/kind.ts";
import { keyFields } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { liveValue, normalized, wantedValue } from "../../planner/match/identity.ts";
import type { Planning } from "../../planner/planning.ts";
import { shallLeave } from "../../planner/tree/tree-kind.ts";
import { canonicalJson, compareText, type Json } from "../../text/json.ts";

/** Values of fields by which a live object is recognised. */
export type Where = Readonly<Record<string, Json>>;

/** Where live objects of a kind are looked for: in an organization, a parent, and perhaps one container of it. */
export interface Scope {
  readonly organization: string;
  readonly kind: Kind;
  readonly parent?: string | undefined;
  readonly container?: string | undefined;
}

/** Finds the live objects of a scope that have all of some values; linear over any number of questions. */
export type Finder = (scope: Scope, where: Where) => readonly LiveResource[];

/** Makes a finder for a live state. */
export function finderFor(planning: Pick<Planning, "liveIn">): Finder {
  const indexes = new Map<string, ReadonlyMap<string, readonly LiveResource[]>>();
  return (scope, where) => {
    const names = Object.keys(where).sort(compareText);
    const key = [scope.organization, scope.kind.name, scope.parent, scope.container, ...names].join(" ");
    const index = indexes.get(key) ?? indexBy(planning, scope, names);
    indexes.set(key, index);
    return index.get(names.map((name) => canonicalJson(where[name])).join(" ")) ?? [];
  };
}

function indexBy(
  planning: Pick<Planning, "liveIn">,
  { organization, kind, parent, container }: Scope,
  names: readonly string[],
): ReadonlyMap<string, readonly LiveResource[]> {
  const index = new Map<string, LiveResource[]>();
  for (const live of planning.liveIn(organization, kind.name, parent)) {
    if (container !== undefined && kind.sequence?.containerOf(live.answer) !== container) continue;
    const values = names.map((name) => liveValue(kind, name, live));
    if (values.includes(undefined)) continue;
    const text = values.map((value) => canonicalJson(value)).join(" ");
    const others = index.get(text);
    if (others === undefined) index.set(text, [live]);
    else others.push(live);
  }
  return index;
}

/**
 * By what a resource is recognised: the values of each way that is tried, in order, up to the way by which it
 * was found, and by what it is found once its old name is gone; all of them when it was not, or when it shall go, as
 * whatever answers to any of them then would be taken for it next. Nothing for what is pinned.
 */
export function waysTo(
  planning: Planning,
  resource: DesiredResource,
  live: LiveResource | undefined,
): readonly Where[] {
  const kind = planning.kinds.get(resource.kind);
  if (kind.shape === "singleton" || resource.id !== undefined) return [];
  const previous = resource.previously.flatMap((old) => keyFields(kind).map((name) => ({ [name]: old })));
  const natural = kind.naturalKeys.map((names) => valuesOf(planning, resource, kind, names));
  const ways = [previous, ...natural];
  if (live === undefined || shallLeave(kind, resource)) return ways.flat();
  const found = ways.findIndex((all) => all.some((where) => fits(kind, live, where)));
  // What is found by an old name shall be found by its new one afterwards, so nothing else may take that.
  const next = found === 0 ? (natural.find((all) => all.length > 0) ?? []) : [];
  return [...ways.slice(0, found < 0 ? ways.length : found + 1).flat(), ...next];
}

function valuesOf(
  planning: Planning,
  resource: DesiredResource,
  kind: Kind,
  names: readonly string[],
): readonly Where[] {
  const idOf = (address: string): string | undefined => planning.matching.liveOf(address)?.id;
  const entries = names.flatMap((name): [string, Json][] => {
    const value = wantedValue(kind, name, resource, planning.kinds, idOf);
    return value === undefined ? [] : [[name, value]];
  });
  return entries.length < names.length ? [] : [Object.fromEntries(entries)];
}

function fits(kind: Kind, live: LiveResource, where: Where): boolean {
  return Object.entries(where).every(
    ([name, value]) => canonicalJson(liveValue(kind, name, live)) === canonicalJson(value),
  );
}

/** Unique values that a resource shall get: nothing else may take them in the meantime. */
export function uniqueValues(
  kind: Kind,
  resource: DesiredResource,
  live: LiveResource | undefined,
): readonly Where[] {
  return Object.entries(kind.fields).flatMap(([name, field]) => {
    const written = resource.values[name];
    if (field.unique === undefined || written === undefined || written === null) return [];
    const where = { [name]: normalized(field, written) };
    return live !== undefined && fits(kind, live, where) ? [] : [where];
  });
}
