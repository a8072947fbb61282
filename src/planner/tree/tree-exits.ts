import { groupBy } from "../../model/group-by.ts";
import { root } from "../sequence/arrangement.ts";
import type { Exit, TreeNode } from "./tree-node.ts";
import type { TreeItem } from "./tree-order.ts";
import type { TreeState } from "./tree-state.ts";

/** How something leaves: with a call of its own or along with what it stands in, or why it cannot. */
export interface Leaving {
  readonly node: TreeNode;
  readonly exit: Exit;
  /** The node whose call takes it along; its own when that is the node itself. */
  readonly by: TreeNode;
  /** What would go with it, and shall stay. */
  readonly keptBy: readonly Kept[];
  /** Why it cannot go where it shall. */
  readonly refused: string | undefined;
}

/** What stands in something that is to go, and does not. */
export interface Kept {
  readonly node: TreeNode;
  /** Why it cannot go; undefined for what is to stay. */
  readonly refused?: string;
}

/**
 * Who leaves the tree, and who cannot: deleting a collection deletes what is in it (A19), so nothing that stays
 * may be in it by then. A transfer takes along what nobody declares.
 */
export function leavingOf(
  state: TreeState,
  items: ReadonlyMap<string, TreeItem>,
  whyRefused: (node: TreeNode, exit: Exit) => string | undefined,
): ReadonlyMap<string, Leaving> {
  const exits = exitsOf(state);
  if (exits.size === 0) return noneLeaving;
  const staying = groupBy(
    [...state.nodes.values()].filter(({ name }) => !exits.has(name)),
    ({ name }) => items.get(name)?.to ?? root,
  );
  const inside = groupBy([...state.nodes.values()], ({ from }) => from ?? root);
  const known = new Map<string, readonly Kept[]>();
  const keptBy = (node: TreeNode): readonly Kept[] => {
    const found = known.get(node.name);
    if (found !== undefined) return found;
    const leaving = (inside.get(node.name) ?? []).filter(({ name }) => exits.has(name));
    const stay = (staying.get(node.name) ?? []).map((one): Kept => ({ node: one }));
    const cannot = leaving.flatMap((one): readonly Kept[] => {
      const refused = whyRefused(one, exits.get(one.name) ?? "delete");
      return refused === undefined ? [] : [{ node: one, refused }];
    });
    const kept = [...stay, ...cannot, ...leaving.flatMap(keptBy)];
    known.set(node.name, kept);
    return kept;
  };
  const byOf = (node: TreeNode): TreeNode => {
    const holder = state.nodes.get(node.from ?? root);
    const exit = holder && exits.get(holder.name);
    if (holder === undefined || exit === undefined || exit !== exits.get(node.name)) return node;
    if (keptBy(holder).length > 0 || whyRefused(holder, exit) !== undefined) return node;
    const outer = byOf(holder);
    // What nobody declares and does not go along has no call that could take anything.
    return outer.exit === undefined ? node : outer;
  };
  return new Map(
    [...exits].flatMap(([name, exit]) => {
      const node = state.nodes.get(name);
      const by = node === undefined ? undefined : byOf(node);
      // What nobody declares goes along, or not at all.
      if (node === undefined || by?.exit === undefined) return [];
      return [[name, { node, exit, by, keptBy: keptBy(node), refused: whyRefused(node, exit) }] as const];
    }),
  );
}

const noneLeaving: ReadonlyMap<string, Leaving> = new Map();
const noExits: ReadonlyMap<string, Exit> = new Map();

/** How each thing shall leave; what nobody declares goes along with what is transferred. */
function exitsOf({ nodes }: TreeState): ReadonlyMap<string, Exit> {
  if (![...nodes.values()].some(({ exit }) => exit !== undefined)) return noExits;
  const known = new Map<string, Exit | undefined>();
  const exitOf = (node: TreeNode): Exit | undefined => {
    if (known.has(node.name)) return known.get(node.name);
    const holder =
      node.resource === undefined && node.to === undefined ? nodes.get(node.from ?? root) : undefined;
    const outer = holder === undefined ? undefined : exitOf(holder);
    const exit = node.exit ?? (outer?.startsWith("transfer ") === true ? outer : undefined);
    known.set(node.name, exit);
    return exit;
  };
  const all = [...nodes.values()].flatMap((node) => {
    const exit = exitOf(node);
    return exit === undefined ? [] : [[node.name, exit] as const];
  });
  return new Map(all);
}

/** What leaves with what, and what has to be out before. */
export interface ExitIndex {
  /** What leaves by the call of a node, by its name. */
  readonly along: ReadonlyMap<string, readonly TreeNode[]>;
  /** What stands in that, and leaves otherwise or stays, by its name. */
  readonly out: ReadonlyMap<string, readonly TreeNode[]>;
}

const noneOut: ExitIndex = { along: new Map(), out: new Map() };

/** Indexes what leaves by the call that takes it along. */
export function indexExits(
  { nodes }: TreeState,
  items: ReadonlyMap<string, TreeItem>,
  leaving: ReadonlyMap<string, Leaving>,
): ExitIndex {
  if (leaving.size === 0) return noneOut;
  const joined = [...leaving.values()].filter(({ node, by }) => by !== node);
  const out = [...nodes.values()].flatMap((node) => {
    const holder = leaving.get(items.get(node.name)?.from ?? root)?.by;
    return holder === undefined || leaving.get(node.name)?.by === holder ? [] : [{ holder, node }];
  });
  return {
    along: grouped(joined.map(({ node, by }) => ({ holder: by, node }))),
    out: grouped(out),
  };
}

function grouped(
  pairs: readonly { readonly holder: TreeNode; readonly node: TreeNode }[],
): ReadonlyMap<string, readonly TreeNode[]> {
  const groups = groupBy(pairs, ({ holder }) => holder.name);
  return new Map([...groups].map(([name, all]) => [name, all.map(({ node }) => node)]));
}
