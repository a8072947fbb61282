import { addressBelow } from "../model/address.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import type { Kind } from "../model/kind.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import { snapshotValue } from "../planner/preconditions/snapshot.ts";
import type { Json } from "../text/json.ts";
import { addressBefore, keyOf, kindOf } from "./image.ts";
import { stateOf, type Undoing } from "./undoing.ts";

/** An object that a field names. */
export type Named = Pick<LiveResource, "organization" | "kind" | "id">;

/** The name of a person in manifests: by the platform, or by the image of a person who was removed. */
export function personName({ view, imageOf }: Undoing, person: Named): string {
  const live = view.liveByKey(liveKey(person));
  if (live !== undefined) return view.kinds.get(person.kind).label(live.answer);
  const image = imageOf(liveKey(person));
  return image === undefined ? person.id : keyOf(view.kinds, image);
}

/** The name of an object in manifests: its key when it is created again, else its id. */
export function nameBeforeUndo(undoing: Undoing, named: Named): string {
  const image = recreatedAs(undoing, named);
  return image === undefined ? `id:${named.id}` : keyOf(undoing.view.kinds, image);
}

/** The same of an object that is in the same parent as one of an image: the address there of one that is created again. */
export function inParentBefore(from: BeforeImage): typeof nameBeforeUndo {
  return (undoing, named) => {
    const image = recreatedAs(undoing, named);
    if (image === undefined) return `${named.kind}:${named.id}`;
    const own = `.${kindOf(undoing.view.kinds, from).plural}.${keyOf(undoing.view.kinds, from)}`;
    return addressBelow(addressBefore(from).slice(0, -own.length), addressBefore(image));
  };
}

function recreatedAs(undoing: Undoing, named: Named): BeforeImage | undefined {
  const image = undoing.imageOf(liveKey(named));
  return image !== undefined && stateOf(undoing, image) === "recreated" ? image : undefined;
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
