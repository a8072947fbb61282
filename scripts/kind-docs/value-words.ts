import { isObject, type JsonObject } from "../../src/core/json.ts";
import type { Field } from "../../src/core/kind.ts";
import type { KindIndex } from "../../src/manifest/kind-index.ts";
import { jsonSchemaOf } from "../../src/manifest/manifest-schema.ts";
import { code, linkTo } from "./markdown.ts";

/** What a field takes: its type and limits. */
export function valueWords(index: KindIndex, field: Field): string {
  if (field.refersTo !== undefined) return `key of ${linkTo(index, field.refersTo)}, or \`id:…\``;
  if (field.defaultChild !== undefined) return `key of ${linkTo(index, field.defaultChild)} in it`;
  if (field.membership !== undefined)
    return `map from email or id of ${linkTo(index, field.membership.of)} to ${itemWords(jsonSchemaOf(field.schema))}`;
  return words(jsonSchemaOf(field.schema));
}

function itemWords({ additionalProperties }: JsonObject): string {
  return isObject(additionalProperties) ? words(additionalProperties) : "a value";
}

/** A JSON Schema in words. */
export function words(schema: JsonObject): string {
  const variants = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  if (variants.length > 0) return variants.filter(isObject).map(words).join(", or ");
  if (schema.const !== undefined) return code(JSON.stringify(schema.const).replaceAll('"', ""));
  if (Array.isArray(schema.enum))
    return `one of ${schema.enum.map((choice) => code(String(choice))).join(", ")}`;
  switch (schema.type) {
    case "string":
      return textWords(schema);
    case "boolean":
      return "`true` or `false`";
    case "integer":
    case "number":
      return `${schema.type === "integer" ? "whole number" : "number"}${rangeWords(schema.minimum, schema.maximum, "")}`;
    case "array":
      return `list${rangeWords(schema.minItems, schema.maxItems, " items")} of ${isObject(schema.items) ? plural(words(schema.items)) : "values"}`;
    case "object":
      return objectWords(schema);
    default:
      return "any value";
  }
}

const formats: Readonly<Record<string, string>> = {
  uri: "web address",
  email: "email address",
  "date-time": "date and time",
};

function textWords({ format, minLength, maxLength, pattern }: JsonObject): string {
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

function objectWords({ properties, additionalProperties, required }: JsonObject): string {
  if (isObject(additionalProperties)) return `map from text to ${words(additionalProperties)}`;
  if (!isObject(properties)) return "map";
  const needed = Array.isArray(required) ? required : [];
  const parts = Object.entries(properties).map(([name, part]) =>
    partWords(name, isObject(part) ? part : {}, needed.includes(name)),
  );
  return `map with ${parts.join(" and ")}`;
}

/** `type: none`, or `users` (list of texts). */
function partWords(name: string, part: JsonObject, isNeeded: boolean): string {
  if (part.const !== undefined) return code(`${name}: ${String(part.const)}`);
  return `${code(name)} (${isNeeded ? "" : "may be left out; "}${words(part)})`;
}
