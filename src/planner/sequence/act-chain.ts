import type { Operation } from "../../contract/operation.ts";
import type { DesiredResource } from "../../model/desired.ts";
import { addTo } from "../../model/group-by.ts";
import type { SequenceTraits } from "../../model/traits/sequence-traits.ts";
import type { Json, JsonObject } from "../../text/json.ts";
import { idOf, paramsOf, paramsOfLive } from "../diff/created-by.ts";
import { root } from "../match/tree-kind.ts";
import {
  callKey,
  createKey,
  type Prerequisite,
  prerequisites,
  type StepDraft,
  sourcesOf,
} from "../state/draft.ts";
import { liveAddress, liveItem } from "../state/live-address.ts";
import type { PlanContext } from "../state/planning.ts";
import type { Act, CreateAct } from "./arrangement.ts";
import type { Anchor, MoveAct } from "./ordered-lists.ts";
import type { FamilyOrder } from "./structure.ts";

/** The acts of an order as calls, each after the one before it. */
export interface Chain {
  /** Acts of one thread run one after the other: all of a nested order, else those of one container. */
  readonly threadIn: (container: string) => string;
  readonly drafts: readonly StepDraft[];
  /** The act that creates an item, and the draft before it. */
  readonly created: ReadonlyMap<string, CreateAct & { readonly after: readonly string[] }>;
  /** The first and the last call of a thread that create something: those between them lie in the chain. */
  readonly creates: ReadonlyMap<string, { readonly first: string; readonly last: string }>;
  /** Drafts before the delete of each dissolved container: the one before it, and those by which items leave it. */
  readonly dissolved: ReadonlyMap<string, readonly Prerequisite[]>;
  /** Drafts that put something next to an item. */
  readonly anchored: ReadonlyMap<string, readonly string[]>;
}

/** Turns the acts of an order into calls; creates and deletes are drafted where their bodies are known. */
export function chainActs(planning: PlanContext, order: FamilyOrder): Chain {
  const last = new Map<string, string>();
  const entered = new Map<string, string>();
  const chain = {
    threadIn: (container: string): string => (order.family.isNested ? root : container),
    drafts: [] as StepDraft[],
    created: new Map<string, CreateAct & { readonly after: readonly string[] }>(),
    creates: new Map<string, { first: string; last: string }>(),
    dissolved: new Map<string, readonly Prerequisite[]>(),
    anchored: new Map<string, string[]>(),
  };
  order.acts.forEach((act, index) => {
    const thread = chain.threadIn(planning.resourceAt(act.item)?.container ?? root);
    const previous = last.get(thread);
    const after = previous === undefined ? [] : [previous];
    const key = keyOf(planning, act, index);
    last.set(thread, key);
    const own = prerequisites([entered.get(act.item) ?? []].flat(), "parent");
    if (act.type === "create") {
      chain.created.set(act.item, { ...act, after });
      chain.creates.set(thread, { first: chain.creates.get(thread)?.first ?? key, last: key });
    } else if (act.type === "dissolve") {
      const leaving = (order.live.get(act.item) ?? []).flatMap((item) => entered.get(item) ?? []);
      chain.dissolved.set(act.item, [...prerequisites(after, "list"), ...prerequisites(leaving, "release")]);
    } else chain.drafts.push(moveDraft(planning, act, key, [...prerequisites(after, "list"), ...own]));
    if (act.type === "move" && act.isElsewhere) entered.set(act.item, key);
    if (act.type === "move" && act.anchor !== undefined) addTo(chain.anchored, act.anchor.sibling, key);
  });
  return chain;
}

/** An item can be moved twice: the place of the act tells its calls apart. */
function keyOf(planning: PlanContext, act: Act, index: number): string {
  if (act.type === "create") return createKey(act.item);
  if (act.type === "dissolve") return deleteKey(planning, act.item);
  return `${act.item} ${act.type} ${index}`;
}

function moveDraft(
  planning: PlanContext,
  act: MoveAct,
  key: string,
  after: readonly Prerequisite[],
): StepDraft {
  const resource = planning.resourceAt(act.item);
  if (resource === undefined) throw new Error(`nothing moves ${act.item}`);
  const call =
    act.anchor === undefined && act.isElsewhere
      ? containerCall(planning, resource, act.container)
      : placeCall(planning, resource, act.anchor);
  return { ...call, key, address: act.item, after: [...after, ...call.after] };
}

/** The part of a draft that differs from one sort of move to the other. */
type MoveCall = Omit<StepDraft, "key" | "address">;

/** Moves an item to the end of a container: by its own update, or by the operation of the container. */
function containerCall(planning: PlanContext, resource: DesiredResource, container: string): MoveCall {
  const { append, reparent } = traitsOf(planning, resource.address);
  if (reparent !== undefined) {
    const { operation } = reparent;
    const body = { [reparent.body]: container === root ? null : itemId(planning, container) };
    const after = prerequisites(sourcesOf(body), "parent");
    return { operation, params: paramsOf(planning, operation, resource), body, after, joins: true };
  }
  if (append === undefined) throw new Error(`nothing appends ${resource.address}`);
  const { operation, body } = append;
  const params = paramsOfItem(planning, operation, container);
  return { operation, params, body: { [body]: idOf(planning, resource.address) }, after: [] };
}

/** Moves an item next to a sibling, or to the end of its container. */
function placeCall(planning: PlanContext, resource: DesiredResource, anchor: Anchor | undefined): MoveCall {
  const { move } = traitsOf(planning, resource.address);
  if (move === undefined) throw new Error(`nothing moves ${resource.address}`);
  const { operation } = move;
  const item = move.item === undefined ? {} : { [move.item]: anchorBody(planning, resource.address) };
  const position = anchor === undefined ? {} : { [anchor.side]: anchorBody(planning, anchor.sibling) };
  return {
    operation,
    params: paramsOf(planning, operation, resource),
    body: { ...item, position },
    after: [...prerequisites(sourcesOf(item), "parent"), ...prerequisites(sourcesOf(position), "list")],
  };
}

/** How bodies name an item of an order, declared or not. */
function anchorBody(planning: PlanContext, item: string): JsonObject {
  const { move } = traitsOf(planning, item);
  if (move === undefined) throw new Error(`nothing moves next to ${item}`);
  return move.anchor(itemId(planning, item));
}

function traitsOf(planning: PlanContext, item: string): Partial<SequenceTraits> {
  const kind = planning.resourceAt(item)?.kind ?? liveItem(planning, item)?.kind;
  return (kind === undefined ? undefined : planning.kinds.get(kind).sequence) ?? {};
}

/** Path parameters of an operation on an item of an order, declared or not. */
function paramsOfItem(planning: PlanContext, operation: Operation, item: string): StepDraft["params"] {
  const resource = planning.resourceAt(item);
  if (resource !== undefined) return paramsOf(planning, operation, resource);
  const live = liveItem(planning, item);
  if (live === undefined) throw new Error(`there is no ${item}`);
  return paramsOfLive(planning, operation, live);
}

/** Id of an item of an order, declared or not. */
export function itemId(planning: PlanContext, item: string): Json {
  return planning.resourceAt(item) === undefined
    ? (liveItem(planning, item)?.id ?? item)
    : idOf(planning, item);
}

/** An item goes once what takes its place is there (A26), and nothing is put next to it. */
export function beforeDelete(chain: Chain, item: string, container: string): readonly Prerequisite[] {
  const creates = chain.creates.get(chain.threadIn(container));
  const last = creates === undefined ? [] : [creates.last];
  const before = prerequisites([...last, ...(chain.anchored.get(item) ?? [])], "list");
  return chain.dissolved.get(item) ?? before;
}

/** Key of the call that deletes an item. */
export function deleteKey(planning: PlanContext, item: string): string {
  const live = liveItem(planning, item);
  const operation = live === undefined ? undefined : planning.kinds.get(live.kind).operations.delete;
  if (live === undefined || operation === undefined) throw new Error(`nothing deletes ${item}`);
  return callKey(liveAddress(planning, live), operation);
}
