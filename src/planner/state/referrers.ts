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

/** The `liveKey` of each object that a live resource names, and the field that names it. */
export function referencesOf(
  kinds: KindIndex,
  live: LiveResource,
): readonly { readonly key: string; readonly field: ReferringField }[] {
  const kind = kinds.get(live.kind);
  return referringFields(kind).flatMap((field) => {
    const id = liveValue(kind, field.name, live);
    const target = { organization: live.organization, kind: field.kind };
    return typeof id === "string" ? [{ key: liveKey({ ...target, id }), field }] : [];
  });
}

/** Finds what of all that was read names something; what is deleted names nothing any more. */
export function referrersIn(
  resources: readonly LiveResource[],
  kinds: KindIndex,
): (target: Pick<LiveResource, "organization" | "kind" | "id">) => readonly Referrer[] {
  const found = new Map<string, Referrer[]>();
  for (const live of resources) {
    if (live.deleted === true) continue;
    for (const { key, field } of referencesOf(kinds, live)) addTo(found, key, { live, field });
  }
  return (target) => found.get(liveKey(target)) ?? [];
}
