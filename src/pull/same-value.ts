import { type People, peopleOf } from "../planner/diff/people.ts";
import { isAsWritten, liveValue, normalized, referenceTarget } from "../planner/match/identity.ts";
import { equalJson, isObject, type Json } from "../text/json.ts";
import { defaultChildOf, type Looked } from "./live-value.ts";
import type { Pulling } from "./pulling.ts";

/** Does a manifest say of a field what is live? As planning compares: ids for names, in the form of the kind. */
export function saysTheSame(pulling: Pulling, looked: Looked, written: Json, isListed: boolean): boolean {
  const { kind, name, field, live } = looked;
  if (field.membership !== undefined) return hasSamePeople(pulling, looked, written, isListed);
  if (field.defaultChild !== undefined) return (defaultChildOf(pulling, looked) ?? null) === written;
  const now = liveValue(kind, name, live);
  if (written === null) return isAsWritten(field, now, written);
  if (field.refersTo !== undefined) {
    const target = referenceTarget(live.organization, field.refersTo, String(written), pulling.kinds);
    const id = target.id ?? pulling.matching.liveOf(target.address)?.id;
    return id !== undefined && id === now;
  }
  if (field.oneWay !== undefined && written === false) return now !== true;
  if (now === undefined && field.unverifiable?.holds(written) === true) return true;
  const { names } = field;
  if (names === undefined) return equalJson(normalized(field, written), now ?? null);
  const people = peopleIn(pulling, looked, names.kind);
  const byId = names.rename(written, (one) => people.idOf(one) ?? one);
  return equalJson(normalized(field, byId), now ?? null);
}

function peopleIn({ view }: Pulling, { live }: Looked, kind: string): People {
  return peopleOf(view, live.organization, kind);
}

/** People by id that a manifest names, each with the name that is written. */
export function writtenPeople(pulling: Pulling, looked: Looked, written: Json): ReadonlyMap<string, string> {
  const people = peopleIn(pulling, looked, looked.field.membership?.of ?? "");
  const names = isObject(written) ? Object.keys(written) : [];
  return new Map(names.map((name) => [people.idOf(name) ?? name, name]));
}

function hasSamePeople(pulling: Pulling, looked: Looked, written: Json, isListed: boolean): boolean {
  const roles = looked.live.memberships[looked.name] ?? {};
  const named = writtenPeople(pulling, looked, written);
  const said = isObject(written) ? written : {};
  const isAll = [...named].every(([id, name]) => roles[id] === said[name]);
  return isAll && (isListed || named.size === Object.keys(roles).length);
}
