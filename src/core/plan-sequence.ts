import { type Act, root } from "./arrangement.ts";
import { birthOf, idOf, type Possible, paramsOf, referredId } from "./birth.ts";
import { firstUsable } from "./blocked.ts";
import type { DesiredResource } from "./desired.ts";
import { callKey, createKey, type Draft } from "./draft.ts";
import type { JsonObject } from "./json.ts";
import type { LiveResource } from "./live.ts";
import type { Change } from "./plan-document.ts";
import {
  blockedChange,
  type Creation,
  liveAddress,
  type Outcome,
  planDelete,
  planResource,
  together,
} from "./plan-resource.ts";
import { type FamilyOrder, liveItem } from "./structure.ts";

/** Plans the declared order of what stands in a resource: creates, moves, deletes and the fields of each item. */
export function planSequence(
  planning: Possible,
  parent: DesiredResource,
  orders: readonly FamilyOrder[],
): Outcome {
  return together(orders.map((order) => planFamily(planning, parent, order, orders)));
}

function planFamily(
  planning: Possible,
  parent: DesiredResource,
  order: FamilyOrder,
  all: readonly FamilyOrder[],
): Outcome {
  const chain = chainActs(planning, order);
  const others = all.filter((other) => other !== order).flatMap((other) => deletedKeys(planning, other));
  const items = planning
    .desiredIn(parent.address)
    .filter(({ kind }) => order.family.kinds.some(({ name }) => name === kind))
    .map((item) => planResource(planning, item, creationOf(planning, item, chain, others)));
  const moves: Outcome = { changes: movedChanges(planning, order), drafts: chain.drafts };
  return together([...items, moves, deletions(planning, order, chain)]);
}

/** The acts of an order as calls, each after the one before it. */
interface Chain {
  readonly drafts: readonly Draft[];
  /** Draft before each created item. */
  readonly before: ReadonlyMap<string, readonly string[]>;
  /** Items that each created holder takes along. */
  readonly carried: ReadonlyMap<string, readonly string[]>;
  /** Keys of the calls that create, by container: of all of it, when the order is one. */
  readonly creates: ReadonlyMap<string, readonly string[]>;
  /** Draft before each dissolved holder. */
  readonly dissolved: ReadonlyMap<string, readonly string[]>;
}

function chainActs(planning: Possible, order: FamilyOrder): Chain {
  const last = new Map<string, string>();
  const chain = {
    drafts: [] as Draft[],
    before: new Map<string, readonly string[]>(),
    carried: new Map<string, readonly string[]>(),
    creates: new Map<string, string[]>(),
    dissolved: new Map<string, readonly string[]>(),
  };
  for (const act of order.acts) {
    const thread = threadOf(planning, order, act);
    const previous = last.get(thread);
    const after = previous === undefined ? [] : [previous];
    const key = keyOf(planning, act);
    last.set(thread, key);
    if (act.type === "create") {
      chain.before.set(act.item, after);
      chain.carried.set(act.item, act.carried);
      chain.creates.set(thread, [...(chain.creates.get(thread) ?? []), key]);
    } else if (act.type === "dissolve") chain.dissolved.set(act.item, after);
    else chain.drafts.push(moveDraft(planning, act, key, after));
  }
  return chain;
}

/** Acts of one thread run one after the other: all of a nested order, else those of one container. */
function threadOf(planning: Possible, order: FamilyOrder, act: Act): string {
  return order.family.isNested ? root : (planning.resourceAt(act.item)?.container ?? root);
}

type Move = Exclude<Act, { type: "create" | "dissolve" }>;

function keyOf(planning: Possible, act: Act): string {
  if (act.type === "create") return createKey(act.item);
  if (act.type === "dissolve") return deleteKey(planning, act.item);
  return `${act.item} ${act.type}`;
}

function moveDraft(planning: Possible, act: Move, key: string, after: readonly string[]): Draft {
  const resource = planning.resourceAt(act.item);
  const sequence = resource === undefined ? undefined : planning.kinds.get(resource.kind).sequence;
  if (resource === undefined || sequence?.move === undefined) throw new Error(`nothing moves ${act.item}`);
  const base = { key, address: act.item, after };
  if (act.type === "append") {
    const container = planning.resourceAt(act.container);
    if (container === undefined || sequence.append === undefined)
      throw new Error(`nothing appends ${act.item}`);
    const { operation, body } = sequence.append;
    return {
      ...base,
      operation,
      params: paramsOf(planning, operation, container),
      body: { [body]: idOf(planning, act.item) },
    };
  }
  const { operation, anchor } = sequence.move;
  const position: JsonObject = act.type === "last" ? {} : { [act.side]: anchor(idOf(planning, act.sibling)) };
  return { ...base, operation, params: paramsOf(planning, operation, resource), body: { position } };
}

function creationOf(
  planning: Possible,
  item: DesiredResource,
  chain: Chain,
  others: readonly string[],
): Creation {
  const kind = planning.kinds.get(item.kind);
  const { sequence } = kind;
  if (item.absent) return { body: {}, after: chain.dissolved.get(item.address) ?? [] };
  const birth = birthOf(planning, item);
  if (birth.by !== "own") return { body: {}, after: [], broughtBy: birth.field };
  const first = sequence?.firstChild;
  const child = first === undefined ? undefined : planning.kinds.get(first.kind);
  const usable = child === undefined ? undefined : firstUsable(planning, item, child, planning.blockedReason);
  const carried = chain.carried.get(item.address) ?? [];
  const body: JsonObject = {
    ...(first === undefined || usable === undefined
      ? {}
      : { [first.body]: referredId(planning, usable, first.field) }),
    ...(sequence?.containerBody === undefined || item.container === undefined
      ? {}
      : { [sequence.containerBody]: idOf(planning, item.container) }),
    ...(sequence?.carries === undefined || carried.length === 0
      ? {}
      : { [sequence.carries.body]: carried.map((address) => idOf(planning, address)) }),
  };
  const isRootItem = item.container === undefined && sequence?.createdWithParent !== undefined;
  return { body, after: [...(chain.before.get(item.address) ?? []), ...(isRootItem ? others : [])] };
}

/** Live items that are not wanted: they go once what takes their place is there (A26). */
function deletions(planning: Possible, order: FamilyOrder, chain: Chain): Outcome {
  const reason = "not in the structure that the manifest declares";
  return together(
    unwanted(order).flatMap(({ item, container }) => {
      const live = liveItem(planning, item);
      if (live === undefined) return [];
      const dissolved = chain.dissolved.get(item);
      const creates = chain.creates.get(order.family.isNested ? root : container) ?? [];
      return [planDelete(planning, live, undefined, reason, dissolved ?? creates)];
    }),
  );
}

interface Unwanted {
  readonly item: string;
  readonly container: string;
}

/** Live items that nothing declares, in containers that stay and whose items are declared. */
function unwanted({ live, wanted, family }: FamilyOrder): readonly Unwanted[] {
  return [...live].flatMap(([container, items]) => {
    if (!family.isNested && !wanted.has(container)) return [];
    return items.filter((item) => item.startsWith("#")).map((item) => ({ item, container }));
  });
}

function deletedKeys(planning: Possible, order: FamilyOrder): readonly string[] {
  return unwanted(order).map(({ item }) => deleteKey(planning, item));
}

function deleteKey(planning: Possible, item: string): string {
  const live = liveItem(planning, item);
  const operation = live === undefined ? undefined : planning.kinds.get(live.kind).operations.delete;
  if (live === undefined || operation === undefined) throw new Error(`nothing deletes ${item}`);
  return callKey(liveAddress(planning, live), operation);
}

/** Items that stand elsewhere afterwards, whether by a call of their own or taken along by another. */
function movedChanges(planning: Possible, order: FamilyOrder): readonly Change[] {
  const called = new Set(
    order.acts.filter(({ type }) => type !== "create" && type !== "dissolve").map(({ item }) => item),
  );
  const from = placesIn(order.live);
  const to = placesIn(order.wanted);
  return [...to].flatMap(([item, place]): Change[] => {
    const resource = planning.resourceAt(item);
    const live = planning.matching.liveOf(item);
    const before = from.get(item);
    if (resource === undefined || live === undefined || before === undefined) return [];
    if (order.unreachable.includes(item))
      return [{ ...blockedChange(planning, resource, noWay), id: live.id }];
    if (!called.has(item) && before.container === place.container) return [];
    return [movedChange(planning, resource, live, before, place)];
  });
}

const noWay =
  "nothing can bring it to this place: a section moves next to another section there, and there is none (A24); put a section beside it first";

/** Place of an item: from 1, in its container. */
export interface Place {
  readonly container: string;
  readonly place: number;
}

/** Places of all items of an order. */
export function placesIn(order: FamilyOrder["live"]): ReadonlyMap<string, Place> {
  return new Map(
    [...order].flatMap(([container, items]) =>
      items.map((item, index) => [item, { container, place: index + 1 }] as const),
    ),
  );
}

function movedChange(
  planning: Possible,
  resource: DesiredResource,
  live: LiveResource,
  before: Place,
  after: Place,
): Change {
  const kind = planning.kinds.get(resource.kind);
  const isElsewhere = before.container !== after.container;
  const containers = {
    before: titleOf(planning, before.container),
    after: titleOf(planning, after.container),
  };
  return {
    address: resource.address,
    kind: kind.name,
    action: "move",
    id: live.id,
    title: kind.label(live.answer),
    fields: [
      ...(isElsewhere ? [{ path: "container", ...containers }] : []),
      { path: "position", before: before.place, after: after.place },
    ],
    source: resource.source,
  };
}

/** What people call a container; the root has no name of its own. */
export function titleOf(planning: Possible, container: string): string {
  if (container === root) return "(root)";
  const written = planning.resourceAt(container)?.values.title;
  const live = liveItem(planning, container);
  return typeof written === "string" || live === undefined
    ? String(written ?? container)
    : planning.kinds.get(live.kind).label(live.answer);
}
