import type { Address } from "../core/address.ts";
import type { Desired, DesiredOrganization, DesiredResource, OrderItem } from "../core/desired.ts";
import type { Source } from "../core/diagnostic.ts";
import { groupBy } from "../core/group-by.ts";
import { compareText, equalJson, type Json } from "../core/json.ts";
import type { Kind } from "../core/kind.ts";
import { treeField } from "../core/tree-kind.ts";
import type { Edit, Owner } from "./edit/edit.ts";
import { fieldOrder } from "./field-order.ts";
import { indexKinds, type KindIndex } from "./kind-index.ts";
import { projectFile } from "./load-project.ts";
import { isInOtherList, listEdits } from "./pull-list-edits.ts";
import type { ManifestWriter } from "./write-manifests.ts";

/** An edit of a file, and what it is about. */
export interface PullEdit {
  readonly file: string;
  readonly edit: Edit;
  readonly address: Address;
  /** Left out for the resource as a whole. */
  readonly field?: string;
}

/** Something that no manifest has a place for yet. */
export interface NewPart {
  readonly organization: string;
  /** Key in a manifest document. */
  readonly name: string;
  readonly value: Json;
}

/** What turns manifests into others. */
export interface PullChanges {
  readonly edits: readonly PullEdit[];
  readonly parts: readonly NewPart[];
}

/** What manifests say, and what they shall say. */
export interface PullDifference {
  readonly before: Desired;
  readonly after: Desired;
  readonly kinds: readonly Kind[];
  readonly writer: ManifestWriter;
  /** Addresses of what an order says the place of afterwards. */
  readonly placed: ReadonlySet<Address>;
}

/** A difference with what is looked up in it. */
export interface Differing extends PullDifference {
  readonly index: KindIndex;
  readonly kindOf: (resource: Pick<DesiredResource, "kind">) => Kind;
  readonly beforeAt: (address: Address) => DesiredResource | undefined;
  readonly afterAt: (address: Address) => DesiredResource | undefined;
  /** Is it written anew, with all that is in it: an item that stands in another list by now? */
  readonly isRewritten: (after: DesiredResource) => boolean;
}

/** The edits that make the manifests that are there say what they shall say, and touch nothing else. */
export function pullEdits(difference: PullDifference): PullChanges {
  const index = indexKinds(difference.kinds);
  const [before, after] = [difference.before, difference.after].map(
    ({ resources }) => new Map(resources.map((one) => [one.address, one])),
  );
  const differing: Differing = {
    ...difference,
    index,
    kindOf: ({ kind }) => {
      const found = index.byName.get(kind);
      if (found === undefined) throw new Error(`no kind is named ${kind}`);
      return found;
    },
    beforeAt: (address) => before?.get(address),
    afterAt: (address) => after?.get(address),
    isRewritten: (one) => isInOtherList(differing, one),
  };
  const resources = difference.after.resources.flatMap((one) => resourceEdits(differing, one));
  const removed = difference.before.resources.flatMap((one) => removal(differing, one));
  const roots = difference.before.organizations.flatMap((one) => organizationChanges(differing, one));
  return {
    edits: [...resources, ...removed, ...roots.flatMap(({ edits }) => edits)],
    parts: roots.flatMap(({ parts }) => parts),
  };
}

/** What owns the map of a resource: an item of a list has no key of its own. */
export function ownerOf(kind: Kind, { source }: DesiredResource): Owner {
  return kind.sequence === undefined ? { key: source } : { item: source };
}

function resourceEdits(differing: Differing, after: DesiredResource): readonly PullEdit[] {
  const before = differing.beforeAt(after.address);
  if (before === undefined || before === after || differing.isRewritten(after)) return [];
  return [
    ...fieldEdits(differing, before, after),
    ...pinEdits(differing, before, after),
    ...presenceEdits(before, after),
    ...orderEdits(differing, before, after),
    ...listEdits(differing, before, after),
    ...childEdits(differing, before, after),
  ];
}

function fieldEdits(
  differing: Differing,
  before: DesiredResource,
  after: DesiredResource,
): readonly PullEdit[] {
  const kind = differing.kindOf(after);
  return Object.keys(kind.fields).flatMap((name): PullEdit[] => {
    const at = before.sources[name];
    const isWritten =
      before.values[name] !== undefined && at !== undefined && !isSaidElsewhere(differing, before, name);
    const wanted = after.values[name];
    const about = { address: after.address, field: name };
    if (isWritten && wanted === undefined)
      return [{ ...about, file: at.file, edit: { type: "removeEntry", at } }];
    if (wanted === undefined || equalJson(before.values[name], wanted)) {
      const isMoved = wanted !== undefined && !isWritten && isSaidElsewhere(differing, before, name);
      // What an order said is written, when none says it any more.
      return isMoved && needsField(differing, kind, after, name)
        ? [entry(differing, before, after, name)]
        : [];
    }
    const value = differing.writer.valueOf(after, name);
    // What a default says is written in the resource itself, unless its value must not be.
    const isDefault = at?.file === projectFile && !before.sensitive.includes(name);
    if (isWritten && !isDefault) return [{ ...about, file: at.file, edit: { type: "setValue", at, value } }];
    return needsField(differing, kind, after, name) ? [entry(differing, before, after, name)] : [];
  });
}

function entry(
  differing: Differing,
  before: DesiredResource,
  after: DesiredResource,
  name: string,
): PullEdit {
  const value = differing.writer.valueOf(after, name);
  return addition(differing, before, name, value);
}

/** A key that a resource gets, beside those that come before or after it in a manifest. */
export function addition(
  { index, kindOf }: Differing,
  before: DesiredResource,
  name: string,
  value: Json,
): PullEdit {
  const kind = kindOf(before);
  const keys = fieldOrder(index, kind);
  const isThere = (key: string): boolean => {
    const source = before.sources[key];
    const isWritten = source !== undefined && source !== before.source && source.file === before.source.file;
    return key === kind.sequence?.itemKey || isWritten;
  };
  const at = keys.indexOf(name);
  const after = keys.slice(0, at).findLast(isThere);
  const next = keys.slice(at + 1).find(isThere);
  const beside = after !== undefined ? { after } : next !== undefined ? { before: next } : {};
  const edit: Edit = { type: "addEntry", in: ownerOf(kind, before), key: name, value, ...beside };
  return { file: before.source.file, edit, address: before.address, field: name };
}

/** Does the key of the resource, or an order, say the field? */
function isSaidElsewhere({ before, kindOf }: Differing, resource: DesiredResource, name: string): boolean {
  const source = resource.sources[name];
  const kind = kindOf(resource);
  if (source === resource.source && name === kind.keyField) return true;
  return name === treeField(kind, "holder") && source !== undefined && orderSources(before).has(source);
}

const sourcesOfOrders = new WeakMap<Desired, ReadonlySet<Source>>();

/** Places of all items of orders. */
function orderSources(desired: Desired): ReadonlySet<Source> {
  const known = sourcesOfOrders.get(desired);
  if (known !== undefined) return known;
  const orders = [...desired.organizations, ...desired.resources].flatMap(({ order = [] }) => order);
  const sources = new Set(orders.map(({ source }) => source));
  sourcesOfOrders.set(desired, sources);
  return sources;
}

/** Is a field written in the resource, rather than told by its key or an order? */
function needsField(
  { placed }: Differing,
  kind: Kind,
  { address, key, values }: DesiredResource,
  name: string,
): boolean {
  if (name === kind.keyField && values[name] === key) return false;
  return !(name === treeField(kind, "holder") && placed.has(address));
}

function pinEdits(
  differing: Differing,
  before: DesiredResource,
  { id }: DesiredResource,
): readonly PullEdit[] {
  if (id === undefined || before.id !== undefined) return [];
  return [addition(differing, before, "id", id)];
}

/** What was to go, and is there, is declared. */
function presenceEdits(before: DesiredResource, { address, absent }: DesiredResource): readonly PullEdit[] {
  const at = before.sources.absent;
  if (!before.absent || absent || at === undefined) return [];
  return [{ file: at.file, edit: { type: "removeEntry", at }, address, field: "absent" }];
}

function orderEdits(
  differing: Differing,
  before: DesiredResource,
  { order }: DesiredResource,
): readonly PullEdit[] {
  const { address } = before;
  if (order === undefined) return [];
  const at = before.sources.order;
  if (at === undefined) return [addition(differing, before, "order", differing.writer.orderOf(order))];
  return arrangeOrder(differing, { at, address, before: before.order ?? [], after: order });
}

function arrangeOrder(
  { writer }: Differing,
  {
    at,
    address,
    before,
    after,
  }: {
    readonly at: Source;
    readonly address: Address;
    readonly before: readonly OrderItem[];
    readonly after: readonly OrderItem[];
  },
): readonly PullEdit[] {
  if (before.length === after.length && before.every((item, index) => item === after[index])) return [];
  const items = after.map((item) => {
    const [written] = writer.orderOf([item]) as readonly Json[];
    return before.includes(item) ? { keep: item.source } : { add: written ?? null };
  });
  return [{ file: at.file, edit: { type: "arrangeList", in: { key: at }, items }, address, field: "order" }];
}

/** What stands in a resource without an order, and is new. */
function childEdits(
  differing: Differing,
  before: DesiredResource,
  after: DesiredResource,
): readonly PullEdit[] {
  const { index, writer, kindOf } = differing;
  const slots = [...index.slots(kindOf(after))];
  return slots.flatMap(([name, slot]): PullEdit[] => {
    if (slot.type !== "children") return [];
    const inside = differing.after.resources.filter(
      (one) => one.parent === after.address && one.kind === slot.kind.name,
    );
    const news = inside.filter(({ address }) => differing.beforeAt(address) === undefined);
    const [first] = news;
    if (first === undefined) return [];
    if (slot.kind.shape === "singleton") return [addition(differing, before, name, writer.bodyOf(first))];
    const at = before.sources[name];
    const bodies = news.map((one) => [one.key, writer.bodyOf(one)] as const);
    if (at === undefined) return [addition(differing, before, name, Object.fromEntries(bodies))];
    const keys = inside.filter((one) => !news.includes(one)).map(({ key }) => key);
    return news.map((one) => newEntry(at, keys, one, writer.bodyOf(one)));
  });
}

/** A new key in a map: in its place where the keys are sorted, else at the end. */
function newEntry(
  at: Source,
  keys: readonly string[],
  { address, key }: DesiredResource,
  value: Json,
): PullEdit {
  const isSorted = keys.every((one, index) => index === 0 || compareText(keys[index - 1] ?? "", one) < 0);
  const next = isSorted ? keys.find((one) => compareText(key, one) < 0) : undefined;
  const beside = next === undefined ? {} : { before: next };
  return { file: at.file, edit: { type: "addEntry", in: { key: at }, key, value, ...beside }, address };
}

/** What is no longer declared, and stands in no list of items. */
function removal({ afterAt, kindOf }: Differing, before: DesiredResource): readonly PullEdit[] {
  const { address, parent, source } = before;
  const isInside = parent !== undefined && afterAt(parent) === undefined;
  if (afterAt(address) !== undefined || isInside || kindOf(before).sequence !== undefined) return [];
  return [{ file: source.file, edit: { type: "removeEntry", at: source }, address }];
}

/** New things of an organization, and the order of its root. */
function organizationChanges(
  differing: Differing,
  { alias, order = [], sources = {} }: DesiredOrganization,
): PullChanges {
  const { after, before, index, writer, beforeAt } = differing;
  const [orderAt] = sources.order ?? [];
  const wanted = after.organizations.find((one) => one.alias === alias)?.order;
  const isArranged = orderAt !== undefined && wanted !== undefined;
  const edits: PullEdit[] = isArranged
    ? [...arrangeOrder(differing, { at: orderAt, address: alias, before: order, after: wanted })]
    : [];
  const parts: NewPart[] = [];
  const own = (resources: Desired["resources"], kind: Kind) =>
    resources.filter(
      (one) => one.organization === alias && one.kind === kind.name && one.parent === undefined,
    );
  for (const kind of index.roots) {
    const news = own(after.resources, kind).filter(({ address }) => beforeAt(address) === undefined);
    const [first] = news;
    if (first === undefined) continue;
    const siblings = own(before.resources, kind);
    const at = placeFor(sources[kind.plural] ?? [], siblings);
    if (at !== undefined && kind.shape !== "singleton") {
      const keys = keysIn(siblings, at);
      edits.push(...news.map((one) => newEntry(at, keys, one, writer.bodyOf(one))));
    } else {
      const value =
        kind.shape === "singleton"
          ? writer.bodyOf(first)
          : Object.fromEntries(news.map((one) => [one.key, writer.bodyOf(one)]));
      parts.push({ organization: alias, name: kind.plural, value });
    }
  }
  return { edits, parts };
}

/** Keys of a file in the order in which it writes them. */
function keysIn(siblings: readonly DesiredResource[], { file }: Source): readonly string[] {
  return siblings
    .filter(({ source }) => source.file === file)
    .sort((a, b) => a.source.line - b.source.line || a.source.column - b.source.column)
    .map(({ key }) => key);
}

/** Of several places where a collection is written, the one that holds the most. */
function placeFor(places: readonly Source[], siblings: readonly DesiredResource[]): Source | undefined {
  const counts = groupBy(siblings, ({ source }) => source.file);
  const count = ({ file }: Source): number => counts.get(file)?.length ?? 0;
  return [...places].sort((a, b) => count(b) - count(a))[0];
}
