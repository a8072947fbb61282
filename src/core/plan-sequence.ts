import { type Act, root } from "./arrangement.ts";
import { birthOf, idOf, type Possible, paramsOf, referredId } from "./birth.ts";
import { firstUsable } from "./blocked.ts";
import type { DesiredResource } from "./desired.ts";
import type { Source } from "./diagnostic.ts";
import { callKey, createKey, type Draft, takesField } from "./draft.ts";
import type { Json, JsonObject } from "./json.ts";
import { apiName } from "./kind-index.ts";
import type { LiveResource } from "./live.ts";
import { liveAddress } from "./live-address.ts";
import { type Outcome, together } from "./outcome.ts";
import { planDelete } from "./plan-delete.ts";
import type { Change } from "./plan-document.ts";
import { type Creation, planResource, planUpdate } from "./plan-resource.ts";
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
  const others = all.filter((other) => other !== order).flatMap((other) => roomKeys(planning, other));
  const items = planning
    .desiredIn(parent.address)
    .filter(({ kind }) => order.family.kinds.some(({ name }) => name === kind))
    .map((item) => {
      const isAtRoot = order.family.isNested || item.container === undefined;
      const creation = creationOf(planning, item, chain, isAtRoot ? others : []);
      return planItem(planning, item, creation);
    });
  const moves: Outcome = { changes: movedChanges(planning, order), drafts: chain.drafts };
  return together([...items, moves, deletions(planning, parent, order, chain)]);
}

/** What is built anew is created, and shown as what it is to people: the same thing, changed and moved. */
function planItem(planning: Possible, item: DesiredResource, creation: Creation): Outcome {
  const former = planning.formerOf(item.address);
  const outcome = planResource(planning, item, creation);
  return former === undefined
    ? outcome
    : { changes: planUpdate(planning, item, former).changes, drafts: outcome.drafts };
}

/** The acts of an order as calls, each after the one before it. */
interface Chain {
  /** Acts of one thread run one after the other: all of a nested order, else those of one container. */
  readonly threadIn: (container: string) => string;
  readonly drafts: readonly Draft[];
  /** Draft before each created item. */
  readonly before: ReadonlyMap<string, readonly string[]>;
  /** Items that each created holder takes along. */
  readonly carried: ReadonlyMap<string, readonly string[]>;
  /** Keys of the calls that create, by thread. */
  readonly creates: ReadonlyMap<string, readonly string[]>;
  /** Draft before each dissolved holder. */
  readonly dissolved: ReadonlyMap<string, readonly string[]>;
  /** Drafts that put something next to an item. */
  readonly anchored: ReadonlyMap<string, readonly string[]>;
}

function chainActs(planning: Possible, order: FamilyOrder): Chain {
  const last = new Map<string, string>();
  const chain = {
    threadIn: (container: string): string => (order.family.isNested ? root : container),
    drafts: [] as Draft[],
    before: new Map<string, readonly string[]>(),
    carried: new Map<string, readonly string[]>(),
    creates: new Map<string, string[]>(),
    dissolved: new Map<string, readonly string[]>(),
    anchored: new Map<string, string[]>(),
  };
  for (const act of order.acts) {
    const thread = chain.threadIn(planning.resourceAt(act.item)?.container ?? root);
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
    if (act.type === "place")
      chain.anchored.set(act.sibling, [...(chain.anchored.get(act.sibling) ?? []), key]);
  }
  return chain;
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
  const position: JsonObject =
    act.type === "last" ? {} : { [act.side]: anchor(itemId(planning, act.sibling)) };
  return { ...base, operation, params: paramsOf(planning, operation, resource), body: { position } };
}

/** Id of an item of an order, declared or not. */
function itemId(planning: Possible, item: string): Json {
  return planning.resourceAt(item) === undefined
    ? (liveItem(planning, item)?.id ?? item)
    : idOf(planning, item);
}

function creationOf(
  planning: Possible,
  item: DesiredResource,
  chain: Chain,
  others: readonly string[],
): Creation {
  const kind = planning.kinds.get(item.kind);
  const { sequence } = kind;
  if (item.absent) return { body: {}, after: beforeDelete(chain, item.address, item.container ?? root) };
  const birth = birthOf(planning, item);
  if (birth.by !== "own") return { body: {}, after: [], broughtBy: birth.field };
  const first = sequence?.firstChild;
  const child = first === undefined ? undefined : planning.kinds.get(first.kind);
  const usable = child === undefined ? undefined : firstUsable(planning, item, child, planning.blockedReason);
  const carried = chain.carried.get(item.address) ?? [];
  const body: JsonObject = {
    ...keptBody(planning, item),
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
  return { body, after: [...(chain.before.get(item.address) ?? []), ...others] };
}

/** What the manifest does not say of something that is built anew stays as it is. */
function keptBody(planning: Possible, item: DesiredResource): JsonObject {
  const kind = planning.kinds.get(item.kind);
  const answer = planning.formerOf(item.address)?.answer ?? {};
  const kept = Object.entries(kind.fields).flatMap(([name, field]): [string, Json][] => {
    const value = answer[apiName(name, field)];
    const isSaid = item.values[name] !== undefined && !item.ignore.includes(name);
    const isTaken = takesField(kind.operations.create, apiName(name, field));
    return isSaid || !isTaken || value === undefined ? [] : [[apiName(name, field), value]];
  });
  return Object.fromEntries(kept);
}

/** An item goes once what takes its place is there (A26), and nothing is put next to it. */
function beforeDelete(chain: Chain, item: string, container: string): readonly string[] {
  const creates = chain.creates.get(chain.threadIn(container)) ?? [];
  return chain.dissolved.get(item) ?? [...creates, ...(chain.anchored.get(item) ?? [])];
}

/** Live items that nothing declares. */
function deletions(planning: Possible, parent: DesiredResource, order: FamilyOrder, chain: Chain): Outcome {
  const reason = "not in the structure that the manifest declares";
  const sourceIn = (container: string): Source | undefined => {
    const holder = planning.resourceAt(container) ?? parent;
    return holder.sources.structure ?? holder.source;
  };
  return together(
    unwanted(order).flatMap(({ item, container }) => {
      const live = liveItem(planning, item);
      if (live === undefined) return [];
      const after = beforeDelete(chain, item, container);
      const outcome = planDelete(planning, live, { reason, source: sourceIn(container), after });
      return [planning.renewedAt(live) === undefined ? outcome : { ...outcome, changes: [] }];
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

/** Deletes that make room for another family: a site has spaces at its root, or sections (A21). */
function roomKeys(planning: Possible, { live, family }: FamilyOrder): readonly string[] {
  const items = family.isNested ? [...live.values()].flat() : (live.get(root) ?? []);
  const goes = (item: string): boolean => item.startsWith("#") || planning.resourceAt(item)?.absent === true;
  return items.filter(goes).map((item) => deleteKey(planning, item));
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
    const former = planning.formerOf(item);
    const live = former ?? planning.matching.liveOf(item);
    const before = from.get(former === undefined ? item : `#${former.id}`);
    if (resource === undefined || live === undefined || before === undefined) return [];
    if (former === undefined && !called.has(item) && before.container === place.container) return [];
    const change = movedChange(planning, resource, live, before, place);
    return [former === undefined ? change : { ...change, reason: whyAnew }];
  });
}

const whyAnew = "nothing moves it, so it is built anew, under a new id, with all that it holds";

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
