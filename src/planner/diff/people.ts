import { idIn } from "../../model/address.ts";
import { addTo } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import type { LiveResource } from "../../model/live.ts";
import type { Json } from "../../text/json.ts";
import { liveValue, normalized } from "../match/identity.ts";
import type { Planning } from "../state/planning.ts";

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
