import { once } from "../contract/once.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import type { Kind } from "../model/kind.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import { liveValue, normalized } from "../planner/match/identity.ts";
import type { Journal } from "../state/journal.ts";
import { canonicalJson, type Json } from "../text/json.ts";
import { imageKey, kindOf, thereBefore } from "./image.ts";

/**
 * Finds the live object that a plan would take for one that is created again: it has the same name in the same place, and
 * it was there before the run, which did not touch it. Example: the run deleted one of two teams with the same title. An
 * object that came since replaces the deleted one.
 */
export function sameNamedIn(
  kinds: KindIndex,
  journal: Journal,
  live: readonly LiveResource[],
): (image: BeforeImage) => LiveResource | undefined {
  const byName = once(() => {
    const untouched = untouchedBy(journal);
    const others = live.filter((one) => untouched.has(liveKey(one)));
    return new Map(
      others.flatMap((one) => namesOfLive(kinds, one).map((name): [string, LiveResource] => [name, one])),
    );
  });
  return (image) => {
    // An order names its items by their ids.
    if (kindOf(kinds, image).sequence !== undefined) return undefined;
    return namesOfImage(kinds, image)
      .map((name) => byName().get(name))
      .find((one) => one !== undefined);
  };
}

/** Each natural key that a live object has in its place, as one text. */
export function namesOfLive(kinds: KindIndex, live: LiveResource): readonly string[] {
  const kind = kinds.get(live.kind);
  const container = kind.sequence?.containerOf(live.answer);
  return namesOf(kind, [live.organization, live.parentId, container], (name) => liveValue(kind, name, live));
}

/** The same of an image, in a container of a structure. */
export function namesOfImage(kinds: KindIndex, image: BeforeImage, container?: string): readonly string[] {
  const { organization, parent, values } = image;
  const kind = kindOf(kinds, image);
  return namesOf(kind, [organization, parent, container], (name) => valueIn(kind, name, values[name]));
}

/** The `liveKey` of each object that was there before a run, and that the run did not touch. */
function untouchedBy(journal: Journal): ReadonlySet<string> {
  const touched = new Set(journal.images.map(imageKey));
  return new Set(thereBefore(journal).filter((key) => !touched.has(key)));
}

function valueIn({ fields }: Kind, name: string, value: Json | undefined): Json | undefined {
  const field = fields[name];
  return field === undefined || value === undefined || value === null ? undefined : normalized(field, value);
}

function namesOf(
  { name: kind, naturalKeys }: Kind,
  place: readonly (string | undefined)[],
  read: (name: string) => Json | undefined,
): readonly string[] {
  return naturalKeys.flatMap((names) => {
    const values = names.flatMap((name) => read(name) ?? []);
    if (values.length < names.length) return [];
    return [canonicalJson([kind, ...place.map((one) => one ?? null), ...names, ...values])];
  });
}
