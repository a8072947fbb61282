import { type Address, organizationOf } from "./address.ts";
import { liveValue, namesOf, normalized } from "./identity.ts";
import { equalJson, isObject, type Json } from "./json.ts";
import type { Kind } from "./kind.ts";
import { apiName, type KindIndex, keyFields } from "./kind-index.ts";
import { type LastApply, type RecordedResource, sealsOf } from "./last-apply.ts";
import type { Live, LiveResource } from "./live.ts";

/** A create that may or may not have been carried out. */
export interface LostCreate {
  readonly address: Address;
  readonly kind: string;
  readonly operation: string;
  readonly params: Readonly<Record<string, Json>>;
  readonly body: Json | undefined;
}

/** What the journals of runs know that no record says. */
export interface Unrecorded {
  /** What calls made whose answers are known, of runs that were broken off before they wrote a record. */
  readonly made: ReadonlyMap<Address, { readonly kind: string; readonly id: string }>;
  /** Ids of all that is known to be made by something else, each after its kind. */
  readonly taken: ReadonlySet<string>;
  readonly lost: readonly LostCreate[];
  /** Ids that there were of a kind before, by organization and kind. */
  readonly there: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What several runs left, the oldest first; what there was before the first of them was not theirs. */
export function together(all: readonly Unrecorded[]): Unrecorded {
  const there = new Map<string, ReadonlySet<string>>();
  for (const one of all) for (const [key, ids] of one.there) if (!there.has(key)) there.set(key, ids);
  return {
    made: new Map(all.flatMap(({ made }) => [...made])),
    taken: new Set(all.flatMap(({ taken }) => [...taken])),
    lost: all.flatMap(({ lost }) => lost),
    there,
  };
}

/** The record with what a run made that did not get to write it. What the record says already stays. */
export function withMade(
  last: LastApply | undefined,
  made: Unrecorded["made"],
  live: Live,
  kinds: KindIndex,
  hashes: Pick<LastApply, "hash" | "seal">,
): LastApply {
  const { hash, seal } = last ?? hashes;
  const now = new Map(live.resources.map((one) => [`${one.kind} ${one.id}`, one]));
  const entries = [...made].flatMap(([address, { kind, id }]): [Address, RecordedResource][] => {
    const one = now.get(`${kind} ${id}`);
    if (one === undefined) return [];
    // Its call made it: whatever it is called by now, that is what it is.
    const names = namesOf(kinds.get(kind), one);
    return [[address, { kind, id, ...sealsOf(seal, address, { kind, id, names }), unverifiable: {} }]];
  });
  return { hash, seal, resources: new Map([...(last?.resources ?? []), ...entries]) };
}

/**
 * What the lost creates made, as far as it can be told: the one object that was not there before, that no other call
 * made, and that fits what was sent. With several, nobody can tell, and the natural keys decide as ever.
 */
export function foundIn(unrecorded: Unrecorded, live: Live, kinds: KindIndex): Unrecorded["made"] {
  const { taken } = unrecorded;
  const candidates = unrecorded.lost.map((lost) => {
    const kind = kinds.get(lost.kind);
    const there = unrecorded.there.get(`${organizationOf(lost.address)} ${kind.name}`);
    const fitting = live.resources.filter(
      (one) =>
        one.kind === kind.name &&
        one.organization === organizationOf(lost.address) &&
        there?.has(one.id) === false &&
        !taken.has(`${one.kind} ${one.id}`) &&
        fits(kind, one, lost, live),
    );
    return { lost, fitting };
  });
  return new Map(
    candidates.flatMap(({ lost, fitting }, index) => {
      const [only, ...others] = fitting;
      // What fits two lost creates may be either's.
      const isContested = candidates.some(
        (one, at) => at !== index && one.fitting.includes(only as LiveResource),
      );
      return only === undefined || others.length > 0 || isContested
        ? []
        : [[lost.address, { kind: lost.kind, id: only.id }] as const];
    }),
  );
}

/** Can a live object be what a call made? By its natural keys, as far as they were sent; a copy, by its name. */
function fits(kind: Kind, one: LiveResource, { operation, params, body }: LostCreate, live: Live): boolean {
  if (operation === kind.tree?.copy?.name) {
    const original = live.resources.find(
      ({ kind: name, id }) => name === kind.name && id === params[kind.idParam],
    );
    return original !== undefined && kind.label(one.answer).startsWith(kind.label(original.answer));
  }
  if (Object.entries(params).some(([name, value]) => !isAt(name, value, one))) return false;
  const sent = isObject(body) ? body : {};
  return keyFields(kind).every((name) => {
    const field = kind.fields[name];
    const value = field === undefined ? undefined : sent[apiName(name, field)];
    if (field === undefined || value === undefined || value === null) return true;
    if (isObject(value) && value.$sensitive !== undefined) return true;
    return equalJson(liveValue(kind, name, one) ?? null, normalized(field, value));
  });
}

/** Does it stand in what the path of the call names? The organization is compared elsewhere. */
function isAt(name: string, value: Json, { parentId }: LiveResource): boolean {
  return name === "organizationId" || parentId === undefined || parentId === value;
}
