import { liveValue, normalized } from "./identity.ts";
import type { Kind } from "./kind.ts";
import type { LiveResource } from "./live.ts";
import type { Planning } from "./planning.ts";

/** Live resources that manifests name by their natural key or their id: the people of an organization. */
export interface People {
  /** Id of what a name means; undefined for a stranger. */
  readonly idOf: (name: string) => string | undefined;
  readonly nameOf: (id: string) => string;
  readonly liveOf: (id: string) => LiveResource | undefined;
}

/** People of the lists of members seen so far: they are asked for by every team. */
const peopleIn = new WeakMap<readonly LiveResource[], People>();

/** Everybody of a kind in an organization, by email or id. */
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
  const byKey = new Map(all.map((live) => [liveValue(kind, keyName, live), live.id]));
  const names = new Map(all.map((live) => [live.id, kind.label(live.answer)]));
  const byId = new Map(all.map((live) => [live.id, live]));
  return {
    idOf: (key) =>
      byKey.get(field === undefined ? key : normalized(field, key)) ?? (names.has(key) ? key : undefined),
    nameOf: (id) => names.get(id) ?? `id:${id}`,
    liveOf: (id) => byId.get(id),
  };
}
