import type { Desired, OrderItem } from "../model/desired.ts";
import type { BeforeImage } from "../model/documents/before-image.ts";
import type { Kind } from "../model/kind.ts";
import { liveKey } from "../model/live.ts";
import { lookAt } from "../planner/snapshot.ts";
import { isTreeKind } from "../planner/tree/tree-kind.ts";
import { equalJson } from "../text/json.ts";
import { imageKey } from "./object-state.ts";
import { declaredAddress, keyOf, type UndoContext, update } from "./undo-context.ts";

/** Declares the orders of collections and spaces where they are not as they were. */
export function declareTreeOrders(context: UndoContext): Desired["organizations"] {
  const { images, organizations, sourceOf } = context;
  return Object.entries(organizations).map(([alias, id]) => {
    const holders = images.filter(
      (image) => image.organization === alias && Array.isArray(image.values.order),
    );
    let top: readonly OrderItem[] | undefined;
    for (const holder of holders) {
      const order = orderBefore(context, holder);
      if (holder.kind === undefined) top = order;
      else if (order !== undefined) update(context, declaredAddress(context, holder), { order });
    }
    const base = { alias, id, source: sourceOf(alias), manage: {}, manageSources: {} };
    return { ...base, ...(top === undefined ? {} : { order: top }) };
  });
}

/** What stood in a holder and is back, in order; undefined when it stands so. What came since is left where it is. */
function orderBefore(context: UndoContext, holder: BeforeImage): readonly OrderItem[] | undefined {
  if (holder.kind !== undefined && context.stateOf(holder) === "gone") return undefined;
  const { organization } = holder;
  const before = (holder.values.order as readonly string[]).flatMap((id) => {
    const kind = treeKindOf(context, organization, id);
    return kind === undefined || !isBack(context, organization, kind, id) ? [] : [{ kind, id }];
  });
  const ids = before.map(({ id }) => id);
  const now = orderNow(context, holder)?.filter((id) => ids.includes(id));
  if (now !== undefined && equalJson(ids, now)) return undefined;
  const source = context.sourceOf(holder.address);
  return before.map(({ kind, id }) => ({
    kind: kind.name,
    name: nameOf(context, organization, kind, id),
    source,
  }));
}

function treeKindOf(
  { kinds, imageOf, liveNow }: UndoContext,
  organization: string,
  id: string,
): Kind | undefined {
  const all = kinds.childrenOf().filter(isTreeKind);
  return all.find(({ name }) => {
    const key = liveKey({ organization, kind: name, id });
    return imageOf(key) !== undefined || liveNow(key) !== undefined;
  });
}

function isBack(context: UndoContext, organization: string, { name }: Kind, id: string): boolean {
  const key = liveKey({ organization, kind: name, id });
  const image = context.imageOf(key);
  if (image !== undefined) return context.stateOf(image) !== "gone";
  return context.live === undefined || context.liveNow(key) !== undefined;
}

/** What stands in a holder now; undefined when that is not known, or the holder is not there. */
function orderNow({ view, liveNow, kinds }: UndoContext, holder: BeforeImage): readonly string[] | undefined {
  const { organization } = holder;
  if (view === undefined) return undefined;
  if (holder.kind === undefined) return lookAt(view, { organization }, "order") as readonly string[];
  const live = liveNow(imageKey(holder));
  if (live === undefined) return undefined;
  return lookAt(view, { organization, kind: kinds.get(live.kind), live }, "order") as readonly string[];
}

function nameOf(context: UndoContext, organization: string, { name: kind }: Kind, id: string): string {
  const image = context.imageOf(liveKey({ organization, kind, id }));
  const isDeclared = image !== undefined && declaredAddress(context, image) !== undefined;
  return isDeclared ? keyOf(context, image) : `id:${id}`;
}
