import * as z from "zod";
import type { DesiredResource, Manage } from "../../model/desired.ts";
import { error, type Source } from "../../model/diagnostic.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { idOfKey, keyFields, structureName } from "../../model/kind-index.ts";
import type { Json } from "../../text/json.ts";
import type { Context } from "../check/resource-draft.ts";
import { unknownName } from "../read/report.ts";
import {
  type Entry,
  entriesOf,
  isFailed,
  isFromEnvironment,
  isNull,
  isTrue,
  scalarText,
  toJson,
  valueSource,
} from "../read/tree.ts";
import { checkValue } from "../schema/check-value.ts";
import { notInEdition } from "../schema/edition-index.ts";
import { humanName, type KindIndex, metaSchemas, type Slotted } from "../schema/kind-slots.ts";
import { insteadOfNull } from "../schema/omitted-empty-null.ts";
import { choiceWords } from "../schema/schema-findings.ts";
import type { Pending } from "./pending.ts";

/** The entries of a resource that are about itself, not fields of its kind. */
interface Meta extends Pick<DesiredResource, "id" | "previously" | "absent" | "protect" | "ignore"> {
  readonly manage: ReadonlyMap<string, WrittenManage>;
}

/** One entry of a `manage` map, with the place of its key. */
export interface WrittenManage {
  readonly manage: Manage;
  readonly source: Source;
}

const noMeta: Meta = {
  id: undefined,
  previously: [],
  absent: false,
  protect: false,
  ignore: [],
  manage: new Map(),
};

/** Reads the meta fields among the entries; mistakes go to the report. */
export function readMeta(context: Context, kind: Kind, slotted: readonly Slotted[]): Meta {
  if (!slotted.some(({ slot }) => slot.type === "meta")) return noMeta;
  const valid = new Map<string, Entry>();
  for (const { entry, slot } of slotted) {
    if (slot.type !== "meta") continue;
    const { source, value } = entry;
    const wrong = checkValue(metaSchemas[slot.name], { name: slot.name, source, value });
    context.report.add(wrong);
    if (wrong.length === 0 && !isFailed(value)) valid.set(entry.key, entry);
  }
  const ignore = itemsOf(valid.get("ignore"));
  const fields = Object.keys(kind.fields);
  for (const { source, text } of ignore)
    if (!fields.includes(text))
      context.report.add(
        notInEdition(context.index, `"${text}"`, source, (other) => hasField(other, kind, text)) ??
          unknownName(`ignore: unknown field "${text}"`, text, source, fields),
      );
  return {
    id: scalarText(valid.get("id")?.value),
    previously: itemsOf(valid.get("previously")).map(({ text }) => text),
    absent: isTrue(valid.get("absent")?.value),
    protect: isTrue(valid.get("protect")?.value),
    ignore: ignore.map(({ text }) => text),
    manage: readManage(context, valid.get("manage"), () => manageable(context, kind)),
  };
}

function hasField({ byName }: KindIndex, { name }: Kind, field: string): boolean {
  return Object.hasOwn(byName.get(name)?.fields ?? {}, field);
}

/** The texts of a list; a single text counts as a list of it. */
function itemsOf(entry: Entry | undefined): readonly { readonly source: Source; readonly text: string }[] {
  if (entry === undefined) return [];
  const items = entry.value.type === "list" ? entry.value.items : [entry.value];
  return items.map((item) => ({ source: item.source, text: scalarText(item) ?? "" }));
}

/** The collections of a resource of the kind that `manage` may name. */
function manageable(context: Context, kind: Kind): Manageable {
  const names = [...context.index.slots(kind)].flatMap(([name, slot]): [string, Kind | undefined][] => {
    if (slot.type === "children") return slot.kind.shape === "collection" ? [[name, slot.kind]] : [];
    return name === structureName || (slot.type === "field" && slot.field.membership !== undefined)
      ? [[name, undefined]]
      : [];
  });
  return new Map(names);
}

/** The names that `manage` may hold; undefined for a collection that is one value of its owner. */
type Manageable = ReadonlyMap<string, Kind | undefined>;

/** Reads a `manage` map: only names that are allowed, a structure is always exact, and SSO is about people. */
export function readManage(
  { report }: Context,
  entry: Entry | undefined,
  manageableNames: () => Manageable,
): ReadonlyMap<string, WrittenManage> {
  const read = new Map<string, WrittenManage>();
  if (entry === undefined) return read;
  const allowed = manageableNames();
  for (const { key, source, value } of entriesOf(entry.value)) {
    const manage = scalarText(value);
    if (!allowed.has(key))
      report.add(unknownName(`manage: unknown collection "${key}"`, key, source, [...allowed.keys()]));
    else if (key === structureName && manage === "listed") {
      const hint =
        "a structure is one value: docform deletes what it does not list. Without structure, docform changes nothing there";
      report.add(error("DF1005", "manage.structure is always exact", { source: value.source, hint }));
    } else if (manage === "exact-with-sso" && allowed.get(key)?.signsInBySso === undefined) {
      const hint = "this is for the members of an organization; write exact or listed";
      report.add(error("DF1005", `manage.${key} cannot be exact-with-sso`, { source: value.source, hint }));
    } else if (manage === "listed" || manage === "exact" || manage === "exact-with-sso")
      read.set(key, { manage, source });
  }
  return read;
}

/** Warns of `manage` for a collection that is not declared: it has no effect, and a reader may think that it has. */
export function warnOfIdleManage(
  { report }: Context,
  written: ReadonlyMap<string, WrittenManage>,
  isDeclared: (name: string) => boolean,
): void {
  for (const [name, { source }] of written) {
    if (isDeclared(name)) continue;
    const message = `manage names ${name}, which is not declared, so docform does not change it`;
    const hint = `write ${name}: ${name === structureName ? "[]" : "{}"} to say that there is none`;
    report.add({ code: "DF1005", severity: "warning", message, source, hint });
  }
}

/** Checks and reads the fields among the entries; a key field that is not written gets the key. */
export function readFields(
  context: Context,
  { kind, key }: Pending,
  slotted: readonly Slotted[],
): Pick<DesiredResource, "values" | "sensitive"> {
  const values: Record<string, Json> = {};
  const sensitive: string[] = [];
  for (const { entry, slot } of slotted) {
    if (slot.type !== "field") continue;
    const json = toJson(entry.value);
    checkField(context, kind, slot.field, entry, json);
    values[entry.key] = json;
    if (slot.field.sensitive === true || isFromEnvironment(entry.value)) sensitive.push(entry.key);
  }
  const { keyField } = kind;
  if (keyField !== undefined && !Object.hasOwn(values, keyField) && idOfKey(kind, key) === undefined) {
    values[keyField] = key;
    if (kind.fields[keyField]?.sensitive === true) sensitive.push(keyField);
  }
  return { values, sensitive };
}

function checkField(
  { index, report }: Context,
  kind: Kind,
  field: Field,
  { key: name, source, value }: Entry,
  json: Json,
): void {
  if (!isNull(value)) {
    const written = { name, source, value };
    const wrong = checkValue(field.schema, written, json);
    const lacking =
      wrong.length === 0
        ? undefined
        : notInEdition(index, `this value of ${name}`, valueSource({ source, value }), (other) =>
            takes(other.byName.get(kind.name), name, json),
          );
    const isOrNull = wrong.length > 0 && field.clearable === true;
    report.add(lacking ?? (isOrNull ? checkValue(z.union([field.schema, z.null()]), written, json) : wrong));
  } else if (field.clearable !== true) {
    const hint = insteadOfNull(kind, name);
    report.add(error("DF1005", `${name} cannot be cleared, so it cannot be null`, { source, hint }));
  }
}

function takes(kind: Kind | undefined, field: string, value: Json): boolean {
  return kind?.fields[field]?.schema.safeParse(value).success === true;
}

/**
 * A resource needs something to be found by, and what its create needs, unless an id pins it. One that is to
 * be absent is not created, so it needs only the first.
 */
export function checkIdentity(
  { report }: Context,
  { kind, key, source }: Pending,
  { id, values, absent }: DesiredResource,
): void {
  if (id !== undefined) return;
  const isFound = hasNaturalKey(kind, values);
  const what = (): string => (kind.shape === "singleton" ? key : `the ${humanName(kind)} "${key}"`);
  if (!isFound) {
    const fewest = Math.min(...kind.naturalKeys.map((names) => names.length));
    const shortest = kind.naturalKeys.filter((names) => names.length === fewest);
    const hint = `add ${[...shortest, ["id"]].map((names) => names.join(" and ")).join(" or ")}`;
    report.add(error("DF1006", `${what()} has nothing to find it by`, { source, hint }));
  }
  if (absent) return;
  for (const name of kind.required) {
    // A natural key that is missing has been reported.
    if (values[name] !== undefined || (!isFound && keyFields(kind).includes(name))) continue;
    report.add(error("DF1006", `${what()} needs ${name}`, { source, ...valuesHint(kind, name) }));
  }
}

/** The values that a field which is missing may have, where they are few. */
function valuesHint({ fields }: Kind, name: string): { readonly hint?: string } {
  const schema = fields[name]?.schema;
  return schema instanceof z.ZodEnum ? { hint: `add ${name}: ${choiceWords(schema.options)}` } : {};
}

/** Has it something to be found by? Nothing is found by an empty title. */
function hasNaturalKey(kind: Kind, values: DesiredResource["values"]): boolean {
  // Where an empty text is not allowed, or is the key of an item, that has been reported.
  const isEmpty = (name: string): boolean =>
    values[name] === "" &&
    name !== kind.sequence?.itemKey &&
    kind.fields[name]?.schema.safeParse("").success === true;
  if (kind.shape === "singleton") return true;
  return kind.naturalKeys.some((names) =>
    names.every((name) => values[name] !== undefined && !isEmpty(name)),
  );
}
