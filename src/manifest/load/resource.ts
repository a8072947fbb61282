import { type Address, childAddress, rootAddress } from "../../model/address.ts";
import type { DesiredResource, Manage } from "../../model/desired.ts";
import { error, type Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { idOfKey, structureName } from "../../model/kind-index.ts";
import { entryKey } from "../../model/membership.ts";
import type { Context } from "../check/resource-draft.ts";
import { unknownName } from "../read/report.ts";
import { type Entry, entriesOf, isNull, mapOf, type Tree, valueSource } from "../read/tree.ts";
import { hasSlot, notInEdition } from "../schema/edition-index.ts";
import { checkKey } from "../schema/keys.ts";
import { humanName, type KindIndex, type Slot, type Slotted, withArticle } from "../schema/kind-slots.ts";
import { checkIdentity, readFields, readMeta, type WrittenManage, warnOfIdleManage } from "./fields.ts";
import { readOrder } from "./order.ts";
import type { Pending } from "./pending.ts";
import { readStructure, refuseNoLists } from "./structure.ts";

/** The parent of resources: another resource, or the organization itself. */
type Owner = Pick<Pending, "organization"> & Partial<Pick<Pending, "address">>;

/** The resources written under the plural of a kind: by key, or the one of a singleton. */
export function readChildren(context: Context, owner: Owner, kind: Kind, entry: Entry): readonly Pending[] {
  const { organization, address: parent } = owner;
  const { plural } = kind;
  if (kind.shape === "singleton") {
    const address = parent === undefined ? `${organization}/${plural}` : `${parent}.${plural}`;
    return [pendingOf(context, owner, kind, address, entry)];
  }
  if (entry.value.type !== "map") {
    context.report.lose();
    const hint = isNull(entry.value) ? { hint: `write ${entry.key}: {} to say that there is none` } : {};
    const message = `${entry.key} must be a map from key to ${humanName(kind)}`;
    context.report.add(error("DF1005", message, { source: valueSource(entry), ...hint }));
    return [];
  }
  return entry.value.entries.map((child) => {
    // A resource with a wrong key is read all the same: its other mistakes are shown too, and references find it.
    checkKey(context, kind, child);
    const { key } = child;
    const address =
      parent === undefined ? rootAddress(organization, plural, key) : childAddress(parent, plural, key);
    return pendingOf(context, owner, kind, address, child);
  });
}

function pendingOf(
  { report }: Context,
  { organization, address: parent }: Owner,
  kind: Kind,
  address: Address,
  { key, source, value }: Entry,
): Pending {
  const unreadable = value.type !== "map";
  if (unreadable) {
    const what = kind.shape === "singleton" ? key : `${humanName(kind)} "${key}"`;
    const hint = `write {} for ${withArticle(kind)} without fields, or { absent: true } to delete it`;
    report.add(error("DF1005", `${what} must be a map of its fields`, { source, hint }));
  }
  // It is declared all the same, so that nothing is said about references to it.
  return {
    organization,
    kind,
    key,
    source,
    address,
    parent,
    container: undefined,
    index: undefined,
    entries: entriesOf(value),
    unreadable,
  };
}

/** Reads one resource into the drafts, and returns the resources that are written inside it. */
export function readResource(context: Context, pending: Pending): readonly Pending[] {
  const { kind, entries, organization, key, address, parent, container, index, source } = pending;
  const slotted = withSlots(context, kind, entries);
  const { id, previously, absent, protect, ignore, manage } = readMeta(context, kind, slotted);
  const { values, sensitive } = readFields(context, pending, slotted);
  const resource: DesiredResource = {
    address,
    kind: kind.name,
    key,
    organization,
    parent,
    container,
    index,
    values,
    sensitive,
    id: id ?? idOfKey(kind, key),
    previously,
    absent,
    protect,
    ignore,
    manage: manageOf(context, slotted, manage),
    order: orderIn(context, slotted),
    source,
    sources: sourcesOf(pending, slotted),
  };
  context.drafts.push({ kind, resource, entries });
  const lists = listsIn(context, kind, slotted);
  // An unknown field may be a mistyped one, so nothing is said to be missing.
  if (!pending.unreadable && slotted.length === entries.length) {
    checkIdentity(context, pending, resource);
    if (!absent && lists.length === 0) refuseNoLists(context, pending);
  }
  if (slotted.every(({ slot }) => slot.type === "field")) return [];
  const children = slotted.flatMap(({ entry, slot }) =>
    slot.type === "children" ? readChildren(context, pending, slot.kind, entry) : [],
  );
  return [...children, ...readStructure(context, pending, lists)];
}

/** The entries that the kind knows, with their slots. Reports the others. */
function withSlots(context: Context, kind: Kind, entries: readonly Entry[]): readonly Slotted[] {
  const slots = context.index.slots(kind);
  const slotted: Slotted[] = [];
  for (const entry of entries) {
    const slot = slots.get(entry.key);
    if (slot === undefined)
      reportUnknown(context, entry, slots.keys(), (other) => hasSlot(other, kind, entry.key));
    else slotted.push({ entry, slot });
  }
  return slotted;
}

/**
 * Reports a key without a meaning; `isIn` says whether another edition gives it one. When it may hold resources, these
 * could not be read.
 */
export function reportUnknown(
  { index, report }: Context,
  { key, source, value }: Entry,
  known: Iterable<string>,
  isIn: (other: KindIndex) => boolean,
): void {
  if (value.type !== "scalar") report.lose();
  const lacking = notInEdition(index, `"${key}"`, source, isIn);
  report.add(lacking ?? unknownName(`unknown field "${key}"`, key, source, [...known]));
}

function orderIn(context: Context, slotted: readonly Slotted[]): DesiredResource["order"] {
  for (const { slot, entry } of slotted)
    if (slot.type === "order") return readOrder(context, slot.kinds, entry);
  return undefined;
}

/**
 * The place of each entry, and of each key in a field or in `manage`; a key field that is not written has that of the
 * key.
 */
function sourcesOf({ kind, source }: Pending, slotted: readonly Slotted[]): DesiredResource["sources"] {
  const sources: Record<string, Source> = kind.keyField === undefined ? {} : { [kind.keyField]: source };
  for (const { entry, slot } of slotted) {
    sources[entry.key] = entry.source;
    if (entry.value.type !== "map" || (slot.type !== "field" && entry.key !== "manage")) continue;
    for (const part of entry.value.entries) sources[`${entry.key}.${part.key}`] = part.source;
    for (const { key, source } of entriesUnder(slot, entry.value)) sources[`${entry.key}.${key}`] = source;
  }
  return sources;
}

/** The entries of a membership that are each under the key of their sort. */
function entriesUnder(slot: Slot, value: Tree): readonly { readonly key: string; readonly source: Source }[] {
  const sorts = slot.type === "field" ? (slot.field.membership?.sorts ?? []) : [];
  return sorts.flatMap((sort) => {
    const map = sort.key === undefined ? undefined : mapOf(value, sort);
    const entries = map?.type === "map" ? map.entries : [];
    return entries.map(({ key, source }) => ({ key: entryKey(sort, key), source }));
  });
}

/** How the collections that are declared are managed, as far as the manifest does not say otherwise. */
function manageOf(
  context: Context,
  slotted: readonly Slotted[],
  written: ReadonlyMap<string, WrittenManage>,
): DesiredResource["manage"] {
  const manage: Record<string, Manage> = {};
  for (const { entry, slot } of slotted) {
    const usual = usualManage(slot);
    const name = slot.type === "items" ? structureName : entry.key;
    if (usual !== undefined) manage[name] = written.get(name)?.manage ?? usual;
    const kept = slot.type === "field" && isOn(entry.value) ? slot.field.looksAfter : undefined;
    if (kept === undefined) continue;
    manage[kept] ??= written.get(kept)?.manage ?? "listed";
    if (manage[kept] !== "listed") refuseExact(context, entry, kept);
  }
  warnOfIdleManage(context, written, (name) => Object.hasOwn(manage, name));
  return manage;
}

/** No manifest declares the children that docform looks after, so `exact` would delete them. */
function refuseExact({ report }: Context, entry: Entry, name: string): void {
  const message = `${entry.key} keeps ${name} that no manifest declares, and manage.${name}: exact deletes them`;
  const hint = `choose one: take ${entry.key} out, or write manage: { ${name}: listed }`;
  report.add(error("DF1005", message, { source: valueSource(entry), hint }));
}

function isOn(value: Tree): boolean {
  return value.type === "scalar" && value.value === true;
}

/** How a collection is managed when the manifest does not say; undefined for what is none. */
function usualManage(slot: Slot): Manage | undefined {
  if (slot.type === "field") return slot.field.membership && "exact";
  if (slot.type === "children") return slot.kind.shape === "collection" ? "listed" : undefined;
  return slot.type === "items" ? "exact" : undefined;
}

/** The lists of items in the order of the slots: sections come before groups, however they are written. */
function listsIn({ index }: Context, kind: Kind, slotted: readonly Slotted[]) {
  return index
    .lists(kind)
    .names.flatMap((name) =>
      slotted.flatMap(({ entry, slot }) =>
        slot.type === "items" && entry.key === name ? [{ kinds: slot.kinds, entry }] : [],
      ),
    );
}
