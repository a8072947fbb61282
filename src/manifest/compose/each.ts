import * as z from "zod";
import { error, type Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { duplicateKey, measure, problemOfKey } from "../read/convert-yaml.ts";
import {
  type Entry,
  entryOf,
  type MapTree,
  mapSame,
  type ScalarTree,
  type Tree,
  withEntries,
  withValue,
} from "../read/tree.ts";
import { checkValue } from "../schema/check-value.ts";
import { withArticle } from "../schema/kind-slots.ts";
import { type Composing, rewriteDocument } from "./composing.ts";

/** Key of the list of values that a resource is written out for. */
export const eachKey = "each";

/**
 * The document with every resource that has an `each` written out: once for each value, with `${each}` replaced in
 * its key and in all that it says. This comes before everything else, so that nothing else knows of it.
 */
export function expandEach(composing: Composing, document: Tree): Tree {
  const { index } = composing;
  return rewriteDocument({ index, resources: (kind, map) => expandMap(composing, kind, map) }, document);
}

function expandMap(composing: Composing, kind: Kind, map: MapTree): MapTree {
  if (!map.entries.some(hasEach)) return map;
  const expanded = map.entries.flatMap((entry) =>
    hasEach(entry) ? expandEntry(composing, kind, entry) : [{ entry, source: entry.source }],
  );
  return { ...map, entries: withoutDuplicates(composing, expanded) };
}

function hasEach({ value }: Entry): boolean {
  return entryOf(value, eachKey) !== undefined;
}

/** An entry, and the place that says its key: that of a value, when one made it. */
interface Expanded {
  readonly entry: Entry;
  readonly source: Source;
}

function withoutDuplicates({ report }: Composing, expanded: readonly Expanded[]): readonly Entry[] {
  const made = new Map<string, Expanded>();
  for (const one of expanded) {
    const { key } = one.entry;
    const problem = problemOfKey(key, one.source);
    const first = made.get(key);
    if (problem !== undefined) report.add(problem);
    else if (first !== undefined) report.add(duplicateKey(key, one.source, first.source));
    else made.set(key, one);
  }
  return [...made.values()].map(({ entry }) => entry);
}

function expandEntry(composing: Composing, kind: Kind, entry: Entry): readonly Expanded[] {
  const { report, allowance } = composing;
  const list = entryOf(entry.value, eachKey);
  if (list === undefined || entry.value.type !== "map") return [];
  const values = readValues(composing, list);
  const body = withEntries(
    entry.value,
    entry.value.entries.filter((one) => one !== list),
  );
  const isNamed = entry.key.includes("${each");
  if (!isNamed) report.add(unnamed(kind, entry));
  const inner = eachIn(body);
  if (inner !== undefined) {
    const hint = "write one of the two out";
    report.add(error("DF1023", "`each` cannot be nested", { source: inner.source, hint }));
    report.lose();
    return [];
  }
  const size = measure(body).size * (values?.length ?? 0);
  if (values !== undefined && isNamed && allowance("values", size, entry.source))
    return values.flatMap((value) => expandFor(composing, value, { ...entry, value: body }));
  report.lose();
  return [];
}

/** The first `each` inside another: `${each}` could then mean either. */
function eachIn(tree: Tree): Entry | undefined {
  if (tree.type === "scalar") return undefined;
  if (tree.type === "list") return firstDefined(tree.items, eachIn);
  return firstDefined(tree.entries, (entry) => (entry.key === eachKey ? entry : eachIn(entry.value)));
}

function firstDefined<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function unnamed(kind: Kind, { key, source }: Entry) {
  const message = `the key "${key}" does not hold \${each}, so every value would give ${withArticle(kind)} of that key`;
  return error("DF1023", message, {
    source,
    hint: `write ${key}-\${each}, or \${each:NAME} for a part of a value`,
  });
}

function expandFor(composing: Composing, each: Tree, { key, source, value }: Entry): readonly Expanded[] {
  const visit = (tree: Tree): Tree => {
    switch (tree.type) {
      case "scalar":
        return replaceScalar(composing, each, tree);
      case "list": {
        const items = mapSame(tree.items, visit);
        return items === tree.items ? tree : { ...tree, items };
      }
      case "map":
        return withEntries(tree, visitEntries(tree.entries));
    }
  };
  const visitEntries = (entries: readonly Entry[]): readonly Entry[] => {
    if (!entries.some((entry) => entry.key.includes("${each"))) return mapSame(entries, visitValue);
    const made = entries.flatMap((entry) => {
      const name = replaceIn(composing, each, entry.key, entry.source);
      return name === undefined ? [] : [{ entry: { ...visitValue(entry), key: name }, source: entry.source }];
    });
    return withoutDuplicates(composing, made);
  };
  const visitValue = (entry: Entry): Entry => withValue(entry, visit(entry.value));
  const name = replaceIn(composing, each, key, source);
  return name === undefined
    ? []
    : [{ entry: { key: name, source, value: visit(value) }, source: each.source }];
}

const plainValues = [z.string(), z.number(), z.boolean()] as const;
const eachSchema = z.array(z.union([...plainValues, z.record(z.string(), z.union(plainValues))]));

/** The values of an `each`; undefined, with errors, when they are not a list of plain values, or of maps of those. */
function readValues({ report }: Composing, { source, value }: Entry): readonly Tree[] | undefined {
  const wrong = checkValue(eachSchema, { name: eachKey, source, value });
  report.add(wrong);
  return wrong.length > 0 || value.type !== "list" ? undefined : value.items;
}

/** A `$$` stays as it is: what it escapes is no `${each}`. */
const placeholder = /\$\$|\$\{each(?::([^}]*))?\}/g;
const onlyPlaceholder = /^\$\{each(?::([^}]*))?\}$/;

/** The text with every `${each}` and `${each:NAME}` replaced, or undefined after an error; `source` is its place. */
function replaceIn(composing: Composing, each: Tree, text: string, source: Source): string | undefined {
  let isWhole = true;
  const made = text.replace(placeholder, (written, name: string | undefined) => {
    if (written === "$$") return written;
    const found = eachValue(composing, each, name, source);
    isWhole &&= found !== undefined;
    return found === undefined ? "" : String(found.value);
  });
  return isWhole && composing.allowance("characters", made.length, source) ? made : undefined;
}

/** The same for a scalar. One that is nothing but `${each}` is the value itself: its type, and its place. */
function replaceScalar(composing: Composing, each: Tree, scalar: ScalarTree): ScalarTree {
  const { value: text, source } = scalar;
  if (typeof text !== "string" || !text.includes("${each")) return scalar;
  const madeOf = [{ type: "each", source: each.source }] as const;
  const only = onlyPlaceholder.exec(text);
  const found = only === null ? undefined : eachValue(composing, each, only[1], source);
  if (found !== undefined) return { ...found, madeOf };
  const made = only === null ? replaceIn(composing, each, text, source) : undefined;
  return made === undefined ? { ...scalar, origin: "failed" } : { ...scalar, value: made, madeOf };
}

function eachValue(
  { report }: Composing,
  each: Tree,
  name: string | undefined,
  source: Source,
): ScalarTree | undefined {
  const found = name === undefined ? each : entryOf(each, name)?.value;
  if (found?.type === "scalar") return found;
  const written = name === undefined ? "${each}" : `\${each:${name}}`;
  const forms = each.type === "map" ? each.entries.map(({ key }) => `\${each:${key}}`) : ["${each}"];
  const related = [{ message: "that value is here", source: each.source }];
  const hint = `write ${forms.join(" or ")}`;
  report.add(error("DF1023", `a value of this each has no ${written}`, { source, hint, related }));
  return undefined;
}
