import type { z } from "zod";
import type { Kind } from "../../model/kind.ts";
import { isObject, type Json } from "../../text/json.ts";
import { eachKey } from "../compose/each.ts";
import { documentKeys, indexKinds, type KindIndex, type Slot } from "../schema/kind-slots.ts";
import { projectFileSchema } from "../schema/project-file.ts";
import { keysOfSchema } from "../schema/schema-findings.ts";

/** The key order of a value of a file, and of the values inside it. */
export interface Layout {
  /** Keys of the map in canonical order. Other keys come after them, in the order of the file. */
  readonly keys: readonly string[];
  /** Layout of the value of a key; undefined where the order is the writer's. */
  readonly value: (key: string) => Layout | undefined;
  /** Layout of an item of the list, by the keys that it has. */
  readonly item: (keys: readonly string[]) => Layout | undefined;
}

/** The keys of a map in canonical order. */
export function inFieldOrder(written: readonly string[], { keys }: Layout): readonly string[] {
  const known = new Set(keys);
  const there = new Set(written);
  return [...keys.filter((key) => there.has(key)), ...written.filter((key) => !known.has(key))];
}

/** A value with the keys of all maps in it in canonical order. */
export function valueInFieldOrder(value: Json, layout: Layout | undefined): Json {
  if (Array.isArray(value))
    return value.map((item: Json) =>
      valueInFieldOrder(item, layout?.item(isObject(item) ? Object.keys(item) : [])),
    );
  if (!isObject(value)) return value;
  const keys = Object.keys(value);
  const inOrder = layout === undefined ? keys : inFieldOrder(keys, layout);
  return Object.fromEntries(
    inOrder.map((key) => [key, valueInFieldOrder(value[key] ?? null, layout?.value(key))]),
  );
}

/** The layout of a manifest document. Collections, and the resources in them, stand as they are written. */
export function manifestLayout(kinds: readonly Kind[]): Layout {
  const index = indexKinds(kinds);
  const roots = new Map(index.roots.map((kind) => [kind.plural, childrenLayout(index, kind)]));
  return map(documentKeys, (key) => roots.get(key));
}

/** The layout of docform.yaml. */
export function projectLayout(): Layout {
  return schemaLayout(projectFileSchema);
}

/**
 * The fields of a resource of a kind in canonical order: its key in a list, what it is written out for, `id`, fields as the kind defines them, what
 * it says of itself, what it holds, and how that is managed. Short things come before long ones.
 */
export function fieldOrder(index: KindIndex, kind: Kind): readonly string[] {
  const { keyField, sequence, shape } = kind;
  const names = [...index.slots(kind)].sort(([, a], [, b]) => rank(a) - rank(b)).map(([name]) => name);
  const each = shape === "collection" ? eachKey : undefined;
  const first = [sequence?.itemKey, each, keyField].filter((name) => name !== undefined);
  return [...new Set([...first, ...names])];
}

/** Slots of one rank stay in the order of their definition. */
function rank(slot: Slot): number {
  switch (slot.type) {
    case "field":
      return slot.field.membership === undefined ? 1 : 3;
    case "items":
    case "order":
    case "children":
      return 3;
    case "meta":
      return slot.name === "id" ? 0 : slot.name === "manage" ? 4 : 2;
  }
}

function resourceLayout(index: KindIndex, kind: Kind): Layout {
  const slots = index.slots(kind);
  let keys: readonly string[] | undefined;
  const layouts = new Map<string, Layout | undefined>();
  return {
    // Made when they are asked for: kinds hold each other.
    get keys() {
      keys ??= fieldOrder(index, kind);
      return keys;
    },
    value: (key) => {
      const slot = slots.get(key);
      if (slot !== undefined && !layouts.has(key)) layouts.set(key, slotLayout(index, slot));
      return layouts.get(key);
    },
    item: () => undefined,
  };
}

function slotLayout(index: KindIndex, slot: Slot): Layout | undefined {
  switch (slot.type) {
    case "field":
      return schemaLayout(slot.field.schema);
    case "children":
      return childrenLayout(index, slot.kind);
    case "items":
      return itemsLayout(index, slot.kinds);
    case "order":
    case "meta":
      return undefined;
  }
}

function childrenLayout(index: KindIndex, kind: Kind): Layout {
  const one = resourceLayout(index, kind);
  return kind.shape === "singleton" ? one : map([], () => one);
}

/** An item is of the kind whose item key is written first, as for whoever reads it. */
function itemsLayout(index: KindIndex, kinds: readonly Kind[]): Layout {
  const layouts = new Map(kinds.map((kind) => [kind.sequence?.itemKey, resourceLayout(index, kind)]));
  return {
    keys: [],
    value: () => undefined,
    item: (keys) => layouts.get(keys.find((key) => layouts.has(key))),
  };
}

/** The layout of a value: its keys are in the order of their schema. */
export function schemaLayout(schema: z.ZodType, path: readonly (string | number)[] = []): Layout {
  return {
    get keys() {
      return keysOfSchema(schema, path);
    },
    value: (key) => schemaLayout(schema, [...path, key]),
    item: () => schemaLayout(schema, [...path, 0]),
  };
}

function map(keys: readonly string[], value: Layout["value"]): Layout {
  return { keys, value, item: () => undefined };
}
