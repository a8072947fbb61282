import { childAddress, rootAddress } from "../../model/address.ts";
import type { DesiredResource, Manage } from "../../model/desired.ts";
import { error, type Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { membershipsOf, structureName } from "../../model/kind-index.ts";
import { unknownName } from "../check/report.ts";
import { type Entry, isNull, placeOf } from "../read/tree.ts";
import { type Context, checkKey, type Pending } from "./context.ts";
import { checkIdentity, readFields, readMeta, type WrittenManage, warnOfIdleManage } from "./fields.ts";
import { humanName, type Slot, withArticle } from "./kind-slots.ts";
import { readOrder } from "./order.ts";
import { readStructure, refuseNoLists } from "./structure.ts";

/** The resources written under the plural of a kind: by key, or the one of a singleton. */
export function readChildren(
  context: Context,
  owner: Pick<Pending, "organization"> & Partial<Pick<Pending, "address">>,
  kind: Kind,
  entry: Entry,
): readonly Pending[] {
  const { organization, address: parent } = owner;
  const { plural } = kind;
  const base = { organization, kind, parent };
  if (kind.shape === "singleton") {
    const address = parent === undefined ? `${organization}/${plural}` : `${parent}.${plural}`;
    return [pendingOf(context, { ...base, key: plural, address }, entry)];
  }
  if (entry.value.type !== "map") {
    context.report.lose();
    const hint = isNull(entry.value) ? { hint: `write ${entry.key}: {} to say that there is none` } : {};
    const message = `${entry.key} must be a map from key to ${humanName(kind)}`;
    context.report.add(error("DF1005", message, { source: placeOf(entry), ...hint }));
    return [];
  }
  const addressOf = (key: string) =>
    parent === undefined ? rootAddress(organization, plural, key) : childAddress(parent, plural, key);
  return entry.value.entries.map((child) => {
    // A resource with a wrong key is read all the same: its other mistakes are shown too, and references find it.
    checkKey(context, kind, child);
    return pendingOf(context, { ...base, key: child.key, address: addressOf(child.key) }, child);
  });
}

function pendingOf(
  { report }: Context,
  place: Omit<Pending, "source" | "entries">,
  { source, value }: Entry,
): Pending {
  if (value.type === "map") return { ...place, source, entries: value.entries };
  const { kind, key } = place;
  const what = kind.shape === "singleton" ? key : `${humanName(kind)} "${key}"`;
  const hint = `write {} for ${withArticle(kind)} without fields, or { absent: true } to delete it`;
  report.add(error("DF1005", `${what} must be a map of its fields`, { source, hint }));
  // It is declared all the same, so that nothing is said about references to it.
  return { ...place, source, entries: [], unreadable: true };
}

/** Reads one resource into the drafts, and returns the resources that are written inside it. */
export function readResource(context: Context, pending: Pending): readonly Pending[] {
  const { kind, entries } = pending;
  const { slotted, fields: written, meta: ofMeta, holding } = withSlots(context, kind, entries);
  const meta = readMeta(context, kind, ofMeta);
  const fields = readFields(context, pending, written);
  const { organization, key, address, parent, container, index, source } = pending;
  const resource: DesiredResource = {
    address,
    kind: kind.name,
    key,
    organization,
    parent,
    container,
    index,
    ...fields,
    ...meta,
    manage: manageOf(context, kind, slotted, meta.manage),
    order: orderIn(context, holding),
    source,
    sources: sourcesOf(pending, slotted),
  };
  context.drafts.push({ kind, resource, entries });
  const lists = holding.length === 0 ? [] : listsIn(context, kind, holding);
  // An unknown field may be a mistyped one, so nothing is said to be missing.
  if (pending.unreadable !== true && slotted.length === entries.length) {
    checkIdentity(context, pending, resource);
    if (!meta.absent && lists.length === 0) refuseNoLists(context, pending);
  }
  if (holding.length === 0) return [];
  const children = holding.flatMap(({ entry, slot }) =>
    slot.type === "children" ? readChildren(context, pending, slot.kind, entry) : [],
  );
  return [...children, ...readStructure(context, pending, lists)];
}

interface Slotted {
  readonly entry: Entry;
  readonly slot: Slot;
}

/** The entries that the kind knows, with what they stand for: fields, meta fields, and what holds others. */
interface SlottedEntries {
  readonly slotted: readonly Slotted[];
  readonly fields: readonly Entry[];
  readonly meta: readonly Entry[];
  readonly holding: readonly Slotted[];
}

/** Sorts the entries by what they stand for. Those that the kind does not know are reported. */
function withSlots(context: Context, kind: Kind, entries: readonly Entry[]): SlottedEntries {
  const slots = context.index.slots(kind);
  const slotted: Slotted[] = [];
  const [fields, meta, holding]: [Entry[], Entry[], Slotted[]] = [[], [], []];
  for (const entry of entries) {
    const slot = slots.get(entry.key);
    if (slot === undefined) {
      reportUnknown(context, entry, slots.keys());
      continue;
    }
    slotted.push({ entry, slot });
    if (slot.type === "field") fields.push(entry);
    else if (slot.type === "meta") meta.push(entry);
    else holding.push({ entry, slot });
  }
  return { slotted, fields, meta, holding };
}

/** Reports a key that stands for nothing. When it may hold resources, these could not be read. */
export function reportUnknown({ report }: Context, { key, source, value }: Entry, known: Iterable<string>) {
  if (value.type !== "scalar") report.lose();
  report.add(unknownName(`unknown field "${key}"`, key, source, [...known]));
}

function orderIn(context: Context, slotted: readonly Slotted[]): DesiredResource["order"] {
  for (const { slot, entry } of slotted)
    if (slot.type === "order") return readOrder(context, slot.kinds, entry);
  return undefined;
}

/** The places of what is written, and of each key in a field or in `manage`; the key stands for the key field. */
function sourcesOf({ kind, source }: Pending, slotted: readonly Slotted[]): DesiredResource["sources"] {
  const sources: Record<string, Source> = kind.keyField === undefined ? {} : { [kind.keyField]: source };
  for (const { entry, slot } of slotted) {
    sources[entry.key] = entry.source;
    if (entry.value.type !== "map" || (slot.type !== "field" && entry.key !== "manage")) continue;
    for (const part of entry.value.entries) sources[`${entry.key}.${part.key}`] = part.source;
  }
  return sources;
}

const nothingManaged: DesiredResource["manage"] = {};

/** How the collections that are declared are managed, as far as the manifest does not say otherwise. */
function manageOf(
  context: Context,
  kind: Kind,
  slotted: readonly Slotted[],
  written: ReadonlyMap<string, WrittenManage>,
): DesiredResource["manage"] {
  const people = membershipsOf(kind);
  if (people.length === 0 && slotted.every(({ slot }) => slot.type === "field")) return nothingManaged;
  const declared = slotted.flatMap(({ entry: { key }, slot }): readonly (readonly [string, Manage])[] => {
    if (slot.type === "field") return people.includes(key) ? [[key, "exact"]] : [];
    if (slot.type === "items") return [[structureName, "exact"]];
    return slot.type === "children" && slot.kind.shape === "collection" ? [[key, "listed"]] : [];
  });
  const names = new Set(declared.map(([name]) => name));
  warnOfIdleManage(context, written, (name) => names.has(name));
  return Object.fromEntries(declared.map(([name, usual]) => [name, written.get(name)?.manage ?? usual]));
}

/** The lists of items, in the order of the slots: sections stand before groups, however they are written. */
function listsIn({ index }: Context, kind: Kind, slotted: readonly Slotted[]) {
  return index
    .lists(kind)
    .names.flatMap((name) =>
      slotted.flatMap(({ entry, slot }) =>
        slot.type === "items" && entry.key === name ? [{ kinds: slot.kinds, entry }] : [],
      ),
    );
}
