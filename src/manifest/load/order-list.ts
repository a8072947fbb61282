import type { OrderItem } from "../../model/desired.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import type { TreeKind } from "../../planner/tree/tree-kind.ts";
import { didYouMean } from "../check/report.ts";
import { type Entry, isFailed, isInterpolated, placeOf, type Tree, textOf, toJson } from "../read/tree.ts";
import { keyHint } from "./collection.ts";
import type { Context } from "./context.ts";

/** Reads an order: a list of `- space: key` and `- collection: key`, or `id:…` for something outside. */
export function readOrder(
  { report }: Context,
  kinds: readonly TreeKind[],
  entry: Entry,
): readonly OrderItem[] {
  const marks = kinds.map(({ tree }) => tree.itemKey);
  const hint = `write ${marks.map((mark) => `- ${mark}: KEY`).join(" or ")}`;
  if (entry.value.type !== "list") {
    const source = placeOf(entry);
    report.add(error("DF1005", "order must be a list of what stands in it", { source, hint }));
    return [];
  }
  return entry.value.items.flatMap((item) => {
    const read = readItem(kinds, item, hint);
    if ("item" in read) return [read.item];
    report.add(read.wrong);
    return [];
  });
}

type Read = { readonly item: OrderItem } | { readonly wrong: readonly Diagnostic[] };

function readItem(kinds: readonly TreeKind[], tree: Tree, hint: string): Read {
  const [first, second] = tree.type === "map" ? tree.entries : [];
  if (first === undefined)
    return { wrong: [error("DF1005", "this is no item of an order", { source: tree.source, hint })] };
  const kind = kinds.find((one) => one.tree.itemKey === first.key);
  if (kind === undefined) return { wrong: [unknownMark(kinds, first, hint)] };
  if (second !== undefined) {
    const message = `an item of an order names one ${kind.name} and nothing else`;
    const label = `declare it under ${kind.plural}`;
    return { wrong: [error("DF1004", message, { source: second.source, label })] };
  }
  return readName(kind, first);
}

function unknownMark(kinds: readonly TreeKind[], { key, source }: Entry, hint: string): Diagnostic {
  const marks = kinds.map(({ tree }) => tree.itemKey);
  return error("DF1004", `an order cannot hold "${key}"`, { source, ...didYouMean(key, marks), hint });
}

function readName(kind: TreeKind, entry: Entry): Read {
  const source = placeOf(entry);
  if (isFailed(entry.value)) return { wrong: [] };
  if (isInterpolated(entry.value)) {
    const message = `${entry.key} is a key here, so it cannot be interpolated`;
    return { wrong: [error("DF1007", message, { source })] };
  }
  const name = textOf(entry.value);
  if (name !== undefined) return { item: { kind: kind.name, name, source } };
  const hint = typeof toJson(entry.value) === "number" ? "put it in quotes to make it text" : keyHint;
  return { wrong: [error("DF1005", `${entry.key} must be a key`, { source, hint })] };
}
