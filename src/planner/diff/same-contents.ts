import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { contentsOf, keyFields } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { entriesWritten } from "../../model/membership.ts";
import type { Json } from "../../text/json.ts";
import { liveValue, wantedValue } from "../match/identity.ts";
import { entriesIn } from "../state/people.ts";
import type { Planning } from "../state/planning.ts";

/**
 * Has a live resource exactly the people, spaces or sections that a declared one names? Nothing is the same as nothing.
 * Example: a team of three people with another title.
 */
export function sameContents(planning: Planning, resource: DesiredResource): (live: LiveResource) => boolean {
  const wanted = wantedContents(planning, resource);
  if (wanted.size === 0) return () => false;
  return (live) => {
    const found = new Set(liveContents(planning, live));
    return wanted.size === found.size && [...found].every((id) => wanted.has(id));
  };
}

/** The ids of the wanted contents. A resource that is not on the platform has none, and equals nothing. */
function wantedContents(planning: Planning, resource: DesiredResource): ReadonlySet<Json | undefined> {
  const { kinds, matching } = planning;
  const people = Object.entries<Field>(kinds.get(resource.kind).fields).flatMap(([name, { membership }]) => {
    const declared = membership === undefined ? undefined : resource.values[name];
    if (membership?.isContents !== true) return [];
    const { idOf } = entriesIn(planning, resource.organization, membership);
    return Object.keys(entriesWritten(membership, declared)).map(idOf);
  });
  const items = planning.itemsIn(resource.address).map((item) => {
    const kind = kinds.get(item.kind);
    const name = shownField(kind);
    const idOf = (address: Address | undefined): string | undefined =>
      address === undefined ? undefined : matching.liveOf(address)?.id;
    return name === undefined ? idOf(item.address) : wantedValue(kind, name, item, kinds, idOf);
  });
  return new Set([...people, ...items]);
}

function liveContents(planning: Planning, live: LiveResource): readonly string[] {
  const people = contentsOf(planning.kinds.get(live.kind)).flatMap((name) =>
    Object.keys(live.memberships[name] ?? {}),
  );
  const items = planning.liveInside(live).map((item) => {
    const kind = planning.kinds.get(item.kind);
    const name = shownField(kind);
    return name === undefined ? item.id : String(liveValue(kind, name, item));
  });
  return [...people, ...items];
}

/** The field that names what an item shows. */
function shownField(kind: Kind): string | undefined {
  return keyFields(kind).find((name) => kind.fields[name]?.refersTo !== undefined);
}
