import { type Operation, pathParameters } from "../../contract/operation.ts";
import { Refusal } from "./refusal.ts";

/** The operation of a path below `/v1`, and the values of its path parameters. */
export interface Route {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

/** A place in the tree of paths, with what may follow: a literal segment, or `{}` for any parameter. */
interface Branch {
  readonly next: Map<string, Branch>;
  /** The operations that end here, by method. */
  readonly operations: Map<string, Operation>;
}

const parameter = "{}";

function newBranch(): Branch {
  return { next: new Map(), operations: new Map() };
}

function grow(branch: Branch, segment: string): Branch {
  const key = segment.startsWith("{") ? parameter : segment;
  const next = branch.next.get(key) ?? newBranch();
  branch.next.set(key, next);
  return next;
}

/** The branch where a path ends; `values` gets the values of its parameters. A literal goes before a parameter. */
function descend(branch: Branch, segments: readonly string[], values: string[], at = 0): Branch | undefined {
  const head = segments[at];
  if (head === undefined) return branch.operations.size > 0 ? branch : undefined;
  const literal = head === parameter ? undefined : branch.next.get(head);
  const found = literal && descend(literal, segments, values, at + 1);
  const other = branch.next.get(parameter);
  if (found !== undefined || other === undefined || head === "") return found;
  const count = values.push(head);
  const below = descend(other, segments, values, at + 1);
  if (below === undefined) values.length = count - 1;
  return below;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(400, `path: ${JSON.stringify(segment)} is not valid percent-encoding`);
  }
}

/** Finds the operation for a method and a path; refuses with 404, or 405 when only the method is wrong. */
export function createRouter(operations: Iterable<Operation>): (method: string, path: string) => Route {
  const root = newBranch();
  for (const operation of operations)
    operation.path.slice(1).split("/").reduce(grow, root).operations.set(operation.method, operation);
  return (method, path) => {
    const values: string[] = [];
    const branch = path.startsWith("/") ? descend(root, path.slice(1).split("/"), values) : undefined;
    if (branch === undefined) throw new Refusal(404, `There is nothing at ${path}.`);
    const operation = branch.operations.get(method);
    if (operation === undefined) {
      const allow = [...branch.operations.keys()].sort().join(", ");
      throw new Refusal(405, `${method} is not possible on ${path}; possible: ${allow}`, { allow });
    }
    const params: Record<string, string> = {};
    for (const [index, name] of pathParameters(operation).entries())
      params[name] = decode(values[index] ?? "");
    return { operation, params };
  };
}
