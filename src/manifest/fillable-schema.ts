import { isObject, type Json, type JsonObject } from "../core/json.ts";

const other: readonly Json[] = ["boolean", "number", "integer"];

/** The schema such that what is no text may be filled in: by a text that is nothing but `${var:name}`, say. */
export function fillable(schema: JsonObject): JsonObject {
  const inside = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key, fillablePart(key, part)]),
  );
  const types = [schema.type ?? []].flat();
  const isChoice = "enum" in schema || "const" in schema;
  if (!types.some((type) => other.includes(type)) || types.includes("string") || isChoice) return inside;
  return { ...inside, type: [...types, "string"], pattern: "^\\$\\{[^}]*\\}$" };
}

/** Schemas inside a schema stand below these keys: one, a list, or one for each name. */
function fillablePart(key: string, part: Json): Json {
  const one = (inner: Json): Json => (isObject(inner) ? fillable(inner) : inner);
  if (["items", "additionalProperties", "else"].includes(key)) return one(part);
  if (["anyOf", "oneOf"].includes(key) && Array.isArray(part)) return part.map(one);
  if (key !== "properties" || !isObject(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, one(inner)]));
}
