import type { z } from "zod";
import type { DesiredResource } from "../../model/desired.ts";
import type { FieldChange } from "../../model/documents/plan-document.ts";
import type { Field, NamesInside } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { apiName, perKind } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { type Json, withSortedKeys } from "../../text/json.ts";
import { comparedPart, isAsWritten, liveValue, liveWords } from "../match/identity.ts";
import { whyTaken } from "../order/unique-values.ts";
import { type FieldDiff, updateOf } from "../state/draft.ts";
import { peopleOf, shared } from "../state/people.ts";
import { isIgnored, type PlanContext, targetOf } from "../state/planning.ts";
import { liveName, referenceSide, type Side, type Written } from "./reference-side.ts";
import { isUnkept, isUnverifiable, whySent } from "./unverifiable.ts";

/** The written fields that differ from live; all of them when there is no live resource. */
export function diffFields(
  planning: PlanContext,
  resource: DesiredResource,
  live: LiveResource | undefined,
): readonly FieldDiff[] {
  const kind = planning.kinds.get(resource.kind);
  const diffs: FieldDiff[] = [];
  for (const named of comparedFields(kind)) {
    const diff = diffNamed(planning, resource, live, kind, named);
    if (diff !== undefined) diffs.push(diff);
  }
  return diffs;
}

/** True when a field differs that makes it another resource. */
export function isAnother(planning: PlanContext, resource: DesiredResource, live: LiveResource): boolean {
  const kind = planning.kinds.get(resource.kind);
  return replacingFields(kind).some(
    (named) => diffNamed(planning, resource, live, kind, named) !== undefined,
  );
}

interface NamedField {
  readonly name: string;
  readonly field: Field;
  /** Its name in answers, where what is written there as in the manifest is the same. */
  readonly plainAs: string | undefined;
}

function diffNamed(
  planning: PlanContext,
  resource: DesiredResource,
  live: LiveResource | undefined,
  kind: Kind,
  { name, field, plainAs }: NamedField,
): FieldDiff | undefined {
  const written = resource.values[name];
  if (written === undefined) return undefined;
  if (live !== undefined && plainAs !== undefined && written === live.answer[plainAs]) return undefined;
  if (isIgnored(planning, resource, name)) return undefined;
  return diffField(planning, resource, live, { kind, name, field, written });
}

/** The fields that are compared one by one: people and places in the tree have their own ways. */
const comparedFields = perKind(({ fields }) =>
  Object.entries(fields)
    .filter(([, { membership, tree, looksAfter }]: [string, Field]) =>
      [membership, tree, looksAfter].every((trait) => trait === undefined),
    )
    .map(([name, field]: [string, Field]): NamedField => ({ name, field, plainAs: plainName(name, field) })),
);

function plainName(name: string, field: Field): string | undefined {
  const { refersTo, defaultChild, names, read } = field;
  const isTold = [refersTo, defaultChild, names, read].some((trait) => trait !== undefined);
  return isTold ? undefined : apiName(name, field);
}

const replacingFields = perKind((kind) =>
  comparedFields(kind).filter(({ field }) => field.replaces === true),
);

function diffField(
  planning: PlanContext,
  resource: DesiredResource,
  live: LiveResource | undefined,
  { kind, name, field, written }: Written,
): FieldDiff | undefined {
  const side = sideOf(planning, resource, live, { kind, name, field, written });
  if (side === undefined) return undefined;
  const taken = field.unique === undefined ? undefined : whyTaken(planning, resource, name, written);
  const reason = side.blocked ?? taken ?? whyFixed(resource, kind, name, field, live, written);
  return {
    name,
    field,
    value: side.value,
    change: {
      ...shown(resource, { name, field }, side.before, written),
      // A field that cannot be compared has a value that nobody can see (A31).
      ...(live !== undefined && field.unverifiable !== undefined && side.before === undefined
        ? { unreadable: true }
        : {}),
    },
    ...(side.released === undefined ? {} : { released: side.released }),
    ...(side.reason === undefined ? {} : { reason: side.reason }),
    ...(reason === undefined ? {} : { blocked: reason }),
  };
}

function whyFixed(
  resource: DesiredResource,
  kind: Kind,
  name: string,
  field: Field,
  live: LiveResource | undefined,
  written: Json,
): string | undefined {
  if (live === undefined) return undefined;
  if (field.fixed !== undefined) return `${field.fixed}${wayAround(resource, field)}`;
  if (updateOf(kind, name) !== undefined || field.switched !== undefined) return undefined;
  const value = resource.sensitive.includes(name) ? "another" : JSON.stringify(written);
  return `the API cannot change its ${name} to ${value}`;
}

/** A hint for a field whose change would make another resource. */
function wayAround(resource: DesiredResource, field: Field): string {
  if (field.replaces !== true) return "";
  const line = resource.id === undefined ? "previously" : "id";
  return `; take ${line}: out of the manifest to have it deleted and created again`;
}

function shown(
  resource: DesiredResource,
  { name, field }: Pick<Written, "name" | "field">,
  before: Json | undefined,
  after: Json,
): FieldChange {
  if (resource.sensitive.includes(name)) return { path: name, sensitive: true };
  return {
    path: name,
    ...(before === undefined ? {} : { before: withSortedKeys(before) }),
    ...(after === null && field.nullMeans === undefined ? {} : { after }),
  };
}

/** Compares what is written with live; undefined when they are the same. */
function sideOf(
  planning: PlanContext,
  resource: DesiredResource,
  live: LiveResource | undefined,
  written: Written,
): Side | undefined {
  const { field } = written;
  if (isReference(planning, resource, written)) return referenceSide(planning, resource, live, written);
  if (field.names !== undefined) return namesSide(planning, resource, live, written, field.names);
  if (live !== undefined && isUnkept(planning, resource, live, written)) return undefined;
  if (live === undefined || !isUnverifiable(planning, live, written.name, field, written.written)) {
    const side = plainSide(live, written);
    if (side === undefined || live === undefined || field.refersInParent === undefined) return side;
    return { ...side, before: liveName(planning, written.kind, written.name, field, live) };
  }
  const reason = whySent(planning, resource, live, written.name, written.written);
  return reason === undefined ? undefined : { value: written.written, reason };
}

function isReference(planning: PlanContext, resource: DesiredResource, { field, written }: Written): boolean {
  if (written === null) return (field.refersTo ?? field.defaultChild) !== undefined;
  return targetOf(planning, resource, field, written) !== undefined;
}

function plainSide(
  live: LiveResource | undefined,
  { kind, name, field, written }: Written,
): Side | undefined {
  const now = live === undefined ? undefined : liveValue(kind, name, live);
  const isCarriedNull = live === undefined && written === null && takesNull(kind, name, field);
  if (isAsWritten(field, now, written) && !isCarriedNull) return undefined;
  if (live === undefined && field.initial !== undefined && isAsWritten(field, field.initial, written))
    return undefined;
  const { switched } = field;
  const isOff = switched !== undefined && written === false;
  if (isOff && now !== true) return undefined;
  const value = field.write === undefined || written === null ? written : field.write(written);
  const before = live === undefined ? undefined : comparedPart(field, liveWords(kind, name, live), written);
  return { value, before, ...(isOff && typeof switched.off === "string" ? { blocked: switched.off } : {}) };
}

/** Does the create take null for a field, as a value of its own? */
function takesNull(kind: Kind, name: string, field: Field): boolean {
  const body: Readonly<Record<string, z.ZodType>> | undefined = kind.operations.create?.body?.shape;
  return body?.[apiName(name, field)]?.safeParse(null).success === true;
}

/** Compares a value that names others inside: as ids, and shown by their names. */
function namesSide(
  planning: PlanContext,
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
