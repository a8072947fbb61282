import type { Desired, OrderItem } from "../model/desired.ts";
import type { Kind } from "../model/kind.ts";
import { liveKey } from "../model/live.ts";
import { lookAt } from "../planner/snapshot.ts";
import { isTreeKind, treeField } from "../planner/tree/tree-kind.ts";
import { equalJson, type Json } from "../text/json.ts";
import type { BeforeImage } from "./before-image.ts";
import { imageKey } from "./undo-fate.ts";
import { declaredAddress, keyOf, type Undoing, update } from "./undo-parts.ts";
import { referenceTo } from "./undo-values.ts";

/** Declares where things stood in the tree, where they stand elsewhere now. */
export function declareOrders(undoing: Undoing): Desired["organizations"] {
  const { images, organizations, sourceOf } = undoing;
  return Object.entries(organizations).map(([alias, id]) => {
    const base = { alias, id, source: sourceOf(alias), manage: {}, manageSources: {} };
    const top = images.find((image) => image.kind === undefined && image.organization === alias);
    const holders = images.filter(
      (image) => image.organization === alias && Array.isArray(image.values.order),
    );
    let order: readonly OrderItem[] | undefined;
    for (const holder of holders) {
      const items = orderBefore(undoing, holder);
      if (holder === top) order = items;
      else if (items !== undefined) update(undoing, declaredAddress(undoing, holder), { order: items });
    }
    return { ...base, ...(order === undefined ? {} : { order }) };
  });
}

/** What stood in a holder, in order, of what is there again; undefined when it stands so. */
function orderBefore(undoing: Undoing, holder: BeforeImage): readonly OrderItem[] | undefined {
  const ids = (holder.values.order as readonly string[]).filter((id) =>
    isBack(undoing, holder.organization, id),
  );
  if (undoing.live !== undefined && equalJson(ids, orderNow(undoing, holder, new Set(ids)))) return undefined;
  if (holder.kind !== undefined && undoing.fateOf(holder) === "gone") return undefined;
  return ids.flatMap((id) => {
    const { organization } = holder;
    const kind = treeKindOf(undoing, organization, id);
    if (kind === undefined) return [];
    placeIn(undoing, kind, id, holder);
    const image = undoing.imageOf(liveKey({ organization, kind: kind.name, id }));
    const name = image === undefined ? `id:${id}` : nameOf(undoing, image);
    return [{ kind: kind.name, name, source: undoing.sourceOf(holder.address) }];
  });
}

function nameOf(undoing: Undoing, image: BeforeImage): string {
  return declaredAddress(undoing, image) === undefined ? `id:${image.id}` : keyOf(undoing, image);
}

function isBack(undoing: Undoing, organization: string, id: string): boolean {
  const kind = treeKindOf(undoing, organization, id);
  const key = liveKey({ organization, kind: kind?.name ?? "", id });
  const image = undoing.imageOf(key);
  if (image !== undefined) return undoing.fateOf(image) !== "gone";
  return undoing.live === undefined || undoing.liveNow(key) !== undefined;
}

function treeKindOf(
  { kinds, imageOf, liveNow }: Undoing,
  organization: string,
  id: string,
): Kind | undefined {
  const all = kinds.childrenOf().filter(isTreeKind);
  return all.find(({ name }) => {
    const key = liveKey({ organization, kind: name, id });
    return imageOf(key) !== undefined || liveNow(key) !== undefined;
  });
}

function orderNow(undoing: Undoing, holder: BeforeImage, known: ReadonlySet<string>): Json {
  const { view, liveNow, kinds } = undoing;
  const live = holder.kind === undefined ? undefined : liveNow(imageKey(holder));
  if (view === undefined || (holder.kind !== undefined && live === undefined)) return null;
  const looked = {
    organization: holder.organization,
    ...(live === undefined ? {} : { live, kind: kinds.get(live.kind) }),
  };
  const now = lookAt(view, looked, "order") as readonly string[];
  return now.filter((id) => known.has(id));
}

/** Says what something stood in, where it is declared. */
function placeIn(undoing: Undoing, kind: Kind, id: string, holder: BeforeImage): void {
  const image = undoing.imageOf(liveKey({ organization: holder.organization, kind: kind.name, id }));
  const field = treeField(kind, "holder");
  const address = image && declaredAddress(undoing, image);
  const resource = address === undefined ? undefined : undoing.resources.get(address);
  if (resource === undefined || field === undefined) return;
  const value = holder.kind === undefined ? null : referenceTo(undoing, holder);
  update(undoing, resource.address, { values: { ...resource.values, [field]: value } });
}
