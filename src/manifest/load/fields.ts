import type { DesiredResource } from "../../model/desired.ts";
import { error, type Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { keyFields } from "../../model/kind-index.ts";
import type { Json } from "../../text/json.ts";
import { checkValue } from "../check/check-value.ts";
import { type Entry, isFromEnvironment, isNull, toJson } from "../read/tree.ts";
import { insteadOfNull } from "../schema/omitted-empty-null.ts";
import type { Context, Place } from "./context.ts";
import { humanName } from "./kind-slots.ts";

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

/**
 * A resource needs something to be found by, and what its create needs, unless an id pins it. One that is to
 * be absent is not created, so it needs only the first. Fields that are `meant` count as written.
 */
export function checkIdentity(
  { report }: Context,
  place: Place,
  resource: DesiredResource,
  meant: ReadonlySet<string>,
): void {
  if (resource.id !== undefined) return;
  const { kind, source } = place;
  const { values } = resource;
  const isFound =
    kind.shape === "singleton" || kind.naturalKeys.some((names) => findsBy(names, kind, values, meant));
  if (!isFound)
    report.add(
      error("DF2006", `${whatIs(place)} has nothing to find it by`, {
        source,
        hint: `add ${[...kind.naturalKeys.filter(isSmallest), ["id"]].map((names) => names.join(" and ")).join(" or ")}`,
      }),
    );
  if (resource.absent) return;
  for (const name of kind.required) {
    // A natural key that is missing has been reported.
    if (isWritten(name, values, meant) || (!isFound && keyFields(kind).includes(name))) continue;
    report.add(error("DF1006", `${whatIs(place)} needs ${name}`, { source }));
  }
}

type Values = DesiredResource["values"];

function isWritten(name: string, values: Values, meant: ReadonlySet<string>): boolean {
  return values[name] !== undefined || meant.has(name);
}

/**
 * Nothing is found by an empty title; where one is not allowed, or is the key of an item, that has been reported.
 */
function findsBy(names: readonly string[], kind: Kind, values: Values, meant: ReadonlySet<string>): boolean {
  const isEmpty = (name: string): boolean =>
    name !== kind.sequence?.itemKey && kind.fields[name]?.schema.safeParse("").success === true;
  return names.every((name) => isWritten(name, values, meant) && !(values[name] === "" && isEmpty(name)));
}

function whatIs({ kind, key }: Place): string {
  return kind.shape === "singleton" ? key : `the ${humanName(kind)} "${key}"`;
}

/** Does no other key of the kind do with fewer of these fields? */
function isSmallest(names: readonly string[], _: number, all: Kind["naturalKeys"]): boolean {
  return !all.some((other) => other.length < names.length && other.every((name) => names.includes(name)));
}
