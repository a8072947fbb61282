import { type Address, organizationOf } from "../../model/address.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import type { Observation } from "../../model/documents/observation.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { equalJson, isObject, type Json } from "../../text/json.ts";
import { containerKeys, firstOf, parentKey } from "../live-parent.ts";
import { isPointer, lookAt, splitPath } from "../snapshot.ts";
import type { Observed } from "./fingerprint.ts";
import type { Where } from "./missing.ts";
import {
  type Check,
  type Checking,
  checkOf,
  kindsNamedAt,
  nameOf,
  namesOf,
  textOf,
  whereText,
} from "./stale-words.ts";

/** Every precondition of a plan that no longer holds; nothing for a plan that may run. */
export function staleIn(observed: Observed, checking: Checking): readonly Diagnostic[] {
  const check = checkOf(observed, checking);
  return Object.entries(observed).flatMap(([address, seen]) =>
    // A parent that is gone is reported once, at the parent.
    isParentThere(check, address, seen) ? changesAt(check, address, seen) : [],
  );
}

/** The preconditions of one address that no longer hold; an object with an id of `own` is no second one. */
export type StaleAt = (
  address: Address,
  seen: Observation,
  own?: ReadonlySet<string>,
) => readonly Diagnostic[];

/** Makes a check of one address at a time; the addresses of `observed` name objects in messages. */
export function staleAt(observed: Observed, checking: Checking): StaleAt {
  const check = checkOf(observed, checking);
  return (address, seen, own) => changesAt(check, address, seen, own);
}

function changesAt(
  check: Check,
  address: Address,
  seen: Observation,
  own: ReadonlySet<string> = new Set(),
): readonly Diagnostic[] {
  return [...objectChanges(check, address, seen), ...secondOnes(check, address, seen, own)];
}

function isParentThere({ view, kinds }: Check, address: Address, seen: Observation): boolean {
  if (seen.kind === undefined) return true;
  const kind = kinds.get(seen.kind);
  const organization = organizationOf(address);
  const parent = parentKey(kind, { organization, parentId: seen.parent });
  if (parent !== undefined && view.liveByKey(parent) === undefined) return false;
  const containers = containerKeys(kind, organization, seen.container);
  return containers.length === 0 || firstOf(view, containers) !== undefined;
}

/** What is different at an object, or at an organization, that was there. */
function objectChanges(check: Check, address: Address, seen: Observation): readonly Diagnostic[] {
  const { kind: name, id } = seen;
  if (id === null) return [];
  const organization = organizationOf(address);
  if (name === undefined) return fieldChanges(check, address, seen);
  const live = check.view.liveByKey(liveKey({ organization, kind: name, id }));
  if (live === undefined)
    return [stale(check, address, "", `it was there, with the id "${id}", and is gone`)];
  const kind = check.kinds.get(name);
  const restore = kind.tree?.restore;
  if (restore !== undefined && seen.fields[restore.deletedAt] !== undefined && live.deleted !== true)
    return [stale(check, address, "", "it was deleted, and somebody has restored it since")];
  return [
    ...containerChange(check, address, seen, kind, live),
    ...fieldChanges(check, address, seen, kind, live),
  ];
}

function containerChange(
  check: Check,
  address: Address,
  { container }: Observation,
  { sequence }: Kind,
  live: LiveResource,
): readonly Diagnostic[] {
  const now = sequence?.containerOf(live.answer);
  if (container === undefined || now === container) return [];
  const name = (id: string): string => nameOf(check, address, sequence?.containers ?? [], id);
  const message = `it stood in ${name(container)}, and stands in ${now === undefined ? "(root)" : name(now)} now`;
  return [stale(check, address, "", message)];
}

function fieldChanges(
  check: Check,
  address: Address,
  seen: Observation,
  kind?: Kind,
  live?: LiveResource,
): readonly Diagnostic[] {
  const looked = {
    organization: organizationOf(address),
    ...(kind === undefined ? {} : { kind }),
    ...(live === undefined ? {} : { live }),
  };
  return Object.entries(seen.fields).flatMap(([path, before]) => {
    const messages = differences(check, { address, path, kind }, before, lookAt(check.view, looked, path));
    const field = splitPath(path).name === "order" ? "structure" : path;
    return messages.map((message) => stale(check, address, field, message));
  });
}

/** A value that was seen: its address, and its path there. */
interface Place {
  readonly address: Address;
  readonly path: string;
  readonly kind?: Kind | undefined;
}

/** What is different between the value that the plan saw and the value now, a message each. */
function differences(check: Check, place: Place, before: Json, now: Json): readonly string[] {
  const { address, path, kind } = place;
  const token = isObject(before) ? before.$sensitive : undefined;
  if (typeof token === "string") {
    const isSame = now !== null && check.mask(now, `${address} ${path}`) === token;
    return isSame ? [] : [`the ${path} is no longer what it was (sensitive)`];
  }
  if (equalJson(before, now)) return [];
  const { name } = splitPath(path);
  const field = kind?.fields[name];
  if (path === "order") return treeOrderDifference(check, place, before, now);
  if (isObject(before) && isObject(now)) {
    if (name === "order") return orderDifferences(check, place, before, now);
    if (field?.membership !== undefined) return memberDifferences(check, place, before, now);
  }
  if (field === undefined && Array.isArray(before) && Array.isArray(now))
    return [idsDifference(check, place, before, now)];
  return [`${subjectOf(check, place)} was ${valueText(field, before)}, and is ${valueText(field, now)} now`];
}

function subjectOf(check: Check, { address, path, kind }: Place): string {
  const { name, rest } = splitPath(path);
  if (isPointer(path)) return `the ${path.slice(1).replaceAll("/", ".")}`;
  if (rest === "") return `the ${path}${kind?.task?.name === path ? " count" : ""}`;
  return `${nameOf(check, address, kindsNamedAt(check, address, path), rest)} in ${name}`;
}

function valueText(field: Field | undefined, value: Json): string {
  return field?.nullMeans !== undefined && value === null ? "null" : textOf(value);
}

type Values = Readonly<Record<string, Json>>;

/** Roles of members, one by one. */
function memberDifferences(check: Check, place: Place, before: Values, now: Values): readonly string[] {
  const ids = Object.keys({ ...before, ...now }).sort();
  return ids.flatMap((id) => {
    const one = { ...place, path: `${splitPath(place.path).name}.${id}` };
    return differences(check, one, before[id] ?? null, now[id] ?? null);
  });
}

/** Orders of containers, one by one. The orders of other containers do not matter. */
function orderDifferences(check: Check, place: Place, before: Values, now: Values): readonly string[] {
  const { address, path } = place;
  const kinds = kindsNamedAt(check, address, path);
  const containers = kinds.flatMap((kind) => check.kinds.get(kind).sequence?.containers ?? []);
  return Object.entries(before).flatMap(([container, was]) => {
    const is = now[container] ?? null;
    if (equalJson(was, is)) return [];
    const where = container === "" ? "" : ` in ${nameOf(check, address, containers, container)}`;
    return [orderText(check, place, `the order${where}`, was, is)];
  });
}

/** The order of what a plan names in a collection. Other things in it do not matter. */
function treeOrderDifference(check: Check, place: Place, before: Json, now: Json): readonly string[] {
  const ids = new Set(Array.isArray(before) ? before : []);
  const kept = Array.isArray(now) ? now.filter((id: Json) => ids.has(id)) : [];
  return equalJson(before, kept) ? [] : [orderText(check, place, "the order", before, kept)];
}

function orderText(check: Check, { address, path }: Place, where: string, was: Json, is: Json): string {
  const names = (ids: Json): string => namesOf(check, address, kindsNamedAt(check, address, path), ids);
  return `${where} was ${names(was)}, and is ${names(is)} now`;
}

function idsDifference(
  check: Check,
  { address, path }: Place,
  before: readonly Json[],
  now: readonly Json[],
): string {
  const kinds = kindsNamedAt(check, address, path);
  const parts = [
    { verb: "came", ids: now.filter((id) => !before.includes(id)) },
    { verb: "went", ids: before.filter((id) => !now.includes(id)) },
  ];
  const said = parts.flatMap(({ verb, ids }) =>
    ids.length === 0 ? [] : [`${namesOf(check, address, kinds, ids)} ${verb}`],
  );
  return `the ${path} are others than they were: ${said.join(" and ")}`;
}

/** Live objects that have a value that the plan found missing. */
function secondOnes(
  check: Check,
  address: Address,
  { claims = [], kind: name, parent, container, id: own }: Observation,
  made: ReadonlySet<string>,
): readonly Diagnostic[] {
  if (name === undefined) return [];
  const scope = { organization: organizationOf(address), kind: check.kinds.get(name), parent, container };
  const said = new Set<string>();
  return claims.flatMap(({ where, by }) => {
    const clear = inClear(check, where);
    const known = new Set([...by, ...made, ...said, ...[own ?? []].flat()]);
    const others = clear === undefined ? [] : check.find(scope, clear).filter(({ id }) => !known.has(id));
    const why = own === null && by.length === 0 ? "it was not there, and now" : "besides it, now";
    return others.map(({ id }) => {
      said.add(id);
      const message = `${why} the ${name} "${id}" has ${whereText(where)}`;
      return stale(check, address, Object.keys(where)[0] ?? "", message);
    });
  });
}

/** Values as live objects have them; undefined when one is lost, which is reported elsewhere. */
function inClear({ secrets }: Check, where: Where): Where | undefined {
  const clear: Record<string, Json> = {};
  for (const [name, value] of Object.entries(where)) {
    const token = isObject(value) ? value.$sensitive : undefined;
    const known = typeof token === "string" ? secrets.get(token) : value;
    if (known === undefined) return undefined;
    clear[name] = known;
  }
  return clear;
}

function stale({ sourceOf }: Checking, address: Address, path: string, message: string): Diagnostic {
  const source = sourceOf(address, path);
  return error("DF3006", `${address}: ${message}`, {
    ...(source === undefined ? {} : { source }),
    hint: "run docform plan again and review what it shows",
  });
}
