import { groupBy } from "../model/group-by.ts";
import type { Kind } from "../model/kind.ts";
import { keyFields } from "../model/kind-index.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import { liveValue, normalized } from "../planner/match/identity.ts";
import { isTreeKind } from "../planner/tree/tree-kind.ts";
import { canonicalJson, type Json } from "../text/json.ts";
import type { BeforeImage } from "./before-image.ts";
import { addressIn, declare, declaredAddress, type Undoing } from "./undo-parts.ts";

/**
 * Names by its id what was there before the run, too, and answers to a name of something that is created anew: it was
 * another one then, so it is not taken for that now. What stands in an order is named by its image already.
 */
export function declareNamesakes(undoing: Undoing): void {
  const isOther = othersIn(undoing);
  const known = new Map<string, Others>();
  for (const image of undoing.images) {
    const kind = image.kind === undefined ? undefined : undoing.kinds.get(image.kind);
    if (kind === undefined || kind.sequence !== undefined || isTreeKind(kind)) continue;
    if (undoing.fateOf(image) !== "anew") continue;
    const place = `${image.organization} ${kind.name} ${image.parent}`;
    const others = known.get(place) ?? othersBeside(undoing, image, kind, isOther);
    known.set(place, others);
    declareLike(undoing, image, kind, others);
  }
}

type IsOther = (live: LiveResource) => boolean;

/** Was it there before, and does the undo say nothing of it so far? */
function othersIn({ there, resources }: Undoing): IsOther {
  const before = new Set(
    there.flatMap(({ organization, kind, ids }) => ids.map((id) => liveKey({ organization, kind, id }))),
  );
  const declared = new Set(
    [...resources.values()].map(({ organization, kind, id }) => liveKey({ organization, kind, id })),
  );
  return (live) => before.has(liveKey(live)) && !declared.has(liveKey(live));
}

/** Others by each of their names. */
type Others = ReadonlyMap<string, readonly LiveResource[]>;

function othersBeside(
  { view }: Undoing,
  { organization, parent }: BeforeImage,
  kind: Kind,
  isOther: IsOther,
): Others {
  const beside = view?.liveIn(organization, kind.name, parent) ?? [];
  const named = beside.filter(isOther).flatMap((live) => {
    const names = namesIn(kind, (name) => liveValue(kind, name, live));
    return names.map((name) => ({ name, live }));
  });
  const byName = groupBy(named, ({ name }) => name);
  return new Map([...byName].map(([name, all]) => [name, all.map(({ live }) => live)]));
}

function declareLike(undoing: Undoing, image: BeforeImage, kind: Kind, others: Others): void {
  const owner = undoing.ownerOf(image);
  const parent = owner === undefined ? undefined : declaredAddress(undoing, owner);
  if (kind.parent !== undefined && parent === undefined) return;
  const names = namesIn(kind, (name) => {
    const [field, value] = [kind.fields[name], image.values[name]];
    return field === undefined || value === undefined || value === null
      ? undefined
      : normalized(field, value);
  });
  for (const { id } of names.flatMap((name) => others.get(name) ?? [])) {
    const address = addressIn(kind, image.organization, id, parent);
    const inParent = parent === undefined ? {} : { parent };
    declare(undoing, { address, kind: kind.name, key: id, ...inParent, id });
  }
}

/** What something answers to, by any field of its keys. */
function namesIn(kind: Kind, read: (name: string) => Json | undefined): readonly string[] {
  return keyFields(kind).flatMap((name) => {
    const value = read(name);
    return value === undefined ? [] : [`${name} ${canonicalJson(value)}`];
  });
}
