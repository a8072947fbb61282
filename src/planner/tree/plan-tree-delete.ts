import { liveKey } from "../../model/live.ts";
import { atPointer } from "../../text/json.ts";
import { planDelete } from "../diff/plan-delete.ts";
import { callKey } from "../draft.ts";
import { nothing, type Outcome } from "../outcome.ts";
import { isDeletedIn, type TreeDelete, whyItStays } from "./deletes.ts";
import { nodeAddress } from "./tree-calls.ts";
import type { TreeContext } from "./tree-context.ts";
import type { TreeNode } from "./tree-node.ts";

/** Plans a delete in a tree: by its own call, along with what it stands in, or blocked with the reason. */
export function planTreeDelete(context: TreeContext, deletion: TreeDelete): Outcome {
  const { planning } = context;
  const { node, by } = deletion;
  const { resource, kind, live } = node;
  if (live === undefined) return nothing;
  const isAlong = by !== node;
  const organization = planning.desired.organizations.find(({ alias }) => alias === live.organization);
  const reason =
    resource === undefined
      ? `not declared, and ${live.organization} manages ${kind.plural} exactly`
      : "it is declared absent";
  const source =
    resource === undefined
      ? organization?.manageSources[kind.plural]
      : (resource.sources.absent ?? resource.source);
  const outcome = planDelete(planning, live, {
    reason,
    source,
    after: isAlong ? [] : callsBefore(context, node),
    along: alongWith(context, node),
    isAlong,
    risks: risksOf(context, node),
  });
  const why = isAlong ? undefined : whyItStays(deletion);
  if (why === undefined) return outcome;
  const blocked = outcome.changes.map(({ reversible: _, risks: __, ...change }) => ({
    ...change,
    action: "blocked" as const,
    reason: `${reason}, but ${why}`,
  }));
  return { changes: blocked, drafts: [] };
}

/** A site whose structure no manifest declares may show it. */
function risksOf({ isReferred }: TreeContext, { kind, live }: TreeNode): readonly string[] {
  const { shown } = kind.tree;
  if (shown === undefined || live === undefined || typeof atPointer(live.answer, shown.at) !== "string")
    return [];
  return isReferred(liveKey(live)) ? [] : [shown.risk];
}

/** The `liveKey` of all that the call of a node deletes besides. */
function alongWith({ tree }: TreeContext, node: TreeNode): readonly string[] {
  const along = tree.index.along.get(node.name) ?? [];
  return along.flatMap(({ live }) => (live === undefined ? [] : [liveKey(live)]));
}

/** Keys of the calls by which other things get out of what is deleted. */
function callsBefore({ planning, tree, moves }: TreeContext, node: TreeNode): readonly string[] {
  return (tree.index.out.get(node.name) ?? []).flatMap((inner) => {
    const { kind, name, isDeleted } = inner;
    const isOut = isDeleted ? isDeletedIn(tree.deletes, name) : moves.has(name);
    const operation = isDeleted ? kind.operations.delete : kind.tree.move.operation;
    return isOut && operation !== undefined ? [callKey(nodeAddress(planning, inner), operation)] : [];
  });
}
