import { type Address, organizationOf, withoutOrganization } from "../../model/address.ts";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import type { Observation } from "../../model/documents/document-parts.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { type KindIndex, kindNamedBy } from "../../model/kind-index.ts";
import { type Live, type LiveResource, liveKey } from "../../model/live.ts";
import { canonicalJson, equalJson, isObject, type Json } from "../../text/json.ts";
import { containerKeys, firstOf, parentKey } from "../live-address.ts";
import type { Planning } from "../planning.ts";
import { isNone, isPointer, kindsBehind, lookAt, splitPath, viewOf } from "../snapshot.ts";
import type { Observed } from "./fingerprint.ts";
import { finderFor, inClear, type Where } from "./missing.ts";

/** What a check of preconditions needs beside them. */
interface Checking {
  /** The platform as it is now: at least what the plan looked at. */
  readonly live: Live;
  readonly kinds: KindIndex;
  /** Replaces a value that must not be shown; `place` is its address and path. */
  readonly mask: (value: Json, place: string) => string;
  /** The value that a mask stands for. */
  readonly secrets: ReadonlyMap<string, Json>;
  /** The place in a manifest of a field of an address. */
  readonly sourceOf: (address: Address, field: string) => Source | undefined;
  /** The address of a live object in the manifests of now. */
  readonly addressOf: (live: LiveResource) => Address | undefined;
}

/** A check of preconditions, with its indexes. */
interface Check extends Checking {
  readonly view: Planning;
  readonly find: ReturnType<typeof finderFor>;
}

function checkOf(checking: Checking): Check {
  const view = viewOf(checking.live, checking.kinds);
  return { ...checking, view, find: finderFor(view) };
}

/** Every precondition of a plan that no longer holds; nothing for a plan that may run. */
export function staleIn(observed: Observed, checking: Checking): readonly Diagnostic[] {
  const check = checkOf(checking);
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

/** Makes a check of one address at a time. */
export function staleAt(checking: Checking): StaleAt {
  const check = checkOf(checking);
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

/** What differs at an object, or at an organization, that was there. */
function objectChanges(check: Check, address: Address, seen: Observation): readonly Diagnostic[] {
  const { kind: name, id, container } = seen;
  if (id === null) return [];
  const organization = organizationOf(address);
  const kind = name === undefined ? undefined : check.kinds.get(name);
  const live = kind && check.view.liveByKey(liveKey({ organization, kind: kind.name, id }));
  if (kind !== undefined && live === undefined)
    return [stale(check, address, "", `it was there, with the id "${id}", and is gone`)];
  const looked = { organization, ...(kind && { kind }), ...(live && { live }) };
  const { sequence } = kind ?? {};
  const moved =
    container === undefined || live === undefined
      ? []
      : saying("what it stands in", container, sequence?.containerOf(live.answer) ?? null, (one) =>
          one === null ? "(root)" : nameOf(check, organization, sequence?.containers ?? [], String(one)),
        ).map((message) => stale(check, address, "", message));
  const fields = Object.entries(seen.fields).flatMap(([path, before]) => {
    const messages = differences(check, { address, path, kind }, before, lookAt(check.view, looked, path));
    const field = splitPath(path).name === "order" ? "structure" : path;
    return messages.map((message) => stale(check, address, field, message));
  });
  return [...moved, ...fields];
}

/** A value that was seen: its address, and its path there. */
interface Place {
  readonly address: Address;
  readonly path: string;
  readonly kind: Kind | undefined;
}

/** The differences between the value that the plan saw and the value now, a message each. */
function differences(check: Check, place: Place, before: Json, now: Json): readonly string[] {
  const { address, path, kind } = place;
  const token = isObject(before) ? before.$sensitive : undefined;
  if (typeof token === "string") {
    const isSame = now !== null && check.mask(now, `${address} ${path}`) === token;
    return isSame ? [] : [`the ${path} is no longer what it was (sensitive)`];
  }
  const { name, rest } = splitPath(path);
  if (name === "order") return orderDifferences(check, place, before, now);
  const field = kind?.fields[name];
  const kinds = kindsNamedAt(check, place);
  const called = (id: string): string => nameOf(check, organizationOf(address), kinds, id);
  if (field?.membership !== undefined && isObject(before) && isObject(now))
    return Object.keys({ ...before, ...now })
      .sort()
      .flatMap((id) => saying(`${called(id)} in ${name}`, before[id] ?? null, now[id] ?? null, textOf));
  if (rest !== "" && !isPointer(path)) return saying(`${called(rest)} in ${name}`, before, now, textOf);
  if (field === undefined && Array.isArray(before))
    return saying(`the list of ${path}`, before, now, listed(called));
  return saying(subjectOf(place), before, now, (value) => valueText(field, value));
}

/** The order in a collection, or those of the containers of a site. Other things that stand there do not matter. */
function orderDifferences(check: Check, place: Place, before: Json, now: Json): readonly string[] {
  const organization = organizationOf(place.address);
  const kinds = kindsNamedAt(check, place);
  const items = listed((id) => nameOf(check, organization, kinds, id));
  if (!isObject(before) || !isObject(now)) {
    const ids = new Set(idsOf(before));
    const kept = idsOf(now).filter((id) => ids.has(id));
    return saying("the order", before, kept, items);
  }
  const holders = kinds.flatMap((kind) => check.kinds.get(kind).sequence?.containers ?? []);
  return Object.entries(before).flatMap(([container, was]) => {
    const where = container === "" ? "" : ` in ${nameOf(check, organization, holders, container)}`;
    return saying(`the order${where}`, was, now[container] ?? null, items);
  });
}

/** Ids as the names of what they are the ids of. */
function listed(called: (id: string) => string): (ids: Json) => string {
  return (ids) => idsOf(ids).map(called).join(", ") || "empty";
}

function saying(subject: string, before: Json, now: Json, text: (value: Json) => string): readonly string[] {
  return equalJson(before, now) ? [] : [`${subject} was ${text(before)}, and is ${text(now)} now`];
}

function subjectOf({ path, kind }: Place): string {
  if (isPointer(path)) return `the ${path.slice(1).replaceAll("/", ".")}`;
  return `the ${path}${kind?.task?.name === path ? " count" : ""}`;
}

/** Kinds of which the ids at a path may be. */
function kindsNamedAt({ view }: Check, { address, path, kind }: Place): readonly string[] {
  const field = kind?.fields[splitPath(path).name];
  const behind = kindsBehind(view, { organization: organizationOf(address), ...(kind && { kind }) }, path);
  return [...behind.map((one) => one.name), ...[(field && kindNamedBy(field)) ?? []].flat()];
}

function idsOf(ids: Json): readonly string[] {
  return Array.isArray(ids) ? ids.map(String) : [];
}

/** An object by its key in the manifests, else by its id. */
function nameOf(
  { view, addressOf }: Check,
  organization: string,
  kinds: readonly string[],
  id: string,
): string {
  const live = firstOf(
    view,
    kinds.map((kind) => liveKey({ organization, kind, id })),
  );
  const address = live && addressOf(live);
  if (address === undefined) return `id:${id}`;
  // Only an email has a dot in its key, and nothing stands in a member.
  const place = withoutOrganization(address);
  return place.slice((place.includes("@") ? place.indexOf(".") : place.lastIndexOf(".")) + 1);
}

/** Characters of a value in a message. */
const longest = 80;

function textOf(value: Json): string {
  if (isNone(value)) return "(none)";
  const text = canonicalJson(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function valueText(field: Field | undefined, value: Json): string {
  return field?.nullMeans !== undefined && value === null ? "null" : textOf(value);
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
    const clear = inClear(check.secrets, where);
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

function whereText(where: Where): string {
  const parts = Object.entries(where).map(([name, value]) => {
    const isHidden = isObject(value) && typeof value.$sensitive === "string";
    return `the ${name} ${isHidden ? "(sensitive)" : textOf(value)}`;
  });
  return parts.join(" and ");
}

function stale({ sourceOf }: Checking, address: Address, path: string, message: string): Diagnostic {
  const source = sourceOf(address, path);
  return error("DF3006", `${address}: ${message}`, {
    ...(source === undefined ? {} : { source }),
    hint: "run docform plan again and review what it shows",
  });
}
