import { addressBelow } from "../model/address.ts";
import type { Field } from "../model/field.ts";
import type { Kind } from "../model/kind.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import { asWritten, entriesWritten, entryAt, entryKey, type Membership } from "../model/membership.ts";
import { childrenOfLive, liveReference } from "../planner/diff/reference-side.ts";
import {
  idInParent,
  isAsWritten,
  liveValue,
  normalized,
  rawValue,
  referenceTarget,
} from "../planner/match/identity.ts";
import { addressIn } from "../planner/state/live-address.ts";
import { entriesIn, type People, peopleOf } from "../planner/state/people.ts";
import { compareNames } from "../text/compare-names.ts";
import { equalJson, isObject, type Json } from "../text/json.ts";
import type { Pulling } from "./pulling.ts";

/** A field of a live resource. */
export interface LiveField {
  readonly kind: Kind;
  readonly name: string;
  readonly field: Field;
  readonly live: LiveResource;
}

/** The live value in the form of manifests; undefined when there is none to write. */
export function declaredValue(pulling: Pulling, liveField: LiveField): Json | undefined {
  const { kind, name, field, live } = liveField;
  const { naming } = pulling;
  if ((field.tree ?? "parent") !== "parent") return undefined;
  if (field.membership !== undefined) return declaredPeople(pulling, liveField);
  if (name === kind.sequence?.itemKey && field.refersTo !== undefined) return naming.markOf(live);
  if (field.defaultChild !== undefined) return defaultChildOf(pulling, liveField);
  const value = rawValue(name, field, live);
  if (value === undefined) return undefined;
  if (field.refersTo !== undefined)
    return naming.reference(live.organization, field.refersTo, String(liveValue(kind, name, live)));
  const inParent = declaredInParent(pulling, liveField, value);
  if (inParent !== undefined) return inParent;
  const plain = isObject(value) || Array.isArray(value) ? (field.normalize?.(value) ?? value) : value;
  return field.names === undefined
    ? plain
    : field.names.rename(plain, (id) => personName(pulling, live, field.names?.kind ?? "", id));
}

/** The role of each person, by what lists of people call them. */
function declaredPeople(pulling: Pulling, { name, field, live }: LiveField): Json | undefined {
  const roles = live.memberships[name];
  const { membership } = field;
  if (roles === undefined || membership === undefined) return undefined;
  const named = Object.entries(roles).map(
    ([id, role]) => [entryName(pulling, live, membership, id), role] as const,
  );
  return asWritten(
    membership,
    named.sort(([one], [other]) => compareNames(one, other)),
  );
}

/** The name of an entry in a manifest, after the key of its sort. */
export function entryName(pulling: Pulling, live: LiveResource, membership: Membership, key: string): string {
  const { sort, name: id } = entryAt(membership, key);
  const name =
    sort.isReference === true
      ? pulling.naming.reference(live.organization, sort.of, id)
      : personName(pulling, live, sort.of, id);
  return entryKey(sort, name);
}

/**
 * The name of a person in a list of people: the natural key by which planning finds this person and no other. Else the
 * id, also where the manifest of a person hides the name or another one has it. Never the key of a member: a plan does
 * not know people by it.
 */
export function personName(
  { view, kinds, matching, declaredAt }: Pulling,
  { organization }: LiveResource,
  kindName: string,
  id: string,
): string {
  const people = peopleOf(view, organization, kindName);
  const { fields, naturalKeys } = kinds.get(kindName);
  const keyName = naturalKeys[0]?.[0] ?? "";
  const name = people.nameOf(id);
  const namesake = addressIn(kinds.get(kindName), organization, name);
  if (declaredAt(namesake) !== undefined && matching.liveOf(namesake)?.id !== id) return id;
  const isWritable = fields[keyName]?.schema.safeParse(name).success === true;
  if (!isWritable || people.idOf(name) !== id) return id;
  const person = people.liveOf(id);
  const declared = person && declaredAt(matching.addressOf(person) ?? "");
  return declared?.sensitive.includes(keyName) ? id : name;
}

/** The key of the child that is the default. */
function defaultChildOf(pulling: Pulling, { kind, name, field, live }: LiveField): string | undefined {
  const child = referredIn(pulling, live, liveReference(pulling.view, kind, name, field, live));
  return child === undefined ? undefined : pulling.naming.keyOf(child);
}

/** The object of a kind and id that a live one refers to. */
function referredIn(
  { naming }: Pulling,
  { organization }: LiveResource,
  named: Pick<LiveResource, "kind" | "id"> | undefined,
): LiveResource | undefined {
  return named && naming.liveByKey(liveKey({ organization, kind: named.kind, id: named.id }));
}

/** The address below its parent of what a value names there; undefined where no manifest declares that. */
function declaredInParent(
  pulling: Pulling,
  { kind, field, live }: LiveField,
  value: Json,
): string | undefined {
  const { naming } = pulling;
  const found = referredIn(pulling, live, idInParent(field, value));
  const parent = referredIn(pulling, live, { kind: kind.parent ?? "", id: live.parentId ?? "" });
  if (found === undefined || parent === undefined || !naming.isDeclared(found)) return undefined;
  const address = naming.addressOf(found);
  return address && addressBelow(naming.addressOf(parent), address);
}

/** Is it what a new one has without being told, or what an answer says that holds nothing? */
export function isUsual(pulling: Pulling, liveField: LiveField, value: Json): boolean {
  const { field } = liveField;
  const off = field.switched === undefined ? undefined : false;
  const usual = [field.initial, field.whenNew, field.usual, off, field.read?.({})];
  if (usual.some((one) => one !== undefined && equalJson(one, value))) return true;
  if (field.membership !== undefined) return equalJson(value, {});
  return field.defaultChild !== undefined && isFirstDefault(pulling, liveField, field.defaultChild);
}

/** The child that is listed first is the default unless something else was said. */
function isFirstDefault({ view }: Pulling, { kind, name, field, live }: LiveField, child: string): boolean {
  const [first] = childrenOfLive(view, child, live);
  return first?.id === liveReference(view, kind, name, field, live)?.id;
}

/** Does a manifest say of a field what is live? As planning compares: ids for names, in the form of the kind. */
export function saysTheSame(
  pulling: Pulling,
  liveField: LiveField,
  written: Json,
  isListed: boolean,
): boolean {
  const { kind, name, field, live } = liveField;
  if (field.membership !== undefined) return hasSamePeople(pulling, liveField, written, isListed);
  if (field.defaultChild !== undefined) return (defaultChildOf(pulling, liveField) ?? null) === written;
  const now = liveValue(kind, name, live);
  if (field.refersInParent !== undefined && declaredValue(pulling, liveField) === written) return true;
  if (written === null || field.partial !== undefined) return isAsWritten(field, now, written);
  if (field.refersTo !== undefined) {
    const target = referenceTarget(live.organization, field.refersTo, String(written), pulling.kinds);
    const id = target.id ?? pulling.matching.liveOf(target.address)?.id;
    return id !== undefined && id === now;
  }
  if (field.switched !== undefined && written === false) return now !== true;
  if (now === undefined && field.unverifiable?.holds(written) === true) return true;
  const { names } = field;
  if (names === undefined) return equalJson(normalized(field, written), now ?? null);
  const people = peopleIn(pulling, liveField, names.kind);
  const byId = names.rename(written, (one) => people.idOf(one) ?? one);
  return equalJson(normalized(field, byId), now ?? null);
}

function peopleIn({ view }: Pulling, { live }: LiveField, kind: string): People {
  return peopleOf(view, live.organization, kind);
}

/** People by id that a manifest names, each with the name that is written. */
export function writtenPeople(
  pulling: Pulling,
  liveField: LiveField,
  written: Json,
): ReadonlyMap<string, string> {
  const { membership } = liveField.field;
  if (membership === undefined) return new Map();
  const people = peopleNamed(pulling, liveField, membership);
  const names = Object.keys(entriesWritten(membership, written));
  return new Map(names.map((name) => [people.idOf(name) ?? name, name]));
}

/** Names in a list of people of whom nobody is in the organization: they wait, and stay unless they are pruned. */
export function awaitedNames(pulling: Pulling, liveField: LiveField, written: Json): readonly string[] {
  const { membership } = liveField.field;
  if (pulling.isPruned || membership === undefined) return [];
  const people = peopleNamed(pulling, liveField, membership);
  return Object.keys(entriesWritten(membership, written)).filter((name) => people.idsOf(name).length === 0);
}

/** The people and teams that can be in a membership, by the names in the manifests as they were before the pull. */
function peopleNamed({ view, matching }: Pulling, { live }: LiveField, membership: Membership): People {
  return entriesIn({ ...view, matching }, live.organization, membership);
}

function hasSamePeople(pulling: Pulling, liveField: LiveField, written: Json, isListed: boolean): boolean {
  const roles = liveField.live.memberships[liveField.name] ?? {};
  const awaited = new Set(awaitedNames(pulling, liveField, written));
  const named = new Map(
    [...writtenPeople(pulling, liveField, written)].filter(([, name]) => !awaited.has(name)),
  );
  const { membership } = liveField.field;
  const said = membership === undefined ? {} : entriesWritten(membership, written);
  const isAll = [...named].every(([id, name]) => roles[id] === said[name]);
  return isAll && (isListed || named.size === Object.keys(roles).length);
}

/** Levels of a value, so that it fits into a manifest of at most 100. */
const deepest = 60;
/** Characters of a key in YAML, and of a value. */
const longestKey = 1024;
const longestValue = 1024 * 1024;

/** Why a manifest cannot say a live value; undefined when it can. The value itself is not repeated. */
export function whyNotWritten(field: Field, value: Json): string | undefined {
  if (!isPlain(value, deepest)) return "it holds what a YAML file cannot, or is too large for one";
  const isTaken =
    field.defaultChild !== undefined ||
    field.refersTo !== undefined ||
    (value === null && field.nullMeans !== undefined) ||
    field.schema.safeParse(value).success;
  return isTaken ? undefined : "the platform has a value that manifests do not take";
}

function isPlain(value: Json, levels: number): boolean {
  if (typeof value === "string") return value.length <= longestValue && !value.includes("\0");
  if (Array.isArray(value)) return levels > 0 && value.every((item: Json) => isPlain(item, levels - 1));
  if (!isObject(value)) return true;
  const isKey = (key: string): boolean =>
    key !== "__proto__" && key.length <= longestKey && !key.includes("\0");
  return (
    levels > 0 && Object.entries(value).every(([key, inner]) => isKey(key) && isPlain(inner, levels - 1))
  );
}
