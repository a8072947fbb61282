import { addressBelow } from "../model/address.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import type { Kind } from "../model/kind.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import { snapshotValue } from "../planner/preconditions/snapshot.ts";
import type { Json } from "../text/json.ts";
import { addressBefore, keyOf, kindOf } from "./image.ts";
import { stateOf, type Undoing } from "./undoing.ts";

/** An object that a field names. */
type Named = Pick<LiveResource, "organization" | "kind" | "id">;

/** The name of a person in manifests: by the platform, or by the image of a person who was removed. */
export function personName({ view, imageOf }: Undoing, person: Named): string {
  const live = view.liveByKey(liveKey(person));
  if (live !== undefined) return view.kinds.get(person.kind).label(live.answer);
  const image = imageOf(liveKey(person));
  return image === undefined ? person.id : keyOf(view.kinds, image);
}

/**
 * The name of an object in manifests: its key when it is created again, else its id. Beside the object of an image, in
 * the same parent: its address there, else its kind and id.
 */
export function nameBeforeUndo(undoing: Undoing, named: Named, beside?: BeforeImage): string {
  const image = undoing.imageOf(liveKey(named));
  if (image === undefined || stateOf(undoing, image) !== "recreated")
    return `${beside === undefined ? "id" : named.kind}:${named.id}`;
  if (beside === undefined) return keyOf(undoing.view.kinds, image);
  const parent = addressBefore(beside).split(".").slice(0, -2).join(".");
  return addressBelow(parent, addressBefore(image));
}

/** Whether an object is not there any more, and does not come back. It is not known where the kind was not read. */
export function isGone(undoing: Undoing, named: Named): boolean {
  const { view, imageOf } = undoing;
  const image = imageOf(liveKey(named));
  if (image !== undefined) {
    const state = stateOf(undoing, image);
    return (
      state === "gone" || (state === "recreated" && kindOf(view.kinds, image).operations.create === undefined)
    );
  }
  const found = view.liveByKey(liveKey(named));
  if (found !== undefined) return found.deleted === true;
  return view.liveIn(named.organization, named.kind).length > 0;
}

/** The required fields of an item as they are now: the planner needs them to tell what an item shows. */
export function requiredNow(
  { view }: Undoing,
  kind: Kind,
  live: LiveResource | undefined,
): Readonly<Record<string, Json>> {
  if (live === undefined) return {};
  const entries = kind.required.map((name): [string, Json] => {
    const value = snapshotValue(view, { organization: live.organization, kind, live }, name);
    const isReference = kind.fields[name]?.refersTo !== undefined && value !== null;
    return [name, isReference ? `id:${value}` : value];
  });
  return Object.fromEntries(entries);
}
