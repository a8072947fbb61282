import { groupBy } from "../../model/group-by.ts";
import { nameOfNode, root, type TreeNode } from "../match/tree-kind.ts";
import type { TreeItem } from "./tree-order.ts";

/** A delete in a tree: with its own call or with that of its parent, or why it cannot be. */
export interface TreeDelete {
  readonly node: TreeNode;
  /** The node whose call deletes it; its own when that is the node itself. */
  readonly by: TreeNode;
  /** Why it stays; undefined for what is deleted. */
  readonly why: string | undefined;
}

/** The deletes of a tree, by the name of what is deleted. */
export type TreeDeletes = ReadonlyMap<string, TreeDelete>;

/**
 * Finds what is deleted, by which call, and what cannot be. Deleting a collection deletes what is in it (A19): one
 * call for the outermost, and none for a collection in which something stays.
 */
export function treeDeletes(
  nodes: ReadonlyMap<string, TreeNode>,
  items: ReadonlyMap<string, TreeItem>,
  whyKept: (node: TreeNode) => string | undefined,
): TreeDeletes {
  const all = [...nodes.values()];
  const going = all.filter(({ isDeleted }) => isDeleted);
  if (going.length === 0) return new Map();
  const staying = groupBy(
    all.filter(({ isDeleted }) => !isDeleted),
    ({ name, shut }) => shut ?? items.get(name)?.to ?? root,
  );
  const inside = groupBy(going, ({ from }) => from ?? root);
  const known = new Map<string, readonly TreeNode[]>();
  const stayingIn = (node: TreeNode): readonly TreeNode[] => {
    const inner = inside.get(node.name) ?? [];
    const found = known.get(node.name) ?? [
      ...(staying.get(node.name) ?? []),
      ...inner.filter((one) => whyKept(one) !== undefined),
      ...inner.flatMap(stayingIn),
    ];
    known.set(node.name, found);
    return found;
  };
  const whyItStays = (node: TreeNode): string | undefined => whyNotEmptied(stayingIn(node)) ?? whyKept(node);
  const byOf = (node: TreeNode): TreeNode => {
    const parent = nodes.get(node.from ?? root);
    return parent?.isDeleted === true && whyItStays(parent) === undefined ? byOf(parent) : node;
  };
  return new Map(going.map((node) => [node.name, { node, by: byOf(node), why: whyItStays(node) }]));
}

/** At most so many are named. */
const mostNames = 5;

function whyNotEmptied(staying: readonly TreeNode[]): string | undefined {
  if (staying.length === 0) return undefined;
  const more = staying.length - mostNames;
  const names = `${staying.slice(0, mostNames).map(nameOfNode).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `deleting it deletes everything in it, and this is to stay: ${names}; give that another parent, or declare it absent too`;
}

/** True for something that is deleted, by its own call or with its parent. */
export function isDeletedIn(deletes: TreeDeletes, name: string): boolean {
  const by = deletes.get(deletes.get(name)?.by.name ?? name);
  return by !== undefined && by.why === undefined;
}

/** The things that one call deletes, and those that must be moved out before. */
export interface DeleteIndex {
  /** The things that the call of a node deletes, by its name. */
  readonly cascaded: ReadonlyMap<string, readonly TreeNode[]>;
  /** The things in it that the same call does not delete, by its name. */
  readonly out: ReadonlyMap<string, readonly TreeNode[]>;
}

/** Indexes what is deleted by the call that deletes it. */
export function indexDeletes(
  nodes: ReadonlyMap<string, TreeNode>,
  items: ReadonlyMap<string, TreeItem>,
  deletes: TreeDeletes,
): DeleteIndex {
  if (deletes.size === 0) return { cascaded: new Map(), out: new Map() };
  const cascaded = [...deletes.values()].filter(({ node, by }) => by !== node);
  const out = [...nodes.values()].flatMap((node) => {
    const by = deletes.get(items.get(node.name)?.from ?? root)?.by;
    return by === undefined || deletes.get(node.name)?.by === by ? [] : [{ by, node }];
  });
  return { cascaded: grouped(cascaded), out: grouped(out) };
}

function grouped(
  pairs: readonly Pick<TreeDelete, "node" | "by">[],
): ReadonlyMap<string, readonly TreeNode[]> {
  const groups = groupBy(pairs, ({ by }) => by.name);
  return new Map([...groups].map(([name, all]) => [name, all.map(({ node }) => node)]));
}
