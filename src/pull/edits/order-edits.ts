import type { FileEdit } from "../../manifest/edit/edit.ts";
import type { Address } from "../../model/address.ts";
import type { DesiredOrganization, DesiredResource, OrderItem } from "../../model/desired.ts";
import type { Source } from "../../model/diagnostic.ts";
import type { Json } from "../../text/json.ts";
import { addition } from "./addition.ts";
import type { Differing } from "./difference.ts";

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
