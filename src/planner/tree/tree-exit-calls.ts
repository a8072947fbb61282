import { shownName } from "../../model/display-name.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { atPointer } from "../../text/json.ts";
import { type Possible, paramsOfLive } from "../diff/created-by.ts";
import { planDelete } from "../diff/plan-delete.ts";
import { callKey, type Draft } from "../draft.ts";
import { nothing, type Outcome } from "../outcome.ts";
import type { TreeContext } from "./plan-tree.ts";
import { transferField, transferRisk } from "./transfer-change.ts";
import { goesAway, type Tree, whyItStays } from "./tree.ts";
import { nodeAddress } from "./tree-calls.ts";
import type { Leaving } from "./tree-exits.ts";
import { treeField } from "./tree-kind.ts";
import type { TreeNode } from "./tree-node.ts";

/** Plans how something leaves the tree: deleted, transferred, or kept back with the reason. */
export function planExit(context: TreeContext, leaving: Leaving): Outcome {
  const { tree } = context;
  const { node, exit, by } = leaving;
  const { live } = node;
  if (live === undefined) return nothing;
  const isAlong = by !== node;
  const why = isAlong ? undefined : whyItStays(leaving);
  const base = { after: isAlong ? [] : callsBefore(context, node), along: alongWith(tree, node), isAlong };
  if (exit === "delete") return planDeletion(context, leaving, live, why, base);
  return planTransfer(context, leaving, live, why, base);
}

interface Calls {
  readonly after: readonly string[];
  readonly along: readonly string[];
  readonly isAlong: boolean;
}

function planDeletion(
  context: TreeContext,
  { node }: Leaving,
  live: LiveResource,
  why: string | undefined,
  calls: Calls,
): Outcome {
  const { planning } = context;
  const { resource, kind } = node;
  const organization = planning.desired.organizations.find(({ alias }) => alias === live.organization);
  const reason =
    resource === undefined
      ? `not declared, and ${live.organization} manages ${kind.plural} exactly`
      : "it is declared absent";
  const source =
    resource === undefined
      ? organization?.manageSources[kind.plural]
      : (resource.sources.absent ?? resource.source);
  const outcome = planDelete(planning, live, { reason, source, ...calls, risks: risksOf(context, node) });
  if (why === undefined) return outcome;
  return { changes: outcome.changes.map((change) => blocked(change, `${reason}, but ${why}`)), drafts: [] };
}

function planTransfer(
  context: TreeContext,
  { node, exit }: Leaving,
  live: LiveResource,
  why: string | undefined,
  { after, along, isAlong }: Calls,
): Outcome {
  const { planning, arriving } = context;
  const { kind, resource } = node;
  const target = exit.slice("transfer ".length);
  const change: Change = {
    ...baseChange(planning, node, live),
    action: "move",
    ...(resource === undefined ? { reason: "it stands in what is transferred" } : {}),
    fields: [transferField(live.organization, aliasOf(planning, target))],
    ...withRisks([...(isAlong ? [] : [transferRisk]), ...risksOf(context, node)]),
  };
  if (why !== undefined) return { changes: [blocked(change, why)], drafts: [] };
  if (isAlong) return { changes: [change], drafts: [] };
  const { operation, body } = kind.tree.transfer;
  const key = callKey(resource?.address ?? "", operation);
  const draft: Draft = {
    key,
    address: nodeAddress(planning, node),
    operation,
    params: paramsOfLive(planning, operation, live),
    body: { [body]: target },
    after: [...after, ...(arriving.get(key) ?? [])],
    deletes: [liveKey(live), ...along],
  };
  return { changes: [change], drafts: [draft] };
}

function baseChange(planning: Possible, node: TreeNode, live: LiveResource) {
  const { kind, resource } = node;
  const title = shownName(kind, resource, live);
  const source = resource?.sources[treeField(kind, "transfer") ?? ""] ?? resource?.source;
  return {
    address: nodeAddress(planning, node),
    kind: kind.name,
    id: live.id,
    ...(title === undefined ? {} : { title }),
    ...(source === undefined ? {} : { source }),
  };
}

function aliasOf({ desired }: Possible, id: string): string {
  const known = Object.entries(desired.organizationIds ?? {}).find(([, one]) => one === id);
  return known?.[0] ?? desired.organizations.find((one) => one.id === id)?.alias ?? `id:${id}`;
}

function blocked({ reversible: _, risks: __, ...change }: Change, reason: string): Change {
  return { ...change, action: "blocked", reason };
}

function withRisks(risks: readonly string[]): { risks?: string[] } {
  return risks.length === 0 ? {} : { risks: [...risks] };
}

/** Something that nobody here has declared may show it. */
function risksOf({ isReferred }: TreeContext, { kind, live }: TreeNode): readonly string[] {
  const { shown } = kind.tree;
  if (shown === undefined || live === undefined || typeof atPointer(live.answer, shown.at) !== "string")
    return [];
  return isReferred(liveKey(live)) ? [] : [shown.risk];
}

/** The `liveKey` of all that leaves by the call of a node. */
function alongWith({ exits }: Tree, node: TreeNode): readonly string[] {
  return (exits.along.get(node.name) ?? []).flatMap(({ live }) =>
    live === undefined ? [] : [liveKey(live)],
  );
}

/** Keys of the calls by which other things get out of what leaves. */
function callsBefore({ planning, tree, moves }: TreeContext, node: TreeNode): readonly string[] {
  return (tree.exits.out.get(node.name) ?? []).flatMap((inner) => {
    const address = nodeAddress(planning, inner);
    const { kind, name } = inner;
    const exit = tree.leaving.get(name)?.exit;
    if (exit === undefined) return moves.has(name) ? [callKey(address, kind.tree.move.operation)] : [];
    if (!goesAway(tree.leaving, name)) return [];
    const operation = exit === "delete" ? kind.operations.delete : kind.tree.transfer.operation;
    return operation === undefined ? [] : [callKey(address, operation)];
  });
}
