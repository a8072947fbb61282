import { error, type Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import type { Json } from "../../text/json.ts";
import { checkValue } from "../check/check-value.ts";
import { type Entry, isFromEnvironment, isNull, toJson } from "../read/tree.ts";
import { insteadOfNull } from "../schema/omitted-empty-null.ts";
import type { Context, Place } from "./context.ts";

/** The fields of a resource as they are written. */
export interface Fields {
  readonly values: Readonly<Record<string, Json>>;
  readonly sensitive: readonly string[];
  /** Places of fields, and of the keys in them; whoever reads the rest of the resource adds the places of that. */
  readonly sources: Record<string, Source>;
}

/** Checks and reads the fields among the entries; the key stands for the key field when that is not written. */
export function readFields(
  context: Context,
  { kind, key, source }: Place,
  entries: readonly Entry[],
): Fields {
  const read: Reading = { values: {}, sensitive: [], sources: {} };
  for (const entry of entries) {
    const json = toJson(entry.value);
    checkField(context, kind, entry, json);
    add(read, kind, entry, json);
  }
  const { keyField } = kind;
  if (keyField !== undefined && !Object.hasOwn(read.values, keyField))
    add(read, kind, { key: keyField, source, value: { type: "scalar", source, value: key } }, key);
  return read;
}

/** The same fields, while they are read. */
interface Reading {
  readonly values: Record<string, Json>;
  readonly sensitive: string[];
  readonly sources: Record<string, Source>;
}

/** Adds a field, with its place and that of each key in it. */
function add(read: Reading, kind: Kind, { key, source, value }: Entry, json: Json): void {
  read.values[key] = json;
  if (kind.fields[key]?.sensitive === true || isFromEnvironment(value)) read.sensitive.push(key);
  read.sources[key] = source;
  if (value.type !== "map") return;
  for (const part of value.entries) read.sources[`${key}.${part.key}`] = part.source;
}

function checkField({ report }: Context, kind: Kind, { key: name, source, value }: Entry, json: Json): void {
  const field = kind.fields[name];
  if (field === undefined) return;
  if (!isNull(value)) report.add(checkValue(field.schema, { name, source, value }, json));
  else if (field.clearable !== true) {
    const hint = insteadOfNull(kind, name);
    report.add(error("DF1005", `${name} cannot be cleared, so it cannot be null`, { source, hint }));
  }
}
