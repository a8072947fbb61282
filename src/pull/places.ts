import type { Address } from "../model/address.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import { liveItem, parentKey } from "../planner/live-address.ts";
import { root } from "../planner/sequence/arrangement.ts";
import { familiesOf, liveOrder } from "../planner/sequence/structure.ts";
import type { Pulling } from "./pulling.ts";

/** Where something stands in the structure of its owner. */
interface Place {
  readonly container?: LiveResource;
  readonly index: number;
}

/** The places of all items of structures. */
export interface Places {
  readonly placeOf: (live: LiveResource) => Place | undefined;
  /**
   * Does it stand in a structure that manifests cannot say, or that is not pulled? One that lacks an item would take
   * it away.
   */
  readonly isUnsayable: (live: LiveResource) => boolean;
  /** Does the structure of an owner stay as it is written, as manifests cannot say it, or it is not pulled? */
  readonly isStructureLeft: (owner: LiveResource) => boolean;
}

/** Reads the structures of all that is declared, or to be. */
export function placesIn(pulling: Pulling): Places {
  const { live, kinds, naming } = pulling;
  const places = new Map<LiveResource, Place>();
  const unsayable = new Set<string>();
  for (const owner of live.resources) {
    const families = familiesOf(pulling, owner.kind);
    if (families.length === 0 || !naming.isDeclared(owner)) continue;
    const items = families
      .flatMap((family) => family.kinds)
      .flatMap((kind) => pulling.view.liveIn(owner.organization, kind.name, owner.id));
    if (!isStructureMeant(pulling, owner, items)) {
      unsayable.add(liveKey(owner));
      continue;
    }
    if (items.some((item) => naming.addressOf(item) === undefined)) {
      unsayable.add(liveKey(owner));
      pulling.leaveOut(naming.addressOf(owner) ?? "", noName, "structure");
      continue;
    }
    for (const family of families)
      for (const [container, names] of liveOrder(pulling.view, owner, family))
        for (const [index, name] of names.entries()) addPlace(pulling, places, { container, name, index });
  }
  return {
    placeOf: (one) => places.get(one),
    isUnsayable: (one) => {
      const kind = kinds.get(one.kind);
      return kind.sequence !== undefined && unsayable.has(parentKey(kind, one) ?? "");
    },
    isStructureLeft: (owner) => unsayable.has(liveKey(owner)),
  };
}

/** Is an owner pulled, or something in its structure? What is not stays as it is written, each in its place. */
function isStructureMeant(
  { naming, isMeant, before }: Pulling,
  owner: LiveResource,
  items: readonly LiveResource[],
): boolean {
  const address = naming.addressOf(owner);
  if (address === undefined || isMeant(address, owner)) return true;
  const isItemMeant = (item: LiveResource): boolean => isMeant(naming.addressOf(item) ?? address, item);
  return (
    items.some(isItemMeant) || before.resources.some((one) => one.parent === address && isMeant(one.address))
  );
}

const noName =
  "something in it has no key that manifests could write, such as a space that is shown twice in one place";

function addPlace(
  { view }: Pulling,
  places: Map<LiveResource, Place>,
  { container, name, index }: { readonly container: string; readonly name: string; readonly index: number },
): void {
  const live = liveItem(view, name);
  const holder = container === root ? undefined : liveItem(view, container);
  if (live !== undefined) places.set(live, { index, ...(holder === undefined ? {} : { container: holder }) });
}

/** The address of what an item stands in, besides its parent. */
export function containerAddress({ naming }: Pulling, place: Place | undefined): Address | undefined {
  return place?.container === undefined ? undefined : naming.addressOf(place.container);
}
