import { documentedFailures, failureMeanings } from "../../contract/failures.ts";
import { type JsonSchema, type Schema, wireSchema } from "../../contract/json-schema.ts";
import { mutates, type Operation, pathParameters } from "../../contract/operation.ts";
import { describeParameter, partTitles } from "../../contract/parts.ts";
import { page, table } from "../../render/text/columns.ts";
import { shellWord } from "../../text/shell-word.ts";

/** The text of `docform api NAME --help`: the purpose, the parameters and the answer of an operation. */
export function operationHelp(operation: Operation): string {
  const { name, method, path, part, summary, query, body } = operation;
  const parameters = pathParameters(operation).map((parameter) => ({
    name: parameter,
    type: "text",
    isRequired: true,
    description: describeParameter(parameter),
  }));
  return page([
    [`${name}: ${summary}`],
    [`${method} ${path}`, `Part ${part} of the reference: ${partTitles[part] ?? ""}`, ...notes(operation)],
    section("Path", parameters),
    section("Query", query === undefined ? [] : fieldRows(query)),
    section("Body", body === undefined ? [] : fieldRows(body)),
    ["Answers", ...table(answerRows(operation)).map(indented)],
    section(operation.list === undefined ? "Answer" : "Each item", answerFields(operation), "always"),
    ["Example", indented(["docform api", ...exampleWords(operation).map(shellWord)].join(" "))],
  ]);
}

function notes(operation: Operation): readonly string[] {
  return [
    ...(mutates(operation) ? ["Changes the platform: asks first, unless --yes."] : []),
    ...(operation.retry === "create" ? ["Sent again, it may make a second object."] : []),
    ...(operation.retry === "never" ? ["Sent again, it may reach people twice."] : []),
    ...(operation.list === undefined ? [] : ["A list: --paginate reads all of its pages."]),
    ...(operation.warning === undefined ? [] : [operation.warning]),
    ...(operation.secrets === undefined
      ? []
      : ["Its answer holds a secret: left out, unless --show-secrets."]),
    ...(operation.deprecated === true ? ["Deprecated."] : []),
  ];
}

function section(title: string, fields: readonly FieldRow[], needed = "required"): readonly string[] {
  if (fields.length === 0) return [];
  const rows = fields.map(({ name, type, isRequired, description }) => [
    name,
    isRequired ? `${type}, ${needed}` : type,
    description,
  ]);
  return [title, ...table(rows).map(indented)];
}

function answerRows(operation: Operation): readonly (readonly string[])[] {
  const successes =
    operation.list === undefined ? Object.entries(operation.answers ?? {}) : [["200", "list"]];
  return [
    ...successes.map(([status, schema]) => [String(status), answerText(operation, String(status), schema)]),
    ...documentedFailures(operation).map((status) => [String(status), failureMeanings[status]]),
  ];
}

function answerText(operation: Operation, status: string, schema: unknown): string {
  if (operation.list !== undefined) return "A page of the list: { items, count, next }";
  if (schema !== null) return "The answer";
  if (operation.method !== "DELETE") return "Done; the answer is empty";
  return status === "204" ? "It did not exist" : "Deleted";
}

function answerFields({ list, answers = {} }: Operation): readonly FieldRow[] {
  const schema = list ?? Object.values(answers).find((answer) => answer !== null);
  return schema ? fieldRows(schema, 1) : [];
}

function indented(line: string): string {
  return `  ${line}`;
}

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
function fieldRows(schema: Schema, levels = deepest): readonly FieldRow[] {
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

/**
 * The fields of all variants of a body, shared ones once. A field that only some variants require is shown as
 * optional.
 */
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

/**
 * Example words for the call of an operation: its parameters and required fields, or one field when none is
 * required.
 */
export function exampleWords(operation: Operation): readonly string[] {
  const { name, query, body } = operation;
  return [
    name,
    ...pathParameters(operation).map((parameter) => `${parameter}=${sampleId(parameter)}`),
    ...(query === undefined ? [] : inputs(wireSchema(query).schema, false)),
    ...(body === undefined ? [] : inputs(wireSchema(body).schema, true)),
  ];
}

/** `organizationId` is `organization_1`. */
function sampleId(parameter: string): string {
  const words = parameter.replace(/(Id|Slug)$/, "").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return parameter.endsWith("Slug") ? words : `${words}_1`;
}

function inputs({ properties = {}, required = [] }: JsonSchema, needsOne: boolean): readonly string[] {
  const names = required.length === 0 && needsOne ? Object.keys(properties).slice(0, 1) : required;
  return names.map((name) => {
    const value = sample(properties[name] ?? {});
    return typeof value === "string" ? `${name}=${value}` : `${name}:=${JSON.stringify(value)}`;
  });
}

/** A value that fits a schema. A sample object holds the required fields only. */
function sample(schema: JsonSchema): unknown {
  const [variant] = (schema.anyOf ?? schema.oneOf ?? []) as readonly JsonSchema[];
  if (variant !== undefined) return sample(variant);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  switch (schema.type) {
    case "object":
      return sampleObject(schema);
    case "array":
      return [];
    case "boolean":
      return true;
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    default:
      return sampleText(schema);
  }
}

function sampleText({ format, pattern = "" }: JsonSchema): string {
  if (format === "uri") return "https://example.com/it";
  return ["text", "en"].find((text) => new RegExp(String(pattern)).test(text)) ?? "text";
}

function sampleObject({ properties = {}, required = [] }: JsonSchema): object {
  return Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {})]));
}
