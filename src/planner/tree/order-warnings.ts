import { idIn } from "../../model/address.ts";
import type { OrderItem } from "../../model/desired.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { liveKey } from "../../model/live.ts";
import { nameOfNode, root, type TreeNode, writtenOrders } from "../match/tree-kind.ts";
import type { PlanContext } from "../state/planning.ts";

/** Ids in an order that do not exist: the order goes on without them, and a warning names them. */
export function orderWarnings(planning: PlanContext): readonly Diagnostic[] {
  return planning.desired.organizations.flatMap(({ alias }) =>
    writtenOrders(planning.desired, alias).flatMap(([of, order]) =>
      order.filter((item) => isLost(planning, alias, item)).map((item) => lost(of || alias, item)),
    ),
  );
}

function isLost(planning: PlanContext, alias: string, { kind, name }: OrderItem): boolean {
  const id = idIn(name);
  if (id === undefined) return false;
  const found = planning.liveByKey(liveKey({ organization: alias, kind, id }));
  if (found === undefined) return true;
  // A deleted object comes back when a manifest declares it.
  return found.deleted === true && planning.matching.addressOf(found) === undefined;
}

function lost(container: string, { kind, name, source }: OrderItem): Diagnostic {
  return {
    code: "DF3003",
    severity: "warning",
    message: `the order of ${container} names the ${kind} "${idIn(name)}", which is not there`,
    source,
    hint: "correct the id, or remove the line",
  };
}

type Nodes = ReadonlyMap<string, TreeNode>;

/**
 * Keeps in its place what would be in itself: collection A shall go into B, which is in A, and nothing says where B
 * goes. That may close another circle, so the search starts again until there is none.
 */
export function withoutCircles(nodes: Nodes): Nodes {
  const result = new Map(nodes);
  for (;;) {
    const circling = [...result.values()].filter((node) => isMoving(node) && standsInItself(result, node));
    if (circling.length === 0) return result;
    for (const node of circling) {
      const container = nodes.get(node.to ?? root);
      const named = container === undefined ? node.to : nameOfNode(container);
      const stuck = `it would be in itself: ${named} is in it, or is to be; give that another parent`;
      result.set(node.name, { ...node, to: undefined, stuck, shut: node.to });
    }
  }
}

/** A new one moves nothing: a circle of new ones is a mistake of the manifests, which were checked. */
function isMoving({ from, to }: TreeNode): boolean {
  return from !== undefined && to !== undefined && to !== from;
}

function standsInItself(nodes: Nodes, { name, to }: TreeNode): boolean {
  const seen = new Set<string>();
  let at = to;
  while (at !== undefined && at !== name && !seen.has(at)) {
    seen.add(at);
    const node = nodes.get(at);
    at = node?.to ?? node?.from;
  }
  return at === name;
}
