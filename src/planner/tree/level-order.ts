import { addTo } from "../../model/group-by.ts";
import type { TreeNode } from "../match/tree-kind.ts";
import { callKey, createKey, updateOf } from "../state/draft.ts";
import type { PlanContext } from "../state/planning.ts";
import { isWiderLevel, type Levels, levelOpening, type When } from "./levels.ts";
import type { Tree } from "./tree.ts";
import { nodeAddress } from "./tree-calls.ts";
import type { TreeContext } from "./tree-context.ts";

/** Keys of the calls for one thing that can change what people may do in it. */
interface LevelCalls {
  readonly creates: readonly string[];
  readonly moves: readonly string[];
  readonly levels: readonly string[];
  readonly deletes: readonly string[];
}

/**
 * The calls that others wait for, so that nothing is open at a level that it has neither before nor after: it comes
 * into a place once nobody may do more there than afterwards, and leaves a place before people may do more there.
 */
export function levelOrder(context: TreeContext, levels: Levels): ReadonlyMap<string, readonly string[]> {
  const closedBy = new Map<string, string[]>();
  const { tree } = context;
  const calls = callsIn(context, levels);
  const wait = (keys: readonly string[], before: readonly string[]): void => {
    for (const key of keys) for (const other of before) addTo(closedBy, key, other);
  };
  for (const [name, own] of calls) {
    const stays = { before: levels.isInherited(name, "before"), after: levels.isInherited(name, "after") };
    if (stays.after) wait(own.levels, own.moves);
    else wait(own.moves, own.levels);
    const comes = stays.after ? [...own.creates, ...own.moves, ...own.levels] : [];
    const leaves = stays.before ? [...own.moves, ...own.deletes, ...(stays.after ? [] : own.levels)] : [];
    for (const outer of inheritedFrom(levels, name, "after")) {
      const { creates = [], moves: moved = [], levels: set = [] } = calls.get(outer) ?? {};
      if (comes.length > 0 && mayNarrow(tree, levels, outer)) wait(comes, [...creates, ...moved, ...set]);
    }
    for (const outer of inheritedFrom(levels, name, "before")) {
      const { moves: moved = [], levels: set = [] } = calls.get(outer) ?? {};
      if (leaves.length > 0 && mayWiden(tree, levels, outer)) wait([...moved, ...set], leaves);
    }
  }
  return closedBy;
}

/** The sources of a level: the parents of something, outwards, up to the first with a level of its own. */
function inheritedFrom(levels: Levels, name: string, when: When): readonly string[] {
  const outer: string[] = [];
  let at: string | undefined = name;
  while (at !== undefined && levels.isInherited(at, when)) {
    at = levels.parent(at, when);
    if (at !== undefined) outer.push(at);
  }
  return outer;
}

function mayNarrow(tree: Tree, levels: Levels, name: string): boolean {
  const [before, after] = [levels.effective(name, "before"), levels.effective(name, "after")];
  const row = rowOf(tree, name);
  if (row === undefined || after === undefined) return false;
  return before === undefined || before === after || isWiderLevel(row, after, before);
}

function mayWiden(tree: Tree, levels: Levels, name: string): boolean {
  const [before, after] = [levels.effective(name, "before"), levels.effective(name, "after")];
  const row = rowOf(tree, name);
  return row !== undefined && before !== undefined && after !== undefined && isWiderLevel(row, before, after);
}

function rowOf({ nodes }: Tree, name: string) {
  const kind = nodes.get(name)?.kind;
  return kind === undefined ? undefined : levelOpening(kind);
}

/** The calls by the names of what they are for. */
function callsIn(
  { planning, tree, moves, appears }: TreeContext,
  levels: Levels,
): ReadonlyMap<string, LevelCalls> {
  const calls = new Map<string, LevelCalls>();
  for (const node of tree.nodes.values()) {
    const address = nodeAddress(planning, node);
    const { operations, tree: traits } = node.kind;
    const deletion = tree.deletes.get(node.name);
    const isDeleted = deletion?.by === node && deletion.why === undefined;
    const own: LevelCalls = {
      creates: appears.has(node.name) ? [createKey(address)] : [],
      moves: moves.get(node.name)?.isElsewhere === true ? [callKey(address, traits.move.operation)] : [],
      levels: setsLevel(planning, node, levels) ? levelCall(node, address) : [],
      deletes: isDeleted && operations.delete !== undefined ? [callKey(address, operations.delete)] : [],
    };
    if (Object.values(own).some((keys: readonly string[]) => keys.length > 0)) calls.set(node.name, own);
  }
  return calls;
}

function setsLevel(planning: PlanContext, { name, resource }: TreeNode, levels: Levels): boolean {
  const isPossible = resource !== undefined && planning.blockedReason(resource.address) === undefined;
  return isPossible && levels.own(name, "before") !== levels.own(name, "after");
}

function levelCall({ kind }: TreeNode, address: string): readonly string[] {
  const row = levelOpening(kind);
  const operation = row === undefined ? undefined : updateOf(kind, row.field);
  return operation === undefined ? [] : [callKey(address, operation)];
}
