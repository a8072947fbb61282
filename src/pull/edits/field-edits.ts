import type { FileEdit } from "../../manifest/edit/edit.ts";
import { projectFile } from "../../manifest/read/project-files.ts";
import type { Desired, DesiredResource } from "../../model/desired.ts";
import type { Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { treeField } from "../../planner/tree/tree-kind.ts";
import { equalJson } from "../../text/json.ts";
import { addition } from "./addition.ts";
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
