import { groupBy } from "../../model/group-by.ts";
import { root } from "../sequence/arrangement.ts";
import type { TreeItem } from "./list-acts.ts";
import { nameOfNode, type TreeNode } from "./tree-kind.ts";

/** A delete in a tree: with a call of its own or of what it stands in, or why it cannot be. */
export interface TreeDelete {
  readonly node: TreeNode;
  /** The node whose call deletes it; its own when that is the node itself. */
  readonly by: TreeNode;
  /** What stands in it and stays. */
  readonly keptBy: readonly Kept[];
  /** Why it cannot be deleted itself. */
  readonly refused: string | undefined;
}

/** Something in what is to be deleted that is not deleted. */
interface Kept {
  readonly node: TreeNode;
  /** Why it cannot be deleted; undefined for what is to stay. */
  readonly refused?: string | undefined;
}

/** The deletes of a tree, by the name of what is deleted. */
export type TreeDeletes = ReadonlyMap<string, TreeDelete>;

/**
 * Finds what is deleted, by which call, and what cannot be. Deleting a collection deletes what is in it (A19): one call
 * for the outermost, and none for a collection in which something stays.
 */
export function treeDeletes(
  nodes: ReadonlyMap<string, TreeNode>,
  items: ReadonlyMap<string, TreeItem>,
  whyRefused: (node: TreeNode) => string | undefined,
): TreeDeletes {
  const all = [...nodes.values()];
  const going = all.filter(({ isDeleted }) => isDeleted);
  if (going.length === 0) return new Map();
  const staying = groupBy(
    all.filter(({ isDeleted }) => !isDeleted),
    ({ name, shut }) => shut ?? items.get(name)?.to ?? root,
  );
  const inside = groupBy(going, ({ from }) => from ?? root);
  const known = new Map<string, readonly Kept[]>();
  const keptBy = (node: TreeNode): readonly Kept[] => {
    const found = known.get(node.name);
    if (found !== undefined) return found;
    const inner = inside.get(node.name) ?? [];
    const refused = inner.map((one) => ({ node: one, refused: whyRefused(one) }));
    const kept = [
      ...(staying.get(node.name) ?? []).map((one) => ({ node: one })),
      ...refused.filter((one) => one.refused !== undefined),
      ...inner.flatMap(keptBy),
    ];
    known.set(node.name, kept);
    return kept;
  };
  const byOf = (node: TreeNode): TreeNode => {
    const holder = nodes.get(node.from ?? root);
    const isWhole = holder?.isDeleted === true && keptBy(holder).length === 0;
    return isWhole && whyRefused(holder) === undefined ? byOf(holder) : node;
  };
  return new Map(
    going.map((node) => [
      node.name,
      { node, by: byOf(node), keptBy: keptBy(node), refused: whyRefused(node) },
    ]),
  );
}

/** At most so many are named. */
const mostNames = 5;

/** Why something that is to be deleted stays; undefined for what is deleted. */
export function whyItStays({ keptBy, refused }: TreeDelete): string | undefined {
  if (keptBy.length === 0) return refused;
  const what = "deleting it deletes what stands in it";
  const cannot = keptBy.find((one) => one.refused !== undefined);
  if (cannot !== undefined) return `${what}, and ${nameOfNode(cannot.node)} cannot: ${cannot.refused}`;
  const names = keptBy.slice(0, mostNames).map(({ node }) => nameOfNode(node));
  const more = keptBy.length - names.length;
  const all = `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `${what}, and this is to stay: ${all}; say where that goes, or that it goes too`;
}

/** Is something deleted, by its own call or with what it stands in? */
export function isDeletedIn(deletes: TreeDeletes, name: string): boolean {
  const by = deletes.get(deletes.get(name)?.by.name ?? name);
  return by !== undefined && whyItStays(by) === undefined;
}

/** What one call deletes, and what has to be out of that before. */
export interface DeleteIndex {
  /** What is deleted by the call of a node, by its name. */
  readonly along: ReadonlyMap<string, readonly TreeNode[]>;
  /** What stands in that and is not deleted by the same call, by its name. */
  readonly out: ReadonlyMap<string, readonly TreeNode[]>;
}

/** Indexes what is deleted by the call that deletes it. */
export function indexDeletes(
  nodes: ReadonlyMap<string, TreeNode>,
  items: ReadonlyMap<string, TreeItem>,
  deletes: TreeDeletes,
): DeleteIndex {
  if (deletes.size === 0) return { along: new Map(), out: new Map() };
  const along = [...deletes.values()].filter(({ node, by }) => by !== node);
  const out = [...nodes.values()].flatMap((node) => {
    const by = deletes.get(items.get(node.name)?.from ?? root)?.by;
    return by === undefined || deletes.get(node.name)?.by === by ? [] : [{ by, node }];
  });
  return { along: grouped(along), out: grouped(out) };
}

function grouped(
  pairs: readonly Pick<TreeDelete, "node" | "by">[],
): ReadonlyMap<string, readonly TreeNode[]> {
  const groups = groupBy(pairs, ({ by }) => by.name);
  return new Map([...groups].map(([name, all]) => [name, all.map(({ node }) => node)]));
}
