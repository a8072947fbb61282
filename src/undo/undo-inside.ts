import { type Address, ownersOf } from "../model/address.ts";
import { groupBy } from "../model/group-by.ts";
import { parentKey } from "../planner/live-parent.ts";
import type { BeforeImage } from "./before-image.ts";
import { imageKey, type Known } from "./undo-fate.ts";
import type { Made, UndoInput } from "./undo-parts.ts";

/** What stood in what, what the run made in it, and where it changed something. */
export interface Insides {
  /** What something stood in, as its parent. */
  readonly ownerOf: (image: BeforeImage) => BeforeImage | undefined;
  /** What stood in something, as its parent. */
  readonly imagesIn: (owner: BeforeImage) => readonly BeforeImage[];
  /** What was at an address, or is what the address stands in, of a kind. */
  readonly imageAround: (address: Address, kind: string) => BeforeImage | undefined;
  readonly madeIn: (owner: Address) => readonly Made[];
  /** Was the run to change something at an address, or in it? */
  readonly isChangedIn: (owner: Address) => boolean;
}

/** Finds out once what stood in what. */
export function insidesOf({ images, made, changes, kinds }: UndoInput, { imageOf }: Known): Insides {
  const ownerKey = ({ kind, organization, parent }: BeforeImage): string | undefined =>
    kind === undefined ? undefined : parentKey(kinds.get(kind), { organization, parentId: parent });
  const inside = groupBy(images, (image) => ownerKey(image) ?? "");
  const around = groupBy(images, ({ kind, address }) => `${kind} ${address}`);
  const makings = made.flatMap((one) => ownersOf(one.address).map((owner) => ({ owner, one })));
  const madeIn = groupBy(makings, ({ owner }) => owner);
  const changed = new Set(changes.flatMap(({ address }) => ownersOf(address)));
  return {
    ownerOf: (image) => {
      const key = ownerKey(image);
      return key === undefined ? undefined : imageOf(key);
    },
    imagesIn: (owner) => inside.get(imageKey(owner)) ?? [],
    imageAround: (address, kind) => {
      const found = ownersOf(address).flatMap((owner) => around.get(`${kind} ${owner}`) ?? []);
      return found[0];
    },
    madeIn: (owner) => (madeIn.get(owner) ?? []).map(({ one }) => one),
    isChangedIn: (owner) => changed.has(owner),
  };
}
