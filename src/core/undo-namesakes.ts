import type { BeforeImage } from "./before-image.ts";
import { liveValue, normalized } from "./identity.ts";
import { equalJson } from "./json.ts";
import type { Kind } from "./kind.ts";
import { keyFields } from "./kind-index.ts";
import type { LiveResource } from "./live.ts";
import { isTreeKind } from "./tree-kind.ts";
import { addressIn, declare, declaredAddress, type Undoing } from "./undo-parts.ts";

/**
 * Names by its id what was there before the run, too, and answers to a name of something that is created anew: it was
 * another one then, so it is not taken for that now. What stands in an order is named by its image already.
 */
export function declareNamesakes(undoing: Undoing): void {
  for (const image of undoing.images) {
    const kind = image.kind === undefined ? undefined : undoing.kinds.get(image.kind);
    if (kind === undefined || kind.sequence !== undefined || isTreeKind(kind)) continue;
    if (undoing.fateOf(image) === "anew") declareLike(undoing, image, kind);
  }
}

function declareLike(undoing: Undoing, image: BeforeImage, kind: Kind): void {
  const { organization } = image;
  const isIn = (one: BeforeImage): boolean =>
    one.id === image.parent && one.kind === kind.parent && one.organization === organization;
  const owner = undoing.images.find(isIn);
  const parent = owner === undefined ? undefined : declaredAddress(undoing, owner);
  if (kind.parent !== undefined && parent === undefined) return;
  const before = undoing.there.find((one) => one.kind === kind.name && one.organization === organization);
  const there = new Set(before?.ids);
  const declared = new Set(
    [...undoing.resources.values()].flatMap((one) =>
      one.kind === kind.name && one.organization === organization ? [one.id] : [],
    ),
  );
  const beside = undoing.view?.liveIn(organization, kind.name, image.parent) ?? [];
  for (const live of beside) {
    const isOther = there.has(live.id) && !declared.has(live.id);
    if (!isOther || !sharesName(image, kind, live)) continue;
    const address = addressIn(kind, organization, live.id, parent);
    const inParent = parent === undefined ? {} : { parent };
    declare(undoing, { address, kind: kind.name, key: live.id, ...inParent, id: live.id });
  }
}

function sharesName({ values }: BeforeImage, kind: Kind, live: LiveResource): boolean {
  return keyFields(kind).some((name) => {
    const [field, value] = [kind.fields[name], values[name]];
    if (field === undefined || value === undefined || value === null) return false;
    return equalJson(liveValue(kind, name, live) ?? null, normalized(field, value));
  });
}
