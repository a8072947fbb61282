import type { DesiredResource, Manage } from "../../model/desired.ts";
import { error, type Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { membershipsOf } from "../../model/kind-index.ts";
import { nearMatch } from "../../text/near-match.ts";
import { didYouMean } from "../check/report.ts";
import type { Entry } from "../read/tree.ts";
import { readChildren } from "./collection.ts";
import type { Context, Pending, Place } from "./context.ts";
import { checkIdentity, type Fields, readFields } from "./fields.ts";
import { metaFieldNames, type Slot, withTakes } from "./kind-slots.ts";
import { type Meta, readMeta, warnOfIdleManage } from "./meta.ts";
import { readOrder } from "./order.ts";
import { type ItemList, readStructure, refuseNoLists } from "./structure.ts";

/** Reads one resource into the drafts, and returns the resources that are written inside it. */
export function readResource(context: Context, { place, entries, unreadable }: Pending): readonly Pending[] {
  const { kind } = place;
  const { ofFields, ofMeta, holding } = sortEntries(context, kind, entries);
  const fields = readFields(context, place, ofFields);
  const meta = readMeta(context, kind, ofMeta);
  const declared = declaredIn(kind, ofFields, holding);
  if (meta.manage.size > 0) warnOfIdleManage(context, meta.manage, new Set(declared.keys()));
  if (ofMeta.length + holding.length > 0) addOtherSources(fields.sources, ofMeta, holding);
  const resource = resourceOf(place, fields, meta, {
    manage: declared.size === 0 ? nothingDeclared : manageOf(declared, meta.manage),
    order: holding.length === 0 ? undefined : orderIn(context, holding),
  });
  context.drafts.push({ kind, resource, entries });
  const meant = meantBy(context, kind, entries, ofFields.length + ofMeta.length + holding.length);
  if (unreadable !== true) checkIdentity(context, place, resource, meant);
  const lists = holding.length === 0 ? nothingListed : listsIn(context, kind, holding);
  if (!resource.absent && lists.length === 0) refuseNoLists(context, place, meant);
  if (holding.length === 0) return nothingInside;
  return [...childrenIn(context, place, holding), ...readStructure(context, place, lists)];
}

const nothingInside: readonly Pending[] = [];
const nothingListed: readonly ItemList[] = [];

/** What is written in a resource: its fields, what it says of itself, and what holds other resources. */
interface SortedEntries {
  readonly ofFields: readonly Entry[];
  readonly ofMeta: readonly Entry[];
  readonly holding: readonly Slotted[];
}

/** Sorts the entries by what they are; unknown ones are reported. In one loop: every resource passes here. */
function sortEntries(context: Context, kind: Kind, entries: readonly Entry[]): SortedEntries {
  const slots = context.index.slots(kind);
  const ofFields: Entry[] = [];
  const ofMeta: Entry[] = [];
  const holding: Slotted[] = [];
  for (const entry of entries) {
    const slot = slots.get(entry.key);
    if (slot === undefined) reportUnknown(context, kind, entry);
    else if (slot.type === "field") ofFields.push(entry);
    else if (slot.type === "meta") ofMeta.push(entry);
    else holding.push({ entry, slot });
  }
  return { ofFields, ofMeta, holding };
}

function orderIn(context: Context, slotted: readonly Slotted[]): DesiredResource["order"] {
  const found = slotted.find(({ slot }) => slot.type === "order");
  return found?.slot.type === "order" ? readOrder(context, found.slot.kinds, found.entry) : undefined;
}

/**
 * What is read of one resource. Every one has the same keys in the same order, also where there is nothing to say:
 * code that reads thousands of objects of one form is several times as fast as for a dozen of forms.
 */
function resourceOf(
  { kind, key, organization, address, source, parent, container, index }: Place,
  { values, sensitive, sources }: Fields,
  { id, previously, absent, protect, ignore }: Meta,
  { manage, order }: Pick<DesiredResource, "manage" | "order">,
): DesiredResource {
  return {
    address,
    kind: kind.name,
    key,
    organization,
    parent,
    container,
    index,
    values,
    sensitive,
    id,
    previously,
    absent,
    protect,
    ignore,
    manage,
    order,
    source,
    sources,
  };
}

/** Adds the places of what is no field: meta fields, collections, and `manage.<collection>`. */
function addOtherSources(
  sources: Record<string, Source>,
  ofMeta: readonly Entry[],
  holding: readonly Slotted[],
): void {
  for (const { entry } of holding) sources[entry.key] = entry.source;
  for (const entry of ofMeta) {
    sources[entry.key] = entry.source;
    if (entry.key !== "manage" || entry.value.type !== "map") continue;
    for (const { key, source } of entry.value.entries) sources[`manage.${key}`] = source;
  }
}

const nothingMeant: ReadonlySet<string> = new Set();

/** Fields that mistyped ones most likely mean: that they are missing follows from the mistake. */
function meantBy(
  context: Context,
  kind: Kind,
  entries: readonly Entry[],
  known: number,
): ReadonlySet<string> {
  if (known === entries.length) return nothingMeant;
  const slots = context.index.slots(kind);
  const unknown = entries.filter(({ key }) => !slots.has(key));
  return new Set(unknown.flatMap(({ key }) => nearMatch(key, slots.keys()) ?? []));
}

interface Slotted {
  readonly entry: Entry;
  readonly slot: Slot;
}

function reportUnknown(context: Context, kind: Kind, entry: Entry): void {
  const slots = context.index.slots(kind);
  const misplaced = itemsOf(slots.get("structure"), entry.key);
  const meant = slots.get(nearMatch(entry.key, slots.keys()) ?? "");
  context.report.lose(misplaced.length > 0 ? misplaced : meant === undefined ? [] : kindsIn(meant));
  context.report.add(
    error("DF1004", `unknown field "${entry.key}"`, {
      source: entry.source,
      ...(misplaced.length > 0
        ? { label: "write its items into structure" }
        : didYouMean(entry.key, slots.keys())),
      hint: takes(kind, slots),
    }),
  );
}

/** The kinds of a structure that containers list under this key: `sections`, written at the root of a site. */
function itemsOf(slot: Slot | undefined, key: string): readonly Kind[] {
  return slot?.type === "structure" ? slot.kinds.filter(({ sequence }) => sequence?.childrenKey === key) : [];
}

function takes(kind: Kind, slots: ReadonlyMap<string, Slot>): string {
  const own = [...slots].filter(([, { type }]) => type !== "meta").map(([name]) => name);
  return `${withTakes(kind)}: ${own.join(", ")}; and ${metaFieldNames.join(", ")}`;
}

/** The kinds of the resources that a slot holds. */
function kindsIn(slot: Slot): readonly Kind[] {
  switch (slot.type) {
    case "children":
    case "items":
      return [slot.kind];
    case "structure":
      return slot.kinds;
    case "field":
    case "meta":
    case "order":
      return [];
  }
}

const noneDeclared: ReadonlyMap<string, Manage> = new Map();

/** The collections that are declared, with how they are managed unless the manifest says otherwise. */
function declaredIn(
  kind: Kind,
  ofFields: readonly Entry[],
  holding: readonly Slotted[],
): ReadonlyMap<string, Manage> {
  const people = membershipsOf(kind);
  if (people.length + holding.length === 0) return noneDeclared;
  const declared = new Map<string, Manage>();
  for (const { key } of ofFields) if (people.includes(key)) declared.set(key, "exact");
  for (const { entry, slot } of holding) {
    if (slot.type === "structure" || slot.type === "items") declared.set("structure", "exact");
    if (slot.type === "children" && slot.kind.shape === "collection") declared.set(entry.key, "listed");
  }
  return declared;
}

const nothingDeclared: Readonly<Record<string, Manage>> = {};

function manageOf(
  declared: ReadonlyMap<string, Manage>,
  written: Meta["manage"],
): Readonly<Record<string, Manage>> {
  const entries = [...declared].map(([name, usual]) => [name, written.get(name)?.manage ?? usual] as const);
  return Object.fromEntries(entries);
}

function childrenIn(context: Context, place: Place, slotted: readonly Slotted[]): readonly Pending[] {
  return slotted.flatMap(({ entry, slot }) =>
    slot.type === "children" ? readChildren(context, place, slot.kind, entry) : [],
  );
}

/** The lists of items, in the order of the slots: sections stand before groups, however they are written. */
function listsIn(context: Context, kind: Kind, slotted: readonly Slotted[]): readonly ItemList[] {
  const lists = slotted.flatMap(({ entry, slot }) =>
    slot.type === "structure" || slot.type === "items" ? [{ kinds: kindsIn(slot), entry }] : [],
  );
  if (lists.length < 2) return lists;
  const names = [...context.index.slots(kind).keys()];
  return lists.sort((a, b) => names.indexOf(a.entry.key) - names.indexOf(b.entry.key));
}
