import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { isObject, type Json, type JsonObject } from "../../text/json.ts";

/** A text with `${env:NAME}` or the like: its form is known only after interpolation. */
const interpolated = { type: "string", pattern: "\\$\\{" };

/** The JSON Schema of a field, from that of its value: with all that an editor can show of it. */
export function fieldForEditors(name: string, field: Field, kind: Kind, value: JsonObject): JsonObject {
  const { description: _, ...schema } = forEditors(field.clearable === true ? orNull(value) : value, {
    ...field.values,
    ...(field.nullMeans === undefined ? {} : { null: field.nullMeans }),
  });
  const whenNew = field.whenNew ?? field.initial;
  const example = kind.example[name];
  return {
    description: field.doc,
    markdownDescription: [`${field.doc}.`, ...notes(field)].join("\n\n"),
    ...(whenNew === undefined ? {} : { default: whenNew }),
    // Of a choice, all values are suggested anyway.
    ...(example === undefined || field.values !== undefined ? {} : { examples: [example] }),
    ...schema,
  };
}

function notes({ clearable, whenNew, fixed, switched, refersTo, doc, sensitive }: Field): readonly string[] {
  const value = typeof whenNew === "string" ? whenNew : JSON.stringify(whenNew);
  return [
    ...(whenNew === undefined ? [] : [`A new one has \`${value}\`.`]),
    ...(clearable === true && !doc.includes("null") ? ["`null` clears it."] : []),
    ...(refersTo === undefined ? [] : [`Key of a ${refersTo}, or \`id:…\` for one outside the manifests.`]),
    ...(fixed === undefined ? [] : [`Cannot change: ${fixed}.`]),
    ...(typeof switched?.off === "string" ? [`Only on: ${switched.off}.`] : []),
    ...(sensitive === true ? ["Secret: never shown."] : []),
  ];
}

/** The schema that allows null too: as one type where possible, so that an editor reports one mistake, not two. */
export function orNull(schema: JsonObject): JsonObject {
  const { type, enum: choices } = schema;
  if (type === undefined) return { anyOf: [schema, { type: "null" }] };
  return {
    ...schema,
    type: [...new Set([type, "null"].flat())],
    ...(Array.isArray(choices) ? { enum: [...new Set([...choices, null])] } : {}),
  };
}

/** The schema with what each value of a choice means, and such that a text may still have to be filled in. */
export function forEditors(schema: JsonObject, values: Readonly<Record<string, string>>): JsonObject {
  const inside = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key, partForEditors(key, part, values)]),
  );
  const explained = withMeanings(inside, values);
  if (!hasForm(schema)) return explained;
  const { description, ...form } = explained;
  return {
    ...(description === undefined ? {} : { description }),
    ...suggestions(explained),
    if: interpolated,
    else: form,
  };
}

/** Is it a single value that not every text is? */
function hasForm(schema: JsonObject): boolean {
  const types = [schema.type].flat();
  if (types.includes("string")) return ["enum", "pattern", "format"].some((key) => key in schema);
  return ["boolean", "integer", "number"].some((type) => types.includes(type));
}

/** Inner schemas are under these keys: one, a list, or one for each name. */
function partForEditors(key: string, part: Json, values: Readonly<Record<string, string>>): Json {
  if (key === "propertyNames") return part;
  if (["items", "additionalProperties"].includes(key))
    return isObject(part) ? forEditors(part, values) : part;
  if (["anyOf", "allOf", "oneOf"].includes(key) && Array.isArray(part))
    return part.map((one: Json) => (isObject(one) ? forEditors(one, values) : one));
  if (key !== "properties" || !isObject(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, one]) => [name, isObject(one) ? forEditors(one, {}) : one]),
  );
}

/** Of a choice behind a condition, the language server suggests no values. */
function suggestions({ enum: written, enumDescriptions, type }: JsonObject): JsonObject {
  const choices = [type].flat().includes("boolean") ? [true, false] : written;
  if (!Array.isArray(choices)) return {};
  const meanings = Array.isArray(enumDescriptions) ? enumDescriptions : [];
  const snippets = choices.map((body: Json, at) => {
    const description: Json | undefined = meanings[at];
    return { label: String(body), body, ...(description === undefined ? {} : { description }) };
  });
  return { defaultSnippets: snippets };
}

function withMeanings(schema: JsonObject, values: Readonly<Record<string, string>>): JsonObject {
  const { enum: choices } = schema;
  if (!Array.isArray(choices) || Object.keys(values).length === 0) return schema;
  const meanings = choices.map((choice: Json) => values[String(choice)] ?? (choice === null ? "none" : ""));
  return { ...schema, enumDescriptions: meanings, markdownEnumDescriptions: meanings };
}
