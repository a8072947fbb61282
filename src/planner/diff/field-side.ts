import type { DesiredResource } from "../../model/desired.ts";
import type { NamesInside } from "../../model/field.ts";
import { apiName } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { takesField } from "../draft.ts";
import { isAsWritten, liveValue, liveWords } from "../match/identity.ts";
import type { Possible } from "./created-by.ts";
import { peopleOf, shared } from "./people.ts";
import type { Side, Written } from "./reference-side.ts";
import { referenceSide } from "./reference-side.ts";
import { isUnverifiable, whySent } from "./unverifiable.ts";

/** Compares what is written with live; undefined when they are the same. */
export function sideOf(
  planning: Possible,
  resource: DesiredResource,
  live: LiveResource | undefined,
  written: Written,
): Side | undefined {
  const { field } = written;
  if (field.refersTo !== undefined || field.defaultChild !== undefined)
    return referenceSide(planning, resource, live, written);
  if (field.names !== undefined) return namesSide(planning, resource, live, written, field.names);
  if (live === undefined || !isUnverifiable(planning, live, written.name, field, written.written))
    return plainSide(live, written);
  const reason = whySent(planning, resource, live, written.name, written.written);
  return reason === undefined ? undefined : { value: written.written, reason };
}

function plainSide(
  live: LiveResource | undefined,
  { kind, name, field, written }: Written,
): Side | undefined {
  const now = live === undefined ? undefined : liveValue(kind, name, live);
  const isCarriedNull =
    live === undefined && written === null && takesField(kind.operations.create, apiName(name, field));
  if (isAsWritten(field, now, written) && !isCarriedNull) return undefined;
  if (live === undefined && field.initial !== undefined && isAsWritten(field, field.initial, written))
    return undefined;
  const isOff = field.oneWay !== undefined && written === false;
  if (isOff && now !== true) return undefined;
  const value = field.write === undefined || written === null ? written : field.write(written);
  const before = live === undefined ? undefined : liveWords(kind, name, live);
  return { value, before, ...(isOff ? { blocked: field.oneWay?.off } : {}) };
}

/** Compares a value that names others inside: as ids, and shown by their names. */
function namesSide(
  planning: Possible,
  resource: DesiredResource,
  live: LiveResource | undefined,
  given: Written,
  names: NamesInside,
): Side | undefined {
  const people = peopleOf(planning, resource.organization, names.kind);
  const strangers = new Set<string>();
  const unclear = new Map<string, string>();
  const written = names.rename(given.written, (name) => {
    const ids = people.idsOf(name);
    if (ids.length === 0) strangers.add(name);
    if (ids.length > 1) unclear.set(name, shared(ids));
    return people.idOf(name) ?? name;
  });
  const side = plainSide(live, { ...given, written });
  if (side === undefined) return undefined;
  const before = side.before === undefined ? undefined : names.rename(side.before, people.nameOf);
  const reasons = [
    ...(strangers.size === 0 ? [] : [`${[...strangers].join(", ")}: ${names.stranger}`]),
    ...[...unclear].map(([name, reason]) => `${name}: ${reason}`),
  ];
  return { ...side, before, ...(reasons.length === 0 ? {} : { blocked: reasons.join("; ") }) };
}
