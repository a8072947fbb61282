import { once } from "../contract/once.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import type { Kind } from "../model/kind.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import { liveValue, normalized } from "../planner/match/identity.ts";
import type { Journal } from "../state/journal.ts";
import { canonicalJson, type Json } from "../text/json.ts";

/**
 * Finds the live object that a plan would take for one that is created again: it has the same name in the same place, and
 * it was there before the run, which did not touch it. Example: the run deleted one of two teams with the same title. An
 * object that came since may be from an undo that broke off: the plan may take that.
 */
export function sameNamedIn(
  journal: Journal,
  live: readonly LiveResource[],
  kinds: KindIndex,
): (image: BeforeImage) => LiveResource | undefined {
  const byName = once(() => {
    const untouched = untouchedBy(journal);
    const others = live.filter((one) => untouched.has(liveKey(one)));
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

/** The `liveKey` of each object that was there before a run, and that the run did not touch. */
function untouchedBy({ there, images }: Journal): ReadonlySet<string> {
  const keys = there.flatMap(({ organization, kind, ids }) =>
    ids.map((id) => liveKey({ organization, kind, id })),
  );
  const touched = new Set(
    images.map(({ organization, kind = "", id }) => liveKey({ organization, kind, id })),
  );
  return new Set(keys.filter((key) => !touched.has(key)));
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
