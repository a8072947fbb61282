import * as z from "zod";
import type { Kind } from "../../model/kind.ts";
import type { TreeKind } from "../../planner/match/tree-kind.ts";
import type { Json, JsonObject } from "../../text/json.ts";
import { fieldForEditors, forEditors } from "./editor-schema.ts";
import { headSchema } from "./head-schema.ts";
import {
  humanName,
  indexKinds,
  type KindIndex,
  type MetaField,
  metaSchemas,
  mustSayItems,
  type Slot,
} from "./kind-slots.ts";

const draft = "http://json-schema.org/draft-07/schema#";

/** JSON Schema (draft-07) of a zod schema, as a person writes the value. */
export function jsonSchemaOf(schema: z.ZodType): JsonObject {
  const made = z.toJSONSchema(schema, { target: "draft-07", io: "input", unrepresentable: "any" });
  const { $schema: _, ...rest } = made as unknown as Readonly<Record<string, Json>>;
  return rest;
}

/** A whole JSON Schema document. */
export function schemaDocument(title: string, schema: JsonObject): JsonObject {
  return { $schema: draft, title, ...schema };
}

const schemas = new WeakMap<readonly Kind[], JsonObject>();

/** JSON Schema of a manifest document, made from the kinds, so that editors complete and check it. Results are cached. */
export function manifestSchema(kinds: readonly Kind[]): JsonObject {
  const schema = schemas.get(kinds) ?? makeManifestSchema(kinds);
  schemas.set(kinds, schema);
  return schema;
}

function makeManifestSchema(kinds: readonly Kind[]): JsonObject {
  const index = indexKinds(kinds);
  const definitions = Object.fromEntries(kinds.map((kind) => [kind.name, resourceSchema(index, kind)]));
  const collections = index.roots.map((kind) => [kind.plural, childrenSchema(kind)] as const);
  return schemaDocument("docform manifest", {
    type: "object",
    additionalProperties: false,
    oneOf: [{ required: ["organization"] }, { required: ["organizations"] }],
    properties: {
      organization: { type: "string", description: "Alias of the organization in docform.yaml" },
      organizations: jsonSchemaOf(headSchema),
      manage: metaSchema("manage"),
      ...(index.tree.length === 0
        ? {}
        : { order: orderSchema(index.tree, "The resources at the root, in this relative order") }),
      ...Object.fromEntries(collections),
    },
    definitions,
  });
}

function resourceSchema(index: KindIndex, kind: Kind): JsonObject {
  const properties = [...index.slots(kind)].map(
    ([name, slot]) => [name, slotSchema(kind, name, slot)] as const,
  );
  const item = kind.sequence?.itemKey;
  const itemKey = item === undefined || kind.fields[item] !== undefined ? {} : { [item]: keySchema(kind) };
  return {
    type: "object",
    title: humanName(kind),
    description: kind.doc,
    additionalProperties: false,
    ...(item === undefined ? {} : { required: [item] }),
    properties: { ...itemKey, ...Object.fromEntries(properties), ...eachSchema(kind) },
    ...neededSchema(index, kind),
  };
}

/** A map of resources takes `each`, which writes resources out for every value of a list. */
function eachSchema({ shape }: Kind): JsonObject {
  if (shape !== "collection") return {};
  const plain = { type: ["string", "number", "boolean"] };
  const items = { type: ["string", "number", "boolean", "object"], additionalProperties: plain };
  const description = "Values to write the resource out for; ${each} in its key and in all that it says";
  return { each: { type: "array", description, items } };
}

const isAbsent = { required: ["absent"], properties: { absent: { const: true } } };

/**
 * The required parts that validate reports: fields that a create needs, and lists of items. A deleted resource needs
 * neither.
 */
function neededSchema(index: KindIndex, kind: Kind): JsonObject {
  const fromKey = [kind.keyField, kind.sequence?.itemKey];
  const fields = kind.required.filter((name) => !fromKey.includes(name));
  const isGiven = { anyOf: [{ required: ["id"] }, isAbsent] };
  const { kinds, names: lists } = index.lists(kind);
  const needs = [
    ...(fields.length === 0 ? [] : [unless(isGiven, { required: fields })]),
    ...(mustSayItems(kind, kinds)
      ? [unless(isAbsent, { anyOf: lists.map((name) => ({ required: [name] })) })]
      : []),
  ];
  return needs.length === 0 ? {} : { allOf: needs };
}

/** As if/then, so that editors name what is missing and not every way to do without. */
function unless(condition: JsonObject, demand: JsonObject): JsonObject {
  // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
  return { if: { not: condition }, then: demand };
}

function keySchema(kind: Kind): JsonObject {
  return {
    type: "string",
    description: `Key of the ${kind.name.replaceAll("-", " ")}: its name in manifests and addresses`,
  };
}

function slotSchema(kind: Kind, name: string, slot: Slot): JsonObject {
  switch (slot.type) {
    case "field":
      return fieldForEditors(name, slot.field, kind, jsonSchemaOf(slot.field.schema));
    case "children":
      return childrenSchema(slot.kind);
    case "items": {
      const what = name === "structure" ? "The resources in it" : slot.kinds.map(({ doc }) => doc).join();
      return { type: "array", items: itemSchema(slot.kinds), description: `${what}, in the order wanted` };
    }
    case "order":
      return orderSchema(slot.kinds, "The resources in it, in this relative order");
    case "meta":
      return metaSchema(slot.name);
  }
}

const manageValues = {
  listed: "what is not declared stays, and is reported as unmanaged",
  exact: "what is not declared is deleted",
  "exact-with-sso": "of members: the same, also of those who sign in by single sign-on",
};

function metaSchema(name: MetaField): JsonObject {
  return forEditors(jsonSchemaOf(metaSchemas[name]), name === "manage" ? manageValues : {});
}

function childrenSchema(kind: Kind): JsonObject {
  if (kind.shape === "singleton") return reference(kind);
  return { type: "object", description: kind.doc, additionalProperties: reference(kind) };
}

/** Items of several kinds as if/then by their item key, so that editors suggest every variant and blame the right one. */
function itemSchema(kinds: readonly Kind[]): JsonObject {
  const [only] = kinds;
  if (kinds.length === 1 && only !== undefined) return reference(only);
  const keys = kinds.map((kind) => kind.sequence?.itemKey ?? kind.name);
  return {
    type: "object",
    // An item that is still empty is none of the variants: editors suggest the keys from here.
    properties: Object.fromEntries(kinds.map((kind, at) => [keys[at] ?? "", keySchema(kind)])),
    anyOf: keys.map((key) => ({ required: [key] })),
    // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
    allOf: kinds.map((kind, at) => ({ if: { required: [keys[at] ?? ""] }, then: reference(kind) })),
  };
}

function orderSchema(kinds: readonly TreeKind[], description: string): JsonObject {
  const entries = kinds.map(({ name, tree }) => [
    tree.itemKey,
    { type: "string", description: `Key of a ${name}, or id:… for one that no manifest declares` },
  ]);
  const items = {
    type: "object",
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    properties: Object.fromEntries(entries),
  };
  return { type: "array", description, items };
}

function reference(kind: Kind): JsonObject {
  return { $ref: `#/definitions/${kind.name}` };
}
