import type { KindIndex, MetaField } from "../../src/manifest/schema/kind-slots.ts";
import { jsonSchemaOf } from "../../src/manifest/schema/manifest-schema.ts";
import type { Meaning } from "../../src/manifest/schema/omitted-empty-null.ts";
import type { Field } from "../../src/model/field.ts";
import type { Kind } from "../../src/model/kind.ts";
import type { Membership } from "../../src/model/membership.ts";
import { updateOf } from "../../src/planner/state/draft.ts";
import { isObject, type Json, type JsonObject } from "../../src/text/json.ts";
import { kindWords, type Markup, nameOf } from "./kind-facts.ts";

/** The facts about a field, without its values. */
export function fieldNotes(index: KindIndex, field: Field, markup: Markup): readonly string[] {
  const { code } = markup;
  const { sensitive, set, access, names, unverifiable } = field;
  return [
    ...(sensitive === true ? ["secret: never shown"] : []),
    ...(set === true ? ["the order means nothing"] : []),
    ...(access === true ? ["decides about access"] : []),
    ...(names === undefined
      ? []
      : [
          `each name in it is the email or id of ${kindWords(index, names.kind, markup)}; any other one blocks the change: ${names.stranger}`,
        ]),
    ...(unverifiable === undefined ? [] : [unverifiableWords(unverifiable.reason, code)]),
  ];
}

function unverifiableWords(reason: string, code: Markup["code"]): string {
  return `unverifiable in part: ${reason}, so docform sends it again only when the record of the last apply shows that it changed, or with ${code("--resend ADDRESS")}`;
}

/** The value of a new object when the field is left out. */
export function whenNew(kind: Kind, name: string, { code }: Markup): string {
  const field = fieldOf(kind, name);
  if (kind.keyField === name) return "its key";
  if (kind.operations.create === undefined) return kind.tree?.copy === undefined ? "–" : whenCopied(field);
  if (kind.required.includes(name)) return "needed";
  if (field.unique?.madeFrom !== undefined) return `made from ${code(field.unique.madeFrom)}`;
  if (field.defaultChild !== undefined) return "the first one";
  const value = field.whenNew ?? field.initial;
  return value === undefined ? "nothing" : valueText(value, code);
}

/** The value of a copy: that of its original, unless something else is written. */
function whenCopied({ tree }: Field): string {
  return tree === "copy" ? "needed" : tree === "transfer" ? "nothing" : "as the original";
}

function valueText(value: Json, code: Markup["code"]): string {
  return code(typeof value === "string" && value !== "" ? value : JSON.stringify(value));
}

/** The effect of each field of the tree on live objects. */
const laterInTree = {
  parent: "yes, by a move",
  copy: "says nothing later",
  template: "says nothing later",
  transfer: "takes it away",
} as const satisfies Record<NonNullable<Field["tree"]>, string>;

/** The changes that a field allows later. */
export function later(kind: Kind, name: string): string {
  const field = fieldOf(kind, name);
  if (field.tree !== undefined) return laterInTree[field.tree];
  if (field.replaces === true) return "by another one";
  if (field.fixed !== undefined) return "no";
  if (typeof field.switched?.off === "string") return "on, never off";
  if (field.switched !== undefined) return "yes";
  if (field.membership !== undefined) return "yes";
  return updateOf(kind, name) === undefined ? "no" : "yes";
}

/** Why a field cannot change; undefined when it can. */
export function whyFixed(kind: Kind, name: string, { code }: Markup): string | undefined {
  const { fixed, switched, replaces } = fieldOf(kind, name);
  const off = switched?.off;
  const reason = fixed ?? (typeof off === "string" ? off : undefined);
  if (reason === undefined || replaces !== true) return reason;
  return `${reason}; with another value it is another ${nameOf(kind)}: the old one is deleted and a new one created. What is pinned by ${code("id")}, or named by ${code("previously")}, is never deleted for that, and the change is blocked`;
}

function fieldOf({ name: kind, fields }: Kind, name: string): Field {
  const field = fields[name];
  if (field === undefined) throw new Error(`${kind} has no field ${name}`);
  return field;
}

/** The meaning of writing nothing, in words. */
export function meaningWords(meaning: Meaning, code: Markup["code"]): string {
  switch (meaning.type) {
    case "left alone":
    case "cleared":
      return meaning.type;
    case "removed":
      return meaning.butSso ? `removed, but who signs in by SSO (${code("exact-with-sso")})` : meaning.type;
    case "key":
      return "the key is the value";
    case "set":
      return `set to ${code(JSON.stringify(meaning.value))}${meaning.as === undefined ? "" : `: ${meaning.as}`}`;
    case "reported":
      return "left alone, and reported as unmanaged";
    case "refused":
      return `error ${code(meaning.code)}`;
    case "blocked":
      return `blocked: ${meaning.reason}`;
    case "no such form":
      return "–";
  }
}

/** The values of a field: its type and limits. */
export function valueWords(index: KindIndex, field: Field, markup: Markup): string {
  const kind = (name: string): string => kindWords(index, name, markup);
  if (field.refersTo !== undefined) return `key of ${kind(field.refersTo)}, or ${markup.code("id:…")}`;
  if (field.defaultChild !== undefined) return `key of ${kind(field.defaultChild)} in it`;
  if (field.membership !== undefined) return membershipWords(field, field.membership, kind, markup);
  return schemaWords(jsonSchemaOf(field.schema), markup);
}

/** The entries that a membership can have, and their roles. */
function membershipWords(
  { schema }: Field,
  { sorts }: Membership,
  kind: (name: string) => string,
  markup: Markup,
): string {
  const { properties = {}, ...whole } = jsonSchemaOf(schema);
  const maps = sorts.map(({ key, of, isReference }) => {
    const map = key === undefined || !isObject(properties) ? whole : properties[key];
    const by =
      isReference === true ? `key of ${kind(of)}, or ${markup.code("id:…")},` : `email or id of ${kind(of)}`;
    const at = key === undefined ? "" : `${markup.code(key)}: `;
    return `${at}map from ${by} to ${itemWords(isObject(map) ? map : {}, markup)}`;
  });
  return maps.join("; ");
}

function itemWords({ additionalProperties }: JsonObject, markup: Markup): string {
  return isObject(additionalProperties) ? schemaWords(additionalProperties, markup) : "a value";
}

/** A JSON Schema in words. */
export function schemaWords(schema: JsonObject, markup: Markup): string {
  const words = (part: JsonObject): string => schemaWords(part, markup);
  const { code } = markup;
  const variants = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  if (variants.length > 0) return variants.filter(isObject).map(words).join(", or ");
  if (Array.isArray(schema.type) && schema.type.includes("null"))
    return `${words({ ...schema, type: schema.type[0] ?? "null" })} or null`;
  if (schema.const !== undefined) return code(JSON.stringify(schema.const).replaceAll('"', ""));
  if (Array.isArray(schema.enum))
    return `one of ${schema.enum.map((choice) => code(String(choice))).join(", ")}`;
  switch (schema.type) {
    case "string":
      return textWords(schema, markup);
    case "boolean":
      return `${code("true")} or ${code("false")}`;
    case "integer":
    case "number":
      return `${schema.type === "integer" ? "whole number" : "number"}${rangeWords(schema.minimum, schema.maximum, "")}`;
    case "array":
      return `list${rangeWords(schema.minItems, schema.maxItems, " items")} of ${isObject(schema.items) ? plural(words(schema.items)) : "values"}`;
    case "object":
      return objectWords(schema, markup);
    default:
      return "any value";
  }
}

const formats: Readonly<Record<string, string>> = {
  uri: "web address",
  email: "email address",
  "date-time": "date and time",
};

function textWords({ format, minLength, maxLength, pattern }: JsonObject, { code }: Markup): string {
  const type = (typeof format === "string" ? formats[format] : undefined) ?? "text";
  const shape = typeof pattern === "string" && format === undefined ? `, as ${code(pattern)}` : "";
  return `${type}${rangeWords(minLength, maxLength, " characters")}${shape}`;
}

function rangeWords(least: unknown, most: unknown, unit: string): string {
  if (typeof most === "number" && most < Number.MAX_SAFE_INTEGER)
    return typeof least === "number" ? `, ${least} to ${most}${unit}` : `, up to ${most}${unit}`;
  if (typeof least !== "number" || least < -1e9) return "";
  return least === 1 && unit !== "" ? ", not empty" : `, at least ${least}${unit}`;
}

function plural(text: string): string {
  return text
    .replace(/^text\b/, "texts")
    .replace(/^web address/, "web addresses")
    .replace(/^map\b/, "maps")
    .replace(/, not empty$/, ", none empty");
}

function objectWords({ properties, additionalProperties, required }: JsonObject, markup: Markup): string {
  if (!isObject(properties))
    return isObject(additionalProperties)
      ? `map from text to ${schemaWords(additionalProperties, markup)}`
      : "map";
  // A map that takes more than is known: its parts would fill a page.
  if (isObject(additionalProperties)) {
    const names = Object.keys(properties).map(markup.code);
    return names.length === 0 ? "map" : `map of ${names.join(", ")}`;
  }
  const needed = Array.isArray(required) ? required : [];
  const parts = Object.entries(properties).map(([name, part]) =>
    partWords(name, isObject(part) ? part : {}, needed.includes(name), markup),
  );
  return `map with ${parts.join(" and ")}`;
}

/** `type: none`, or `users` (list of texts). */
function partWords(name: string, part: JsonObject, isNeeded: boolean, markup: Markup): string {
  const { code } = markup;
  if (part.const !== undefined) return code(`${name}: ${String(part.const)}`);
  return `${code(name)} (${isNeeded ? "" : "may be left out; "}${schemaWords(part, markup)})`;
}

/** The default of a field that every resource has, in words. */
export function metaDefault(name: MetaField, code: (text: string) => string): string {
  const defaults = {
    id: "found by its natural key",
    previously: "it had no other name",
    absent: code("false"),
    protect: code("false"),
    ignore: "no field",
    manage: `${code("listed")}; ${code("exact")} for what is one value of its owner: people of a team, items of a structure`,
  } as const satisfies Readonly<Record<MetaField, string>>;
  return defaults[name];
}
