import fc from "fast-check";
import { type Operation, pathParameters } from "../../../src/contract/operation.ts";
import { operationNamed } from "../../../src/executor/run-steps.ts";
import type { Step } from "../../../src/model/documents/plan-document.ts";
import type { Kind } from "../../../src/model/kind.ts";
import type { KindIndex } from "../../../src/model/kind-index.ts";
import type { LiveResource } from "../../../src/model/live.ts";
import { atPointer, type Json, type JsonObject } from "../../../src/text/json.ts";
import type { Simulation } from "./simulation.ts";

/** An edit by another administrator: the numbers choose among the objects there, so that it fits every world. */
export interface HandEdit {
  readonly type: "field" | "delete" | "move" | "member" | "create";
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

const number = fc.nat(1000);
export const handEdit: fc.Arbitrary<HandEdit> = fc.record({
  type: fc.constantFrom("field", "field", "field", "delete", "move", "member", "create", "create"),
  a: number,
  b: number,
  c: number,
});

/** A field that was edited, so that one can look whether it stays so. */
export interface Edited {
  readonly live: LiveResource;
  readonly field: string;
  readonly value: Json;
}

/** Values that plans of the worlds declare, and others, by the name of a body field. */
const values: Readonly<Record<string, readonly Json[]>> = {
  title: [
    "Edited",
    "Team 0",
    "Team 1",
    "New Team 0",
    "Section s0",
    "Section s1",
    "Group g0",
    "New n0",
    "Hub",
    "Thing 0",
    "Thing 1",
    "New 1",
    "There 2",
  ],
  name: ["Edited", "Link 0", "Link 1"],
  label: ["Edited", "Login 0", "Login 1"],
  path: ["edited", "p-s0", "p-s1", "q-sp0", "path-n0", "new-n0"],
  icon: ["sun", "star", "book"],
  description: ["Edited by hand"],
  hidden: [true, false],
  active: [true, false],
  visibility: ["public", "private", "unlisted"],
  role: ["admin", "read", "edit"],
  defaultRole: ["edit"],
  agentsContext: [true, false],
};

/** Values to write by hand: mostly those that the steps of a plan are about to write, since these get in its way. */
function poolOf(steps: readonly Step[]): typeof values {
  const written = steps.flatMap(({ body }) => Object.entries((body ?? {}) as JsonObject));
  const names = Object.keys(values).map((name) => {
    const own = written.flatMap(([key, value]) => (key === name && typeof value !== "object" ? [value] : []));
    return [name, [...own, ...own, ...(values[name] ?? [])]] as const;
  });
  return Object.fromEntries(names);
}

interface Around {
  readonly kinds: KindIndex;
  readonly resources: readonly LiveResource[];
  readonly pool: typeof values;
}

function pick<T>(items: readonly T[], number: number): T | undefined {
  return items[number % Math.max(items.length, 1)];
}

/** Makes the edit; undefined when there was nothing to edit, or the platform refused. */
export async function editByHand(
  { client, kinds }: Pick<Simulation, "client" | "kinds">,
  resources: readonly LiveResource[],
  edit: HandEdit,
  steps: readonly Step[] = [],
): Promise<Edited | "done" | undefined> {
  const live = pick(resources, edit.a);
  if (live === undefined) return undefined;
  const kind = kinds.get(live.kind);
  const call = callFor(edit, live, kind, { kinds, resources, pool: poolOf(steps) });
  if (call === undefined) return undefined;
  const params = paramsOf(kinds, call.operation, live, kind);
  const { operation, body } = call;
  if (edit.type === "field" && isAsItIs(live, body)) return undefined;
  try {
    await client.send(operationNamed(client, operation.name), {
      params,
      ...(body === undefined ? {} : { body }),
    });
  } catch {
    return undefined;
  }
  const [field] = Object.keys(body ?? {});
  return edit.type === "field" && field !== undefined
    ? { live, field, value: (body as JsonObject)[field] ?? null }
    : "done";
}

function isAsItIs({ answer }: LiveResource, body: Json | undefined): boolean {
  return Object.entries(body as JsonObject).every(([name, value]) => answer[name] === value);
}

interface Call {
  readonly operation: Operation;
  readonly body?: Json;
}

function callFor({ type, b, c }: HandEdit, live: LiveResource, kind: Kind, around: Around): Call | undefined {
  switch (type) {
    case "field":
      return fieldCall(kind, around, b, c);
    case "delete":
      return kind.operations.delete && { operation: kind.operations.delete };
    case "move":
      return moveCall(kind, live, around, b, c);
    case "member":
      return memberCall(kind, b, c);
    case "create":
      return createCall(kind, live, around, b, c);
  }
}

function fieldCall(kind: Kind, { pool }: Around, b: number, c: number): Call | undefined {
  const all = (kind.operations.update ?? []).flatMap((operation) =>
    Object.keys(operation.body?.shape ?? {})
      .filter((name) => values[name] !== undefined)
      .map((name) => ({ operation, name })),
  );
  const chosen = pick(all, b);
  const value = pick(pool[chosen?.name ?? ""] ?? [], c);
  if (chosen === undefined || value === undefined) return undefined;
  return { operation: chosen.operation, body: { [chosen.name]: value } };
}

function moveCall(kind: Kind, live: LiveResource, around: Around, b: number, c: number): Call | undefined {
  const { resources } = around;
  if (kind.tree !== undefined) return treeMoveCall(kind.tree, live, around, b, c);
  const others = resources.filter(
    (other) => other.kind === live.kind && other.parentId === live.parentId && other !== live,
  );
  const sibling = pick(others, b);
  const move = kind.sequence?.move;
  if (move === undefined || sibling === undefined) return undefined;
  const side = c % 2 === 0 ? "before" : "after";
  const item = move.item === undefined ? {} : { [move.item]: move.anchor(live.id) };
  return { operation: move.operation, body: { ...item, position: { [side]: move.anchor(sibling.id) } } };
}

/** Next to a sibling, or to the end of another container or of the root. */
function treeMoveCall(
  { move }: NonNullable<Kind["tree"]>,
  live: LiveResource,
  { resources, kinds }: Around,
  b: number,
  c: number,
): Call | undefined {
  const all = resources.filter((other) => other.organization === live.organization && other !== live);
  const container = ({ answer }: LiveResource): Json => answer.parent ?? null;
  const sibling = pick(
    all.filter((other) => kinds.get(other.kind).tree !== undefined && container(other) === container(live)),
    b,
  );
  const containers = all.filter((other) => kinds.get(other.kind).tree?.holds === true).map(({ id }) => id);
  if (c % 4 < 2)
    return { operation: move.operation, body: { parent: pick([null, ...containers], b) ?? null } };
  const anchor = sibling && kinds.get(sibling.kind).tree?.move.anchor(sibling.id);
  if (anchor === undefined) return undefined;
  return { operation: move.operation, body: { position: { [c % 2 === 0 ? "before" : "after"]: anchor } } };
}

function memberCall(kind: Kind, b: number, c: number): Call | undefined {
  const membership = Object.values(kind.fields).find((field) => field.membership)?.membership;
  if (membership?.calls.by !== "bulk") return undefined;
  const body = c % 2 === 0 ? { add: [`p${b % 6}`] } : { remove: [`p${b % 6}`] };
  return { operation: membership.calls.set, body };
}

function createCall(
  kind: Kind,
  live: LiveResource,
  { kinds, resources, pool }: Around,
  b: number,
  c: number,
): Call | undefined {
  // A space comes into being beside another one (A16).
  if (kind.tree?.copy !== undefined) return { operation: kind.tree.copy };
  const create = kind.operations.create;
  if (create === undefined) return undefined;
  const spaces = resources.filter((live) => live.kind === "space");
  const space = pick(spaces, c)?.id ?? "space_sp0";
  const containers = resources.filter(
    (one) => kinds.get(one.kind).tree?.holds === true && one.organization === live.organization,
  );
  const container = kind.tree === undefined ? undefined : pick([undefined, ...containers], c);
  const body: JsonObject = {
    ...Object.fromEntries(
      Object.keys(create.body?.shape ?? {}).flatMap((name): [string, Json][] => {
        const value =
          name === "title" || name === "name" || name === "label" ? pick(pool[name] ?? [], b) : undefined;
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    ...(container === undefined ? {} : { parent: container.id }),
    ...(kind.name === "section" || kind.name === "site-space" ? { spaceId: space } : {}),
    ...(kind.name === "openapi-spec"
      ? { slug: `spec-${b % 4}`, source: { url: "https://specs.example/edited.json" } }
      : {}),
  };
  return { operation: create, body };
}

function paramsOf(
  kinds: KindIndex,
  operation: Operation,
  live: LiveResource,
  kind: Kind,
): Readonly<Record<string, string>> {
  const parent = kinds.all.find(({ name }) => name === kind.parent);
  const entries = pathParameters(operation).map((name): [string, string] => {
    if (name === kind.idParam && kind.shape !== "singleton")
      return [name, String(atPointer(live.answer, kind.idPointer ?? "/id"))];
    return [name, name === parent?.idParam ? String(live.parentId) : `org_${live.organization}`];
  });
  return Object.fromEntries(entries);
}
