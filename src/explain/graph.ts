import type { Desired, DesiredResource } from "../model/desired.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import type { Field } from "../model/field.ts";
import type { Graph, GraphEdge } from "../model/graph.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { namedTarget } from "../planner/match/identity.ts";

/** Declared resources: each needs its parent, and the resources that it refers to. Absent ones are left out. */
export function graphOfDesired({ resources }: Desired, kinds: KindIndex): Graph {
  const declared = resources.filter(({ absent }) => !absent);
  const edges = declared.flatMap((resource) => [...edgeToParent(resource), ...edgesToNamed(resource, kinds)]);
  const known = new Set(declared.map(({ address }) => address));
  const outside = new Set(edges.map(({ to }) => to).filter((to) => !known.has(to)));
  return {
    nodes: [...declared.map(({ address }) => address), ...outside].map((id) => ({ id, label: [id] })),
    edges,
  };
}

function edgeToParent({ address, container, parent }: DesiredResource): readonly GraphEdge[] {
  const outer = container ?? parent;
  return outer === undefined ? [] : [{ from: address, to: outer, label: "is in" }];
}

/** A reference with a value of the environment is not shown, so it is no edge. */
function edgesToNamed(resource: DesiredResource, kinds: KindIndex): readonly GraphEdge[] {
  const fields = Object.entries<Field>(kinds.get(resource.kind).fields);
  return fields.flatMap(([name, field]) => {
    const value = resource.values[name];
    if (typeof value !== "string" || resource.sensitive.includes(name)) return [];
    const target = namedTarget(resource, field, value, kinds);
    if (target === undefined) return [];
    return [{ from: resource.address, to: target.address ?? `id:${target.id}`, label: name }];
  });
}

/** The nodes of an address, and those at the other ends of their arrows. The last line of a label is an address. */
export function neighboursIn({ nodes, edges }: Graph, address: string): Graph {
  const focus = new Set(nodes.filter(({ label }) => label.at(-1) === address).map(({ id }) => id));
  const near = edges.filter(({ from, to }) => focus.has(from) || focus.has(to));
  const shown = new Set([...focus, ...near.flatMap(({ from, to }) => [from, to])]);
  return { nodes: nodes.filter(({ id }) => shown.has(id)), edges: near };
}

/** The calls of a plan by their numbers: each needs those that come before it, for the reasons on the arrow. */
export function graphOfSteps({ steps }: Pick<PlanDocument, "steps">): Graph {
  return {
    nodes: steps.map(({ id, operation, address }) => ({ id, label: [`${id} ${operation}`, address] })),
    edges: steps.flatMap(({ id, after, afterReasons = {} }) =>
      after.map((to) => {
        const label = afterReasons[to]?.join(", ");
        return { from: id, to, ...(label === undefined ? {} : { label }) };
      }),
    ),
  };
}
