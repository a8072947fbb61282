import { once } from "../contract/once.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import type { Kind } from "../model/kind.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { keyAt, type LiveResource, liveKey } from "../model/live.ts";
import { liveValue, normalized } from "../planner/match/identity.ts";
import type { Journal } from "../state/journal.ts";
import { canonicalJson, type Json } from "../text/json.ts";
import { createdIn } from "./created-objects.ts";

/**
 * Finds the live object that a plan would take for one that is created again: it has the same name in the same place, and
 * the run did not touch it. Example: the run deleted one of two teams with the same title.
 */
export function sameNamedIn(
  journal: Journal,
  live: readonly LiveResource[],
  kinds: KindIndex,
): (image: BeforeImage) => LiveResource | undefined {
  const byName = once(() => {
    const touched = new Set([
      ...createdIn(journal).map(keyAt),
      ...journal.images.map(({ organization, kind = "", id }) => liveKey({ organization, kind, id })),
    ]);
    const others = live.filter((one) => !touched.has(liveKey(one)));
    return new Map(
      others.flatMap((one) => {
        const kind = kinds.get(one.kind);
        const names = namesOf(kind, one.organization, one.parentId, (name) => liveValue(kind, name, one));
        return names.map((name): [string, LiveResource] => [name, one]);
      }),
    );
  });
  return ({ organization, kind: kindName = "", parent, values }) => {
    const kind = kinds.get(kindName);
    // An order names its items by their ids.
    if (kind.sequence !== undefined) return undefined;
    const names = namesOf(kind, organization, parent, (name) => valueIn(kind, name, values[name]));
    return names.map((name) => byName().get(name)).find((one) => one !== undefined);
  };
}

function valueIn({ fields }: Kind, name: string, value: Json | undefined): Json | undefined {
  const field = fields[name];
  return field === undefined || value === undefined || value === null ? undefined : normalized(field, value);
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
