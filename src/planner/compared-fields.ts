import { once } from "../contract/once.ts";
import type { Address } from "../model/address.ts";
import type { DesiredResource } from "../model/desired.ts";
import type { Change } from "../model/documents/plan-document.ts";
import type { Field } from "../model/field.ts";
import { groupBy } from "../model/group-by.ts";
import type { LiveResource } from "../model/live.ts";
import { asWritten, entriesWritten } from "../model/membership.ts";
import { isObject, type Json } from "../text/json.ts";
import { membersNamed } from "./diff/plan-membership.ts";
import { comparedPart, liveValue } from "./match/identity.ts";
import { entriesIn } from "./state/people.ts";
import { isIgnored, type Planning } from "./state/planning.ts";

/** A declared field in the words of both sides: a key in the manifests, an id on the platform. */
export interface ComparedField {
  readonly declared: Json;
  /** Null when the platform has nothing there. */
  readonly live: Json;
  /** The plan finds nothing to change. */
  readonly isSame: boolean;
  /** It is of a person who is not found: no call can set it. */
  readonly isUnresolved?: true;
}

/** By path, as changes name it: a field, and each member of a membership beside it. */
export type ComparedFields = ReadonlyMap<string, ComparedField>;

/** Compares an address when it is asked for, given the changes that are planned: most plans are not asked. */
export function comparedIn(
  planning: Planning,
  changes: readonly Change[],
): (address: Address) => ComparedFields {
  const byAddress = once(() => groupBy(changes, (change) => change.address));
  return (address) => {
    const resource = planning.resourceAt(address);
    const live = planning.matching.liveOf(address);
    if (resource === undefined || live === undefined) return new Map();
    if (live.deleted === true) return new Map();
    return compareFields(planning, resource, live, byAddress().get(address) ?? []);
  };
}

/**
 * Compares what is declared of a resource with what is live, given the changes that are planned for it. Left out is what
 * must not be shown, what cannot be read back, and what follows from other resources (a default child).
 */
function compareFields(
  planning: Planning,
  resource: DesiredResource,
  live: LiveResource,
  changes: readonly Change[],
): ComparedFields {
  const kind = planning.kinds.get(resource.kind);
  const isSame = sameBut(changes);
  const entries = Object.entries(resource.values).flatMap(([name, declared]): [string, ComparedField][] => {
    const field = kind.fields[name];
    if (field === undefined || !isComparable(field, declared) || resource.sensitive.includes(name)) return [];
    if (isIgnored(planning, resource, name)) return [];
    if (field.membership !== undefined) return membersOf(planning, resource, live, name, isSame);
    const now = comparedPart(field, liveValue(kind, name, live), declared) ?? null;
    return [[name, { declared, live: now, isSame: isSame(name) }]];
  });
  return new Map(entries);
}

/** Does the answer of the resource itself tell what the platform has there? */
function isComparable({ unverifiable, defaultChild, tree, looksAfter }: Field, declared: Json): boolean {
  const isTold =
    [defaultChild, looksAfter].every((trait) => trait === undefined) &&
    (tree === undefined || tree === "parent");
  return isTold && unverifiable?.holds(declared) !== true;
}

/** Is nothing planned for a path, nor for one below it? What changes as a whole has no path that stays. */
function sameBut(changes: readonly Change[]): (path: string) => boolean {
  if (changes.some(({ fields }) => fields === undefined)) return () => false;
  const paths = changes.flatMap(({ fields = [] }) => fields.map(({ path }) => path));
  return (path) => !paths.some((one) => one === path || one.startsWith(`${path}.`));
}

/** A membership as a whole, and every person that one of the sides names. */
function membersOf(
  planning: Planning,
  resource: DesiredResource,
  live: LiveResource,
  name: string,
  isSame: (path: string) => boolean,
): [string, ComparedField][] {
  const membership = planning.kinds.get(resource.kind).fields[name]?.membership;
  if (membership === undefined) return [];
  const declared = resource.values[name] ?? null;
  const roles = live.memberships[name] ?? {};
  const people = entriesIn(planning, resource.organization, membership);
  const named = membersNamed(planning, resource, membership, declared);
  const ids = new Set(named.map(({ id }) => id));
  const others = Object.keys(roles).filter((id) => !ids.has(id));
  const all = [
    ...named.map(({ id, name: key, role }) => ({ key, declared: role, live: roles[id] ?? null })),
    ...others.map((id) => ({ key: people.nameOf(id), declared: null, live: roles[id] ?? null })),
  ];
  const found = new Set(named.map(({ name: key }) => key));
  const written = entriesWritten(membership, declared);
  const unresolved = Object.entries(written).filter(([key]) => !found.has(key));
  const whole = {
    declared: isObject(declared) ? declared : null,
    live: asWritten(membership, Object.entries(roles)),
    isSame: isSame(name),
  };
  return [
    [name, whole],
    ...all.map(({ key, ...sides }): [string, ComparedField] => {
      const path = `${name}.${key}`;
      return [path, { ...sides, isSame: isSame(path) }];
    }),
    ...unresolved.map(([key, role]): [string, ComparedField] => [
      `${name}.${key}`,
      { declared: role, live: null, isSame: false, isUnresolved: true },
    ]),
  ];
}
