import type { DesiredResource } from "../../model/desired.ts";
import type { Source } from "../../model/diagnostic.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { apiName } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import type { Json, JsonObject } from "../../text/json.ts";
import { whomLeavingLetsIn } from "../access/shown-spaces.ts";
import { firstUsable } from "../diff/blocked.ts";
import { createdBy, idOf, referredId } from "../diff/created-by.ts";
import { planDelete } from "../diff/plan-delete.ts";
import { type Creation, planResource, planUpdate } from "../diff/plan-resource.ts";
import { root } from "../match/tree-kind.ts";
import { changeOf, toldRisks } from "../state/change-entry.ts";
import {
  createKey,
  mergeOutcomes,
  type Outcome,
  prerequisites,
  sourcesOf,
  takesField,
} from "../state/draft.ts";
import { liveItem } from "../state/live-address.ts";
import type { PlanContext } from "../state/planning.ts";
import { beforeDelete, type Chain, chainActs, deleteKey, itemId } from "./act-chain.ts";
import { titleOf } from "./navigation.ts";
import { type Place, placeFields, placesIn } from "./ordered-lists.ts";
import { asShown, type FamilyOrder } from "./structure.ts";
import { type WrappedRoot, wrappedRoot } from "./wrapped-root.ts";

/** Plans the declared order of the items in a resource: creates, moves, deletes and the fields of each item. */
export function planSequence(
  planning: PlanContext,
  parent: DesiredResource,
  orders: readonly FamilyOrder[],
): Outcome {
  const wrapped = wrappedRoot(planning, parent, orders);
  const outcome = mergeOutcomes(orders.map((order) => planFamily(planning, parent, order, orders, wrapped)));
  return wrapped === undefined ? outcome : takingLast(planning, outcome, wrapped);
}

/**
 * Nobody knows the path that the platform gives to what it wraps. It may be any that a section shall get, so sections
 * get their paths once that is deleted.
 */
function takingLast(planning: PlanContext, { changes, drafts }: Outcome, wrapped: WrappedRoot): Outcome {
  const frees = drafts.flatMap(({ address, claims = [] }) =>
    planning.resourceAt(address)?.kind === wrapped.kind ? claims.map(({ slot }) => slot) : [],
  );
  const deleting = new Set(wrapped.drafts.map(({ key }) => key));
  return { changes, drafts: drafts.map((draft) => (deleting.has(draft.key) ? { ...draft, frees } : draft)) };
}

function planFamily(
  planning: PlanContext,
  parent: DesiredResource,
  order: FamilyOrder,
  all: readonly FamilyOrder[],
  wrapped: WrappedRoot | undefined,
): Outcome {
  const declared = itemsOfFamily(planning, parent, order);
  if (order.isAsWanted === true) return mergeOutcomes(declared.map((item) => planResource(planning, item)));
  const chain = chainActs(planning, order);
  const others = all
    .filter((other) => other !== order && other !== wrapped?.order)
    .flatMap((other) => roomKeys(planning, other));
  const items = declared.map((item) => {
    if (!item.absent && planning.matching.liveOf(item.address) !== undefined)
      return planResource(planning, item);
    const isAtRoot = order.family.isNested || item.container === undefined;
    const isFirst = isFirstCreate(chain, item);
    const creation = creationOf(planning, item, chain, isAtRoot && isFirst ? others : []);
    return planItem(planning, item, creation);
  });
  const moves: Outcome = { changes: movedChanges(planning, order), drafts: chain.drafts };
  const deleted = deletions(planning, parent, order, chain);
  const gone = order === wrapped?.order ? asOne(deleted, wrapped) : deleted;
  return mergeOutcomes([...items, moves, gone]);
}

function itemsOfFamily(
  planning: PlanContext,
  parent: DesiredResource,
  { family }: FamilyOrder,
): readonly DesiredResource[] {
  const names = new Set(family.kinds.map(({ name }) => name));
  return planning.desiredIn(parent.address).filter(({ kind }) => names.has(kind));
}

/** Is it the first that its thread creates? What the first waits for, the others wait for through it. */
function isFirstCreate({ creates, threadIn }: Chain, { address, container }: DesiredResource): boolean {
  const own = creates.get(threadIn(container ?? root));
  return own === undefined || own.first === createKey(address);
}

/** Deletes of all that is wrapped, by the delete of what wraps it. */
function asOne({ changes, drafts }: Outcome, wrapped: WrappedRoot): Outcome {
  const releases = drafts.flatMap((draft) => draft.releases ?? []);
  return { changes, drafts: wrapped.drafts.map((draft) => ({ ...draft, releases })) };
}

/** A rebuilt item is created, and shown as people see it: the same thing, changed and moved. */
function planItem(planning: PlanContext, item: DesiredResource, creation: Creation): Outcome {
  const former = planning.formerOf(item.address);
  const outcome = planResource(planning, item, () => creation);
  return former === undefined
    ? outcome
    : { changes: planUpdate(planning, item, former).changes, drafts: outcome.drafts };
}

function creationOf(
  planning: PlanContext,
  item: DesiredResource,
  chain: Chain,
  others: readonly string[],
): Creation {
  const kind = planning.kinds.get(item.kind);
  const { sequence } = kind;
  if (item.absent) return { body: {}, after: beforeDelete(chain, item.address, item.container ?? root) };
  const origin = createdBy(planning, item);
  if (origin.by !== "own") return { body: {}, after: [], broughtBy: origin.field };
  const first = sequence?.firstChild;
  const child = first === undefined ? undefined : planning.kinds.get(first.kind);
  const usable = child === undefined ? undefined : firstUsable(planning, item, child, planning.blockedReason);
  const { container = root, carried = [], after = [] } = chain.created.get(item.address) ?? {};
  const inContainer: JsonObject =
    sequence?.containerBody === undefined || container === root
      ? {}
      : { [sequence.containerBody]: itemId(planning, container) };
  const body: JsonObject = {
    ...keptBody(planning, item),
    ...(first === undefined || usable === undefined
      ? {}
      : { [first.body]: referredId(planning, usable, first.field) }),
    ...inContainer,
    ...(sequence?.carries === undefined || carried.length === 0
      ? {}
      : { [sequence.carries.body]: carried.map((address) => idOf(planning, address)) }),
  };
  return {
    body,
    after: [
      ...prerequisites([...after, ...others], "list"),
      ...prerequisites(sourcesOf(inContainer), "parent"),
    ],
  };
}

/**
 * The body fields of an item that is deleted and created again, for what its manifest does not declare: as they were.
 * Example: the icon of a group.
 */
function keptBody(planning: PlanContext, item: DesiredResource): JsonObject {
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

/** Live items that nothing declares. */
function deletions(
  planning: PlanContext,
  parent: DesiredResource,
  order: FamilyOrder,
  chain: Chain,
): Outcome {
  const reason = "not in the structure that the manifest declares";
  const sourceIn = (container: string): Source | undefined => {
    const { sources, source } = planning.resourceAt(container) ?? parent;
    return sources.structure ?? source;
  };
  return mergeOutcomes(
    unwanted(order).flatMap(([item, container]) => {
      const live = liveItem(planning, item);
      if (live === undefined) return [];
      const after = beforeDelete(chain, item, container);
      const outcome = planDelete(planning, live, { reason, source: sourceIn(container), after });
      return [planning.recreatedAt(live) === undefined ? outcome : { ...outcome, changes: [] }];
    }),
  );
}

/** Live items that nothing declares, with their containers, which stay and whose items are declared. */
function unwanted({ live, wanted, family }: FamilyOrder): readonly (readonly [string, string])[] {
  return [...live].flatMap(([container, items]) => {
    if (!family.isNested && !wanted.has(container)) return [];
    return items.filter((item) => item.startsWith("#")).map((item) => [item, container] as const);
  });
}

/** Deletes that make room for another family: a site has spaces at its root, or sections (A21). */
function roomKeys(planning: PlanContext, { live, family }: FamilyOrder): readonly string[] {
  const items = family.isNested ? [...live.values()].flat() : (live.get(root) ?? []);
  const goes = (item: string): boolean => item.startsWith("#") || planning.resourceAt(item)?.absent === true;
  return items.filter(goes).map((item) => deleteKey(planning, item));
}

/** Items that stand elsewhere afterwards, by a call of their own or by the create of a group. */
function movedChanges(planning: PlanContext, order: FamilyOrder): readonly Change[] {
  const called = new Set(order.acts.filter(({ type }) => type === "move").map(({ item }) => item));
  const from = placesIn(asShown(planning, order.live));
  const to = placesIn(order.wanted);
  return [...to].flatMap(([item, place]): Change[] => {
    const resource = planning.resourceAt(item);
    const former = planning.formerOf(item);
    const live = former ?? planning.matching.liveOf(item);
    const before = from.get(item);
    if (resource === undefined || live === undefined || before === undefined) return [];
    if (former === undefined && !called.has(item) && before.container === place.container) return [];
    const change = movedChange(planning, resource, live, before, place);
    return [former === undefined ? change : { ...change, reason: whyAnew }];
  });
}

const whyAnew =
  "the platform cannot move it, so it is deleted and created again, with a new id and everything in it";

function movedChange(
  planning: PlanContext,
  resource: DesiredResource,
  live: LiveResource,
  before: Place,
  after: Place,
): Change {
  const container = {
    path: "container",
    before: titleOf(planning, before.container),
    after: titleOf(planning, after.container),
  };
  const isElsewhere = before.container !== after.container;
  const [from, to] = [before, after].map((place) => liveItem(planning, place.container));
  return {
    ...changeOf(planning, resource, "move", live),
    ...toldRisks([], whomLeavingLetsIn(planning, live, from, to)),
    fields: placeFields(isElsewhere ? container : undefined, before, after),
  };
}
