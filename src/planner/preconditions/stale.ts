import { type Address, organizationOf } from "../../model/address.ts";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import type { Observation } from "../../model/documents/document-parts.ts";
import type { Kind } from "../../model/kind.ts";
import { type Live, type LiveResource, liveKey } from "../../model/live.ts";
import { isObject, type Json } from "../../text/json.ts";
import { containerKeys, firstOf, parentKey } from "../state/live-address.ts";
import type { Planning } from "../state/planning.ts";
import { type Comparing, containerDifference, differences, shortValue } from "./differences.ts";
import type { Observed } from "./fingerprint.ts";
import { finderFor, inClear, type Where } from "./missing.ts";
import { snapshotValue, splitPath, viewOf } from "./snapshot.ts";

/** The input of a check of preconditions, apart from them. */
interface Checking extends Omit<Comparing, "view"> {
  /** The platform as it is now: at least what the plan looked at. */
  readonly live: Live;
  /** The value that a mask stands for. */
  readonly secrets: ReadonlyMap<string, Json>;
  /** The place in a manifest of a field of an address. */
  readonly sourceOf: (address: Address, field: string) => Source | undefined;
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

/** The differences of an object, or an organization, that was there. */
function objectChanges(check: Check, address: Address, seen: Observation): readonly Diagnostic[] {
  const { kind: name, id } = seen;
  if (id === null) return [];
  const organization = organizationOf(address);
  const kind = name === undefined ? undefined : check.kinds.get(name);
  const live = kind && check.view.liveByKey(liveKey({ organization, kind: kind.name, id }));
  if (kind !== undefined && live === undefined)
    return [stale(check, address, "", `it was there, with the id "${id}", and is gone`)];
  if (isRestored(kind, seen, live))
    return [stale(check, address, "", "it was deleted, and somebody has restored it since")];
  const looked = { organization, ...(kind && { kind }), ...(live && { live }) };
  const moved = containerDifference(check, seen, looked).map((message) => stale(check, address, "", message));
  const fields = Object.entries(seen.fields).flatMap(([path, before]) => {
    const messages = differences(
      check,
      { address, path, kind },
      before,
      snapshotValue(check.view, looked, path),
    );
    const field = splitPath(path).name === "order" ? "structure" : path;
    return messages.map((message) => stale(check, address, field, message));
  });
  return [...moved, ...fields];
}

/** Was it deleted when the plan was made, and is it there again? */
function isRestored(
  kind: Kind | undefined,
  { fields }: Observation,
  live: LiveResource | undefined,
): boolean {
  const deletedAt = kind?.tree?.restore?.deletedAt;
  return deletedAt !== undefined && fields[deletedAt] !== undefined && live?.deleted !== true;
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
    const why = own === null && by.length === 0 ? "it was not there, and now" : "in addition to it, now";
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
    return `the ${name} ${isHidden ? "(sensitive)" : shortValue(value)}`;
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
