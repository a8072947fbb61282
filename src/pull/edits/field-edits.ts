import type { Edit, FileEdit, Owner } from "../../manifest/edit/edit.ts";
import { projectFile } from "../../manifest/read/project-files.ts";
import { fieldOrder } from "../../manifest/write/field-order.ts";
import type { Address } from "../../model/address.ts";
import type { Desired, DesiredOrganization, DesiredResource, OrderItem } from "../../model/desired.ts";
import type { Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { treeField } from "../../planner/tree/tree-kind.ts";
import { equalJson, type Json } from "../../text/json.ts";
import type { Differing } from "./difference.ts";

/** The edits of the fields of a resource. */
export function fieldEdits(
  differing: Differing,
  before: DesiredResource,
  after: DesiredResource,
): readonly FileEdit[] {
  const kind = differing.kindOf(after);
  return Object.keys(kind.fields).flatMap((name): FileEdit[] => {
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
): FileEdit {
  const value = differing.writer.valueOf(after, name);
  return addition(differing, before, name, value);
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

/** The edits of the order of what stands in a resource. */
export function orderEdits(
  differing: Differing,
  before: DesiredResource,
  { order }: DesiredResource,
): readonly FileEdit[] {
  const { address } = before;
  if (order === undefined) return [];
  const at = before.sources.order;
  if (at === undefined) return [addition(differing, before, "order", differing.writer.orderOf(order))];
  return arrangeOrder(differing, { at, address, before: before.order ?? [], after: order });
}

/** The edits of the order of the root of an organization; one that nobody wrote stays unwritten. */
export function rootOrderEdits(
  differing: Differing,
  { alias, order = [], sources = {} }: DesiredOrganization,
): readonly FileEdit[] {
  const [at] = sources.order ?? [];
  const wanted = differing.after.organizations.find((one) => one.alias === alias)?.order;
  if (at === undefined || wanted === undefined) return [];
  return arrangeOrder(differing, { at, address: alias, before: order, after: wanted });
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
): readonly FileEdit[] {
  if (before.length === after.length && before.every((item, index) => item === after[index])) return [];
  const items = after.map((item) => {
    const [written] = writer.orderOf([item]) as readonly Json[];
    return before.includes(item) ? { keep: item.source } : { add: written ?? null };
  });
  return [{ file: at.file, edit: { type: "arrangeList", in: { key: at }, items }, address, field: "order" }];
}

/** A key that a resource gets, beside those that come before or after it in a manifest. */
export function addition(
  { index, kindOf }: Differing,
  before: DesiredResource,
  name: string,
  value: Json,
): FileEdit {
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

/** What owns the map of a resource: an item of a list has no key of its own. */
function ownerOf(kind: Kind, { source }: DesiredResource): Owner {
  return kind.sequence === undefined ? { key: source } : { item: source };
}
