import { type JsonSchema, type Schema, wireSchema } from "../../contract/json-schema.ts";

/** A field of a query or body, as help shows it. */
export interface FieldRow {
  /** `position.before.type`. */
  readonly name: string;
  /** Type and limits. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** Levels of fields that are shown: deeper ones are those of rich documents. */
const deepest = 3;

/** The fields of an object, with those inside it down to some level, each once. */
export function fieldRows(schema: Schema, levels = deepest): readonly FieldRow[] {
  return rowsOf(wireSchema(schema).schema, "", levels);
}

function rowsOf(schema: JsonSchema, prefix: string, levels: number): readonly FieldRow[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = `${prefix}${key}`;
    const isRequired = required.includes(key);
    const row = { name, type: typeText(field), isRequired, description: field.description ?? "" };
    return [row, ...(levels > 1 ? inside(field, name, levels - 1) : [])];
  });
}

function inside(field: JsonSchema, name: string, levels: number): readonly FieldRow[] {
  const items = field.items as JsonSchema | undefined;
  if (items !== undefined) return inside(items, `${name}[]`, levels);
  const variants = variantsOf(field).filter(({ type }) => type !== "null");
  if (variants.length > 0) return together(variants.map((variant) => inside(variant, name, levels)));
  const values = field.additionalProperties as JsonSchema | undefined;
  if (field.properties === undefined && typeof values === "object")
    return inside(values, `${name}.<key>`, levels);
  return rowsOf(field, `${name}.`, levels);
}

/** The fields of variants, those that they share told once. What only some need is not required. */
function together(variants: readonly (readonly FieldRow[])[]): readonly FieldRow[] {
  const rows = variants.flat();
  return [...new Set(rows.map(({ name }) => name))].flatMap((name) => {
    const same = rows.filter((row) => row.name === name);
    const type = [...new Set(same.map((row) => row.type))].join(" or ");
    const isRequired = same.length === variants.length && same.every((row) => row.isRequired);
    return same.slice(0, 1).map((row) => ({ ...row, type, isRequired }));
  });
}

function variantsOf(schema: JsonSchema): readonly JsonSchema[] {
  return ((schema.anyOf ?? schema.oneOf ?? []) as readonly JsonSchema[]).flatMap((variant) => {
    const inner = variantsOf(variant);
    return inner.length > 0 ? inner : [variant];
  });
}

const typeWords: Readonly<Record<string, string>> = {
  string: "text",
  number: "number",
  integer: "whole number",
  boolean: "true or false",
  null: "null",
  object: "map",
};

function typeText(schema: JsonSchema): string {
  const variants = variantsOf(schema);
  if (variants.length > 0) return [...new Set(variants.map(typeText))].join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map(String).join(" | ");
  if (schema.type === "array") return `list of ${typeText((schema.items ?? {}) as JsonSchema)}`;
  const values = schema.additionalProperties;
  if (
    schema.type === "object" &&
    schema.properties === undefined &&
    typeof values === "object" &&
    values !== null
  )
    return `map of ${typeText(values as JsonSchema)}`;
  return [typeWords[schema.type ?? ""] ?? "any JSON", ...limits(schema)].join(", ");
}

function limits(schema: JsonSchema): readonly string[] {
  const { minLength, maxLength, minimum, maximum, format, pattern } = schema;
  return [
    ...range(minLength, maxLength, " characters"),
    ...range(minimum, maximum, ""),
    ...(format === "uri" ? ["http or https address"] : typeof format === "string" ? [format] : []),
    ...(typeof pattern === "string" && format === undefined ? [`like ${pattern}`] : []),
  ];
}

function range(least: unknown, most: unknown, unit: string): readonly string[] {
  if (typeof most === "number") return [`${typeof least === "number" ? least : 0}..${most}${unit}`];
  return typeof least === "number" ? [`at least ${least}${unit}`] : [];
}
