import type { BeforeImage } from "../model/documents/before-image.ts";
import { liveKey } from "../model/live.ts";
import { containerKeys, parentKey } from "../planner/live-parent.ts";
import { isTransfer } from "../planner/tree/transfer-change.ts";
import type { Lookups, UndoInput } from "./undo-input.ts";

/**
 * What an undo does with an object of which there is an image: it is `there`; the platform can have it `restored`; it is
 * `recreated`, as the run deleted it; or it is `gone`, and no call brings it back.
 */
export type ObjectState = "there" | "restored" | "recreated" | "gone";

/** The `liveKey` of what an image is of. */
export function imageKey({ organization, kind = "", id }: BeforeImage): string {
  return liveKey({ organization, kind, id });
}

/**
 * Tells the state of each object. Only what the run deleted is recreated: what somebody else deleted since stays deleted.
 * Without a live state all counts as there, so that it is read.
 */
export function statesOf(input: UndoInput, lookups: Lookups): (image: BeforeImage) => ObjectState {
  const { live, kinds } = input;
  if (live === undefined) return () => "there";
  const isDeletedByRun = deletedBy(input, lookups);
  return (image) => {
    const found = lookups.liveNow(imageKey(image));
    if (found !== undefined) return found.deleted === true ? "restored" : "there";
    const isRestorable = kinds.get(image.kind ?? "").tree?.restore !== undefined;
    return !isRestorable && isDeletedByRun(image) ? "recreated" : "gone";
  };
}

/** Did the run delete something, by itself or with what it stood in? To move some items, docform deletes and recreates them. */
function deletedBy({ kinds, images }: UndoInput, lookups: Lookups): (image: BeforeImage) => boolean {
  const { changesOf, imageOf } = lookups;
  const containerOf = containersIn(images);
  const isDeleted = (image: BeforeImage): boolean => {
    const changes = changesOf(image);
    if (changes.some(isTransfer)) return false;
    if (changes.some(({ action }) => action === "delete" || action === "move")) return true;
    const { organization, parent, id } = image;
    const kind = kinds.get(image.kind ?? "");
    const keys = [
      ...containerKeys(kind, organization, containerOf(organization, id)),
      parentKey(kind, { organization, parentId: parent }) ?? "",
    ];
    return keys.some((key) => {
      const owner = imageOf(key);
      return owner !== undefined && isDeleted(owner);
    });
  };
  return isDeleted;
}

/** Tells the id of the container in which an item stood, by the orders in the images. */
function containersIn(
  images: readonly BeforeImage[],
): (organization: string, id: string | undefined) => string | undefined {
  const containers = new Map<string, string>();
  for (const { organization, values } of images)
    for (const [path, order] of Object.entries(values)) {
      if (!path.startsWith("order.")) continue;
      for (const [container, ids] of Object.entries(order as Record<string, readonly string[]>))
        for (const id of ids) containers.set(`${organization} ${id}`, container);
    }
  return (organization, id) => containers.get(`${organization} ${id}`);
}
