import type { KindIndex } from "../model/kind-index.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import { referringFields } from "../planner/diff/referrers.ts";
import { containerKeys, parentKey } from "../planner/live-parent.ts";
import { isTransfer } from "../planner/tree/transfer-change.ts";
import type { BeforeImage } from "./before-image.ts";
import type { UndoInput, UndoneChange } from "./undo-parts.ts";

/**
 * What becomes of something that was there before: it is `there`; it was deleted and can be `restored`; the run
 * deleted it, and it is created `anew`; or it is `gone`, and nothing brings it back, as from another organization.
 */
export type Fate = "there" | "restored" | "anew" | "gone";

/** What there was and is, and what the run was to do. */
export interface Known {
  /** What was there with a `liveKey`. */
  readonly imageOf: (key: string) => BeforeImage | undefined;
  /** What the run was to do with what was there. */
  readonly changesOf: (image: BeforeImage) => readonly UndoneChange[];
  /** What has a `liveKey` now. */
  readonly liveNow: (key: string) => LiveResource | undefined;
}

/** Tells what becomes of all that was there before; of each it is found out once. */
export function fatesOf(input: UndoInput, known: Known): (image: BeforeImage) => Fate {
  const { live, kinds } = input;
  if (live === undefined) return () => "there";
  const isTaken = takenBy(input, known);
  // What is transferred keeps its id (A20).
  const inTrees = live.resources.filter(({ kind }) => kinds.get(kind).tree !== undefined);
  const anywhere = new Set(inTrees.map(({ kind, id }) => `${kind} ${id}`));
  const wentElsewhere = ({ kind, id }: BeforeImage): boolean => anywhere.has(`${kind} ${id}`);
  const fateOf = (image: BeforeImage): Fate => {
    const found = known.liveNow(imageKey(image));
    if (found !== undefined) return found.deleted === true ? "restored" : "there";
    if (wentElsewhere(image) || known.changesOf(image).some(isTransfer)) return "gone";
    const isRestorable = kinds.get(image.kind ?? "").tree?.restore !== undefined;
    return !isRestorable && isTaken(image) ? "anew" : "gone";
  };
  const fates = new Map<BeforeImage, Fate>();
  return (image) => {
    const fate = fates.get(image) ?? fateOf(image);
    fates.set(image, fate);
    return fate;
  };
}

/** The `liveKey` of what an image is of. */
export function imageKey({ organization, kind = "", id }: BeforeImage): string {
  return liveKey({ organization, kind, id });
}

/** Did the run take something away: by itself, to build it anew, or with what it stood in? */
function takenBy({ kinds, images }: UndoInput, known: Known): (image: BeforeImage) => boolean {
  const { changesOf, imageOf } = known;
  const { containerOf, heldIn } = ordersIn(images, kinds);
  const goesAlong = alongBy(kinds, known, heldIn);
  const isTaken = (image: BeforeImage): boolean => {
    if (changesOf(image).some(({ action }) => action === "delete" || action === "move")) return true;
    if (goesAlong(image)) return true;
    const { organization, parent } = image;
    const kind = kinds.get(image.kind ?? "");
    const holders = [
      ...[parentKey(kind, { organization, parentId: parent }) ?? []].flat(),
      ...containerKeys(kind, organization, containerOf(image)),
    ];
    return holders.some((key) => {
      const holder = imageOf(key);
      // What stands in a group that is dissolved moves up: it does not go with it.
      const takesAlong = holder !== undefined && kinds.get(holder.kind ?? "").sequence?.carries === undefined;
      return takesAlong && isTaken(holder);
    });
  };
  return isTaken;
}

/** The orders that images keep: in which container something stood, and what stood in one; undefined where none is kept. */
interface KeptOrders {
  readonly containerOf: (image: BeforeImage) => string | undefined;
  readonly heldIn: (image: BeforeImage) => readonly (BeforeImage | undefined)[];
}

function ordersIn(images: readonly BeforeImage[], kinds: KindIndex): KeptOrders {
  // An order tells ids alone, of the kinds that stand in one.
  const keyIn = (organization: string, id: string | undefined): string => `${organization} ${id}`;
  const ordered = images.filter(({ kind = "" }) => kind !== "" && kinds.get(kind).sequence !== undefined);
  const items = new Map(ordered.map((image) => [keyIn(image.organization, image.id), image]));
  const containers = new Map<string, string>();
  const held = new Map<string, readonly string[]>();
  for (const { organization, values } of images)
    for (const [path, order] of Object.entries(values))
      if (path.startsWith("order."))
        for (const [container, ids] of Object.entries(order as Record<string, readonly string[]>)) {
          for (const id of ids) containers.set(keyIn(organization, id), container);
          held.set(keyIn(organization, container), ids);
        }
  return {
    containerOf: ({ organization, id }) => containers.get(keyIn(organization, id)),
    heldIn: ({ organization, id }) =>
      (held.get(keyIn(organization, id)) ?? []).map((item) => items.get(keyIn(organization, item))),
  };
}

/** Did something go since the run deleted what it cannot be without: what it names, or all that stood in it (A26)? */
function alongBy(
  kinds: KindIndex,
  { changesOf, imageOf }: Known,
  heldIn: KeptOrders["heldIn"],
): (image: BeforeImage) => boolean {
  const isDeleted = (one: BeforeImage | undefined): boolean =>
    one !== undefined && changesOf(one).some(({ action }) => action === "delete");
  const namesDeleted = ({ organization, kind = "", values }: BeforeImage): boolean =>
    referringFields(kinds.get(kind)).some(
      ({ name, kind: target, isNeeded }) =>
        isNeeded && isDeleted(imageOf(liveKey({ organization, kind: target, id: String(values[name]) }))),
    );
  return (image) => {
    const isNeverEmpty = kinds.get(image.kind ?? "").sequence?.firstChild !== undefined;
    const held = isNeverEmpty ? heldIn(image) : [];
    if (held.length === 0) return namesDeleted(image);
    return held.every((item) => isDeleted(item) || (item !== undefined && namesDeleted(item)));
  };
}
