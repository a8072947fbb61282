import type { Address } from "../model/address.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { keyAt, type Live, type LiveResource } from "../model/live.ts";
import { familyName, viewOf } from "../planner/preconditions/snapshot.ts";
import { familiesOf } from "../planner/sequence/structure.ts";
import type { Planning } from "../planner/state/planning.ts";
import type { AfterImage } from "../state/journal-line.ts";
import { equalJson, type Json } from "../text/json.ts";
import { type BeforeRun, isHidden, valueNowAt } from "./before-images.ts";
import type { Created } from "./created-objects.ts";

/** A run that has ended, and the live state that its second plan has read. */
interface AfterRun extends Pick<BeforeRun, "resourceAt"> {
  readonly images: readonly BeforeImage[];
  readonly created: readonly Created[];
  readonly live: Live;
  readonly kinds: KindIndex;
}

/**
 * How a run left what it touched and created, as far as its second plan has read that. An undo tells by it what somebody
 * changed after the run. Pure.
 */
export function afterImagesOf({ images, created, live, kinds, resourceAt }: AfterRun): readonly AfterImage[] {
  const view = viewOf(live, kinds);
  const touched = images.flatMap((image) => afterImageOf(view, image));
  const made = created.flatMap((one): readonly AfterImage[] => {
    const found = view.liveByKey(keyAt(one));
    return found === undefined ? [] : [createdImageOf(view, found, one.address, resourceAt)];
  });
  return [...touched, ...made];
}

/** The values that are not as before the run; nothing of an object that is gone. */
function afterImageOf(view: Planning, image: BeforeImage): readonly AfterImage[] {
  const { organization, kind, id } = image;
  const values: Record<string, Json> = {};
  for (const [path, before] of Object.entries(image.values)) {
    const now = valueNowAt(view, image, path);
    if (now === undefined) return [];
    if (!equalJson(now, before)) values[path] = now;
  }
  const which = { ...(kind === undefined ? {} : { kind }), ...(id === undefined ? {} : { id }) };
  return [{ organization, ...which, values }];
}

/** All values of an object that the run created, and what is in it. */
function createdImageOf(
  view: Planning,
  live: LiveResource,
  address: Address,
  resourceAt: BeforeRun["resourceAt"],
): AfterImage {
  const { organization, kind: name, id } = live;
  const kind = view.kinds.get(name);
  const paths = pathsOf(view.kinds, name).filter((path) => !isHidden({ resourceAt }, kind, address, path));
  // Where manifests say nothing of what is in it, nothing was read: the run has put nothing into it.
  const values = paths.map((path): [string, Json] => {
    return [path, valueNowAt(view, live, path) ?? null];
  });
  return { organization, kind: name, id, values: Object.fromEntries(values) };
}

/** The paths at which an object of a kind can be changed: its fields, and what is in it. */
export function pathsOf(kinds: KindIndex, name: string): readonly string[] {
  const { fields, tree } = kinds.get(name);
  const lists = kinds.childrenOf(name).filter(({ sequence, shape }) => !sequence && shape !== "singleton");
  return [
    ...Object.keys(fields),
    ...lists.map(({ plural }) => plural),
    ...familiesOf({ kinds }, name).map((family) => `order.${familyName(family)}`),
    ...(tree?.holds === true ? ["order"] : []),
  ];
}
