import { idIn } from "../../model/address.ts";
import { addTo } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { type EntrySort, entryAt, entryKey, type Membership } from "../../model/membership.ts";
import type { Json } from "../../text/json.ts";
import { liveValue, normalized, referenceTarget } from "../match/identity.ts";
import type { Planning } from "./planning.ts";

/** Live resources that manifests name by their natural key or their id: the people of an organization. */
export interface People {
  /** Id of what a name means; undefined for a stranger, and for a name that several have. */
  readonly idOf: (name: string) => string | undefined;
  /** Ids of all that have a name. */
  readonly idsOf: (name: string) => readonly string[];
  readonly nameOf: (id: string) => string;
  readonly liveOf: (id: string) => LiveResource | undefined;
}

/** Why a name that several have says nothing. */
export function shared(ids: readonly string[]): string {
  return `${ids.length} people have this email: ${ids.join(", ")}; write the id of the one who is meant`;
}

/** People of the lists of members seen so far: they are asked for by every team. */
const peopleIn = new WeakMap<readonly LiveResource[], People>();

/** Everybody of a kind in an organization, by email, by id or by `id:` and the id. */
export function peopleOf(planning: Planning, organization: string, kindName: string): People {
  const kind = planning.kinds.get(kindName);
  const all = planning.liveIn(organization, kind.name);
  const people = peopleIn.get(all) ?? indexPeople(kind, all);
  peopleIn.set(all, people);
  return people;
}

function indexPeople(kind: Kind, all: readonly LiveResource[]): People {
  const keyName = kind.naturalKeys[0]?.[0] ?? "";
  const field = kind.fields[keyName];
  const byKey = new Map<Json | undefined, string[]>();
  for (const live of all) addTo(byKey, liveValue(kind, keyName, live), live.id);
  const names = new Map(all.map((live) => [live.id, kind.label(live.answer)]));
  const byId = new Map(all.map((live) => [live.id, live]));
  const idsOf = (key: string): readonly string[] => {
    const id = idIn(key) ?? key;
    return byKey.get(field === undefined ? key : normalized(field, key)) ?? (names.has(id) ? [id] : []);
  };
  return {
    idOf: (key) => {
      const [id, ...others] = idsOf(key);
      return others.length === 0 ? id : undefined;
    },
    idsOf,
    nameOf: (id) => names.get(id) ?? `id:${id}`,
    liveOf: (id) => byId.get(id),
  };
}

/** The people and teams that are or can be in a membership, by the keys of entries: everybody of each sort, after its key. */
export function entriesIn(planning: Planning, organization: string, membership: Membership): People {
  const sorts = new Map(membership.sorts.map((sort) => [sort, namedIn(planning, organization, sort)]));
  const of = (
    key: string,
  ): { readonly all: People | undefined; readonly sort: EntrySort; readonly name: string } => {
    const { sort, name } = entryAt(membership, key);
    return { all: sorts.get(sort), sort, name };
  };
  return {
    idOf: (key) => {
      const { all, sort, name } = of(key);
      const id = all?.idOf(name);
      return id === undefined ? undefined : entryKey(sort, id);
    },
    idsOf: (key) => {
      const { all, sort, name } = of(key);
      return (all?.idsOf(name) ?? []).map((id) => entryKey(sort, id));
    },
    nameOf: (key) => {
      const { all, sort, name } = of(key);
      return entryKey(sort, all?.nameOf(name) ?? `id:${name}`);
    },
    liveOf: (key) => {
      const { all, name } = of(key);
      return all?.liveOf(name);
    },
  };
}

function namedIn(planning: Planning, organization: string, { of, isReference }: EntrySort): People {
  return isReference === true ? referredIn(planning, organization, of) : peopleOf(planning, organization, of);
}

/**
 * The things that manifests name by key, or by `id:…`. The id of something that is yet to be created is its address, which a call
 * replaces by the output of the create.
 */
function referredIn(planning: Planning, organization: string, kind: string): People {
  const liveOf = (id: string): LiveResource | undefined =>
    planning.liveByKey(liveKey({ organization, kind, id }));
  const idOf = (name: string): string | undefined => {
    const target = referenceTarget(organization, kind, name, planning.kinds);
    if (target.id !== undefined) return liveOf(target.id)?.id;
    return planning.resourceAt(target.address) === undefined
      ? undefined
      : (planning.matching.liveOf(target.address)?.id ?? target.address);
  };
  return {
    idOf,
    idsOf: (name) => [idOf(name) ?? []].flat(),
    nameOf: (id) => {
      const live = liveOf(id);
      const address = live === undefined ? id : planning.matching.addressOf(live);
      return (address === undefined ? undefined : planning.resourceAt(address)?.key) ?? `id:${id}`;
    },
    liveOf,
  };
}
