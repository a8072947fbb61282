import { type Address, itemKeyIn, withoutOrganization } from "../model/address.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import type { Kind } from "../model/kind.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { liveKey } from "../model/live.ts";
import { idsOf } from "../planner/preconditions/differences.ts";
import { isTransfer } from "../planner/tree/transfer-change.ts";
import type { Journal } from "../state/journal.ts";
import { isObject } from "../text/json.ts";

/** The `liveKey` of the object of an image. */
export function imageKey({
  organization,
  kind = "",
  id,
}: Pick<BeforeImage, "organization" | "kind" | "id">): string {
  return liveKey({ organization, kind, id });
}

/** The ids in each container of a structure, as images have them; `root` is a container too. */
export function containersIn(
  images: readonly Pick<BeforeImage, "values">[],
): readonly (readonly [container: string, ids: readonly string[]])[] {
  return images.flatMap(({ values }) =>
    Object.entries(values).flatMap(([path, order]) =>
      path.startsWith("order.") && isObject(order)
        ? Object.entries(order).map(([container, ids]) => [container, idsOf(ids)] as const)
        : [],
    ),
  );
}

/** The `liveKey` of each object that was there before a run. */
export function thereBefore({ there }: Journal): readonly string[] {
  return there.flatMap(({ organization, kind, ids }) => ids.map((id) => liveKey({ organization, kind, id })));
}

/** The kind of the object of an image. */
export function kindOf(kinds: KindIndex, { kind = "" }: BeforeImage): Kind {
  return kinds.get(kind);
}

/** The address at which an undo declares an object; an object that no manifest declares goes by its id. */
export function addressBefore({ address }: Pick<BeforeImage, "address">): Address {
  return address.replaceAll(".id:", ".");
}

/** The last part of an address: the key of a resource. Only keys at the root may have a dot: `members.ana@acme.example`. */
export function keyOf(kinds: KindIndex, image: BeforeImage): string {
  const place = withoutOrganization(image.address);
  const dot = kindOf(kinds, image).parent === undefined ? place.indexOf(".") : place.lastIndexOf(".");
  return itemKeyIn(place.slice(dot + 1));
}

/** Addresses of the objects that a run deleted. To move some items, docform deletes and recreates them. */
export function deletedIn(changes: Journal["header"]["changes"]): ReadonlySet<Address> {
  const deleted = changes.filter(
    (one) => one.action === "delete" || (one.action === "move" && !isTransfer(one)),
  );
  return new Set(deleted.map(({ address }) => address));
}
