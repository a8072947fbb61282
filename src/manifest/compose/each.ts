import { error, type Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { didYouMean, type Report } from "../check/report.ts";
import { withArticle } from "../load/kind-slots.ts";
import { measure, problemOfKey, unfitKey } from "../read/convert-yaml.ts";
import {
  type Entry,
  entryOf,
  isNull,
  type MapTree,
  placeOf,
  type ScalarTree,
  type Tree,
} from "../read/tree.ts";
import type { Composing } from "./composing.ts";
import { mapSame, rewriteDocument, rewriteResource, withEntries, withValue } from "./rewrite.ts";

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
  const made = new Map<string, Entry>();
  for (const entry of map.entries)
    for (const one of hasEach(entry)
      ? expandEntry(composing, kind, entry)
      : [{ entry, source: entry.source }])
      addOnce(composing, made, one);
  return { ...map, entries: [...made.values()] };
}

function hasEach({ value }: Entry): boolean {
  return entryOf(value, eachKey) !== undefined;
}

/** An entry, and the place that says its key: that of a value, when one made it. */
interface Expanded {
  readonly entry: Entry;
  readonly source: Source;
}

function addOnce({ report }: Composing, made: Map<string, Entry>, { entry, source }: Expanded): void {
  const { key } = entry;
  const first = made.get(key);
  const problem = problemOfKey(key);
  if (problem !== undefined) report.add(unfitKey(problem, source));
  else if (first === undefined) made.set(key, entry);
  else {
    const related = [{ message: "first written here", source: first.source }];
    report.add(error("DF1002", `duplicate key "${key}"`, { source, related }));
  }
}

function expandEntry(composing: Composing, kind: Kind, entry: Entry): readonly Expanded[] {
  const { report, allowance } = composing;
  const list = entryOf(entry.value, eachKey);
  const values = list && readValues(list, report);
  const whole = entry.value.type === "map" ? entry.value.entries.filter(({ key }) => key !== eachKey) : [];
  const body = withoutInnerEach(composing, kind, withEntries(entry.value as MapTree, whole));
  const isNamed = entry.key.includes("${each");
  if (!isNamed) report.add(unnamed(kind, entry));
  const size = measure(body).size * (values?.length ?? 0);
  if (values !== undefined && isNamed && allowance.takeValues(size, entry.source, report))
    return values.flatMap((value) => expandFor(composing, value, entry, body));
  report.lose([kind]);
  return [];
}

function unnamed(kind: Kind, { key, source }: Entry) {
  const message = `the key "${key}" does not hold \${each}, so every value would give ${withArticle(kind)} of that key`;
  return error("DF1023", message, {
    source,
    hint: `write ${key}-\${each}, or \${each:NAME} for a part of a value`,
  });
}

/** An `each` in what another one repeats is an error: which of the two `${each}` means, nobody could tell. */
function withoutInnerEach({ index, report }: Composing, kind: Kind, body: Tree): Tree {
  const resources = (inner: Kind, map: MapTree): MapTree => {
    const wrong = map.entries.filter(hasEach);
    if (wrong.length === 0) return map;
    const hint = "write one of the two out";
    report.lose([inner]);
    report.add(
      wrong.map(({ source }) => error("DF1023", "an each stands inside another one", { source, hint })),
    );
    return { ...map, entries: map.entries.filter((entry) => !hasEach(entry)) };
  };
  return rewriteResource({ index, resources }, kind, body, 1);
}

function expandFor(
  composing: Composing,
  value: EachValue,
  { key, source }: Entry,
  body: Tree,
): readonly Expanded[] {
  const replace = (text: string, at: Source) => value.replaceIn(text, at, composing);
  const visit = (tree: Tree): Tree => {
    switch (tree.type) {
      case "scalar":
        return typeof tree.value === "string" && tree.value.includes("${each")
          ? value.replace(tree, composing)
          : tree;
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
    const made = new Map<string, Entry>();
    for (const entry of entries) {
      const name = replace(entry.key, entry.source);
      if (name === undefined) continue;
      addOnce(composing, made, { entry: { ...visitValue(entry), key: name }, source: entry.source });
    }
    return [...made.values()];
  };
  const visitValue = (entry: Entry): Entry => withValue(entry, visit(entry.value));
  const name = replace(key, source);
  return name === undefined
    ? []
    : [{ entry: { key: name, source, value: visit(body) }, source: value.source }];
}

/** One value of an `each`. */
export interface EachValue {
  /** Where it is written. */
  readonly source: Source;
  /** The text with every `${each}` and `${each:NAME}` replaced, or undefined after an error; `source` is its place. */
  replaceIn(text: string, source: Source, composing: Composing): string | undefined;
  /** The same for a scalar. One that is nothing but `${each}` is the value itself: its type, and its place. */
  replace(scalar: ScalarTree, composing: Composing): ScalarTree;
}

/** The values of an `each`; undefined, with errors, when they are not a list of plain values. */
export function readValues(list: Entry, report: Report): readonly EachValue[] | undefined {
  if (list.value.type !== "list") {
    const hint = "write each: [one, two], or a list of maps: [{ code: en, name: English }]";
    report.add(error("DF1023", "each must be a list of values", { source: placeOf(list), hint }));
    return undefined;
  }
  const wrong = list.value.items.filter((item) => !isValue(item));
  report.add(wrong.map((item) => error("DF1023", wrongValue, { source: item.source })));
  return wrong.length > 0 ? undefined : list.value.items.map(eachValue);
}

const wrongValue = "a value of each must be text, a number, true or false, or a map of those";

function isValue(tree: Tree): boolean {
  if (tree.type === "map") return tree.entries.every(({ value }) => isPlain(value));
  return isPlain(tree);
}

function isPlain(tree: Tree): boolean {
  return tree.type === "scalar" && !isNull(tree);
}

/** A `$$` stays as it is: what it escapes is no `${each}`. */
const placeholder = /\$\$|\$\{each(?::([^}]*))?\}/g;
const onlyPlaceholder = /^\$\{each(?::([^}]*))?\}$/;

function eachValue(tree: Tree): EachValue {
  const named = (name: string | undefined, source: Source, { report }: Composing): ScalarTree | undefined => {
    const found = name === undefined ? tree : entryOf(tree, name)?.value;
    if (found?.type === "scalar") return found;
    report.add(noSuchPart(tree, name, source));
    return undefined;
  };
  const replaceIn: EachValue["replaceIn"] = (text, source, composing) => {
    let isWhole = true;
    const made = text.replace(placeholder, (written, name: string | undefined) => {
      if (written === "$$") return written;
      const found = named(name, source, composing);
      isWhole &&= found !== undefined;
      return found === undefined ? "" : String(found.value);
    });
    return isWhole && composing.allowance.takeText(made.length, source, composing.report) ? made : undefined;
  };
  return {
    source: tree.source,
    replaceIn,
    replace: (scalar, composing) => {
      const text = String(scalar.value);
      const only = onlyPlaceholder.exec(text);
      const found = only === null ? undefined : named(only[1], scalar.source, composing);
      const madeOf = [{ type: "each", source: tree.source }] as const;
      if (found !== undefined) return { ...found, madeOf };
      const made = only === null ? replaceIn(text, scalar.source, composing) : undefined;
      return made === undefined ? { ...scalar, origin: "failed" } : { ...scalar, value: made, madeOf };
    },
  };
}

function noSuchPart(tree: Tree, name: string | undefined, source: Source) {
  if (tree.type !== "map") {
    const hint = "the values of this each have no parts: write ${each}";
    return error("DF1023", `\${each:${name}} names a part of a plain value`, { source, hint });
  }
  const names = tree.entries.map(({ key }) => key);
  if (name === undefined) {
    const hint = `write ${names.map((one) => `\${each:${one}}`).join(" or ")}`;
    return error("DF1023", "${each} is a map here, so it needs the name of a part", { source, hint });
  }
  return error("DF1023", `a value of this each has no "${name}"`, {
    source,
    ...didYouMean(name, names),
    related: [{ message: "that value is here", source: tree.source }],
  });
}
