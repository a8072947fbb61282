import type { Method, Operation } from "../../contract/operation.ts";
import { Refusal } from "../refusal.ts";

/** The operation of a path below `/v1`, and the values of its path parameters. */
export interface Route<O extends Operation = Operation> {
  readonly operation: O;
  readonly params: Readonly<Record<string, string>>;
}

interface Branch<O extends Operation> {
  readonly literals: Map<string, Branch<O>>;
  parameter?: Branch<O>;
  readonly operations: Map<string, Found<O>>;
}

/** An operation, and where in its path its parameters stand: read once, not for each request. */
interface Found<O extends Operation> {
  readonly operation: O;
  readonly parameters: readonly (readonly [name: string, index: number])[];
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

function descend<O extends Operation>(
  branch: Branch<O>,
  segments: readonly string[],
  from = 0,
): Branch<O> | undefined {
  const head = segments[from];
  if (head === undefined) return branch.operations.size > 0 ? branch : undefined;
  const literal = branch.literals.get(head);
  const found = literal === undefined ? undefined : descend(literal, segments, from + 1);
  if (found !== undefined || branch.parameter === undefined || head === "") return found;
  return descend(branch.parameter, segments, from + 1);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(400, `path: ${JSON.stringify(segment)} is not valid percent-encoding`);
  }
}

function parametersOf(segments: readonly string[]): Found<Operation>["parameters"] {
  return segments.flatMap((part, index) =>
    part.startsWith("{") ? [[part.slice(1, -1), index] as const] : [],
  );
}

function paramsOf({ parameters }: Found<Operation>, segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, index] of parameters) params[name] = decode(segments[index] ?? "");
  return params;
}

function methodRefusal(method: string, path: string, allowed: Iterable<string>): Refusal {
  const allow = [...allowed].sort().join(", ");
  return new Refusal(405, `${method} is not possible on ${path}; possible: ${allow}`, { allow });
}

/** Builds the router of a set of operations. */
export function createRouter<O extends Operation>(operations: Iterable<O>): Router<O> {
  const root = newBranch<O>();
  for (const operation of operations) {
    const segments = operation.path.slice(1).split("/");
    const branch = segments.reduce(grow<O>, root);
    branch.operations.set(operation.method satisfies Method, {
      operation,
      parameters: parametersOf(segments),
    });
  }
  return (method, path) => {
    const segments = path.slice(1).split("/");
    const branch = path.startsWith("/") ? descend(root, segments) : undefined;
    if (branch === undefined) throw new Refusal(404, `There is nothing at ${path}.`);
    const found = branch.operations.get(method);
    if (found === undefined) throw methodRefusal(method, path, branch.operations.keys());
    return { operation: found.operation, params: paramsOf(found, segments) };
  };
}
