import { type Address, organizationOf, withoutOrganization } from "../../model/address.ts";
import type { Observation } from "../../model/documents/document-parts.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { kindsNamedBy } from "../../model/kind-index.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { canonicalJson, equalJson, isObject, type Json } from "../../text/json.ts";
import { beginningOf } from "../../text/long-words.ts";
import { firstOf } from "../state/live-address.ts";
import type { Planning } from "../state/planning.ts";
import { isNone, isPointer, kindsToRead, type SnapshotSubject, splitPath } from "./snapshot.ts";

/** The input for the differences between now and what a plan saw. */
export interface Comparing extends Pick<Planning, "kinds"> {
  /** The platform as it is now. */
  readonly view: Planning;
  /** Replaces a value that must not be shown; `place` is its address and path. */
  readonly mask: (value: Json, place: string) => string;
  /** The address of a live object in the manifests of now. */
  readonly addressOf: (live: LiveResource) => Address | undefined;
}

/** Another container than the one that the object stood in. */
export function containerDifference(
  comparing: Comparing,
  { container }: Observation,
  { organization, kind, live }: SnapshotSubject,
): readonly string[] {
  if (container === undefined || live === undefined) return [];
  const { sequence } = kind ?? {};
  return saying("its container", container, sequence?.containerOf(live.answer) ?? null, (one) =>
    one === null
      ? "(root)"
      : nameInManifests(comparing, organization, sequence?.containers ?? [], String(one)),
  );
}

/** A value that was seen: its address, and its path there. */
interface Place {
  readonly address: Address;
  readonly path: string;
  readonly kind: Kind | undefined;
}

/** The differences between the value that the plan saw and the value now, a message each. */
export function differences(comparing: Comparing, place: Place, before: Json, now: Json): readonly string[] {
  const { address, path, kind } = place;
  const token = isObject(before) ? before.$sensitive : undefined;
  if (typeof token === "string") {
    const isSame = now !== null && comparing.mask(now, `${address} ${path}`) === token;
    return isSame ? [] : [`the ${path} is no longer what it was (sensitive)`];
  }
  const { name, rest } = splitPath(path);
  if (name === "order") return orderDifferences(comparing, place, before, now);
  const field = kind?.fields[name];
  const kinds = kindsNamedAt(comparing, place);
  const called = (id: string): string => nameInManifests(comparing, organizationOf(address), kinds, id);
  if (field?.membership !== undefined && isObject(before) && isObject(now))
    return Object.keys({ ...before, ...now })
      .sort()
      .flatMap((id) => saying(`${called(id)} in ${name}`, before[id] ?? null, now[id] ?? null, shortValue));
  if (rest !== "" && !isPointer(path)) return saying(`${called(rest)} in ${name}`, before, now, shortValue);
  if (field === undefined && Array.isArray(before)) return listDifference(path, before, idsOf(now), called);
  return saying(subjectOf(place), before, now, (value) => valueText(field, value));
}

/** The ids that came into a list and those that left it; a long list would hide them. */
function listDifference(
  path: string,
  before: readonly Json[],
  now: readonly string[],
  called: (id: string) => string,
): readonly string[] {
  const was = idsOf(before);
  const parts = [
    { verb: "came", ids: now.filter((id) => !was.includes(id)) },
    { verb: "went", ids: was.filter((id) => !now.includes(id)) },
  ].filter(({ ids }) => ids.length > 0);
  const said = parts.map(({ verb, ids }) => `${ids.map(called).join(", ")} ${verb}`);
  return said.length === 0 ? [] : [`the list of ${path} has changed: ${said.join(" and ")}`];
}

/** The order in a collection, or those of the containers of a site. Other things that stand there do not matter. */
function orderDifferences(comparing: Comparing, place: Place, before: Json, now: Json): readonly string[] {
  const organization = organizationOf(place.address);
  const kinds = kindsNamedAt(comparing, place);
  const items = listed((id) => nameInManifests(comparing, organization, kinds, id));
  if (!isObject(before) || !isObject(now)) {
    const ids = new Set(idsOf(before));
    const kept = idsOf(now).filter((id) => ids.has(id));
    return saying("the order", before, kept, items);
  }
  const containers = kinds.flatMap((kind) => comparing.kinds.get(kind).sequence?.containers ?? []);
  return Object.entries(before).flatMap(([container, was]) => {
    const where =
      container === "" ? "" : ` in ${nameInManifests(comparing, organization, containers, container)}`;
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
function kindsNamedAt({ view }: Comparing, { address, path, kind }: Place): readonly string[] {
  const field = kind?.fields[splitPath(path).name];
  const behind = kindsToRead(view, { organization: organizationOf(address), ...(kind && { kind }) }, path);
  return [...behind.map((one) => one.name), ...(field === undefined ? [] : kindsNamedBy(field))];
}

/** The ids in a list of them; none in another value. */
export function idsOf(ids: Json): readonly string[] {
  return Array.isArray(ids) ? ids.map(String) : [];
}

/** An object by its key in the manifests, else by its id. */
function nameInManifests(
  { view, addressOf }: Comparing,
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
  // Only an email has a dot in its key, and a member has no children.
  const place = withoutOrganization(address);
  return place.slice((place.includes("@") ? place.indexOf(".") : place.lastIndexOf(".")) + 1);
}

/** Characters of a value in a message. */
const longest = 80;

/** A value in a message; a long one is cut off. */
export function shortValue(value: Json): string {
  if (isNone(value)) return "(none)";
  return beginningOf(canonicalJson(value), longest);
}

function valueText(field: Field | undefined, value: Json): string {
  return field?.nullMeans !== undefined && value === null ? "null" : shortValue(value);
}
