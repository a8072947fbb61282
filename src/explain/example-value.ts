import type { z } from "zod";
import { jsonSchemaOf } from "../manifest/schema/manifest-schema.ts";
import { isObject, type Json, type JsonObject } from "../text/json.ts";

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
  switch (schema.type) {
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
function objects({ properties, required, additionalProperties }: JsonObject): readonly Json[] {
  if (isObject(additionalProperties))
    return candidates(additionalProperties).map((value) => ({ example: value }));
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
