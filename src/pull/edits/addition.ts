import type { Edit, FileEdit, Owner } from "../../manifest/edit/edit.ts";
import { fieldOrder } from "../../manifest/write/field-order.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Kind } from "../../model/kind.ts";
import type { Json } from "../../text/json.ts";
import type { Differing } from "./difference.ts";

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
