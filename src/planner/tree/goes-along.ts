import type { DesiredOrganization } from "../../model/desired.ts";
import { liveKey } from "../../model/live.ts";
import type { Possible } from "../diff/created-by.ts";
import { namedById, orderedById } from "../match/named-by-id.ts";
import { root } from "../sequence/arrangement.ts";
import type { TreeNode } from "./tree-node.ts";

type Nodes = ReadonlyMap<string, TreeNode>;

/**
 * What is not declared where all is has to go. What stands in something that is declared to be transferred goes by that,
 * and with no delete: there it may be what somebody declares. Only what the other organization would delete too, since
 * it is declared nowhere, is deleted here.
 */
export function withWhatGoesAlong(planning: Possible, nodes: Nodes): Nodes {
  const surplus = [...nodes.values()].filter(
    (node) => node.resource === undefined && node.exit === "delete" && carrierOf(nodes, node) !== undefined,
  );
  if (surplus.length === 0) return nodes;
  const kept = keptIn(planning, nodes);
  const along = surplus.filter(({ name }) => kept.has(name)).map((node) => ({ ...node, exit: undefined }));
  return new Map([...nodes, ...along.map((node) => [node.name, node] as const)]);
}

/** What goes along and would be deleted by the next plan, where it comes to; by the name of what takes it along. */
export function unwantedIn(planning: Possible, nodes: Nodes): ReadonlyMap<string, TreeNode> {
  if (![...nodes.values()].some((node) => targetOf(node) !== undefined)) return nothingUnwanted;
  const isWanted = wantedThere(planning, (alias) => orderedById(planning.desired, alias));
  const unwanted = new Map<string, TreeNode>();
  for (const node of nodes.values()) {
    const carrier = node.exit === undefined ? carrierOf(nodes, node) : undefined;
    if (carrier === undefined || unwanted.has(carrier.name)) continue;
    if (!isWanted(node, targetOf(carrier) ?? "")) unwanted.set(carrier.name, node);
  }
  return unwanted;
}

const nothingUnwanted: ReadonlyMap<string, TreeNode> = new Map();

/** What takes along a thing that nobody declares: the innermost declared one around it, when that is transferred. */
function carrierOf(nodes: Nodes, { resource, to, from }: TreeNode): TreeNode | undefined {
  if (resource !== undefined || to !== undefined) return undefined;
  let at = nodes.get(from ?? root);
  while (at !== undefined && at.resource === undefined)
    at = at.to === undefined ? nodes.get(at.from ?? root) : undefined;
  return at !== undefined && targetOf(at) !== undefined ? at : undefined;
}

/** Id of the organization that a thing is declared to go to. */
function targetOf({ exit }: TreeNode): string | undefined {
  return exit?.startsWith("transfer ") === true ? exit.slice("transfer ".length) : undefined;
}

/** Names of what comes to another organization and is not deleted there, and of what it stands in until then. */
function keptIn(planning: Possible, nodes: Nodes): ReadonlySet<string> {
  const isWanted = wantedThere(planning, (alias) => namedById(planning, alias));
  const kept = new Set<string>();
  for (const node of nodes.values()) {
    if (!comesAlong(nodes, node, isWanted)) continue;
    kept.add(node.name);
    let at = nodes.get(node.from ?? root);
    while (at !== undefined && at.resource === undefined && !kept.has(at.name)) {
      kept.add(at.name);
      at = nodes.get(at.from ?? root);
    }
  }
  return kept;
}

type IsWanted = (node: TreeNode, target: string) => boolean;

/**
 * Does a thing come to another organization with what it stands in, to stay there? What is declared to be transferred
 * keeps nothing around it: where that does not go along, it has a call of its own.
 */
function comesAlong(nodes: Nodes, node: TreeNode, isWanted: IsWanted): boolean {
  const carrier = carrierOf(nodes, node);
  return carrier !== undefined && isWanted(node, targetOf(carrier) ?? "");
}

/** Finds out whether an organization keeps what comes to it: where it is exact, what it declares or names. */
function wantedThere(planning: Possible, namedIn: (alias: string) => readonly string[]): IsWanted {
  const known = new Map<DesiredOrganization, ReadonlySet<string>>();
  return ({ kind, live }, target) => {
    const there = planning.desired.organizations.find(({ id }) => id === target);
    if (there === undefined || there.manage[kind.plural] !== "exact") return true;
    const kept = known.get(there) ?? new Set([...declaredOf(planning, there), ...namedIn(there.alias)]);
    known.set(there, kept);
    return live !== undefined && kept.has(liveKey({ ...live, organization: there.alias }));
  };
}

/** The `liveKey` of what comes to an organization and is declared there. */
function declaredOf(planning: Possible, { alias }: DesiredOrganization): readonly string[] {
  const declared = planning.live.resources.filter(
    (one) =>
      one.organization === alias &&
      one.arrivesBy !== undefined &&
      planning.matching.addressOf(one) !== undefined,
  );
  return declared.map(liveKey);
}
