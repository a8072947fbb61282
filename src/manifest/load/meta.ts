import * as z from "zod";
import type { Manage } from "../../model/desired.ts";
import { error, type Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { checkValue, someText } from "../check/check-value.ts";
import { unknownName } from "../check/report.ts";
import { type Entry, isFailed, isTrue, textOf } from "../read/tree.ts";
import type { Context } from "./context.ts";
import { type MetaField, structureKey } from "./kind-slots.ts";

/** What a resource says about itself besides its fields. */
export interface Meta {
  readonly id: string | undefined;
  readonly previously: readonly string[];
  readonly absent: boolean;
  readonly protect: boolean;
  readonly ignore: readonly string[];
  readonly manage: ReadonlyMap<string, WrittenManage>;
}

/** One entry of a `manage` map, with the place of its key. */
export interface WrittenManage {
  readonly manage: Manage;
  readonly source: Source;
}

/** What each field that every resource takes may hold. */
export const metaSchemas = {
  id: someText.describe("Id of the object on the platform: pins the resource to it"),
  previously: z
    .union([someText, z.array(someText)])
    .describe(
      "Key (which the record of the last apply knows) or natural key that the resource had before: renames instead of creating anew",
    ),
  absent: z.boolean().describe("true deletes the resource"),
  protect: z.boolean().describe("true forbids docform to delete the resource"),
  ignore: z
    .array(z.string())
    .describe("Fields that are left alone on what is there; a new one gets them as declared"),
  manage: z
    .record(z.string(), z.enum(["listed", "exact"]))
    .describe("Per collection: listed leaves what is not declared, exact removes it"),
} as const satisfies Readonly<Record<MetaField, z.ZodType>>;

/** Reads the meta fields among the entries; mistakes go to the report. */
export function readMeta(context: Context, kind: Kind, entries: readonly Entry[]): Meta {
  const valid = new Map<string, Entry>();
  for (const entry of entries) {
    const schema = metaSchemas[entry.key as MetaField];
    const wrong = checkValue(schema, { name: entry.key, source: entry.source, value: entry.value });
    context.report.add(wrong);
    if (wrong.length === 0 && !isFailed(entry.value)) valid.set(entry.key, entry);
  }
  const ignore = itemsOf(valid.get("ignore"));
  const fields = Object.keys(kind.fields);
  for (const { source, text } of ignore)
    if (!fields.includes(text))
      context.report.add(unknownName(`ignore: unknown field "${text}"`, text, source, fields));
  return {
    id: textOf(valid.get("id")?.value),
    previously: itemsOf(valid.get("previously")).map(({ text }) => text),
    absent: isTrue(valid.get("absent")?.value),
    protect: isTrue(valid.get("protect")?.value),
    ignore: ignore.map(({ text }) => text),
    manage: readManage(context, valid.get("manage"), manageable(context, kind)),
  };
}

/** The texts of a list; a single text counts as a list of it. */
function itemsOf(entry: Entry | undefined): readonly { readonly source: Source; readonly text: string }[] {
  if (entry === undefined) return [];
  const items = entry.value.type === "list" ? entry.value.items : [entry.value];
  return items.map((item) => ({ source: item.source, text: textOf(item) ?? "" }));
}

/** The collections of a resource of the kind that `manage` may speak of. */
function manageable(context: Context, kind: Kind): readonly string[] {
  return [...context.index.slots(kind)].flatMap(([name, slot]) => {
    if (slot.type === "children") return slot.kind.shape === "collection" ? [name] : [];
    return name === structureKey || (slot.type === "field" && slot.field.membership !== undefined)
      ? [name]
      : [];
  });
}

/** Reads a `manage` map: only names that are allowed, and a structure is always exact. */
export function readManage(
  { report }: Context,
  entry: Entry | undefined,
  allowed: readonly string[],
): ReadonlyMap<string, WrittenManage> {
  const read = new Map<string, WrittenManage>();
  for (const { key, source, value } of entry?.value.type === "map" ? entry.value.entries : []) {
    const manage = textOf(value);
    if (!allowed.includes(key))
      report.add(unknownName(`manage: unknown collection "${key}"`, key, source, allowed));
    else if (key === structureKey && manage === "listed") {
      const hint =
        "a structure is one value: what it does not list goes. Leave structure out to leave it alone";
      report.add(error("DF1005", "manage.structure is always exact", { source: value.source, hint }));
    } else if (manage === "listed" || manage === "exact") read.set(key, { manage, source });
  }
  return read;
}
