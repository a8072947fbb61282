import { type Address, addressBelow } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { isObject, type Json } from "../../text/json.ts";
import { idInParent, liveValue, liveWords } from "../match/identity.ts";
import { type PlanContext, type Planning, targetOf } from "../state/planning.ts";
import { whyNotById } from "./blocked.ts";
import { idOfTarget } from "./created-by.ts";

/** Compares a field that refers to another resource, by the ids of what is referred to. */
export function referenceSide(
  planning: PlanContext,
  resource: DesiredResource,
  live: LiveResource | undefined,
  { kind, name, field, written }: Written,
): Side | undefined {
  const now = live === undefined ? undefined : liveReference(planning, kind, name, field, live);
  const before = (): Json | undefined =>
    live === undefined ? undefined : liveName(planning, kind, name, field, live);
  const { organization } = resource;
  // A delete need not wait for what only leads to its object: both may wait for a third call.
  const isFreed = now !== undefined && field.refersInParent === undefined;
  const released = isFreed ? liveKey({ ...now, organization }) : undefined;
  if (written === null) return now === undefined ? undefined : { value: null, before: before(), released };
  const target = targetOf(planning, resource, field, written);
  const address = target?.address;
  const blocked = address === undefined ? undefined : planning.blockedReason(address);
  if (blocked !== undefined)
    return { value: null, before: before(), blocked: `it refers to ${address}, which is blocked` };
  const wanted = target === undefined ? null : idOfTarget(planning, target);
  const named = planning.resourceAt(address ?? "")?.kind ?? field.refersTo ?? "";
  if (now !== undefined && now.id === knownId(wanted) && now.kind === named) return undefined;
  const missing = target?.id === undefined ? undefined : whyNotById(planning, resource, named, target.id);
  if (missing !== undefined) return { value: null, before: before(), blocked: missing };
  if (field.defaultChild !== undefined && isFirstEver(planning, resource, live, field, address))
    return undefined;
  const value = field.refersInParent === undefined ? wanted : { kind: named, id: wanted };
  return { value: field.write?.(value) ?? value, before: before(), released };
}

/** An id, also where it is waited for: what comes back, or from elsewhere, has the one that it had. */
function knownId(value: Json): Json | undefined {
  return isObject(value) ? value.value : value;
}

/** The kind and id of what a live resource refers to; for a default child, of the child that is marked so. */
export function liveReference(
  planning: Planning,
  kind: Kind,
  name: string,
  field: Field,
  live: LiveResource,
): Pick<LiveResource, "kind" | "id"> | undefined {
  if (field.defaultChild !== undefined)
    return childrenOfLive(planning, field.defaultChild, live).find(({ answer }) => answer.default === true);
  const value = liveValue(kind, name, live);
  if (field.refersTo === undefined) return idInParent(field, value);
  return typeof value === "string" ? { kind: field.refersTo, id: value } : undefined;
}

/** Live children of a kind: in a container, those directly in it; in a parent, all (a site's sections). */
export function childrenOfLive(
  planning: Planning,
  childName: string,
  live: LiveResource,
): readonly LiveResource[] {
  const child = planning.kinds.get(childName);
  const isContainer = child.sequence?.containers.includes(live.kind) === true;
  const all = planning.liveIn(live.organization, childName, isContainer ? live.parentId : live.id);
  if (!isContainer && child.sequence?.addressIn === "parent") return all;
  return all.filter(
    ({ answer }) => child.sequence?.containerOf(answer) === (isContainer ? live.id : undefined),
  );
}

/**
 * The first item ever of a container is its default without being told so. Where a section of the platform's own was the
 * default before, the default is the first one in the order once that is deleted (A21, A26).
 */
function isFirstEver(
  planning: PlanContext,
  resource: DesiredResource,
  live: LiveResource | undefined,
  field: Field,
  address: Address | undefined,
): boolean {
  const child = planning.kinds.get(field.defaultChild ?? "");
  if (live !== undefined && childrenOfLive(planning, child.name, live).length > 0) return false;
  const wrapped = live === undefined ? undefined : child.sequence?.wraps?.kind;
  const isWrapped = wrapped !== undefined && live && childrenOfLive(planning, wrapped, live).length > 0;
  if (isWrapped && firstWritten(planning, resource, child)?.address !== address) return false;
  return firstCreated(planning, resource, child)?.address === address;
}

/**
 * The child that is created first. In a container the planned calls say so, since an existing group may get its
 * sections last. Children that another create makes come in the order written.
 */
function firstCreated(
  planning: PlanContext,
  container: DesiredResource,
  kind: Kind,
): DesiredResource | undefined {
  const isContainer = kind.sequence?.containers.includes(container.kind) === true;
  const isOf = (item: DesiredResource): boolean =>
    item.kind === kind.name && (!isContainer || (item.container ?? item.parent) === container.address);
  return planning.createdIn(container.address).find(isOf) ?? firstWritten(planning, container, kind);
}

/** The first possible item of a kind in a container, at any depth. */
function firstWritten(
  planning: PlanContext,
  container: DesiredResource,
  kind: Kind,
): DesiredResource | undefined {
  for (const item of planning.itemsIn(container.address)) {
    const first = item.kind === kind.name ? item : firstWritten(planning, item, kind);
    if (first !== undefined && planning.blockedReason(first.address) === undefined) return first;
  }
  return undefined;
}

/**
 * A live value as a manifest writes it: what is referred to by the key or address of the declared resource, else by its
 * id. Undefined where nothing is.
 */
export function liveName(
  planning: Planning,
  kind: Kind,
  name: string,
  field: Field,
  live: LiveResource,
): Json | undefined {
  const isReference = (field.refersTo ?? field.defaultChild) !== undefined;
  const named = liveReference(planning, kind, name, field, live);
  if (named === undefined) return isReference ? undefined : liveWords(kind, name, live);
  const { organization } = live;
  const found = planning.liveByKey(liveKey({ organization, kind: named.kind, id: named.id }));
  const declared = found && planning.resourceAt(planning.matching.addressOf(found) ?? "");
  if (isReference) return declared?.key ?? `id:${named.id}`;
  return declared === undefined
    ? `${named.kind}:${named.id}`
    : addressBelow(declared.parent, declared.address);
}

/** A field that is written, of a kind. */
export interface Written {
  readonly kind: Kind;
  readonly name: string;
  readonly field: Field;
  readonly written: Json;
}

/** A field that differs: its wanted and its live value. */
export interface Side {
  readonly value: Json;
  readonly before?: Json | undefined;
  readonly released?: string | undefined;
  readonly blocked?: string | undefined;
  /** Why it is sent, when nothing that can be read says so. */
  readonly reason?: string | undefined;
}
