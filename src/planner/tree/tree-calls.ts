import { apiName } from "../../model/kind-index.ts";
import type { Json, JsonObject } from "../../text/json.ts";
import { idOfLive, paramsOf, paramsOfLive } from "../diff/created-by.ts";
import { manifestValue, root, type TreeNode, treeField } from "../match/tree-kind.ts";
import {
  callKey,
  createKey,
  type Prerequisite,
  prerequisites,
  type StepDraft,
  sourcesOf,
} from "../state/draft.ts";
import { liveAddress } from "../state/live-address.ts";
import type { PlanContext } from "../state/planning.ts";
import type { Tree } from "./tree.ts";
import { actKey, type TreeAct } from "./tree-order.ts";

/** Address of something in the tree, declared or not. */
export function nodeAddress(planning: PlanContext, { resource, live, name }: TreeNode): string {
  if (resource !== undefined || live === undefined) return resource?.address ?? name;
  return liveAddress(planning, live);
}

/** Id of something in the tree: known, or the output of the call that brings it. */
export function nodeId(planning: PlanContext, node: TreeNode): Json {
  const address = nodeAddress(planning, node);
  return node.live === undefined
    ? { $from: createKey(address), pointer: "/id" }
    : idOfLive(node.live, address);
}

/** Key of the call that does an act. */
function actCall(planning: PlanContext, { nodes }: Tree, act: TreeAct): string {
  const node = nodeAt(nodes, act.item);
  const address = nodeAddress(planning, node);
  if (act.type === "move") return callKey(address, node.kind.tree.move.operation);
  return createKey(address);
}

function nodeAt(nodes: Tree["nodes"], name: string): TreeNode {
  const node = nodes.get(name);
  if (node === undefined) throw new Error(`nothing in the tree is named ${name}`);
  return node;
}

/** Keys of the calls that an act waits for. */
export function callsBefore(planning: PlanContext, tree: Tree): (act: TreeAct) => readonly Prerequisite[] {
  const calls = new Map(tree.acts.map((act) => [actKey(act), actCall(planning, tree, act)]));
  return ({ after }) =>
    after.flatMap(({ key, because }) => {
      const call = calls.get(key);
      return call === undefined ? [] : [{ key: call, because }];
    });
}

/** The call that moves something to its place: into another container, inside its own, or both at once. */
export function moveDraft(
  planning: PlanContext,
  tree: Tree,
  act: TreeAct & { readonly type: "move" },
  after: readonly Prerequisite[],
): StepDraft {
  const node = nodeAt(tree.nodes, act.item);
  const { kind, resource, live } = node;
  const { operation } = kind.tree.move;
  const container = tree.nodes.get(act.container);
  const beside = act.anchor && nodeAt(tree.nodes, act.anchor.sibling);
  const position: JsonObject | undefined = act.anchor &&
    beside && { [act.anchor.side]: beside.kind.tree.move.anchor(nodeId(planning, beside)) };
  const parent: JsonObject = act.isElsewhere
    ? { [parentName(node)]: container === undefined ? null : nodeId(planning, container) }
    : {};
  const body: JsonObject = {
    ...parent,
    ...(position === undefined ? {} : { position }),
  };
  const params =
    resource === undefined && live !== undefined
      ? paramsOfLive(planning, operation, live)
      : resource === undefined
        ? {}
        : paramsOf(planning, operation, resource);
  return {
    key: callKey(nodeAddress(planning, node), operation),
    address: nodeAddress(planning, node),
    operation,
    params,
    body,
    after: [
      ...after,
      ...prerequisites(sourcesOf(parent), "parent"),
      ...prerequisites(sourcesOf(position ?? {}), "list"),
    ],
  };
}

/** Name of a parent, in bodies. */
function parentName({ kind }: TreeNode): string {
  const name = treeField(kind, "parent") ?? "";
  const field = kind.fields[name];
  return field === undefined ? name : apiName(name, field);
}

/** Body of a create: the parent, unless that is the root. */
export function parentBody(planning: PlanContext, tree: Tree, node: TreeNode): JsonObject {
  const to = tree.items.get(node.name)?.to ?? root;
  const container = tree.nodes.get(to);
  return container === undefined ? {} : { [parentName(node)]: nodeId(planning, container) };
}

/** Body fields of a create that say what is in the new one. */
export function contentsBody({ kind, resource }: TreeNode): JsonObject {
  const template = resource && manifestValue(kind, resource, "template", true);
  return kind.tree.contents?.(template) ?? {};
}
