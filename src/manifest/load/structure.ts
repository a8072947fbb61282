import { childAddress, keyPattern } from "../../model/address.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import type { SequenceTraits } from "../../model/kind-traits.ts";
import {
  type Entry,
  entryOf,
  isInterpolated,
  isTrue,
  type MapTree,
  placeOf,
  type Tree,
  textOf,
  toJson,
} from "../read/tree.ts";
import { keyHint } from "./collection.ts";
import type { Context, Pending, Place } from "./context.ts";
import { humanName, mustSayItems, withArticle } from "./kind-slots.ts";

/** A list of items: the kinds that may stand in it, and what is written. */
export interface ItemList {
  readonly kinds: readonly Kind[];
  readonly entry: Entry;
}

/** A kind whose resources are items of lists. */
export type SequenceKind = Kind & { readonly sequence: SequenceTraits };

/**
 * The items in a resource, in order. Items of all its lists count together; items that are to be absent have
 * no place among them.
 */
export function readStructure(
  context: Context,
  holder: Place,
  lists: readonly ItemList[],
): readonly Pending[] {
  if (lists.length === 0) return [];
  refuseListsBesideStructure(context, lists);
  refuseNoItems(context, holder, lists);
  const items = lists.flatMap((list) => itemsOf(context, holder, list));
  let next = 0;
  return items.map(({ place, entries }) => {
    const absent = entries.some(({ key, value }) => key === "absent" && isTrue(value));
    return absent ? { place, entries } : { place: { ...place, index: next++ }, entries };
  });
}

/** `structure` mixes all kinds; beside it, the lists of single kinds would have no place in the order. */
function refuseListsBesideStructure({ report }: Context, lists: readonly ItemList[]): void {
  const structure = lists.find(({ entry }) => entry.key === "structure");
  if (structure === undefined) return;
  for (const { entry } of lists.filter((list) => list !== structure))
    report.add(
      error("DF1005", `${entry.key} cannot stand beside structure`, {
        source: entry.source,
        hint: "write all items into structure, in their order",
        related: [{ message: "structure is here", source: structure.entry.source }],
      }),
    );
}

/** What would lose all that it holds by saying nothing has to say it. Lists that are `meant` count as written. */
export function refuseNoLists(
  { index, report }: Context,
  { kind, key, source }: Place,
  meant: ReadonlySet<string>,
): void {
  const { kinds, names } = index.lists(kind);
  if (!mustSayItems(kind, kinds) || names.some((name) => meant.has(name))) return;
  const [first = ""] = kinds.map(({ sequence }) => sequence?.childrenKey);
  const message = `the ${humanName(kind)} "${key}" does not say what it holds`;
  const hint = `write ${names.join(" or ")}; ${first}: [] when it is to hold nothing`;
  report.add(error("DF1006", message, { source, hint }));
}

/** What is created with its first item keeps one (A26), so it can never hold none. */
function refuseNoItems({ report }: Context, { kind }: Place, lists: readonly ItemList[]): void {
  if (kind.sequence?.firstChild === undefined) return;
  for (const { entry } of lists) {
    if (entry.value.type !== "list" || entry.value.items.length > 0) continue;
    const message = `${withArticle(kind)} keeps at least one ${kind.sequence.firstChild.field}, so ${entry.key} cannot be empty`;
    const hint = `leave ${entry.key} out to leave it alone, or write absent: true to delete the ${humanName(kind)}`;
    report.add(error("DF1005", message, { source: entry.source, hint }));
  }
}

function itemsOf(context: Context, holder: Place, { kinds, entry }: ItemList): readonly Pending[] {
  const allowed = kinds.filter(isSequenceKind);
  if (entry.value.type !== "list") {
    context.report.lose(kinds);
    const form = allowed.map(({ sequence }) => `- ${sequence.itemKey}: …`).join(" or ");
    const source = placeOf(entry);
    context.report.add(
      error("DF1005", `${entry.key} must be a list of items`, { source, hint: `write ${form}` }),
    );
    return [];
  }
  return entry.value.items.flatMap((item) => {
    const pending = readItem(context, holder, allowed, item);
    if (pending === undefined) context.report.lose(kinds);
    return pending ?? [];
  });
}

function readItem(
  context: Context,
  holder: Place,
  kinds: readonly SequenceKind[],
  item: Tree,
): Pending | undefined {
  const kind = item.type === "map" ? kindOfItem(kinds, item) : undefined;
  const mark = kind && entryOf(item, kind.sequence.itemKey);
  if (item.type !== "map" || kind === undefined || mark === undefined) {
    context.report.add(notAnItem(context, holder, kinds, item));
    return undefined;
  }
  const key = keyOfItem(context, kind, mark);
  if (key === undefined) return undefined;
  const doubles = Object.hasOwn(kind.fields, kind.sequence.itemKey);
  const entries = doubles ? item.entries : item.entries.filter((entry) => entry !== mark);
  return { place: placeOfItem(holder, kind, key, mark), entries };
}

/** The kind whose item key is written first. */
export function kindOfItem(kinds: readonly Kind[], item: MapTree): SequenceKind | undefined {
  for (const { key } of item.entries) {
    const kind = kinds.filter(isSequenceKind).find(({ sequence }) => sequence.itemKey === key);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

function isSequenceKind(kind: Kind): kind is SequenceKind {
  return kind.sequence !== undefined;
}

function keyOfItem(
  { report }: Context,
  kind: SequenceKind,
  { key: name, source, value }: Entry,
): string | undefined {
  const text = textOf(value);
  const place = placeOf({ source, value });
  if (isInterpolated(value)) {
    const failed = value.type === "scalar" && value.origin === "failed";
    if (!failed)
      report.add(error("DF1007", `${name} is a key here, so it cannot be interpolated`, { source: place }));
    return undefined;
  }
  const outside = kind.fields[name]?.refersTo !== undefined && text?.startsWith("id:") === true;
  const key = outside ? text?.slice(3) : text;
  const pattern = outside ? /^[A-Za-z0-9_-]+$/ : keyPattern;
  if (key !== undefined && pattern.test(key)) return key;
  const message = text === undefined ? `${name} must be a key` : `"${text}" cannot be a key`;
  const hint = typeof toJson(value) === "number" ? "put it in quotes to make it text" : keyHint;
  report.add(error("DF1005", message, { source: place, hint }));
  return key;
}

function placeOfItem(holder: Place, kind: SequenceKind, key: string, mark: Entry): Place {
  const inContainer = holder.kind.sequence !== undefined;
  const parent = inContainer ? (holder.parent ?? holder.address) : holder.address;
  const owner = kind.sequence.addressIn === "container" ? holder.address : parent;
  const address = childAddress(owner, kind.plural, key);
  const container = inContainer ? holder.address : undefined;
  const { source } = mark.value;
  return {
    organization: holder.organization,
    kind,
    key,
    source,
    address,
    parent,
    container,
    index: undefined,
  };
}

function notAnItem(
  { index }: Context,
  holder: Place,
  kinds: readonly SequenceKind[],
  item: Tree,
): Diagnostic {
  const marks = kinds.map(({ sequence }) => sequence.itemKey);
  const hint = `start each item with ${marks.map((mark) => `${mark}:`).join(" or ")}`;
  const isElsewhere = (key: string): boolean =>
    [...index.byName.values()].some(({ sequence }) => sequence?.itemKey === key);
  const misplaced = item.type === "map" ? item.entries.find(({ key }) => isElsewhere(key)) : undefined;
  if (misplaced !== undefined) {
    const message = `${withArticle(holder.kind)} cannot hold a ${misplaced.key} here`;
    return error("DF1005", message, { source: misplaced.source, hint });
  }
  const what = kinds.length === 1 ? kinds.map(humanName).join() : "item";
  return error("DF1005", `this is not ${/^[aeiou]/.test(what) ? "an" : "a"} ${what}`, {
    source: item.source,
    hint,
  });
}
