import { type KindIndex, mustSayItems, type Slot } from "../../src/manifest/schema/kind-slots.ts";
import { type Form, leftAlone, type Meaning, refused } from "../../src/manifest/schema/omitted-empty-null.ts";
import type { Kind } from "../../src/model/kind.ts";

/** A collection or a list of items: in a resource of a kind, or in the organization. */
export interface Listed {
  readonly owner?: Kind;
  readonly name: string;
  readonly slot: Exclude<Slot, { type: "field" | "meta" }>;
}

/** Every collection and list of items that a manifest can write. */
export function allListed(index: KindIndex): readonly Listed[] {
  const roots = index.roots.map((kind) => ({ name: kind.plural, slot: { type: "children", kind } as const }));
  const inner = [...index.byName.values()].flatMap((owner) =>
    [...index.slots(owner)].flatMap(([name, slot]) =>
      slot.type === "field" || slot.type === "meta" ? [] : [{ owner, name, slot }],
    ),
  );
  const order =
    index.tree.length === 0 ? [] : [{ name: "order", slot: { type: "order", kinds: index.tree } as const }];
  return [...roots, ...order, ...inner];
}

/** May `manage` make it listed or exact? A list of items is one value. */
export function isManageable({ slot }: Listed): boolean {
  return slot.type === "children" && slot.kind.shape === "collection";
}

/** The effect of a form of a collection or a list of items; `isExact`: `manage` makes it exact. */
export function meaningOfListed(listed: Listed, form: Form, isExact = false): Meaning {
  const { slot } = listed;
  if (form === "null") return refused("DF1005");
  // An order moves only what it names: an empty one moves nothing.
  if (slot.type === "order") return leftAlone;
  if (slot.type !== "children") return meaningOfNoItems(listed, slot.kinds, form);
  if (form === "omitted") return leftAlone;
  if (slot.kind.shape === "singleton") return slot.kind.required.length > 0 ? refused("DF1006") : leftAlone;
  if (!isExact) return { type: "reported" };
  if (slot.kind.operations.delete !== undefined)
    return { type: "removed", ...(slot.kind.signsInBySso === undefined ? {} : { butSso: true }) };
  return { type: "blocked", reason: `the API cannot delete a ${slot.kind.name}` };
}

function meaningOfNoItems({ owner }: Listed, kinds: readonly Kind[], form: Form): Meaning {
  if (form === "omitted")
    return owner !== undefined && mustSayItems(owner, kinds) ? refused("DF1006") : leftAlone;
  return owner?.sequence?.firstChild === undefined ? { type: "removed" } : refused("DF1005");
}
