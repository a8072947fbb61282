import type { Address } from "../model/address.ts";
import type { Change, FieldChange, Step } from "../model/documents/plan-document.ts";
import type { Waiting } from "../model/documents/waiting.ts";
import { groupBy } from "../model/group-by.ts";
import type { Kind } from "../model/kind.ts";
import { apiName } from "../model/kind-index.ts";
import type { Membership } from "../model/membership.ts";
import { isPlacing } from "../model/placing.ts";
import { isObject } from "../text/json.ts";
import { switchCall } from "./state/draft.ts";
import { liveAt, parentOf } from "./state/live-address.ts";
import type { Planning } from "./state/planning.ts";
import type { IsTarget } from "./state/targets.ts";
import type { PlanningWithTrees, Tree } from "./tree/tree.ts";
import { nodeAddress } from "./tree/tree-calls.ts";
import type { TreeAct } from "./tree/tree-order.ts";

/** Changes and calls of a plan. */
export interface Effects {
  readonly changes: readonly Change[];
  readonly steps: readonly Step[];
  /** People who have not joined yet. */
  readonly waiting: readonly Waiting[];
}

/** Narrows a plan to its targets: their calls, the calls that these wait for, and the changes that all these make. */
export function partialEffects(planning: PlanningWithTrees, isTarget: IsTarget, whole: Effects): Effects {
  const steps = stepsFor(planning, isTarget, whole);
  const byAddress = groupBy(steps, ({ address }) => address);
  const changes = whole.changes.flatMap((change) =>
    isTarget(change.address) ? [change] : madeBy(planning, change, byAddress.get(change.address) ?? []),
  );
  return { changes, steps, waiting: whole.waiting.filter(({ address }) => isTarget(address)) };
}

function stepsFor(
  planning: PlanningWithTrees,
  isTarget: IsTarget,
  { changes, steps }: Effects,
): readonly Step[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  // A call that runs twice at one address leaves a temporary value the first time, so both are chosen.
  const calls = groupBy(steps, callOf);
  const byAddress = groupBy(steps, ({ address }) => address);
  const bringing = bringers(planning, isTarget, changes);
  const chosen = new Set<string>();
  const made = new Set<string>();
  const choose = (first: Step): void => {
    const waiting = [first];
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      if (chosen.has(step.id)) continue;
      chosen.add(step.id);
      made.add(callOf(step));
      waiting.push(...step.after.flatMap((id) => byId.get(id) ?? []), ...(calls.get(callOf(step)) ?? []));
      if (isMadeWhole(planning, step)) waiting.push(...(byAddress.get(step.address) ?? []));
    }
  };
  for (const step of steps) if (isOf(planning, isTarget, step) || bringing(step)) choose(step);
  const placing = new Set(planning.trees.flatMap((tree) => placingCalls(planning, tree, isTarget, made)));
  for (const step of steps) if (placing.has(callOf(step))) choose(step);
  return steps.filter(({ id }) => chosen.has(id));
}

function callOf({ address, operation }: Step): string {
  return `${address} ${operation}`;
}

/**
 * True for the create of a collection or space, which takes all its own calls along. A copy has the name of its original
 * until then, and the level and access of a new one are calls of their own: it would be open by inheritance.
 */
function isMadeWhole(planning: Planning, { address, operation }: Step): boolean {
  const resource = planning.resourceAt(address);
  const kind = resource && planning.kinds.get(resource.kind);
  return kind?.tree !== undefined && [kind.tree.copy?.name, kind.operations.create?.name].includes(operation);
}

/** True for a call at a target, or at the live object that is deleted and created again at one. */
function isOf(planning: Planning, isTarget: IsTarget, { address }: Step): boolean {
  const live = isTarget(address) ? undefined : liveAt(planning, address);
  const recreated = live === undefined ? undefined : planning.recreatedAt(live);
  return isTarget(address) || (recreated !== undefined && isTarget(recreated));
}

/**
 * Calls that place a target without being its own. An order is one value, so a target that comes, goes or moves in it
 * needs all calls of that order. An item that its parent's create also creates needs that create.
 */
function bringers(
  planning: Planning,
  isTarget: IsTarget,
  changes: readonly Change[],
): (step: Step) => boolean {
  const places = changes.filter(
    ({ action, address, kind }) =>
      action !== "update" &&
      action !== "blocked" &&
      isTarget(address) &&
      planning.kinds.get(kind).sequence !== undefined,
  );
  const parents = new Set(places.flatMap(({ address }) => parentAddress(planning, address) ?? []));
  return (step) => {
    const { address, operation } = step;
    const name = planning.resourceAt(address)?.kind ?? liveAt(planning, address)?.kind;
    const kind = name === undefined ? undefined : planning.kinds.get(name);
    if (kind?.sequence === undefined)
      return operation === kind?.operations.create?.name && parents.has(address);
    const { create, delete: remove } = kind.operations;
    const isInOrder = [create?.name, remove?.name].includes(operation) || isPlacing(kind, step);
    const parent = parentAddress(planning, address);
    return parent !== undefined && parents.has(parent) && isInOrder;
  };
}

/**
 * Calls that place items of a tree's orders that name a target, and items inside those, at any depth. An order is one
 * value, and the place of a collection is visible only once something is in it (A18, A22). They are chosen as soon as
 * any call of the tree is.
 */
function placingCalls(
  planning: PlanningWithTrees,
  tree: Tree,
  isTarget: IsTarget,
  chosen: ReadonlySet<string>,
): readonly string[] {
  const isTargetNode = (name: string): boolean => {
    const node = tree.nodes.get(name);
    return node !== undefined && isTarget(nodeAddress(planning, node));
  };
  const callsOf = (act: TreeAct): readonly string[] => callsOfAct(planning, tree, act);
  if (!tree.acts.flatMap(callsOf).some((call) => chosen.has(call))) return [];
  const ordered = new Set([...tree.orders.values()].filter((names) => names.some(isTargetNode)).flat());
  const isInside = (item: string): boolean => {
    const to = tree.items.get(item)?.to;
    return ordered.has(item) || (to !== undefined && isInside(to));
  };
  return tree.acts.filter(({ item }) => isInside(item)).flatMap(callsOf);
}

function callsOfAct(
  planning: PlanningWithTrees,
  { nodes }: Tree,
  { type, item }: TreeAct,
): readonly string[] {
  const node = nodes.get(item);
  if (node === undefined) return [];
  const { operations, tree } = node.kind;
  const calls =
    type === "move" ? [tree.move.operation] : [operations.create, tree.copy, tree.restore?.operation];
  return calls.flatMap((one) => (one === undefined ? [] : `${nodeAddress(planning, node)} ${one.name}`));
}

/** Address of the parent of a declared or live resource. */
function parentAddress(planning: Planning, address: Address): Address | undefined {
  const live = liveAt(planning, address);
  const parent = parentOf(planning, live);
  const declared = planning.resourceAt(address)?.parent;
  return declared ?? (parent === undefined ? undefined : planning.matching.addressOf(parent));
}

/** The part of a change that the chosen calls at its address make: all of it, some fields, or nothing. */
function madeBy(planning: Planning, change: Change, steps: readonly Step[]): readonly Change[] {
  const { action, fields = [] } = change;
  const kind = planning.kinds.get(change.kind);
  const does = (name: string | undefined): boolean => steps.some(({ operation }) => operation === name);
  if (action === "delete") return does(kind.operations.delete?.name) ? [change] : [];
  const { copy, restore } = kind.tree ?? {};
  if (does(copy?.name) || (action === "restore" && does(restore?.operation.name))) return [change];
  const made = fields
    .filter((field) => steps.some((step) => carries(kind, step, field)))
    .map((field) => withoutLaterRole(kind, field, does));
  const isMade = action === "create" ? does(kind.operations.create?.name) : made.length > 0;
  if (action === "blocked" || !isMade) return [];
  return [{ ...change, fields: made }];
}

/** A create adds members with the default role; a later call sets another role. */
function withoutLaterRole(
  kind: Kind,
  field: FieldChange,
  does: (name: string | undefined) => boolean,
): FieldChange {
  const membership = kind.fields[field.path.split(".", 1)[0] ?? ""]?.membership;
  const calls = membership?.calls;
  if (calls?.by !== "bulk" || does(calls.set.name)) return field;
  return { ...field, after: calls.defaultRole };
}

/** True for a call that can make the change of an entry; of several changes of one sort, each step is taken for all. */
function carriesEntry(
  { calls, sorts }: Membership,
  { operation, body }: Step,
  { path, before, after }: FieldChange,
): boolean {
  if (calls.by === "bulk") return operation === calls.set.name;
  const sort = sorts.find(({ key }) => path.split(".")[1] === key);
  if (before !== undefined) return operation === sort?.one?.[after === undefined ? "remove" : "change"].name;
  return operation === calls.add.name && isObject(body) && body.role === after;
}

/** True for a call that carries a field of a change. Moves carry a place, which is no field of the kind. */
function carries(kind: Kind, step: Step, change: FieldChange): boolean {
  const { operation, body } = step;
  const name = change.path.split(".", 1)[0] ?? "";
  const field = kind.fields[name];
  if (field === undefined || field.tree === "parent") return isPlacing(kind, step);
  const { membership, switched, ownCalls } = field;
  if (ownCalls !== undefined) return ownCalls.update.name === operation;
  if (membership !== undefined && carriesEntry(membership, step, change)) return true;
  if (switchCall(switched, change.after)?.name === operation) return true;
  return isObject(body) && Object.hasOwn(body, apiName(name, field));
}
