import type { BeforeImage } from "../model/documents/before-image.ts";
import type { Kind } from "../model/kind.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import { liveValue, normalized } from "../planner/match/identity.ts";
import { canonicalJson, type Json } from "../text/json.ts";
import type { Lookups, UndoInput } from "./undo-input.ts";

/**
 * Finds the live object that was there before the run, too, and has the name of an object that the run deleted: a plan
 * would take it for that one. An example: the run deleted one of two teams with the same title.
 */
export function namesakesIn(
  { live, there, kinds }: UndoInput,
  { imageOf }: Lookups,
): (image: BeforeImage) => LiveResource | undefined {
  const before = new Set(
    there.flatMap(({ organization, kind, ids }) => ids.map((id) => liveKey({ organization, kind, id }))),
  );
  // An object with an image is declared by its id, so nothing else is taken for it.
  const others = (live?.resources ?? []).filter(
    (one) => before.has(liveKey(one)) && imageOf(liveKey(one)) === undefined,
  );
  const byName = new Map(
    others.flatMap((one) => {
      const kind = kinds.get(one.kind);
      return namesOf(kind, one.organization, one.parentId, (name) => liveValue(kind, name, one)).map(
        (name): [string, LiveResource] => [name, one],
      );
    }),
  );
  return ({ organization, kind: kindName = "", parent, values }) => {
    const kind = kinds.get(kindName);
    // An order names its items by their ids.
    if (kind.sequence !== undefined) return undefined;
    const names = namesOf(kind, organization, parent, (name) => valueIn(kind, name, values[name]));
    return names.map((name) => byName.get(name)).find((one) => one !== undefined);
  };
}

function valueIn({ fields }: Kind, name: string, value: Json | undefined): Json | undefined {
  const field = fields[name];
  return field === undefined || value === undefined || value === null ? value : normalized(field, value);
}

/** Each natural key that an object has, as one text. */
function namesOf(
  { name: kind, naturalKeys }: Kind,
  organization: string,
  parent: string | undefined,
  read: (name: string) => Json | undefined,
): readonly string[] {
  return naturalKeys.flatMap((names) => {
    const values = names.flatMap((name) => read(name) ?? []);
    if (values.length < names.length) return [];
    return [canonicalJson([organization, kind, parent ?? null, ...names, ...values])];
  });
}
