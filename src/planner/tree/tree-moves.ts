import type { Change, FieldChange } from "../../model/documents/plan-document.ts";
import { root, type TreeNode, treeField } from "../match/tree-kind.ts";
import { placeFields } from "../sequence/ordered-lists.ts";
import { changeOf, liveChangeOf } from "../state/change-entry.ts";
import { idInName } from "../state/live-address.ts";
import type { TreeContext } from "./tree-context.ts";
import type { TreeAct } from "./tree-order.ts";

/** A move as people read it: from where to where, and the place among what stands there. */
export function movedChange(
  { planning, tree, now, later }: TreeContext,
  node: TreeNode,
  act: TreeAct & { readonly type: "move" },
): Change {
  const { kind, resource, live, name } = node;
  const from = tree.items.get(name)?.from ?? root;
  // Where nothing can be seen in a container, nobody knows its place.
  const before = kind.tree.holds === true && !tree.isSeen(name) ? undefined : now.get(name);
  const after = later.get(name);
  const parent: FieldChange = {
    path: treeField(kind, "parent") ?? "",
    before: shownParent(tree.nodes, from),
    after: shownParent(tree.nodes, act.container),
  };
  const fields = placeFields(act.isElsewhere ? parent : undefined, before, after);
  if (resource === undefined && live !== undefined)
    return { ...liveChangeOf(planning, live, "move"), fields };
  if (resource === undefined) throw new Error(`nothing moves ${name}`);
  const source = resource.sources[treeField(kind, "parent") ?? ""] ?? resource.source;
  return { ...changeOf(planning, resource, "move", live), fields, source };
}

/** The value that a manifest would write for a parent. */
function shownParent(nodes: ReadonlyMap<string, TreeNode>, name: string): string {
  if (name === root) return "(root)";
  const node = nodes.get(name);
  return node?.resource?.key ?? `id:${node?.live?.id ?? idInName(name)}`;
}
