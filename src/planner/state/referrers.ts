import type { Field } from "../../model/field.ts";
import { addTo } from "../../model/group-by.ts";
import { type KindIndex, perKind } from "../../model/kind-index.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { liveValue } from "../match/identity.ts";

/** A field that names one of another kind by its id, and is no place in the tree. */
interface ReferringField {
  readonly name: string;
  /** Kind of what it names. */
  readonly kind: string;
  /** Without it there is no such thing: it goes with what it names, where the platform takes that away (A26). */
  readonly isNeeded: boolean;
}

/** Something that names another thing, by a field. */
export interface Referrer {
  readonly live: LiveResource;
  readonly field: ReferringField;
}

/** The fields of a kind that name something outside the tree. */
export const referringFields = perKind((kind): readonly ReferringField[] =>
  Object.entries<Field>(kind.fields).flatMap(([name, { refersTo, tree }]) =>
    refersTo === undefined || tree !== undefined
      ? []
      : [{ name, kind: refersTo, isNeeded: kind.required.includes(name) }],
  ),
);

/** Finds what of all that was read names something; what is deleted names nothing any more. */
export function referrersIn(
  resources: readonly LiveResource[],
  kinds: KindIndex,
): (target: Pick<LiveResource, "organization" | "kind" | "id">) => readonly Referrer[] {
  const found = new Map<string, Referrer[]>();
  for (const live of resources) {
    if (live.deleted === true) continue;
    const kind = kinds.get(live.kind);
    for (const field of referringFields(kind)) {
      const id = liveValue(kind, field.name, live);
      if (typeof id !== "string") continue;
      addTo(found, liveKey({ organization: live.organization, kind: field.kind, id }), { live, field });
    }
  }
  return (target) => found.get(liveKey(target)) ?? [];
}
