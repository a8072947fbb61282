import type { KindIndex } from "../manifest/load/kind-slots.ts";
import { jsonSchemaOf } from "../manifest/schema/manifest-schema.ts";
import type { Field } from "../model/kind.ts";
import { isObject, type JsonObject } from "../text/json.ts";
import { kindWords } from "./kind-facts.ts";
import type { Markup } from "./kind-words.ts";

/** What a field takes: its type and limits. */
export function valueWords(index: KindIndex, field: Field, markup: Markup): string {
  const kind = (name: string): string => kindWords(index, name, markup);
  if (field.refersTo !== undefined) return `key of ${kind(field.refersTo)}, or ${markup.code("id:…")}`;
  if (field.defaultChild !== undefined) return `key of ${kind(field.defaultChild)} in it`;
  if (field.membership !== undefined)
    return `map from email or id of ${kind(field.membership.of)} to ${itemWords(jsonSchemaOf(field.schema), markup)}`;
  return schemaWords(jsonSchemaOf(field.schema), markup);
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
  if (isObject(additionalProperties)) return `map from text to ${schemaWords(additionalProperties, markup)}`;
  if (!isObject(properties)) return "map";
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
