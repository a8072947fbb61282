import { childAddress, keyPattern } from "../../model/address.ts";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { structureName } from "../../model/kind-index.ts";
import type { Context } from "../check/resource-draft.ts";
import { type Entry, entriesOf, entryOf, isTrue, scalarText, type Tree, valueSource } from "../read/tree.ts";
import { notInEdition } from "../schema/edition-index.ts";
import { readKey } from "../schema/keys.ts";
import {
  humanName,
  type KindIndex,
  kindOfItem,
  mustSayItems,
  type SequenceKind,
  withArticle,
  withTakes,
} from "../schema/kind-slots.ts";
import type { Pending } from "./pending.ts";

/** A list of items: the kinds that it may hold, and its entry. */
interface ItemList {
  readonly kinds: readonly Kind[];
  readonly entry: Entry;
}

/**
 * The items in a resource, in order. Items of all its lists count together; items that are to be absent have
 * no place among them.
 */
export function readStructure(
  context: Context,
  parent: Pending,
  lists: readonly ItemList[],
): readonly Pending[] {
  refuseListsBesideStructure(context, lists);
  const items = lists.flatMap((list) => readList(context, parent, list));
  let next = 0;
  for (const item of items)
    if (!item.entries.some(({ key, value }) => key === "absent" && isTrue(value))) item.index = next++;
  return items;
}

/** `structure` mixes all kinds; items of another list next to it would have no place in the order. */
function refuseListsBesideStructure({ report }: Context, lists: readonly ItemList[]): void {
  const structure = lists.find(({ entry }) => entry.key === structureName);
  if (structure === undefined) return;
  for (const { entry } of lists.filter((list) => list !== structure))
    report.add(
      error("DF1005", `${entry.key} cannot be used together with structure`, {
        source: entry.source,
        hint: "write all items into structure, in their order",
        related: [{ message: "structure is here", source: structure.entry.source }],
      }),
    );
}

/** A group without a list of its items would lose all of them, so it has to write one. */
export function refuseNoLists({ index, report }: Context, { kind, key, source }: Pending): void {
  const { kinds, names } = index.lists(kind);
  if (!mustSayItems(kind, kinds)) return;
  const [first = ""] = kinds.map(({ sequence }) => sequence?.childrenKey);
  const message = `the ${humanName(kind)} "${key}" does not say what is in it`;
  const hint = `write ${names.join(" or ")}; ${first}: [] when it is to hold nothing`;
  report.add(error("DF1006", message, { source, hint }));
}

function readList(context: Context, parent: Pending, { kinds, entry }: ItemList): readonly Pending[] {
  const { report } = context;
  const hint = `start each item with ${kinds.map(({ sequence }) => `${sequence?.itemKey}:`).join(" or ")}`;
  if (entry.value.type !== "list") {
    report.lose();
    report.add(error("DF1005", `${entry.key} must be a list of items`, { source: valueSource(entry), hint }));
    return [];
  }
  if (entry.value.items.length === 0) refuseNoItems(context, parent.kind, entry);
  return entry.value.items.flatMap((item) => {
    const kind = kindOfItem(kinds, item);
    if (kind === undefined) {
      const what = kinds.length === 1 ? kinds.map(withArticle).join() : "an item";
      const misplaced = misplacedItem(context, parent.kind, item);
      const lacking = notInEdition(context.index, `"${entriesOf(item)[0]?.key}"`, item.source, (other) =>
        takesItem(other, parent.kind, entry.key, item),
      );
      report.add(
        lacking ?? misplaced ?? error("DF1005", `this is not ${what}`, { source: item.source, hint }),
      );
    }
    const pending = kind && readItem(context, parent, kind, item);
    if (pending === undefined) report.lose();
    return pending ?? [];
  });
}

/** An item of a kind that stands elsewhere in a structure. */
function misplacedItem({ index }: Context, parent: Kind, item: Tree): Diagnostic | undefined {
  const kind = kindOfItem([...index.byName.values()], item);
  const owner = index.byName.get(kind?.parent ?? "");
  if (kind === undefined || owner === undefined) return undefined;
  const containers = kind.sequence.containers.flatMap((name) => index.byName.get(name) ?? []);
  const places = [owner, ...containers].map(withArticle).join(" or ");
  const message = `${withTakes(parent)} no ${humanName(kind)}`;
  return error("DF1005", message, { source: item.source, hint: `move it into the structure of ${places}` });
}

function takesItem(index: KindIndex, { name }: Kind, list: string, item: Tree): boolean {
  const kind = index.byName.get(name);
  const slot = kind && index.slots(kind).get(list);
  return slot?.type === "items" && kindOfItem(slot.kinds, item) !== undefined;
}

/** A section is created with its first space and keeps one (A26), so its list cannot be empty. */
function refuseNoItems({ report }: Context, kind: Kind, { key, source }: Entry): void {
  if (kind.sequence?.firstChild === undefined) return;
  const message = `${withArticle(kind)} keeps at least one ${kind.sequence.firstChild.field}, so ${key} cannot be empty`;
  const hint = `leave ${key} out to leave it alone, or write absent: true to delete the ${humanName(kind)}`;
  report.add(error("DF1005", message, { source, hint }));
}

function tooDeep(kind: Kind, key: string, outer: string, source: Source): Diagnostic {
  const name = humanName(kind);
  const message = `the ${name} "${key}" is in "${outer}", which is in a ${name} itself; they nest one level`;
  return error("DF1005", message, { source, hint: `move "${key}" out of "${outer}"` });
}

function readItem(context: Context, parent: Pending, kind: SequenceKind, item: Tree): Pending | undefined {
  const { addressIn, itemKey } = kind.sequence;
  const mark = entryOf(item, itemKey);
  if (item.type !== "map" || mark === undefined) return undefined;
  const isOutside =
    kind.fields[itemKey]?.refersTo !== undefined && scalarText(mark.value)?.startsWith("id:") === true;
  const text = readKey(context, mark, isOutside ? /^id:[A-Za-z0-9_-]+$/ : keyPattern);
  if (text === undefined) return undefined;
  const key = isOutside ? text.slice("id:".length) : text;
  if (kind.sequence.nestsOnce === true && parent.kind === kind && parent.container !== undefined)
    context.report.add(tooDeep(kind, key, parent.key, mark.value.source));
  const isField = Object.hasOwn(kind.fields, itemKey);
  const isInContainer = parent.kind.sequence !== undefined;
  const parentAddress = isInContainer ? (parent.parent ?? parent.address) : parent.address;
  return {
    organization: parent.organization,
    kind,
    key,
    source: mark.value.source,
    address: childAddress(addressIn === "container" ? parent.address : parentAddress, kind.plural, key),
    parent: parentAddress,
    container: isInContainer ? parent.address : undefined,
    index: undefined,
    entries: isField ? item.entries : item.entries.filter((entry) => entry !== mark),
    unreadable: false,
  };
}
