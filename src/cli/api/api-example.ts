import { type JsonSchema, wireSchema } from "../../contract/json-schema.ts";
import { type Operation, pathParameters } from "../../contract/operation.ts";

/** Words of a command line that calls an operation: its parameters, what it needs, and a field where all may be left out. */
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

/** A value that fits a schema; of an object, what it needs. */
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
