import type { Address } from "../../model/address.ts";
import type { Desired, DesiredResource, OrderItem } from "../../model/desired.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { idOfKey } from "../../model/kind-index.ts";
import { treeField } from "../../planner/match/tree-kind.ts";
import { isObject, type Json, type JsonObject } from "../../text/json.ts";
import { escapeTemplate } from "../compose/template.ts";
import { indexKinds, type KindIndex, type Slot } from "../schema/kind-slots.ts";
import { fieldOrder, schemaLayout, valueInFieldOrder } from "./field-order.ts";

/** How resources become what manifests write. */
export interface ManifestWriter {
  /** The map under the key of a resource, or of an item of a list. */
  readonly bodyOf: (resource: DesiredResource) => JsonObject;
  /** The value under the plural of a kind; undefined when there is nothing. */
  readonly collectionOf: (organization: string, kind: Kind) => Json | undefined;
  readonly orderOf: (order: readonly OrderItem[]) => Json;
  /** The lists of the items of a resource: one of a single kind, or the structure. */
  readonly listsOf: (resource: DesiredResource) => readonly (readonly [string, readonly DesiredResource[]])[];
  /** A value as it is written under the name of a field. */
  readonly valueOf: (resource: DesiredResource, name: string) => Json;
}

/** The input of a writer: the declared state, and the choices of its caller. */
interface WriterInput {
  readonly desired: Desired;
  readonly kinds: readonly Kind[];
  /** Addresses of what an order says the place of. */
  readonly placed: ReadonlySet<Address>;
  /** Name of the environment variable that a sensitive value is taken from. */
  readonly variableFor: (address: Address, field: string) => string;
}

interface Writing extends WriterInput {
  readonly index: KindIndex;
  readonly inside: (owner: Address) => readonly DesiredResource[];
  readonly outermost: (organization: string, kind: string) => readonly DesiredResource[];
}

/** Writes what is declared in the form that manifests have: the other way round than loading. */
export function manifestWriter(input: WriterInput): ManifestWriter {
  const { resources } = input.desired;
  const byOwner = groupBy(resources, ({ container, parent }) => container ?? parent ?? "");
  const outermost = groupBy(
    resources.filter(({ parent }) => parent === undefined),
    ({ organization, kind }) => `${organization} ${kind}`,
  );
  const writing: Writing = {
    ...input,
    index: indexKinds(input.kinds),
    inside: (owner) => byOwner.get(owner) ?? [],
    outermost: (organization, kind) => outermost.get(`${organization} ${kind}`) ?? [],
  };
  return {
    bodyOf: (resource) => resourceBody(writing, resource),
    collectionOf: (organization, kind) =>
      collectionOf(writing, kind, writing.outermost(organization, kind.name)),
    orderOf: (order) => orderOf(writing, order),
    listsOf: (resource) => listsOf(writing, resource),
    valueOf: (resource, name) => writtenValue(writing, resource, name),
  };
}

function resourceBody(writing: Writing, resource: DesiredResource): JsonObject {
  const kind = writing.index.kindOf(resource);
  const slots = writing.index.slots(kind);
  const lists = new Map(listsOf(writing, resource));
  const entries = fieldOrder(writing.index, kind).flatMap((name): [string, Json][] => {
    const slot = slots.get(name);
    if (name === kind.sequence?.itemKey && slot === undefined) return [[name, resource.key]];
    const value = slot && slotValue(writing, { resource, kind, name, slot, lists });
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** One key of a resource. */
interface Slotted {
  readonly resource: DesiredResource;
  readonly kind: Kind;
  readonly name: string;
  readonly slot: Slot;
  readonly lists: ReadonlyMap<string, readonly DesiredResource[]>;
}

function slotValue(writing: Writing, { resource, kind, name, slot, lists }: Slotted): Json | undefined {
  switch (slot.type) {
    case "field":
      return isWritten(writing, kind, resource, name) ? writtenValue(writing, resource, name) : undefined;
    case "items":
      return lists.get(name)?.map((item) => resourceBody(writing, item));
    case "order":
      return resource.order === undefined ? undefined : orderOf(writing, resource.order);
    case "children": {
      const inside = writing.inside(resource.address).filter((one) => one.kind === slot.kind.name);
      return collectionOf(writing, slot.kind, inside);
    }
    case "meta":
      return name === "manage" ? manageValue(writing, kind, resource) : metaValue(kind, resource, name);
  }
}

/** Is a field written, rather than said by the key or by an order? */
function isWritten(
  { placed }: Writing,
  kind: Kind,
  { address, key, values }: DesiredResource,
  name: string,
): boolean {
  const value = values[name];
  if (value === undefined || (name === kind.keyField && value === key)) return false;
  return !(placed.has(address) && name === treeField(kind, "parent"));
}

function metaValue(
  kind: Kind,
  { key, id, previously, absent, protect, ignore }: DesiredResource,
  name: string,
): Json | undefined {
  const values: Readonly<Record<string, Json | undefined>> = {
    id: id === idOfKey(kind, key) ? undefined : id,
    previously: previously.length === 0 ? undefined : previously,
    absent: absent || undefined,
    protect: protect || undefined,
    ignore: ignore.length === 0 ? undefined : ignore,
  };
  return values[name];
}

/** How collections are managed, where that is not what is meant anyway. */
function manageValue({ index }: Writing, kind: Kind, { manage }: DesiredResource): Json | undefined {
  const slots = index.slots(kind);
  const said = Object.entries(manage).filter(
    ([name, mode]) => mode !== (slots.get(name)?.type === "children" ? "listed" : "exact"),
  );
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

function writtenValue(writing: Writing, resource: DesiredResource, name: string): Json {
  const { address, values, sensitive } = resource;
  if (sensitive.includes(name)) return `\${env:${writing.variableFor(address, name)}}`;
  const schema = writing.index.kindOf(resource).fields[name]?.schema;
  return valueInFieldOrder(escaped(values[name] ?? null), schema && schemaLayout(schema));
}

/** A value whose texts are written so that nothing in them is interpolated. */
function escaped(value: Json): Json {
  if (typeof value === "string") return escapeTemplate(value);
  if (Array.isArray(value)) return value.map((item: Json) => escaped(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, escaped(inner)]));
}

function collectionOf(writing: Writing, kind: Kind, resources: readonly DesiredResource[]): Json | undefined {
  const [first] = resources;
  if (first === undefined) return undefined;
  if (kind.shape === "singleton") return resourceBody(writing, first);
  return Object.fromEntries(resources.map((one) => [one.key, resourceBody(writing, one)]));
}

function orderOf({ index }: Writing, order: readonly OrderItem[]): Json {
  return order.map(({ kind, name }) => ({ [index.byName.get(kind)?.tree?.itemKey ?? kind]: name }));
}

/** The items of a resource in order: under the key of their kind when there is only one, else as its structure. */
function listsOf(
  writing: Writing,
  resource: DesiredResource,
): readonly (readonly [string, readonly DesiredResource[]])[] {
  const kind = writing.index.kindOf(resource);
  const { names, kinds } = writing.index.lists(kind);
  if (names.length === 0) return [];
  const items = writing
    .inside(resource.address)
    .filter((item) => item.index !== undefined && !item.absent)
    .sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
  const held = new Set(items.map((item) => item.kind));
  if (kind.sequence === undefined) return items.length === 0 ? [] : [["structure", items]];
  // A section keeps one space (A26), so its list cannot say that it has none.
  if (items.length === 0 && kind.sequence.firstChild !== undefined) return [];
  const [only = kinds[0], ...others] = kinds.filter(({ name }) => held.has(name));
  const list = others.length > 0 ? "structure" : (only?.sequence?.childrenKey ?? "structure");
  return [[list, items]];
}
