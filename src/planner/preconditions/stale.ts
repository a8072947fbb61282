import type { Where } from "../../executor/in-doubt/precondition-claims.ts";
import { type Address, organizationOf } from "../../model/address.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { equalJson, isObject, type Json } from "../../text/json.ts";
import { containerKeys, firstOf, parentKey } from "../live-parent.ts";
import { isNeedKnown, type Looked, lookAt, neededBy, needing, splitPath } from "../snapshot.ts";
import type { Observed } from "./footprint.ts";
import type { Observation } from "./observation.ts";
import {
  addressNow,
  type Check,
  type Checking,
  checkOf,
  fieldAt,
  type Named,
  namedAt,
  nameOf,
  namesOf,
} from "./stale-check.ts";
import { pathText, textOf, whereText } from "./stale-words.ts";

/** Everything that a plan rests on and that is no longer so; nothing for a plan that may run. */
export function staleIn(observed: Observed, checking: Checking): readonly Diagnostic[] {
  const check = checkOf(observed, checking);
  return Object.entries(observed).flatMap(([address, seen]) => {
    // What stands in something that is gone is gone with it: that is said once.
    if (!isHeld(check, address, seen)) return [];
    return [...changesIn(check, address, seen), ...intruders(check, address, seen)];
  });
}

/** What is no longer so of one thing that was seen; what is `known` is no intruder. */
export type StaleAt = (
  address: Address,
  seen: Observation,
  known?: ReadonlySet<string>,
) => readonly Diagnostic[];

/** Tells of one address at a time what is no longer so; `observed` gives things their names. */
export function staleAt(observed: Observed, checking: Checking): StaleAt {
  const check = checkOf(observed, checking);
  return (address, seen, known) => [
    ...changesIn(check, address, seen),
    ...intruders(check, address, seen, known),
  ];
}

function liveAt({ byKey }: Check, address: Address, { kind, id }: Observation): LiveResource | undefined {
  if (kind === undefined || id === null) return undefined;
  return byKey.get(liveKey({ organization: organizationOf(address), kind, id }));
}

function isHeld({ view, kinds }: Check, address: Address, seen: Observation): boolean {
  if (seen.kind === undefined) return true;
  const { parent, container } = seen;
  const kind = kinds.get(seen.kind);
  const organization = organizationOf(address);
  const outer = parentKey(kind, { organization, parentId: parent });
  if (outer !== undefined && view.liveByKey(outer) === undefined) return false;
  const containers = containerKeys(kind, organization, container);
  return containers.length === 0 || firstOf(view, containers) !== undefined;
}

/** What is different at an object that was there. */
function changesIn(check: Check, address: Address, seen: Observation): readonly Diagnostic[] {
  if (seen.id === null) return [];
  const live = liveAt(check, address, seen);
  const kind = seen.kind === undefined ? {} : { kind: check.kinds.get(seen.kind) };
  if (seen.kind !== undefined && live === undefined)
    return [stale(check, address, "", `it was there, with the id "${seen.id}", and is gone`)];
  const looked: Looked = {
    organization: organizationOf(address),
    ...kind,
    ...(live === undefined ? {} : { live }),
  };
  const fields = Object.entries(seen.fields).flatMap(([path, before]) =>
    path === looked.kind?.tree?.restore?.deletedAt && live?.deleted !== true
      ? [stale(check, address, "", "it was deleted, and somebody has restored it since")]
      : path === neededBy && live !== undefined
        ? newNeeds(check, address, live, before)
        : differences(check, address, path, before, lookAt(check.view, looked, path)),
  );
  return [...moved(check, address, seen, live), ...fields];
}

/** What has come to need something that goes. What needed it and went is no harm: nothing of that goes along any more. */
function newNeeds(check: Check, address: Address, live: LiveResource, before: Json): readonly Diagnostic[] {
  if (!isNeedKnown(check.view, live))
    return [stale(check, address, "", "what needs it was all known, and cannot all be read now")];
  const known = new Set(Array.isArray(before) ? before : []);
  const [first, ...more] = needing(check.view, live).filter(({ id }) => !known.has(id));
  if (first === undefined) return [];
  const others = more.length === 0 ? "" : ` (and ${more.length} more like it)`;
  return [stale(check, address, "", `${addressNow(check, first)} has come to need it${others}`)];
}

function moved(
  check: Check,
  address: Address,
  { container }: Observation,
  live: LiveResource | undefined,
): readonly Diagnostic[] {
  const sequence = live === undefined ? undefined : check.kinds.get(live.kind).sequence;
  const now = live === undefined ? undefined : sequence?.containerOf(live.answer);
  if (container === undefined || now === container) return [];
  const named: Named = { beside: address, among: sequence?.containers ?? [] };
  const from = nameOf(check, named, container);
  const to = now === undefined ? "(root)" : nameOf(check, named, now);
  return [stale(check, address, "", `it stood in ${from}, and stands in ${to} now`)];
}

function differences(
  check: Check,
  address: Address,
  path: string,
  before: Json,
  now: Json,
): readonly Diagnostic[] {
  const token = isObject(before) ? before.$sensitive : undefined;
  if (typeof token === "string") {
    if (now !== null && check.mask(now, `${address} ${path}`) === token) return [];
    return [stale(check, address, path, `the ${path} is no longer what it was (sensitive)`)];
  }
  const { name, rest } = splitPath(path);
  if (isObject(before) && isObject(now) && (name === "order" || isMembership(check, address, name)))
    return insideDifferences(check, address, path, before, now);
  if (equalJson(before, now)) return [];
  if (path === "order") return treeDifference(check, address, before, now);
  if (Array.isArray(before) && Array.isArray(now)) return [listDifference(check, address, path, before, now)];
  const what =
    rest === ""
      ? pathText(path, isTask(check, address, path))
      : `${nameOf(check, namedAt(check, address, path), rest)} in ${name}`;
  const isNullValue = fieldAt(check, address, name)?.nullMeans !== undefined;
  const [was, is] = [before, now].map((value) => (isNullValue && value === null ? "null" : textOf(value)));
  return [stale(check, address, path, `${what} was ${was}, and is ${is} now`)];
}

function isTask({ observed, kinds }: Check, address: Address, path: string): boolean {
  const kind = observed[address]?.kind;
  return kind !== undefined && kinds.get(kind).task?.name === path;
}

function isMembership(check: Check, address: Address, name: string): boolean {
  return fieldAt(check, address, name)?.membership !== undefined;
}

/** The roles of members, or the orders of containers, one by one. */
function insideDifferences(
  check: Check,
  address: Address,
  path: string,
  before: Readonly<Record<string, Json>>,
  now: Readonly<Record<string, Json>>,
): readonly Diagnostic[] {
  const { name } = splitPath(path);
  // Other containers than those that were looked at do not matter; other members do.
  const keys = name === "order" ? Object.keys(before) : Object.keys({ ...before, ...now }).sort();
  const others = keys.filter((key) => !equalJson(before[key] ?? null, now[key] ?? null));
  if (others.length === 0) return [];
  const named = namedAt(check, address, path);
  const holding = named.among.flatMap((kind) => check.kinds.get(kind).sequence?.containers ?? []);
  const containers: Named = { ...named, among: holding };
  return others.flatMap((key) => {
    const [was, is] = [before[key] ?? null, now[key] ?? null];
    if (name === "order") {
      const where = key === "" ? "the order" : `the order in ${nameOf(check, containers, key)}`;
      return [orderDifference(check, named, where, was, is)];
    }
    const what = `${nameOf(check, named, key)} in ${name}`;
    return [stale(check, address, name, `${what} was ${textOf(was)}, and is ${textOf(is)} now`)];
  });
}

/** The order of what a plan names in a holder of the tree: whatever else stands there does not matter. */
function treeDifference(check: Check, address: Address, before: Json, now: Json): readonly Diagnostic[] {
  const ids = new Set(Array.isArray(before) ? before : []);
  const kept = Array.isArray(now) ? now.filter((id: Json) => ids.has(id)) : [];
  if (equalJson(before, kept)) return [];
  return [orderDifference(check, namedAt(check, address, "order"), "the order", before, kept)];
}

function orderDifference(check: Check, named: Named, where: string, was: Json, is: Json): Diagnostic {
  const message = `${where} was ${namesOf(check, named, was)}, and is ${namesOf(check, named, is)} now`;
  return stale(check, named.beside, "structure", message);
}

function listDifference(
  check: Check,
  address: Address,
  path: string,
  before: readonly Json[],
  now: readonly Json[],
): Diagnostic {
  const [came, went] = [
    now.filter((item) => !before.some((one) => equalJson(one, item))),
    before.filter((item) => !now.some((one) => equalJson(one, item))),
  ];
  const named = namedAt(check, address, path);
  const parts = [
    ...(came.length === 0 ? [] : [`${namesOf(check, named, came)} came`]),
    ...(went.length === 0 ? [] : [`${namesOf(check, named, went)} went`]),
  ];
  const what = parts.length === 0 ? "they stand in another order" : parts.join(" and ");
  return stale(check, address, path, `the ${path} are others than they were: ${what}`);
}

/** Live objects that answer to a name at which there was nothing, or something else. */
function intruders(
  check: Check,
  address: Address,
  seen: Observation,
  known?: ReadonlySet<string>,
): readonly Diagnostic[] {
  const { claims = [], kind: name, parent, container } = seen;
  if (name === undefined) return [];
  const kind = check.kinds.get(name);
  const said = new Set<string>();
  return claims.flatMap(({ where, by }) => {
    const clear = inClear(check, where);
    const scope = { organization: organizationOf(address), kind, parent, container };
    const found = clear === undefined ? [] : check.find(scope, clear);
    return found.flatMap(({ id }) => {
      if (by.includes(id) || id === seen.id || known?.has(id) === true || said.has(id)) return [];
      said.add(id);
      const why = seen.id === null && by.length === 0 ? "it was not there, and now" : "besides it, now";
      const fields = Object.keys(where);
      return [stale(check, address, fields[0] ?? "", `${why} the ${name} "${id}" has ${whereText(where)}`)];
    });
  });
}

/** Values as live objects have them; undefined when one of them cannot be had any more, which is said elsewhere. */
function inClear({ secrets }: Check, where: Where): Where | undefined {
  const entries = Object.entries(where).map(([name, value]) => {
    const token = isObject(value) ? value.$sensitive : undefined;
    return [name, typeof token === "string" ? secrets.get(token) : value] as const;
  });
  const known = entries.filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return known.length < entries.length ? undefined : Object.fromEntries(known);
}

function stale({ sourceOf }: Checking, address: Address, path: string, message: string): Diagnostic {
  const source = sourceOf(address, path);
  return error("DF3006", `${address}: ${message}`, {
    ...(source === undefined ? {} : { source }),
    hint: "run docform plan again and review what it shows",
  });
}
