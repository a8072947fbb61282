import type { z } from "zod";
import type { KindIndex } from "../../src/manifest/schema/kind-slots.ts";
import { jsonSchemaOf } from "../../src/manifest/schema/manifest-schema.ts";
import type { Field } from "../../src/model/field.ts";
import type { Kind } from "../../src/model/kind.ts";
import { isObject, type Json, type JsonObject } from "../../src/text/json.ts";
import { kindNamed } from "./kind-facts.ts";

/** A whole manifest that declares one resource of a kind, with its parents and what it names. */
export interface ExampleManifest {
  readonly manifest: JsonObject;
  readonly key: string;
  /** Where the resource is in the manifest. */
  readonly path: readonly (string | number)[];
}

/** Resources of the organization by key, by the plural of their kind. */
type Collections = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

/** The example of a kind, or other values of it, as a manifest that can be applied. */
export function exampleManifest(
  index: KindIndex,
  kind: Kind,
  values: JsonObject = kind.example,
): ExampleManifest {
  const key = keyOf(kind, values);
  const body = withNeeded(index, kind, key, values);
  const named = merged(namedBy(index, kind, body), itemsNamed(index, [...besideOf(index, kind, body)]));
  const { collection, path } = placed(index, kind, key, body);
  const own = String(path[0]);
  const others = index.roots.map(({ plural }) => plural).filter((plural) => plural !== own);
  const declared = others.flatMap((plural) => (named[plural] === undefined ? [] : [[plural, named[plural]]]));
  const manifest = {
    organization: "acme",
    ...Object.fromEntries(declared),
    [own]: { ...named[own], ...collection },
  };
  return { manifest, key, path };
}

/** The key that a person would choose: what finds it, as a slug. */
export function keyOf(kind: Kind, values: JsonObject): string {
  if (kind.shape === "singleton") return kind.plural;
  const item = kind.sequence?.itemKey ?? "";
  if (typeof values[item] === "string") return values[item];
  const { keyField } = kind;
  if (keyField !== undefined) {
    const value = values[keyField] ?? exampleValue(kind.fields[keyField]?.schema ?? never(kind));
    return String(value);
  }
  const found = kind.naturalKeys.flat().map((name) => values[name]);
  return slug(String(found.find((value) => typeof value === "string") ?? kind.name));
}

function never(kind: Kind): never {
  throw new Error(`the key field of ${kind.name} is no field`);
}

/** The necessary fields of the kind: those that find it and those that its create needs. */
export function smallest(kind: Kind, key: string): JsonObject {
  const names = [...new Set([...(kind.naturalKeys.at(-1) ?? []), ...kind.required])];
  const written = names.filter((name) => name !== kind.keyField);
  return Object.fromEntries(
    written.map((name) => {
      const example = kind.example[name];
      const isTitle = typeof example === "string" && isNamedFreely(kind, name, title(key));
      return [name, isTitle && slug(example) !== key ? title(key) : (example ?? key)] as const;
    }),
  );
}

/** Is it part of what finds one of the kind, and can it be any text: no reference, and no code of a language? */
function isNamedFreely({ naturalKeys, fields }: Kind, name: string, text: string): boolean {
  const field = fields[name];
  return (
    naturalKeys.flat().includes(name) &&
    field?.refersTo === undefined &&
    field?.schema.safeParse(text).success === true
  );
}

/** The values with the items that they cannot do without: a section has a space, a default child is there. */
function withNeeded(index: KindIndex, kind: Kind, key: string, values: JsonObject): JsonObject {
  const mark = kind.sequence?.itemKey;
  const marked = mark === undefined ? values : { [mark]: key, ...values };
  // A group says what it holds.
  const first = kind.sequence?.firstChild?.kind ?? kind.sequence?.carries?.kind;
  const children = Object.entries(values).flatMap(([name, value]) => {
    const child = kind.fields[name]?.defaultChild;
    return child === undefined ? [] : [{ child, key: String(value) }];
  });
  const needed =
    children.length > 0 ? children : first === undefined ? [] : [{ child: first, key: undefined }];
  const hasList = index.lists(kind).names.some((list) => list in values);
  const isListed = needed.some(({ child }) =>
    ["structure", listFor(index, child), kind.sequence?.childrenKey ?? ""].some((list) => list in values),
  );
  if (isListed || (children.length === 0 && hasList)) return marked;
  const items = needed.map(({ child, key: childKey }) => childItem(index, child, childKey));
  const [{ child: name } = { child: "" }] = needed;
  if (items.length === 0) return marked;
  return { ...marked, [kind.sequence === undefined ? "structure" : listFor(index, name)]: items };
}

/** A resource as an item of a list: the example of its kind, or the smallest with a key. */
export function childItem(index: KindIndex, name: string, key?: string): JsonObject {
  const kind = kindNamed(index, name);
  const own = key ?? keyOf(kind, kind.example);
  const mark = kind.sequence?.itemKey ?? "";
  const body = key === undefined ? kind.example : smallest(kind, own);
  return withNeeded(index, kind, own, kind.fields[mark] === undefined ? body : { ...body, [mark]: own });
}

function listFor(index: KindIndex, child: string): string {
  return kindNamed(index, child).sequence?.childrenKey ?? child;
}

/** The collection of the organization that holds it, with its parents; and the way to it in the manifest. */
function placed(
  index: KindIndex,
  kind: Kind,
  key: string,
  body: JsonObject,
): { readonly collection: JsonObject; readonly path: readonly (string | number)[] } {
  if (kind.parent === undefined)
    return kind.shape === "singleton"
      ? { collection: body, path: [kind.plural] }
      : { collection: { [key]: body }, path: [kind.plural, key] };
  const parent = kindNamed(index, kind.parent);
  const parentKey = keyOf(parent, parent.example);
  const inside = insideParent(index, kind, key, body);
  const outer = placed(index, parent, parentKey, { ...smallest(parent, parentKey), ...inside.values });
  return { collection: outer.collection, path: [...outer.path, ...inside.path] };
}

/** The items that an item of the kind, or what it holds, needs in its parent. */
function besideOf(index: KindIndex, kind: Kind, body: JsonObject): readonly JsonObject[] {
  const held = index.lists(kind).kinds.filter(({ sequence }) => (sequence?.childrenKey ?? "") in body);
  return [kind, ...held].flatMap(({ sequence }) =>
    sequence?.needs === undefined ? [] : [childItem(index, sequence.needs)],
  );
}

function insideParent(index: KindIndex, kind: Kind, key: string, body: JsonObject) {
  if (kind.sequence !== undefined)
    return { values: { structure: [body, ...besideOf(index, kind, body)] }, path: ["structure", 0] };
  if (kind.shape === "singleton") return { values: { [kind.plural]: body }, path: [kind.plural] };
  return { values: { [kind.plural]: { [key]: body } }, path: [kind.plural, key] };
}

/** The references of values and of the items in them. */
function namedBy(index: KindIndex, kind: Kind, values: JsonObject): Collections {
  const parts = Object.entries(values).map(([name, value]) => {
    const field = kind.fields[name];
    return field === undefined ? itemsNamed(index, value) : referredTo(index, field, value);
  });
  return parts.reduce<Collections>(merged, {});
}

function referredTo(index: KindIndex, { refersTo }: Field, value: Json): Collections {
  if (refersTo === undefined || typeof value !== "string" || value.startsWith("id:")) return {};
  const target = kindNamed(index, refersTo);
  const body = smallest(target, value);
  return merged(namedBy(index, target, body), { [target.plural]: { [value]: body } });
}

function itemsNamed(index: KindIndex, value: Json): Collections {
  const items = Array.isArray(value) ? value.filter(isObject) : [];
  const parts = items.map((item) => {
    const [mark] = Object.keys(item);
    const kind = [...index.byName.values()].find(({ sequence }) => sequence && sequence.itemKey === mark);
    return kind === undefined ? {} : namedBy(index, kind, item);
  });
  return parts.reduce<Collections>(merged, {});
}

function merged(a: Collections, b: Collections): Collections {
  const plurals = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(plurals.map((plural) => [plural, { ...a[plural], ...b[plural] }]));
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function title(key: string): string {
  const words = key.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Texts that fields of all forms take between them: a slug, an email, addresses, a language, an emoji. */
const texts = [
  "example",
  "ana@acme.example",
  "https://acme.example/docs",
  "acme.example/docs",
  "en",
  "1f680",
];

/** A value that a schema takes, for examples and for trying a field out; undefined when none is found. */
export function exampleValue(schema: z.ZodType): Json | undefined {
  const takes = (value: Json): boolean => schema.safeParse(value).success;
  return candidates(jsonSchemaOf(schema)).find(takes);
}

/** Values that may fit a JSON Schema, the likeliest first. */
function candidates(schema: JsonObject): readonly Json[] {
  const variants = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  if (variants.length > 0) return variants.filter(isObject).flatMap(candidates);
  if (schema.const !== undefined) return [schema.const];
  // The last choice: it is seldom what a new one has without being told.
  if (Array.isArray(schema.enum)) return [...schema.enum].reverse();
  // A value that may be null is an example of what it is otherwise.
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "string":
      return texts;
    case "boolean":
      return [true];
    case "integer":
    case "number":
      return [schema.minimum ?? 1];
    case "array":
      return isObject(schema.items) ? candidates(schema.items).map((item) => [item]) : [[]];
    case "object":
      return objects(schema);
    default:
      return [];
  }
}

/** An object with what is required; of each part the candidates in turn. */
function objects({ properties, required, additionalProperties, propertyNames }: JsonObject): readonly Json[] {
  if (isObject(additionalProperties) && properties === undefined) {
    const keys = isObject(propertyNames) ? candidates(propertyNames) : texts;
    return keys.flatMap((key) => candidates(additionalProperties).map((value) => ({ [String(key)]: value })));
  }
  const names = Array.isArray(required) ? required.map(String) : [];
  const parts = names.map((name) => {
    const part = isObject(properties) ? properties[name] : undefined;
    return [name, isObject(part) ? candidates(part) : []] as const;
  });
  const longest = Math.max(1, ...parts.map(([, values]) => values.length));
  return Array.from({ length: longest }, (_, at) =>
    Object.fromEntries(parts.map(([name, values]) => [name, values[at] ?? values[0] ?? null])),
  );
}
