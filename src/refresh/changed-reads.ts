import type { Operation } from "../contract/operation.ts";
import type { Step } from "../model/documents/plan-document.ts";
import type { Field } from "../model/field.ts";
import { groupBy } from "../model/group-by.ts";
import type { Kind } from "../model/kind.ts";
import { apiName } from "../model/kind-index.ts";
import { isObject, type JsonObject } from "../text/json.ts";

/** May the calls of a run have changed what a read answers? */
export type MayHaveChanged = (operation: Operation, params: JsonObject) => boolean;

type Call = Pick<Step, "operation" | "params" | "body">;

/** Stands for every list inside an object. */
const all = "*";

/**
 * The reads of the check after a run, by the calls of the run. The lists of an organization are few, so each of them
 * is. Of the lists inside a site or a team, those are that a call names: its own, and where something comes or goes, the
 * other lists of that order (A21). After a call for the site or the team itself, it is each list inside. Something that
 * leaves or enters its organization may be shown anywhere: then everything is read. `created` are new objects.
 */
export function mayHaveChanged(
  calls: readonly Call[],
  created: readonly { readonly id: string }[],
  kinds: readonly Kind[],
): MayHaveChanged {
  const farReaching = farReachingIn(kinds);
  if (calls.some(({ operation }) => farReaching.has(operation))) return () => true;
  const listsOf = innerCalls(kinds);
  // The run itself may have read lists inside something new, before its later calls.
  const changed = new Set(created.map(({ id }) => `${all} ${id}`));
  for (const call of calls) {
    const lists = listsOf.get(call.operation)?.(call) ?? [all];
    for (const id of idsIn(call.params)) for (const list of lists) changed.add(`${list} ${id}`);
  }
  return (operation, params) => {
    const ids = idsIn(params);
    const isChanged = (id: string): boolean =>
      changed.has(`${all} ${id}`) || changed.has(`${operation.name} ${id}`);
    return ids.length === 0 || ids.some(isChanged);
  };
}

/** The ids in parameters, but for that of the organization. */
function idsIn(params: JsonObject): readonly string[] {
  return Object.entries(params).flatMap(([name, value]) =>
    name === "organizationId" || typeof value !== "string" ? [] : [value],
  );
}

/** The operations by which something leaves or enters its organization. */
function farReachingIn(kinds: readonly Kind[]): ReadonlySet<string> {
  const operations = kinds
    .filter(({ parent }) => parent === undefined)
    .flatMap(({ operations, tree }) => [
      operations.delete,
      tree?.transfer?.operation,
      tree?.restore?.operation,
    ]);
  return new Set(operations.flatMap((operation) => operation?.name ?? []));
}

/** Names of the reads that show a kind: its list, and that of all items of an order. */
function readsOf({ operations, sequence }: Kind): readonly string[] {
  return [operations.read, sequence?.shownWhole?.read].flatMap((read) => read?.name ?? []);
}

/** The lists that a call for something inside a site or a team may change, by its operation. */
function innerCalls(kinds: readonly Kind[]): ReadonlyMap<string, (call: Call) => readonly string[]> {
  const inner = kinds.filter(({ parent }) => parent !== undefined);
  const entries = inner.flatMap((kind) => {
    const { operations, sequence } = kind;
    // Values inside the parent may be those of the singleton.
    const own = kind.shape === "singleton" ? [all] : readsOf(kind);
    const isInOrder = (other: Kind): boolean => other.parent === kind.parent && other.sequence !== undefined;
    const order = sequence === undefined ? own : inner.filter(isInOrder).flatMap(readsOf);
    const defaults = Object.entries<Field>(kind.fields).filter(
      ([, field]) => field.defaultChild !== undefined,
    );
    const names = defaults.map(([name, field]) => apiName(name, field));
    const setsDefault = ({ body }: Call): boolean =>
      isObject(body) && names.some((name) => Object.hasOwn(body, name));
    const make = [operations.create, operations.delete].map((one) => [one?.name, () => order] as const);
    const change = [...(operations.update ?? []), sequence?.move?.operation, sequence?.append?.operation].map(
      (one) => [one?.name, (call: Call) => (setsDefault(call) ? order : own)] as const,
    );
    return [...change, ...make];
  });
  // One operation may move items of several kinds.
  const byName = groupBy(entries, ([name]) => name ?? "");
  return new Map(
    [...byName].map(([name, all]) => [name, (call) => all.flatMap(([, listsAfter]) => listsAfter(call))]),
  );
}
