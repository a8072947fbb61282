import * as z from "zod";
import type { Manage } from "../../model/desired.ts";
import { error, type Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { checkValue, someText } from "../check/check-value.ts";
import { didYouMean } from "../check/report.ts";
import { type Entry, isFailed, isTrue, type Tree, textOf } from "../read/tree.ts";
import type { Context } from "./context.ts";
import type { MetaField } from "./kind-slots.ts";

/** What a resource says about itself besides its fields. */
export interface Meta {
  readonly id?: string;
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

const manageSchema = z.record(z.string(), z.enum(["listed", "exact"]));

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
  manage: manageSchema.describe("Per collection: listed leaves what is not declared, exact removes it"),
} as const satisfies Readonly<Record<MetaField, z.ZodType>>;

const noMeta: Meta = { previously: [], absent: false, protect: false, ignore: [], manage: new Map() };

/** Reads the meta fields among the entries; mistakes go to the report. */
export function readMeta(context: Context, kind: Kind, entries: readonly Entry[]): Meta {
  if (entries.length === 0) return noMeta;
  const valid = new Map<string, Entry>();
  for (const entry of entries) {
    const schema = metaSchemas[entry.key as MetaField];
    const wrong = checkValue(schema, { name: entry.key, source: entry.source, value: entry.value });
    context.report.add(wrong);
    if (wrong.length === 0 && !isFailed(entry.value)) valid.set(entry.key, entry);
  }
  const id = textOf(valid.get("id")?.value);
  return {
    ...(id === undefined ? {} : { id }),
    previously: textsOf(valid.get("previously")?.value),
    absent: isTrue(valid.get("absent")?.value),
    protect: isTrue(valid.get("protect")?.value),
    ignore: readIgnore(context, kind, valid.get("ignore")?.value),
    manage: readManage(context, valid.get("manage"), manageable(context, kind)),
  };
}

/** The collections of a resource of the kind that `manage` may speak of. */
function manageable(context: Context, kind: Kind): readonly string[] {
  return [...context.index.slots(kind)].flatMap(([name, slot]) => {
    if (slot.type === "structure") return [name];
    if (slot.type === "children") return slot.kind.shape === "collection" ? [name] : [];
    return slot.type === "field" && slot.field.membership !== undefined ? [name] : [];
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
    const mode = textOf(value);
    if (!allowed.includes(key)) report.add(unmanageable(key, source, allowed));
    else if (key === "structure" && mode === "listed")
      report.add(
        error("DF1005", "manage.structure is always exact", {
          source: value.source,
          hint: "a structure is one value: what it does not list goes. Leave structure out to leave it alone",
        }),
      );
    else if (mode === "listed" || mode === "exact") read.set(key, { manage: mode, source });
  }
  return read;
}

function unmanageable(key: string, source: Source, allowed: readonly string[]) {
  const hint =
    allowed.length === 0
      ? "it has no collections to manage"
      : `manage speaks of the collections beside it: ${allowed.join(", ")}`;
  return error("DF1004", `manage: unknown collection "${key}"`, {
    source,
    ...didYouMean(key, allowed),
    hint,
  });
}

/** Warns of `manage` without the collection it speaks of: it does nothing, and a reader may think it does. */
export function warnOfIdleManage(
  { report }: Context,
  manage: ReadonlyMap<string, WrittenManage>,
  declared: ReadonlySet<string>,
): void {
  for (const [name, { source }] of manage) {
    if (declared.has(name)) continue;
    report.add({
      code: "DF1005",
      severity: "warning",
      message: `manage speaks of ${name}, which is not declared, so it is left alone`,
      source,
      hint: `write ${name}: ${name === "structure" ? "[]" : "{}"} to say that there is none`,
    });
  }
}

function readIgnore({ report }: Context, kind: Kind, tree: Tree | undefined): readonly string[] {
  if (tree?.type !== "list") return [];
  const known = Object.keys(kind.fields);
  for (const item of tree.items) {
    const name = textOf(item) ?? "";
    if (!known.includes(name))
      report.add(
        error("DF1004", `ignore: unknown field "${name}"`, {
          source: item.source,
          ...didYouMean(name, known),
          hint: `fields that can be ignored: ${known.join(", ")}`,
        }),
      );
  }
  return tree.items.flatMap((item) => textOf(item) ?? []);
}

function textsOf(tree: Tree | undefined): readonly string[] {
  if (tree?.type === "list") return tree.items.flatMap((item) => textOf(item) ?? []);
  return tree === undefined ? [] : [textOf(tree) ?? []].flat();
}
