import type { Address } from "./address.ts";
import { idOf, type Possible } from "./birth.ts";
import type { DesiredResource } from "./desired.ts";
import { takesField } from "./draft.ts";
import { liveValue, normalized } from "./identity.ts";
import { equalJson, type Json } from "./json.ts";
import type { Field, Kind } from "./kind.ts";
import { apiName } from "./kind-index.ts";
import type { LiveResource } from "./live.ts";
import type { FieldChange } from "./plan-document.ts";
import { type Planning, targetOf } from "./planning.ts";
import { whyTaken } from "./unique-value.ts";

/** A written field that is not as it should be, or the whole of a resource that is yet to be. */
export interface FieldDiff {
  readonly name: string;
  readonly field: Field;
  /** What the body of a call carries. */
  readonly value: Json;
  readonly change: FieldChange;
  /** Id of what the live value refers to, when this ends it. */
  readonly released?: string;
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
  for (const [name, field] of planning.kinds.fieldsOf(kind)) {
    const written = resource.values[name];
    if (written === undefined || field.membership !== undefined || resource.ignore.includes(name)) continue;
    const diff = diffField(planning, resource, live, { kind, name, field, written });
    if (diff !== undefined) diffs.push(diff);
  }
  return diffs;
}

interface Written {
  readonly kind: Kind;
  readonly name: string;
  readonly field: Field;
  readonly written: Json;
}

function diffField(
  planning: Possible,
  resource: DesiredResource,
  live: LiveResource | undefined,
  { kind, name, field, written }: Written,
): FieldDiff | undefined {
  const refers = field.refersTo !== undefined || field.defaultChild !== undefined;
  const side = refers
    ? referenceSide(planning, resource, live, { kind, name, field, written })
    : plainSide(live, { kind, name, field, written });
  if (side === undefined) return undefined;
  const taken = field.unique === undefined ? undefined : whyTaken(planning, resource, name, written);
  const reason = side.blocked ?? taken ?? whyFixed(resource, kind, name, field, live, written);
  return {
    name,
    field,
    value: side.value,
    change: shown(resource, name, side.before, written),
    ...(side.released === undefined ? {} : { released: side.released }),
    ...(reason === undefined ? {} : { blocked: reason }),
  };
}

interface Side {
  readonly value: Json;
  readonly before?: Json | undefined;
  readonly released?: string | undefined;
  readonly blocked?: string | undefined;
}

function plainSide(
  live: LiveResource | undefined,
  { kind, name, field, written }: Written,
): Side | undefined {
  const before = live === undefined ? undefined : liveValue(kind, name, live);
  const wanted = written === null ? null : normalized(field, written);
  const isCarriedNull =
    live === undefined && written === null && takesField(kind.operations.create, apiName(name, field));
  if (equalJson(before ?? null, wanted) && !isCarriedNull) return undefined;
  if (live === undefined && field.initial !== undefined && equalJson(field.initial, wanted)) return undefined;
  const isOff = field.oneWay !== undefined && written === false;
  if (isOff && before !== true) return undefined;
  const value = field.write === undefined || written === null ? written : field.write(written);
  return { value, before, ...(isOff ? { blocked: field.oneWay?.off } : {}) };
}

function referenceSide(
  planning: Possible,
  resource: DesiredResource,
  live: LiveResource | undefined,
  { kind, name, field, written }: Written,
): Side | undefined {
  const beforeId = live === undefined ? undefined : liveReference(planning, kind, name, field, live);
  const before = (): string | undefined =>
    beforeId === undefined ? undefined : keyOfLive(planning, field, live, beforeId);
  if (written === null)
    return beforeId === undefined ? undefined : { value: null, before: before(), released: beforeId };
  const target = targetOf(planning, resource, field, written);
  const address = target?.address;
  const blocked = address === undefined ? undefined : planning.blockedReason(address);
  if (blocked !== undefined)
    return { value: null, before: before(), blocked: `it names ${address}, which is blocked` };
  const wanted = address === undefined ? (target?.id ?? null) : idOf(planning, address);
  if (equalJson(beforeId, wanted)) return undefined;
  if (field.defaultChild !== undefined && isFirstEver(planning, resource, live, field, address))
    return undefined;
  return { value: wanted, before: before(), released: beforeId };
}

/** Id of what a live resource refers to; for a default child, of the child that is marked so. */
export function liveReference(
  planning: Planning,
  kind: Kind,
  name: string,
  field: Field,
  live: LiveResource,
): string | undefined {
  if (field.defaultChild === undefined) {
    const value = liveValue(kind, name, live);
    return typeof value === "string" ? value : undefined;
  }
  return childrenOfLive(planning, field.defaultChild, live).find(({ answer }) => answer.default === true)?.id;
}

/** Live children of a kind: those whose container it is, or that stand in it wherever (a site's sections). */
function childrenOfLive(planning: Planning, childName: string, live: LiveResource): readonly LiveResource[] {
  const child = planning.kinds.get(childName);
  const isContainer = child.sequence?.containers.includes(live.kind) === true;
  const all = planning.liveIn(live.organization, childName, isContainer ? live.parentId : live.id);
  if (!isContainer && child.sequence?.addressIn === "parent") return all;
  return all.filter(
    ({ answer }) => child.sequence?.containerOf(answer) === (isContainer ? live.id : undefined),
  );
}

/** The first item ever of a container is its default without being told so (A21, A26). */
function isFirstEver(
  planning: Possible,
  resource: DesiredResource,
  live: LiveResource | undefined,
  field: Field,
  address: Address | undefined,
): boolean {
  const child = planning.kinds.get(field.defaultChild ?? "");
  if (live !== undefined && childrenOfLive(planning, child.name, live).length > 0) return false;
  return firstCreated(planning, resource, child)?.address === address;
}

/** The item of a kind that is created first in a holder, in it or in what it holds. */
function firstCreated(planning: Possible, holder: DesiredResource, kind: Kind): DesiredResource | undefined {
  for (const item of planning.itemsIn(holder.address)) {
    const first = item.kind === kind.name ? item : firstCreated(planning, item, kind);
    if (first !== undefined && planning.blockedReason(first.address) === undefined) return first;
  }
  return undefined;
}

/** What a live reference is called in manifests: the key of what is declared, else `id:…`. */
function keyOfLive(planning: Possible, field: Field, from: LiveResource | undefined, id: string): string {
  const kindName = field.refersTo ?? field.defaultChild ?? "";
  const parent = field.defaultChild === undefined ? undefined : (from?.parentId ?? from?.id);
  const live = planning.liveIn(from?.organization ?? "", kindName, parent).find((one) => one.id === id);
  const address = live === undefined ? undefined : planning.matching.addressOf(live);
  return (address === undefined ? undefined : planning.resourceAt(address)?.key) ?? `id:${id}`;
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
  if (field.fixed !== undefined) return field.fixed;
  const isSent = kind.operations.update?.some((operation) => takesField(operation, apiName(name, field)));
  if (isSent === true || field.oneWay !== undefined) return undefined;
  const value = resource.sensitive.includes(name) ? "another" : JSON.stringify(written);
  return `the API cannot change its ${name} to ${value}`;
}

function shown(resource: DesiredResource, name: string, before: Json | undefined, after: Json): FieldChange {
  if (resource.sensitive.includes(name)) return { path: name, sensitive: true };
  return {
    path: name,
    ...(before === undefined ? {} : { before }),
    ...(after === null ? {} : { after }),
  };
}
