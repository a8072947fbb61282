import { type Operation, pathParameters } from "../../contract/operation.ts";
import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { StepOutput } from "../../model/documents/plan-document.ts";
import type { Kind } from "../../model/kind.ts";
import type { LiveResource } from "../../model/live.ts";
import { atPointer, canonicalJson, type Json, type JsonObject } from "../../text/json.ts";
import type { ReferenceTarget } from "../match/identity.ts";
import { callKey, createKey, type StepDraft } from "../state/draft.ts";
import { type PlanContext, type Planning, targetOf } from "../state/planning.ts";
import { firstUsable } from "./blocked.ts";

/** The call that creates a resource. */
type CreatedBy =
  /** By its own create. */
  | { readonly by: "own" }
  /** By the create of its container, whose body has a field of its first item. */
  | {
      readonly by: "container";
      readonly creator: DesiredResource;
      readonly field: string;
      readonly pointer: string;
    }
  /** By the create of its parent, whose body has a field of all items at its root. */
  | { readonly by: "parent"; readonly creator: DesiredResource; readonly field: string };

/** The call that creates a declared resource without a live one. */
export function createdBy(planning: PlanContext, resource: DesiredResource): CreatedBy {
  const kind = planning.kinds.get(resource.kind);
  const container = resource.container === undefined ? undefined : planning.resourceAt(resource.container);
  const first = container === undefined ? undefined : planning.kinds.get(container.kind).sequence?.firstChild;
  if (container !== undefined && first?.kind === kind.name && isNew(planning, container)) {
    const usable = firstUsable(planning, container, kind, planning.blockedReason);
    if (usable === resource)
      return { by: "container", creator: container, field: first.field, pointer: first.pointer };
  }
  const parent = resource.parent === undefined ? undefined : planning.resourceAt(resource.parent);
  const traits = resource.container === undefined ? kind.sequence?.createdWithParent : undefined;
  const isWithParent = traits !== undefined && parent !== undefined && isNew(planning, parent);
  if (isWithParent && !createdChildren(planning, parent, kind, traits.field).duplicates.has(resource)) {
    return { by: "parent", creator: parent, field: traits.field };
  }
  return { by: "own" };
}

/** Body fields by which the create of a resource also creates the items at its root. */
export function bodyWithChildren(planning: PlanContext, resource: DesiredResource): JsonObject {
  const bodies = planning.kinds.childrenOf(resource.kind).flatMap(({ name, sequence }) => {
    const traits = sequence?.createdWithParent;
    if (traits === undefined) return [];
    const { ids } = createdChildren(planning, resource, planning.kinds.get(name), traits.field);
    return ids.length === 0 ? [] : [[traits.body, ids] as const];
  });
  return Object.fromEntries(bodies);
}

/**
 * The children that the create of a parent makes. Of items that show the same, only the first: nothing else
 * distinguishes them.
 */
interface CreatedChildren {
  /** The ids that these children show, in order. */
  readonly ids: readonly Json[];
  /** Items that show the same as one before them. Each has a create of its own. */
  readonly duplicates: ReadonlySet<DesiredResource>;
  /** Ids that are shown more than once, as canonical JSON. */
  readonly repeated: ReadonlySet<string>;
}

const childrenCache = new WeakMap<PlanContext, Map<string, CreatedChildren>>();

function createdChildren(
  planning: PlanContext,
  parent: DesiredResource,
  kind: Kind,
  field: string,
): CreatedChildren {
  const known = childrenCache.get(planning) ?? new Map<string, CreatedChildren>();
  childrenCache.set(planning, known);
  const place = `${kind.name} ${parent.address}`;
  const children = known.get(place) ?? readCreatedChildren(planning, parent, kind, field);
  known.set(place, children);
  return children;
}

function readCreatedChildren(
  planning: PlanContext,
  parent: DesiredResource,
  kind: Kind,
  field: string,
): CreatedChildren {
  const ids = new Map<string, Json>();
  const again = new Set<DesiredResource>();
  const repeated = new Set<string>();
  for (const item of planning.itemsIn(parent.address)) {
    if (item.kind !== kind.name || planning.blockedReason(item.address) !== undefined) continue;
    const id = referredId(planning, item, field);
    const text = canonicalJson(id);
    if (ids.has(text)) {
      again.add(item);
      repeated.add(text);
    } else ids.set(text, id);
  }
  return { ids: [...ids.values()], duplicates: again, repeated };
}

function isNew(planning: Planning, resource: DesiredResource): boolean {
  return planning.matching.liveOf(resource.address) === undefined;
}

/** The id of a declared resource: known, or the output of the step that creates it. */
export function idOf(planning: PlanContext, address: Address, pointer = "/id"): Json {
  const live = planning.matching.liveOf(address);
  if (live !== undefined) return idOfLive(live, address, pointer);
  const resource = planning.resourceAt(address);
  if (resource === undefined) throw new Error(`nothing is declared at ${address}`);
  const origin = createdBy(planning, resource);
  if (origin.by === "own") return { $from: createKey(address), pointer } satisfies StepOutput;
  if (origin.by === "container") return { $from: createKey(origin.creator.address), pointer: origin.pointer };
  return readBack(planning, resource, origin.creator);
}

/** The id of a live object, or of one that is restored. */
export function idOfLive(live: LiveResource, address: Address, pointer = "/id"): Json {
  const value = atPointer(live.answer, pointer) ?? live.id;
  return live.deleted === true ? ({ $from: createKey(address), pointer, value } satisfies StepOutput) : value;
}

/** The answer of the parent's create does not name its items, so the list is read after it. */
function readBack(planning: PlanContext, resource: DesiredResource, parent: DesiredResource): JsonObject {
  const kind = planning.kinds.get(resource.kind);
  const name = kind.sequence?.createdWithParent?.field ?? "";
  const shown = referredId(planning, resource, name);
  const isRepeated = createdChildren(planning, parent, kind, name).repeated.has(canonicalJson(shown));
  return {
    $from: createKey(parent.address),
    read: kind.operations.read.name,
    params: paramsIn(planning, kind.operations.read, kind, parent),
    where: { [kind.sequence?.createdWithParent?.pointer ?? "/id"]: shown },
    // The first in the declared order: the others are created after it.
    ...(isRepeated ? { first: true } : {}),
    pointer: "/id",
  } satisfies StepOutput;
}

/** Id of what a reference field names. */
export function referredId(planning: PlanContext, resource: DesiredResource, name: string): Json {
  const field = planning.kinds.get(resource.kind).fields[name];
  const written = resource.values[name] ?? null;
  const target = field === undefined ? undefined : targetOf(planning, resource, field, written);
  if (field === undefined || target === undefined) return written;
  return idOfTarget(planning, target);
}

/** Id of what a reference names, known or not. */
export function idOfTarget(planning: PlanContext, target: ReferenceTarget): Json {
  return target.address === undefined ? target.id : idOf(planning, target.address);
}

/** Path parameters of an operation on a declared resource. */
export function paramsOf(
  planning: PlanContext,
  operation: Operation,
  resource: DesiredResource,
  more: JsonObject = {},
): JsonObject {
  const kind = planning.kinds.get(resource.kind);
  const parent = resource.parent === undefined ? undefined : planning.resourceAt(resource.parent);
  const known = (name: string): Json | undefined =>
    name === kind.idParam && kind.shape !== "singleton"
      ? idOf(planning, resource.address, kind.idPointer)
      : (more[name] ?? outerParam(planning, name, resource.organization, parent));
  return pick(operation, known);
}

/** The call of an operation on a declared resource; `more` are path parameters beside its own. */
export function callOn(
  planning: PlanContext,
  resource: DesiredResource,
  operation: Operation,
  more: JsonObject = {},
): StepDraft {
  const { address } = resource;
  const params = paramsOf(planning, operation, resource, more);
  return { key: callKey(address, operation), address, operation, params, after: [] };
}

/** Path parameters of an operation on a live resource that no manifest declares. */
export function paramsOfLive(planning: PlanContext, operation: Operation, live: LiveResource): JsonObject {
  const kind = planning.kinds.get(live.kind);
  const parentParam = kind.parent === undefined ? undefined : planning.kinds.get(kind.parent).idParam;
  return pick(operation, (name) => {
    if (name === kind.idParam) return atPointer(live.answer, kind.idPointer ?? "/id") ?? live.id;
    return name === parentParam ? live.parentId : outerParam(planning, name, live.organization);
  });
}

/** Path parameters of a list or create of a kind in its parent. */
export function paramsIn(
  planning: PlanContext,
  operation: Operation,
  kind: Kind,
  parent: DesiredResource | undefined,
  organization = parent?.organization ?? "",
): JsonObject {
  return pick(operation, (name) => outerParam(planning, name, organization, parent), kind.name);
}

function outerParam(
  planning: PlanContext,
  name: string,
  organization: string,
  parent?: DesiredResource,
): Json | undefined {
  if (name === "organizationId") return planning.organizationId(organization);
  const kind = parent === undefined ? undefined : planning.kinds.get(parent.kind);
  return kind?.idParam === name && parent !== undefined
    ? idOf(planning, parent.address, kind.idPointer)
    : undefined;
}

function pick(operation: Operation, known: (name: string) => Json | undefined, what = ""): JsonObject {
  const entries = pathParameters(operation).map((name): [string, Json] => {
    const value = known(name);
    if (value === undefined) throw new Error(`${operation.name} ${what} needs ${name}`);
    return [name, value];
  });
  return Object.fromEntries(entries);
}
