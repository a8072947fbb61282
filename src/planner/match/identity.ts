import { type Address, childAddress, idIn, itemKeyIn, rootAddress } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { type KindIndex, keyFields, readField } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { canonicalJson, equalJson, type Json, lookupText } from "../../text/json.ts";
import { partNamedBy } from "../../text/partial-json.ts";
import { type RecordedIds, recordedIdOf } from "./recorded-ids.ts";

/**
 * A way to recognise a resource: texts for a desired and for a live one. They fit when they share a text.
 * No text: the way does not apply.
 */
export interface Recognition {
  readonly ofDesired: (desired: DesiredResource) => readonly string[];
  readonly ofLive: (live: LiveResource) => readonly string[];
  /** It uses an old name, which another object may have by now. */
  readonly isPrevious?: true;
  /** The fields of the natural key that it goes by: what the resource is called now. */
  readonly naturalKey?: readonly string[];
}

/** Live id of an address that is matched already. */
type IdOf = (address: Address) => string | undefined;

/**
 * The ways for a kind in the order of identity: pinned id, the id in the record of the last apply, `previously`,
 * then its natural keys. A pinned resource is recognised by its id only.
 */
export function recognitionsFor(
  kind: Kind,
  kinds: KindIndex,
  byAddress: ReadonlyMap<Address, LiveResource>,
  recorded: RecordedIds | undefined,
): readonly Recognition[] {
  if (kind.shape === "singleton") return theOne;
  const byNaturalKeys = naturalKeysFor(kind, kinds, byAddress);
  const byRecorded = recorded === undefined ? [] : [byRecord(kind, recorded)];
  return [byId, ...byRecorded, byPrevious(kind), ...byNaturalKeys];
}

const none: readonly string[] = [];
const theOne: readonly Recognition[] = [{ ofDesired: () => [""], ofLive: () => [""] }];

const byId: Recognition = {
  ofDesired: ({ id }) => (id === undefined ? none : [id]),
  ofLive: ({ id }) => [id],
};

function byRecord(kind: Kind, recorded: RecordedIds): Recognition {
  return {
    ofDesired: (resource) => {
      const known = resource.id === undefined ? recordedIdOf(recorded, resource, kind.name) : undefined;
      return known === undefined ? none : [known];
    },
    ofLive: ({ id }) => [id],
  };
}

function byPrevious(kind: Kind): Recognition {
  return {
    isPrevious: true,
    ofDesired: ({ id, previously }) =>
      id === undefined && previously.length > 0 ? previously.map((name) => canonicalJson(name)) : none,
    ofLive: (live) => [
      canonicalJson(`id:${live.id}`),
      ...keyFields(kind).flatMap((name) => {
        const value = liveValue(kind, name, live);
        return value === undefined ? [] : [canonicalJson(value)];
      }),
    ],
  };
}

/** The natural keys of a kind; their values as `form` writes them. */
export function naturalKeysFor(
  kind: Kind,
  kinds: KindIndex,
  byAddress: ReadonlyMap<Address, LiveResource>,
  form: (value: Json) => string = lookupText,
): readonly Recognition[] {
  return kind.naturalKeys.map((names) => byKeys(kind, names, kinds, byAddress, form));
}

function byKeys(
  kind: Kind,
  names: readonly string[],
  kinds: KindIndex,
  byAddress: ReadonlyMap<Address, LiveResource>,
  form: (value: Json) => string,
): Recognition {
  const idOf: IdOf = (address) => byAddress.get(address)?.id;
  return {
    naturalKey: names,
    ofDesired: (desired) =>
      desired.id === undefined
        ? textsOf(names, (name) => wantedValue(kind, name, desired, kinds, idOf), form)
        : none,
    ofLive: (live) => textsOf(names, (name) => liveValue(kind, name, live), form),
  };
}

/**
 * The values of some fields as one text; none when one of them is not there. Several are told with their lengths, so that
 * nothing else gives the same.
 */
function textsOf(
  names: readonly string[],
  read: (name: string) => Json | undefined,
  form: (value: Json) => string,
): readonly string[] {
  let all = "";
  for (const name of names) {
    const value = read(name);
    if (value === undefined) return none;
    const text = form(value);
    if (names.length === 1) return [text];
    all += `${text.length} ${text}`;
  }
  return [all];
}

/** The value of a field that is wanted, as the platform would say it; undefined when not written or not known. */
export function wantedValue(
  kind: Kind,
  name: string,
  desired: DesiredResource,
  kinds: KindIndex,
  idOf: IdOf,
): Json | undefined {
  const field = kind.fields[name];
  const written = desired.values[name];
  if (field === undefined || written === undefined) return undefined;
  if (written === null) return field.tree === "parent" ? null : undefined;
  if (field.refersTo === undefined) return normalized(field, written);
  const target = referenceTarget(desired.organization, field.refersTo, String(written), kinds);
  return target.id ?? idOf(target.address);
}

/** The target of a written reference: an id outside the manifests, or an address. */
export type ReferenceTarget =
  | { readonly id: string; readonly address?: never }
  | { readonly id?: never; readonly address: Address };

/** Reads what the value of a field names; undefined where it names nothing declared and no id alone. */
export function namedTarget(
  { organization, address, parent }: Pick<DesiredResource, "organization" | "address" | "parent">,
  { refersTo, defaultChild, refersInParent }: Field,
  written: string,
  kinds: Pick<KindIndex, "get">,
): ReferenceTarget | undefined {
  if (refersTo !== undefined) return referenceTarget(organization, refersTo, written, kinds);
  if (defaultChild !== undefined)
    return { address: childAddress(address, kinds.get(defaultChild).plural, itemKeyIn(written)) };
  return refersInParent === undefined || written.includes(":")
    ? undefined
    : { address: `${parent}.${written}` };
}

/** The kind and id in a value that names something in the parent by these; undefined where it names something else. */
export function idInParent(
  { refersInParent = [] }: Field,
  value: Json | undefined,
): Pick<LiveResource, "kind" | "id"> | undefined {
  const [kind = "", ...id] = typeof value === "string" ? value.split(":") : [];
  return refersInParent.includes(kind) ? { kind, id: id.join(":") } : undefined;
}

/** Reads a written reference: `id:…`, or the key of a resource of the kind in the same organization. */
export function referenceTarget(
  organization: string,
  kind: string,
  written: string,
  kinds: Pick<KindIndex, "get">,
): ReferenceTarget {
  const id = idIn(written);
  if (id !== undefined) return { id };
  return { address: rootAddress(organization, kinds.get(kind).plural, written) };
}

/**
 * The live value of a field, in the form in which it is compared; undefined when there is none, which null says too
 * unless it is a value of its own.
 */
export function liveValue(kind: Kind, name: string, live: LiveResource): Json | undefined {
  const field = kind.fields[name];
  if (field === undefined) return undefined;
  const value = rawValue(name, field, live);
  return value === undefined || value === null ? value : normalized(field, value);
}

/** The same, but a text as the platform writes it: for people, and to say it again. */
export function liveWords(kind: Kind, name: string, live: LiveResource): Json | undefined {
  const field = kind.fields[name];
  const value = field === undefined ? undefined : rawValue(name, field, live);
  return typeof value === "string" ? value : liveValue(kind, name, live);
}

/** The live value of a field as the platform writes it; undefined when there is none. Null: where it is a value. */
export function rawValue(name: string, field: Field, live: LiveResource): Json | undefined {
  const value = readField(name, field, live.answer);
  return value === null && field.nullMeans === undefined ? undefined : value;
}

/** The part of a live value that is compared with what is written. */
export function comparedPart({ partial }: Field, live: Json | undefined, written: Json): Json | undefined {
  return partial === undefined ? live : partNamedBy(live, written, partial);
}

/** Is a live value as it is written? What has no value is as null says, unless null is a value of its own. */
export function isAsWritten(field: Field, live: Json | undefined, written: Json): boolean {
  if (live === undefined) return written === null && field.nullMeans === undefined;
  return equalJson(comparedPart(field, live, written), written === null ? null : normalized(field, written));
}

/** A value in the form in which both sides are compared: a set has no order, and each item once. */
export function normalized(field: Field, value: Json): Json {
  const plain = field.normalize === undefined ? value : field.normalize(value);
  if (field.set !== true || !Array.isArray(plain)) return plain;
  const texts = new Set(plain.map((item: Json) => canonicalJson(item)));
  return [...texts].sort().map((text) => JSON.parse(text) as Json);
}

/** Are two values the same but for case, white space, and slashes at the end? A platform may keep any of them. */
export function writtenAlike(a: Json, b: Json): boolean {
  return plainText(a) === plainText(b);
}

/** A value as text without what a platform may write in its own way. */
export function plainText(value: Json): string {
  const text = typeof value === "string" ? value : canonicalJson(value);
  return text.normalize("NFC").trim().replace(/\s+/g, " ").replace(/\/+$/, "").toLowerCase();
}
