import { error, type Source } from "../../model/diagnostic.ts";
import { didYouMean, type Report } from "../check/report.ts";
import { type Entry, entryOf, isNull, placeOf, type ScalarTree, type Tree } from "../read/tree.ts";
import type { Composing } from "./composing.ts";

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
    return error("DF1024", `\${each:${name}} names a part of a plain value`, { source, hint });
  }
  const names = tree.entries.map(({ key }) => key);
  if (name === undefined) {
    const hint = `write ${names.map((one) => `\${each:${one}}`).join(" or ")}`;
    return error("DF1024", "${each} is a map here, so it needs the name of a part", { source, hint });
  }
  return error("DF1024", `a value of this each has no "${name}"`, {
    source,
    ...didYouMean(name, names),
    related: [{ message: "that value is here", source: tree.source }],
  });
}
