import type { Kind } from "../../model/kind.ts";
import { isObject, type Json, type JsonObject } from "../../text/json.ts";
import { forEditors, orNull } from "./editor-schema.ts";
import { defaultNames } from "./kind-slots.ts";
import { jsonSchemaOf, manifestSchema, schemaDocument } from "./manifest-schema.ts";
import type { SchemaName } from "./modeline.ts";
import { projectFileSchema } from "./project-file.ts";

/** The schema that editors follow in a file of a project. */
export function publishedSchema(name: SchemaName, kinds: readonly Kind[]): JsonObject {
  switch (name) {
    case "manifest":
      return manifestSchema(kinds);
    case "overlay":
      return overlaySchema(kinds);
    case "project":
      return projectSchema(kinds);
  }
}

/** The same as a file. */
export function schemaText(name: SchemaName, kinds: readonly Kind[]): string {
  return `${JSON.stringify(publishedSchema(name, kinds), null, 2)}\n`;
}

/** JSON Schema of docform.yaml: the defaults of a kind are the fields that its resources have. */
function projectSchema(kinds: readonly Kind[]): JsonObject {
  const schema = forEditors(jsonSchemaOf(projectFileSchema), {});
  const definitions = subschema(manifestSchema(kinds), "definitions");
  const defaults = kinds.map((kind) => {
    const names: readonly string[] = defaultNames(kind);
    const known = subschema(subschema(definitions, kind.name), "properties");
    const properties = Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)));
    return [
      kind.name,
      { type: "object", description: kind.doc, additionalProperties: false, properties },
    ] as const;
  });
  const { description = "" } = subschema(subschema(schema, "properties"), "defaults");
  return schemaDocument("docform.yaml", {
    ...schema,
    properties: {
      ...subschema(schema, "properties"),
      defaults: {
        type: "object",
        description,
        additionalProperties: false,
        properties: Object.fromEntries(defaults),
      },
    },
  });
}

/** JSON Schema of an overlay: a manifest of which everything may be left out, or be null. */
function overlaySchema(kinds: readonly Kind[]): JsonObject {
  const schema = manifestSchema(kinds);
  const { organization, organizations, ...collections } = subschema(schema, "properties");
  const definitions = kinds.map(
    (kind) => [kind.name, patchSchema(kind, subschema(subschema(schema, "definitions"), kind.name))] as const,
  );
  return {
    ...schema,
    title: "docform overlay",
    properties: {
      organization: organization ?? {},
      organizations: organizations ?? {},
      ...eachOrNull(collections),
    },
    definitions: Object.fromEntries(definitions),
  };
}

function patchSchema({ sequence, fields }: Kind, schema: JsonObject): JsonObject {
  // Required fields may be in the manifest that the overlay patches.
  const { allOf: _, ...rest } = schema;
  const properties = subschema(schema, "properties");
  const item = sequence?.itemKey;
  const mark = item === undefined ? {} : { [item]: properties[item] ?? {} };
  const clearable = Object.keys(fields).filter((name) => fields[name]?.clearable === true);
  const clear = {
    type: "array",
    description: "Fields that are null on the platform in this environment; null in an overlay removes",
    items: { enum: clearable },
  };
  return {
    ...rest,
    properties: {
      ...eachOrNull(properties),
      ...mark,
      ...(clearable.length === 0 ? {} : { clear }),
    },
  };
}

function subschema(schema: JsonObject, key: string): JsonObject {
  const part = schema[key];
  return isObject(part) ? part : {};
}

function eachOrNull(schemas: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, optionalOrNull(schema)]));
}

/** The schema, or null; of maps in it every key may be left out, or be null. */
function optionalOrNull(schema: Json): Json {
  return isObject(schema) ? orNull(optional(schema)) : schema;
}

function optional(schema: JsonObject): JsonObject {
  const { required: _, ...rest } = schema;
  const { properties, additionalProperties, anyOf } = schema;
  return {
    ...(isObject(properties) ? rest : schema),
    ...(isObject(properties) ? { properties: eachOrNull(properties) } : {}),
    ...(isObject(additionalProperties) ? { additionalProperties: optionalOrNull(additionalProperties) } : {}),
    ...(Array.isArray(anyOf)
      ? { anyOf: anyOf.map((one: Json) => (isObject(one) ? optional(one) : one)) }
      : {}),
  };
}
