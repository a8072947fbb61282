import type { Address } from "./address.ts";
import { rootAddress } from "./address.ts";
import type { DesiredResource } from "./desired.ts";
import { canonicalJson, type Json } from "./json.ts";
import type { Field, Kind } from "./kind.ts";
import { apiName, type KindIndex, keyFields } from "./kind-index.ts";
import type { LiveResource } from "./live.ts";

/**
 * A way to recognise a resource: texts for a desired and for a live one. They fit when they share a text.
 * No text: the way does not apply.
 */
export interface Recognition {
  readonly ofDesired: (desired: DesiredResource) => readonly string[];
  readonly ofLive: (live: LiveResource) => readonly string[];
  /** It goes by a name of the past, which somebody else may have by now. */
  readonly isPrevious?: true;
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
  idOf: IdOf,
  recordedId: IdOf,
): readonly Recognition[] {
  if (kind.shape === "singleton") return [{ ofDesired: () => [""], ofLive: () => [""] }];
  const byNaturalKeys = kind.naturalKeys.map((names) => byKeys(kind, names, kinds, idOf));
  return [byId, byRecord(recordedId), byPrevious(kind), ...byNaturalKeys];
}

const byId: Recognition = {
  ofDesired: ({ id }) => (id === undefined ? [] : [id]),
  ofLive: ({ id }) => [id],
};

function byRecord(recordedId: IdOf): Recognition {
  return {
    ofDesired: ({ id, address }) => (id === undefined ? [recordedId(address) ?? []].flat() : []),
    ofLive: ({ id }) => [id],
  };
}

function byPrevious(kind: Kind): Recognition {
  return {
    isPrevious: true,
    ofDesired: ({ id, previously }) => (id === undefined ? previously.map((old) => canonicalJson(old)) : []),
    ofLive: (live) =>
      (live.deleted === true ? [] : keyFields(kind)).flatMap((name) => {
        const value = liveValue(kind, name, live);
        return value === undefined ? [] : [canonicalJson(value)];
      }),
  };
}

function byKeys(kind: Kind, names: readonly string[], kinds: KindIndex, idOf: IdOf): Recognition {
  const join = (values: readonly (Json | undefined)[]): readonly string[] =>
    values.includes(undefined) ? [] : [values.map((value) => canonicalJson(value)).join(" ")];
  return {
    ofDesired: (desired) =>
      desired.id === undefined
        ? join(names.map((name) => wantedValue(kind, name, desired, kinds, idOf)))
        : [],
    ofLive: (live) => (live.deleted === true ? [] : join(names.map((name) => keyValue(kind, name, live)))),
  };
}

/** The live value of a field as part of a key: at the root of the tree, what it stands in is null. */
function keyValue(kind: Kind, name: string, live: LiveResource): Json | undefined {
  return liveValue(kind, name, live) ?? (kind.fields[name]?.tree === "holder" ? null : undefined);
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
  if (written === null) return field.tree === "holder" ? null : undefined;
  if (field.refersTo === undefined) return normalized(field, written);
  const target = referenceTarget(desired.organization, field.refersTo, String(written), kinds);
  return target.id ?? idOf(target.address);
}

/** What a written reference names: an id outside the manifests, or an address. */
export type ReferenceTarget =
  | { readonly id: string; readonly address?: never }
  | { readonly id?: never; readonly address: Address };

/** Reads a written reference: `id:…`, or the key of a resource of the kind in the same organization. */
export function referenceTarget(
  organization: string,
  kind: string,
  written: string,
  kinds: KindIndex,
): ReferenceTarget {
  if (written.startsWith("id:")) return { id: written.slice(3) };
  return { address: rootAddress(organization, kinds.get(kind).plural, written) };
}

/** The live value of a field, in the form in which it is compared; undefined when there is none. */
export function liveValue(kind: Kind, name: string, live: LiveResource): Json | undefined {
  const field = kind.fields[name];
  if (field === undefined) return undefined;
  const value = field.read === undefined ? live.answer[apiName(name, field)] : field.read(live.answer);
  return value === undefined || value === null ? undefined : normalized(field, value);
}

/** A value in the form in which both sides are compared. */
export function normalized(field: Field, value: Json): Json {
  const plain = field.normalize === undefined ? value : field.normalize(value);
  if (field.set !== true || !Array.isArray(plain)) return plain;
  return [...plain]
    .map((item) => canonicalJson(item))
    .sort()
    .map((text) => JSON.parse(text) as Json);
}
