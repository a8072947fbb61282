import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { FieldChange } from "../../model/documents/plan-document.ts";
import { liveKey } from "../../model/live.ts";
import { atPointer } from "../../text/json.ts";
import { paramsOfLive } from "../diff/created-by.ts";
import { planDelete, whyAbsent } from "../diff/plan-delete.ts";
import { type Creation, planResource } from "../diff/plan-resource.ts";
import { manifestValue, type TreeNode, treeField } from "../match/tree-kind.ts";
import { blockedChange, changeOf, liveChangeOf } from "../state/change-entry.ts";
import {
  callKey,
  createKey,
  mergeOutcomes,
  noOutcome,
  type Outcome,
  type Prerequisite,
  prerequisites,
  type StepDraft,
  sourcesOf,
} from "../state/draft.ts";
import type { PlanContext } from "../state/planning.ts";
import { isDeletedIn, type TreeDelete } from "./deletes.ts";
import { levelOrder } from "./level-order.ts";
import { levelsOf, withLevelRisk } from "./levels.ts";
import type { Tree } from "./tree.ts";
import { contentsBody, moveDraft, nodeAddress, nodeId, parentBody } from "./tree-calls.ts";
import { contextOf, referredIn, type TreeContext } from "./tree-context.ts";
import { movedChange } from "./tree-moves.ts";
import { originalOf } from "./tree-places.ts";

/** Plans the trees of all organizations. */
interface TreePlan {
  /** Plans a declared resource of a tree. */
  readonly outcomeAt: (address: Address) => Outcome;
  /** Plans for undeclared resources, by the alias of their organization. */
  readonly surplusIn: (alias: string) => Outcome;
}

/** Plans the trees: what is new, what moves, what leaves, and the fields of all that is declared. */
export function planTrees(planning: PlanContext, trees: readonly Tree[]): TreePlan {
  const declared = new Map<Address, Outcome>();
  const surplus = new Map<string, Outcome>();
  const isReferred = referredIn(planning);
  for (const tree of trees) {
    const context = contextOf(planning, tree, isReferred);
    const levels = levelsOf(planning, tree);
    const closedBy = levelOrder(context, levels);
    const undeclared: Outcome[] = [];
    for (const node of tree.nodes.values()) {
      const outcome = inLevelOrder(closedBy, withLevelRisk(levels, node, planNode(context, node)));
      if (node.resource === undefined) undeclared.push(outcome);
      else declared.set(node.resource.address, outcome);
    }
    surplus.set(tree.organization.alias, mergeOutcomes(undeclared));
  }
  return {
    outcomeAt: (address) => declared.get(address) ?? withoutNode(planning, address),
    surplusIn: (alias) => surplus.get(alias) ?? noOutcome,
  };
}

function inLevelOrder(closedBy: ReadonlyMap<string, readonly string[]>, outcome: Outcome): Outcome {
  if (closedBy.size === 0 || outcome.drafts.length === 0) return outcome;
  const drafts = outcome.drafts.map((draft) => {
    const keys = closedBy.get(draft.key);
    return keys === undefined ? draft : { ...draft, closedBy: keys };
  });
  return { ...outcome, drafts };
}

/** A resource that is not in the tree: it cannot be, or nothing is to be done about it. */
function withoutNode(planning: PlanContext, address: Address): Outcome {
  const resource = planning.resourceAt(address);
  const reason = planning.blockedReason(address);
  if (resource === undefined || reason === undefined) return noOutcome;
  return { changes: [blockedChange(planning, resource, reason)], drafts: [] };
}

function planNode(context: TreeContext, node: TreeNode): Outcome {
  const { planning, tree } = context;
  const deletion = tree.deletes.get(node.name);
  if (deletion !== undefined) return planTreeDelete(context, deletion);
  const { resource } = node;
  const moved = planMove(context, node);
  if (resource === undefined) return mergeOutcomes([moved, planStuckUndeclared(planning, node)]);
  const own = planResource(planning, resource, () => creationOf(context, node));
  return mergeOutcomes([planRestore(context, node), own, moved, planStuck(planning, node, resource)]);
}

/** How something new comes into being. */
function creationOf({ planning, tree, appears, before }: TreeContext, node: TreeNode): Creation {
  const act = appears.get(node.name);
  const after = act === undefined ? [] : before(act);
  const original = originalOf(planning, tree, node);
  const { copy } = node.kind.tree;
  const shown = shownPlace(node);
  if (original === undefined || copy === undefined) {
    const body = { ...parentBody(planning, tree, node), ...contentsBody(node) };
    return { body, after: [...after, ...prerequisites(sourcesOf(body), "parent")], shown };
  }
  const by = {
    operation: copy,
    params: { [node.kind.idParam]: nodeId(planning, original) },
    releases: original.live === undefined ? [] : [liveKey(original.live)],
  };
  return { body: {}, after, by, shown };
}

/** The declared place of a new one. */
function shownPlace({ kind, resource }: TreeNode): readonly FieldChange[] {
  return (["parent", "copy", "template"] as const).flatMap((role) => {
    const value = resource && manifestValue(kind, resource, role, true);
    return value === undefined || value === null
      ? []
      : [{ path: treeField(kind, role) ?? role, after: value }];
  });
}

function planRestore({ planning, appears, before }: TreeContext, node: TreeNode): Outcome {
  const { resource, live, kind } = node;
  const { restore } = kind.tree;
  const act = appears.get(node.name);
  if (live?.deleted !== true || resource === undefined || restore === undefined || act === undefined)
    return noOutcome;
  const draft: StepDraft = {
    key: createKey(resource.address),
    address: resource.address,
    operation: restore.operation,
    params: paramsOfLive(planning, restore.operation, live),
    after: before(act),
  };
  return { changes: [changeOf(planning, resource, "restore", live)], drafts: [draft] };
}

/** A move is shown for what was there; a new one has its place in its own entry. */
function planMove(context: TreeContext, node: TreeNode): Outcome {
  const act = context.moves.get(node.name);
  if (act === undefined) return noOutcome;
  const draft = moveDraft(context.planning, context.tree, act, context.before(act));
  const isShown = node.live !== undefined;
  return { changes: isShown ? [movedChange(context, node, act)] : [], drafts: [draft] };
}

/** Something that an order names by its id, and that cannot stand there. */
function planStuckUndeclared(planning: PlanContext, node: TreeNode): Outcome {
  const { live, stuck } = node;
  if (stuck === undefined || live === undefined) return noOutcome;
  return { changes: [{ ...liveChangeOf(planning, live, "blocked"), reason: stuck }], drafts: [] };
}

/** Something that cannot stand where it shall. */
function planStuck(planning: PlanContext, { kind, stuck }: TreeNode, resource: DesiredResource): Outcome {
  if (stuck === undefined || planning.matching.liveOf(resource.address) === undefined) return noOutcome;
  const name = treeField(kind, "parent") ?? "";
  const source = resource.sources[name] ?? resource.source;
  const after = resource.values[name] ?? null;
  const fields = [{ path: name, ...(after === null ? {} : { after }) }];
  return { changes: [{ ...blockedChange(planning, resource, stuck), fields, source }], drafts: [] };
}

/** Plans a delete in a tree: by its own call, with its parent, or blocked with the reason. */
function planTreeDelete(context: TreeContext, deletion: TreeDelete): Outcome {
  const { planning } = context;
  const { node, by } = deletion;
  const { resource, kind, live } = node;
  if (live === undefined) return noOutcome;
  const isCascaded = by !== node;
  const organization = planning.desired.organizations.find(({ alias }) => alias === live.organization);
  const { reason, source } =
    resource === undefined
      ? {
          reason: `not declared, and ${live.organization} manages ${kind.plural} exactly`,
          source: organization?.manageSources[kind.plural],
        }
      : whyAbsent(resource);
  const outcome = planDelete(planning, live, {
    reason,
    source,
    after: isCascaded ? [] : callsBefore(context, node),
    cascaded: cascadeOf(context, node),
    isCascaded,
    risks: risksOf(context, node),
  });
  const { why } = deletion;
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

/** The `liveKey` of everything else that the call of a node deletes. */
function cascadeOf({ tree }: TreeContext, node: TreeNode): readonly string[] {
  const cascaded = tree.index.cascaded.get(node.name) ?? [];
  return cascaded.flatMap(({ live }) => (live === undefined ? [] : [liveKey(live)]));
}

/** Keys of the calls by which other things get out of what is deleted. */
function callsBefore({ planning, tree, moves }: TreeContext, node: TreeNode): readonly Prerequisite[] {
  const keys = (tree.index.out.get(node.name) ?? []).flatMap((inner) => {
    const { kind, name, isDeleted } = inner;
    const isOut = isDeleted ? isDeletedIn(tree.deletes, name) : moves.has(name);
    const operation = isDeleted ? kind.operations.delete : kind.tree.move.operation;
    return isOut && operation !== undefined ? [callKey(nodeAddress(planning, inner), operation)] : [];
  });
  return prerequisites(keys, "release");
}
