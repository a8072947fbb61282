import type { Kind } from "../../model/kind.ts";
import { splitPath } from "../snapshot.ts";
import type { Observation } from "./observation.ts";

/** What a plan saw of an address, in the parts that are looked at again just before it is written. */
export interface FirstWrite {
  /** That the object is there, and its own fields. */
  readonly object: Observation;
  /** That nothing else answers to its names. */
  readonly claims: Observation;
  /** Its members, which another list shows. */
  readonly members: Observation;
}

/**
 * What of an observation must be so still when its address is written for the first time in a run. Orders, places
 * and what collections hold are not part of it, as the run itself changes them: these were seen when it began.
 */
export function firstWriteOf(kind: Kind, seen: Observation): FirstWrite {
  const { id, fields, claims = [], ...place } = seen;
  const some = (isWanted: (name: string) => boolean): Observation["fields"] =>
    Object.fromEntries(Object.entries(fields).filter(([path]) => isWanted(splitPath(path).name)));
  const isMembership = (name: string): boolean => kind.fields[name]?.membership !== undefined;
  const base = { kind: kind.name, id };
  return {
    object: { ...base, fields: some((name) => isOwn(kind, name) && !isMembership(name)) },
    claims: { ...place, kind: kind.name, id: null, fields: {}, claims },
    members: { ...base, fields: some(isMembership) },
  };
}

/** Is it a field that no call changes but those of the object itself? */
function isOwn(kind: Kind, name: string): boolean {
  if (name === kind.tree?.restore?.deletedAt) return true;
  const field = kind.fields[name];
  return field !== undefined && field.defaultChild === undefined && field.tree === undefined;
}
