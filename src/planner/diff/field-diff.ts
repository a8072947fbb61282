import type { DesiredResource } from "../../model/desired.ts";
import type { FieldChange } from "../../model/documents/plan-document.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { apiName, perKind } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { type Json, withSortedKeys } from "../../text/json.ts";
import { takesField } from "../draft.ts";
import { whyTaken } from "../order/unique-values.ts";
import type { Possible } from "./created-by.ts";
import { sideOf } from "./field-side.ts";
import { isIgnored } from "./ignored.ts";
import type { Written } from "./reference-side.ts";

/** A written field that is not as it should be, or the whole of a resource that is yet to be. */
export interface FieldDiff {
  readonly name: string;
  readonly field: Field;
  /** What the body of a call carries. */
  readonly value: Json;
  readonly change: FieldChange;
  /** Key of what the live value refers to, when this ends it. */
  readonly released?: string;
  /** Why it is sent, when nothing that can be read says so. */
  readonly reason?: string;
  /** Set when it cannot be done: why not. */
  readonly blocked?: string;
}

/** The written fields that differ from live; all of them when there is no live resource. */
export function diffFields(
  planning: Possible,
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

/** Does a written field differ that stands for another resource? */
export function isAnother(planning: Possible, resource: DesiredResource, live: LiveResource): boolean {
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
  planning: Possible,
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
    .filter(([, { membership, tree }]: [string, Field]) => membership === undefined && tree === undefined)
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
  planning: Possible,
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
      // What cannot be compared has a value that nobody can see (A31).
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
  const isSent = kind.operations.update?.some((operation) => takesField(operation, apiName(name, field)));
  if (isSent === true || field.oneWay !== undefined) return undefined;
  const value = resource.sensitive.includes(name) ? "another" : JSON.stringify(written);
  return `the API cannot change its ${name} to ${value}`;
}

/** What a person can do about a field that would make it another resource. */
function wayAround(resource: DesiredResource, field: Field): string {
  if (field.replaces !== true) return "";
  const line = resource.id === undefined ? "previously" : "id";
  return `; take ${line}: out of the manifest to have it deleted and created anew`;
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
