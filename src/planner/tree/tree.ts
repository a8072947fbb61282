import { once } from "../../contract/once.ts";
import type { Address } from "../../model/address.ts";
import type { DesiredOrganization } from "../../model/desired.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { compareText } from "../../text/json.ts";
import type { Possible } from "../diff/created-by.ts";
import { callKey } from "../draft.ts";
import { whyNamed, whyNeeded } from "../match/named-by-id.ts";
import { root } from "../sequence/arrangement.ts";
import { shownAloneIn } from "../sequence/shown-alone.ts";
import { unwantedIn, withWhatGoesAlong } from "./goes-along.ts";
import { type ExitIndex, indexExits, type Leaving, leavingOf } from "./tree-exits.ts";
import { type Exit, nameOfNode, type TreeNode } from "./tree-node.ts";
import { arrangeTree, type TreeAct, type TreeItem } from "./tree-order.ts";
import { treeItems } from "./tree-places.ts";
import { type TreeState, treeState } from "./tree-state.ts";

/** The tree of one organization, what leaves it, and how the rest comes to stand as it shall. */
export interface Tree extends TreeState {
  readonly items: ReadonlyMap<string, TreeItem>;
  readonly leaving: ReadonlyMap<string, Leaving>;
  readonly exits: ExitIndex;
  /** Does something stand in a holder, at any depth, that shows its place? */
  readonly isSeen: (holder: string) => boolean;
  /** Will something, once all is done? */
  readonly willBeSeen: (holder: string) => boolean;
  readonly acts: readonly TreeAct[];
}

/** Reads and arranges the tree of an organization. */
export function treeOf(planning: Possible, organization: DesiredOrganization): Tree {
  const read = treeState(planning, organization);
  const state = { ...read, nodes: withWhatGoesAlong(planning, read.nodes) };
  const items = treeItems(planning, state);
  const deletedThere = unwantedIn(planning, state.nodes);
  const shutOut = shutOutOf(state);
  const needed = ({ live, name }: TreeNode): string | undefined =>
    (live && whyNeeded(planning, live)) ?? whyNamed(shutOut.get(name));
  const shownAlone = shownAloneIn(planning, deletedIn(state, needed));
  const leaving = leavingOf(
    state,
    items,
    (node, exit) =>
      needed(node) ??
      (exit === "delete"
        ? whyNotDeleted(shownAlone, node)
        : whyNotTransferred(planning, deletedThere, node, exit)),
  );
  const exits = indexExits(state, items, leaving);
  // Asked for only where a holder may have to move.
  const seen = once(() => seenIn(state));
  const isSeen = (holder: string): boolean => seen().has(holder);
  const willBe = once(() => willBeSeenIn({ ...state, items, leaving }));
  const willBeSeen = (holder: string): boolean => willBe().has(holder);
  const tree = { ...state, items, leaving, exits, isSeen, willBeSeen };
  return { ...tree, acts: actsFor(tree) };
}

/** By the name of something, the first address that is declared to stand in it and cannot now. */
function shutOutOf({ nodes }: TreeState): ReadonlyMap<string, Address> {
  const shutOut = new Map<string, Address>();
  for (const { shut, resource } of nodes.values()) {
    if (shut === undefined || resource === undefined) continue;
    const known = shutOut.get(shut);
    if (known === undefined || compareText(resource.address, known) < 0) shutOut.set(shut, resource.address);
  }
  return shutOut;
}

/** Why something that shall leave cannot; undefined for what can. */
export function whyItStays({ exit, keptBy, refused }: Leaving): string | undefined {
  if (keptBy.length > 0) {
    const what = exit === "delete" ? "deleting it deletes what stands in it" : "what stands in it goes along";
    const cannot = keptBy.find((one) => one.refused !== undefined);
    if (cannot !== undefined) return `${what}, and ${nameOfNode(cannot.node)} cannot: ${cannot.refused}`;
    const names = namesOf(keptBy.map(({ node }) => node));
    return `${what}, and this is to stay: ${names}; say where that goes, or that it goes too`;
  }
  return refused;
}

/** What is to be deleted, and may be as far as nobody needs it. */
function deletedIn(
  { nodes }: TreeState,
  needed: (node: TreeNode) => string | undefined,
): readonly LiveResource[] {
  return [...nodes.values()].flatMap((node) =>
    node.exit === "delete" && node.live !== undefined && needed(node) === undefined ? node.live : [],
  );
}

/** What is declared goes along with nothing: the plan could not make it again. */
function whyNotDeleted(shownAlone: ReturnType<typeof shownAloneIn>, { live }: TreeNode): string | undefined {
  const shownBy = live === undefined ? undefined : shownAlone(live);
  return shownBy === undefined
    ? undefined
    : `${shownBy} shows nothing else, and would be deleted along; give it something else to show, or make it absent`;
}

/**
 * What is needed here; where nobody finds the organization; and what is not declared where all is would be transferred to
 * be deleted.
 */
function whyNotTransferred(
  planning: Possible,
  deletedThere: ReadonlyMap<string, TreeNode>,
  node: TreeNode,
  exit: Exit,
): string | undefined {
  const needed = node.live && planning.untransferable.get(liveKey(node.live));
  if (needed !== undefined) return needed;
  const target = node.resource === undefined ? undefined : exit.slice("transfer ".length);
  if (target !== undefined && planning.live.unknownOrganizations?.includes(target) === true)
    return `there is no organization with the id ${target}, or this token does not see it`;
  const there = planning.desired.organizations.find(({ id }) => id === target);
  if (there === undefined) return undefined;
  const inner = deletedThere.get(node.name);
  if (inner !== undefined)
    return `${there.alias} manages ${inner.kind.plural} exactly and does not declare what goes along, so that would be deleted there: ${namesOf([inner])}`;
  if (there.manage[node.kind.plural] !== "exact") return undefined;
  const arrival = planning
    .liveIn(there.alias, node.kind.name)
    .find(({ id, arrivesBy }) => id === node.live?.id && arrivesBy !== undefined);
  return arrival !== undefined && planning.matching.addressOf(arrival) === undefined
    ? `${there.alias} manages ${node.kind.plural} exactly and does not declare it, so it would be deleted there`
    : undefined;
}

/** Does something leave, by itself or with what it stands in? */
export function goesAway(leaving: ReadonlyMap<string, Leaving>, name: string): boolean {
  const by = leaving.get(leaving.get(name)?.by.name ?? name);
  return by !== undefined && whyItStays(by) === undefined;
}

/** What is declared to be transferred by a call of its own, and cannot be. */
export function stuckTransfers(trees: readonly Tree[]): readonly TreeNode[] {
  return trees.flatMap(({ leaving }) =>
    [...leaving.values()].flatMap(({ node, exit, by }) =>
      exit === "delete" || node !== by || goesAway(leaving, node.name) ? [] : [node],
    ),
  );
}

/** What is transferred out of something that is deleted, and was taken to arrive along with what that stands in. */
export function loneTransfers({ live }: Possible, trees: readonly Tree[]): readonly Address[] {
  const arrivals = live.resources.filter(({ arrivesBy }) => arrivesBy !== undefined);
  if (arrivals.length === 0) return [];
  const calls = new Map(arrivals.map(({ id, arrivesBy }) => [id, arrivesBy]));
  return trees.flatMap(({ leaving }) =>
    [...leaving.values()].flatMap(({ node: { resource, kind, live: one, from = root }, exit }) => {
      if (resource === undefined || exit === "delete" || leaving.get(from)?.exit !== "delete") return [];
      const call = calls.get(one?.id ?? "");
      const own = callKey(resource.address, kind.tree.transfer.operation);
      return call === undefined || call === own ? [] : [resource.address];
    }),
  );
}

/** Ids of what comes from another organization only once something leaves there that cannot. */
export function barredIn(planning: Possible, trees: readonly Tree[]): ReadonlySet<string> {
  const blocked = new Set(
    stuckTransfers(trees).map(({ resource, kind }) =>
      callKey(resource?.address ?? "", kind.tree.transfer.operation),
    ),
  );
  const barred = planning.live.resources.filter(({ arrivesBy }) => blocked.has(arrivesBy ?? ""));
  return new Set(barred.map(({ id }) => id));
}

/** At most so many are named. */
const shownNames = 5;

function namesOf(nodes: readonly TreeNode[]): string {
  const names = nodes.slice(0, shownNames).map(nameOfNode);
  const more = nodes.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** What has a place that can be seen now. */
function seenIn({ nodes }: TreeState): ReadonlySet<string> {
  const leaves = [...nodes.values()].filter(({ kind }) => kind.tree.holds !== true);
  return outwards(
    leaves.flatMap(({ from }) => from ?? []),
    (name) => nodes.get(name)?.from,
  );
}

/** How a tree comes to stand as it shall. */
export function actsFor(tree: Omit<Tree, "acts">): readonly TreeAct[] {
  const { current, items, isSeen, willBeSeen } = tree;
  return arrangeTree({ items: [...items.values()], current, orders: ordersThen(tree), isSeen, willBeSeen });
}

/** What comes to stand in each holder of what its order names, in that order. */
export function ordersThen({
  orders,
  items,
  leaving,
}: Pick<Tree, "orders" | "items" | "leaving">): ReadonlyMap<string, readonly string[]> {
  const stand = [...orders].map(([holder, names]) => {
    const stands = names.filter((name) => items.get(name)?.to === holder && !leaving.has(name));
    return [holder, stands] as const;
  });
  return new Map(stand);
}

/** What has a place that can be seen once all is done. */
function willBeSeenIn({
  nodes,
  items,
  leaving,
}: Pick<Tree, "nodes" | "items" | "leaving">): ReadonlySet<string> {
  const stay = [...nodes.values()].filter(
    ({ kind, name }) => kind.tree.holds !== true && !goesAway(leaving, name),
  );
  return outwards(
    stay.flatMap(({ name }) => items.get(name)?.to ?? []),
    (name) => items.get(name)?.to,
  );
}

/** Names with the names of all that they stand in. */
export function outwards(
  names: readonly string[],
  holderOf: (name: string) => string | undefined,
): ReadonlySet<string> {
  const all = new Set<string>();
  for (const name of names)
    for (let at: string | undefined = name; at !== undefined && !all.has(at); at = holderOf(at)) all.add(at);
  return all;
}
