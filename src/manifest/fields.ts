import { error, type Source } from "../core/diagnostic.ts";
import type { Json } from "../core/json.ts";
import type { Kind } from "../core/kind.ts";
import { checkValue } from "./check-value.ts";
import type { Context, Place } from "./context.ts";
import { insteadOfNull } from "./omitted-empty-null.ts";
import { type Entry, isFromEnvironment, isNull, type Tree, toJson } from "./tree.ts";

/** The fields of a resource as they are written. */
export interface Fields {
  readonly values: Readonly<Record<string, Json>>;
  readonly sensitive: readonly string[];
  readonly sources: Readonly<Record<string, Source>>;
  readonly written: ReadonlyMap<string, Tree>;
}

/** Checks and reads the fields among the entries; the key stands for the key field when that is not written. */
export function readFields(context: Context, place: Place, entries: readonly Entry[]): Fields {
  for (const entry of entries) checkField(context, place.kind, entry);
  const all = withKeyField(place, entries);
  return {
    values: valuesOf(all),
    sensitive: all.filter((entry) => isSensitive(place.kind, entry)).map(({ key }) => key),
    sources: sourcesOf(all),
    written: new Map(all.map(({ key, value }) => [key, value])),
  };
}

function checkField({ report }: Context, kind: Kind, { key: name, source, value }: Entry): void {
  const field = kind.fields[name];
  if (field === undefined) return;
  if (!isNull(value)) report.add(checkValue(field.schema, { name, source, value }));
  else if (field.clearable !== true) {
    const hint = insteadOfNull(kind, name);
    report.add(error("DF1005", `${name} cannot be cleared, so it cannot be null`, { source, hint }));
  }
}

function withKeyField({ kind, key, source }: Place, entries: readonly Entry[]): readonly Entry[] {
  const { keyField } = kind;
  if (keyField === undefined || entries.some((entry) => entry.key === keyField)) return entries;
  return [...entries, { key: keyField, source, value: { type: "scalar", source, value: key } }];
}

function isSensitive(kind: Kind, { key, value }: Entry): boolean {
  return kind.fields[key]?.sensitive === true || isFromEnvironment(value);
}

function valuesOf(entries: readonly Entry[]): Fields["values"] {
  const values: Record<string, Json> = {};
  for (const { key, value } of entries) values[key] = toJson(value);
  return values;
}

function sourcesOf(entries: readonly Entry[]): Fields["sources"] {
  const sources: Record<string, Source> = {};
  for (const { key, source, value } of entries) {
    sources[key] = source;
    if (value.type !== "map") continue;
    for (const part of value.entries) sources[`${key}.${part.key}`] = part.source;
  }
  return sources;
}
