import type { DesiredResource } from "../../model/desired.ts";
import { addTo } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { keyFields } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { canonicalJson, compareText, equalJson, isObject, type Json } from "../../text/json.ts";
import { liveValue, normalized, wantedValue } from "../match/identity.ts";
import type { Planning } from "../state/planning.ts";

/** Values of fields by which a live object is recognised. */
export type Where = Readonly<Record<string, Json>>;

/** Values as live objects have them; undefined when one is lost, which is reported elsewhere. */
export function inClear(secrets: ReadonlyMap<string, Json>, where: Where): Where | undefined {
  const clear: Record<string, Json> = {};
  for (const [name, value] of Object.entries(where)) {
    const token = isObject(value) ? value.$sensitive : undefined;
    const known = typeof token === "string" ? secrets.get(token) : value;
    if (known === undefined) return undefined;
    clear[name] = known;
  }
  return clear;
}

/** Where live objects of a kind are looked for: in an organization, a parent, and perhaps one container of it. */
export interface Scope {
  readonly organization: string;
  readonly kind: Kind;
  readonly parent?: string | undefined;
  readonly container?: string | undefined;
}

/** Finds the live objects of a scope that have all of some values. */
type Finder = (scope: Scope, where: Where) => readonly LiveResource[];

/** Makes a finder for a live state. It indexes each list once, so many questions take linear time. */
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
    addTo(index, text, live);
  }
  return index;
}

/**
 * The values that no other live object may have when the plan runs. For a create, that is each value by which an object would be
 * taken for the new one: its former keys and its natural keys. For any change, it is each unique value that is new.
 */
export function missingFor(
  planning: Planning,
  resource: DesiredResource,
  live: LiveResource | undefined,
): readonly Where[] {
  const kind = planning.kinds.get(resource.kind);
  const names = live === undefined ? keyValues(planning, resource, kind) : [];
  const all = [...names, ...uniqueValues(kind, resource, live)];
  return [...new Map(all.map((where) => [canonicalJson(where), where])).values()];
}

/** Nothing for a singleton, and nothing for a resource with an `id`: neither is found by its values. */
function keyValues(planning: Planning, resource: DesiredResource, kind: Kind): readonly Where[] {
  if (kind.shape === "singleton" || resource.id !== undefined) return [];
  const former = resource.previously.flatMap((old) => keyFields(kind).map((name) => ({ [name]: old })));
  return [...former, ...kind.naturalKeys.flatMap((names) => naturalKey(planning, resource, kind, names))];
}

function naturalKey(
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

function uniqueValues(
  kind: Kind,
  resource: DesiredResource,
  live: LiveResource | undefined,
): readonly Where[] {
  return Object.entries(kind.fields).flatMap(([name, field]) => {
    const written = resource.values[name];
    if (field.unique === undefined || written === undefined || written === null) return [];
    const value = normalized(field, written);
    const isThere = live !== undefined && equalJson(liveValue(kind, name, live) ?? null, value);
    return isThere ? [] : [{ [name]: value }];
  });
}
