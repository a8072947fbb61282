import type { Method, Operation } from "../contract/operation.ts";
import { Refusal } from "./refusal.ts";

/** A path below `/v1` found in the contract: the operation, and what stands for its path parameters. */
export interface Route<O extends Operation = Operation> {
  readonly operation: O;
  readonly params: Readonly<Record<string, string>>;
}

interface Branch<O extends Operation> {
  readonly literals: Map<string, Branch<O>>;
  parameter?: Branch<O>;
  readonly operations: Map<string, O>;
}

/** Finds the operation for a method and a path; refuses with 404, or 405 when only the method is wrong. */
type Router<O extends Operation> = (method: string, path: string) => Route<O>;

function newBranch<O extends Operation>(): Branch<O> {
  return { literals: new Map(), operations: new Map() };
}

function grow<O extends Operation>(branch: Branch<O>, segment: string): Branch<O> {
  if (segment.startsWith("{")) {
    branch.parameter ??= newBranch();
    return branch.parameter;
  }
  const next = branch.literals.get(segment) ?? newBranch();
  branch.literals.set(segment, next);
  return next;
}

function descend<O extends Operation>(branch: Branch<O>, segments: readonly string[]): Branch<O> | undefined {
  const [head, ...rest] = segments;
  if (head === undefined) return branch.operations.size > 0 ? branch : undefined;
  const literal = branch.literals.get(head);
  const found = literal === undefined ? undefined : descend(literal, rest);
  if (found !== undefined || branch.parameter === undefined || head === "") return found;
  return descend(branch.parameter, rest);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(400, `path: ${JSON.stringify(segment)} is not valid percent-encoding`);
  }
}

function paramsOf(operation: Operation, segments: readonly string[]): Record<string, string> {
  const template = operation.path.slice(1).split("/");
  const pairs = template.flatMap((part, index): [string, string][] =>
    part.startsWith("{") ? [[part.slice(1, -1), decode(segments[index] ?? "")]] : [],
  );
  return Object.fromEntries(pairs);
}

function methodRefusal(method: string, path: string, allowed: Iterable<string>): Refusal {
  const allow = [...allowed].sort().join(", ");
  return new Refusal(405, `${method} is not possible on ${path}; possible: ${allow}`, { allow });
}

/** Builds the router of a set of operations. */
export function createRouter<O extends Operation>(operations: Iterable<O>): Router<O> {
  const root = newBranch<O>();
  for (const operation of operations) {
    const branch = operation.path
      .slice(1)
      .split("/")
      .reduce(grow<O>, root);
    branch.operations.set(operation.method satisfies Method, operation);
  }
  return (method, path) => {
    const segments = path.slice(1).split("/");
    const branch = path.startsWith("/") ? descend(root, segments) : undefined;
    if (branch === undefined) throw new Refusal(404, `There is nothing at ${path}.`);
    const operation = branch.operations.get(method);
    if (operation === undefined) throw methodRefusal(method, path, branch.operations.keys());
    return { operation, params: paramsOf(operation, segments) };
  };
}
