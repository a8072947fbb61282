import type { FileEdit } from "../../manifest/edit/edit.ts";
import { projectFile } from "../../manifest/read/project-files.ts";
import type { Address } from "../../model/address.ts";
import type { DesiredOrganization, DesiredResource, OrderItem } from "../../model/desired.ts";
import type { Source } from "../../model/diagnostic.ts";
import { treeField } from "../../planner/match/tree-kind.ts";
import { equalJson, type Json } from "../../text/json.ts";
import { addition, type Differing } from "./difference.ts";

/** The edits of the fields of a resource. */
export function fieldEdits(
  differing: Differing,
  before: DesiredResource,
  after: DesiredResource,
): readonly FileEdit[] {
  return Object.keys(differing.kindOf(after).fields).flatMap(
    (name) => fieldEdit(differing, before, after, name) ?? [],
  );
}

function fieldEdit(
  differing: Differing,
  before: DesiredResource,
  after: DesiredResource,
  name: string,
): FileEdit | undefined {
  const { address } = after;
  const [at, old, wanted] = [before.sources[name], before.values[name], after.values[name]];
  const isElsewhere = isSaidElsewhere(differing, before, name);
  const isWritten = old !== undefined && at !== undefined && !isElsewhere;
  if (wanted === undefined)
    return isWritten ? { file: at.file, edit: { type: "removeEntry", at }, address, field: name } : undefined;
  const isSame = old !== undefined && equalJson(old, wanted);
  // A parent that only an order gave has to be written when no order gives it any more.
  if (isSame && !isElsewhere) return undefined;
  const value = differing.writer.valueOf(after, name);
  // A value that a default gave is written in the resource itself, unless it is sensitive.
  const isDefault = at?.file === projectFile && !before.sensitive.includes(name);
  if (isWritten && !isDefault)
    return { file: at.file, edit: { type: "setValue", at, value }, address, field: name };
  return needsField(differing, after, name) ? addition(differing, before, name, value) : undefined;
}

/** Does the key of the resource, or an order, say the field? */
function isSaidElsewhere(
  { orderSources, kindOf }: Differing,
  resource: DesiredResource,
  name: string,
): boolean {
  const source = resource.sources[name];
  const kind = kindOf(resource);
  if (source === undefined) return false;
  if (name === kind.keyField) return source === resource.source;
  return name === treeField(kind, "parent") && orderSources.has(source);
}

/** Is a field written in the resource, rather than told by its key or an order? */
function needsField({ placed, kindOf }: Differing, resource: DesiredResource, name: string): boolean {
  const kind = kindOf(resource);
  if (name === kind.keyField && resource.values[name] === resource.key) return false;
  return !(name === treeField(kind, "parent") && placed.has(resource.address));
}

/** The edits of the order of the children of a resource. */
export function orderEdits(
  differing: Differing,
  before: DesiredResource,
  { order }: DesiredResource,
): readonly FileEdit[] {
  if (order === undefined) return [];
  const at = before.sources.order;
  if (at === undefined) return [addition(differing, before, "order", differing.writer.orderOf(order))];
  return arrangeOrder(differing, before.address, at, before.order ?? [], order);
}

/** The edits of the order of the root of an organization; one that nobody wrote stays unwritten. */
export function rootOrderEdits(
  differing: Differing,
  { alias, order = [], sources = {} }: DesiredOrganization,
): readonly FileEdit[] {
  const [at] = sources.order ?? [];
  const wanted = differing.after.organizations.find((one) => one.alias === alias)?.order;
  return at === undefined || wanted === undefined ? [] : arrangeOrder(differing, alias, at, order, wanted);
}

function arrangeOrder(
  { writer }: Differing,
  address: Address,
  at: Source,
  before: readonly OrderItem[],
  after: readonly OrderItem[],
): readonly FileEdit[] {
  if (before.length === after.length && before.every((item, index) => item === after[index])) return [];
  const items = after.map((item) => {
    const [written] = writer.orderOf([item]) as readonly Json[];
    return before.includes(item) ? { keep: item.source } : { add: written ?? null };
  });
  return [{ file: at.file, edit: { type: "arrangeList", in: { key: at }, items }, address, field: "order" }];
}
