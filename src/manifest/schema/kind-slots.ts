import * as z from "zod";
import type { DesiredResource } from "../../model/desired.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { indexKinds as kindsByName, structureName } from "../../model/kind-index.ts";
import type { SequenceTraits } from "../../model/traits/sequence-traits.ts";
import { isTreeKind, type TreeKind } from "../../planner/match/tree-kind.ts";
import { type Entry, entriesOf, type Tree } from "../read/tree.ts";
import { someText } from "./check-value.ts";

/** The meaning of a key in a resource. */
export type Slot =
  | { readonly type: "field"; readonly field: Field }
  /** Resources of a child kind, by key (or the one, for a singleton). */
  | { readonly type: "children"; readonly kind: Kind }
  /** Its items in order: those of one kind, or of all kinds under `structure`. */
  | { readonly type: "items"; readonly kinds: readonly Kind[] }
  /** The relative order of its children in the tree. */
  | { readonly type: "order"; readonly kinds: readonly TreeKind[] }
  | { readonly type: "meta"; readonly name: MetaField };

/** An entry of a resource with the meaning of its key. */
export interface Slotted {
  readonly entry: Entry;
  readonly slot: Slot;
}

/** Kinds by what the manifests need to know of them. */
export interface KindIndex {
  readonly byName: ReadonlyMap<string, Kind>;
  /** The kind of a resource. Throws for one that is not in the index. */
  kindOf(resource: Pick<DesiredResource, "kind">): Kind;
  /** Kinds whose parent is the organization itself. */
  readonly roots: readonly Kind[];
  /** The meanings of the keys of a manifest that hold resources. */
  readonly rootSlots: ReadonlyMap<string, Slot>;
  /** Kinds in the tree of the organization. */
  readonly tree: readonly TreeKind[];
  /** The meanings of the keys of a resource, in the order to list them. */
  slots(kind: Kind): ReadonlyMap<string, Slot>;
  /** The lists of items that a resource of the kind takes. */
  lists(kind: Kind): ItemLists;
}

/** Lists of items: the kinds that have one of their own, and the names of all. */
interface ItemLists {
  readonly kinds: readonly Kind[];
  readonly names: readonly string[];
}

/** The index of the kinds. */
export function indexKinds(kinds: readonly Kind[]): KindIndex {
  const slots = new Map(kinds.map((kind) => [kind.name, slotsOf(kinds, kind)]));
  const roots = kinds.filter((kind) => kind.parent === undefined);
  const lists = new Map([...slots].map(([name, of]) => [name, listsIn(of)]));
  return {
    byName: new Map(kinds.map((kind) => [kind.name, kind])),
    kindOf: ({ kind }) => kindsByName(kinds).get(kind),
    roots,
    rootSlots: new Map(roots.map((kind) => [kind.plural, { type: "children", kind }])),
    tree: kinds.filter(isTreeKind),
    slots: (kind) => slots.get(kind.name) ?? new Map(),
    lists: ({ name }) => lists.get(name) ?? { kinds: [], names: [] },
  };
}

function listsIn(slots: ReadonlyMap<string, Slot>): ItemLists {
  const lists = [...slots].flatMap(([name, slot]) => (slot.type === "items" ? [{ name, ...slot }] : []));
  return {
    kinds: lists.flatMap(({ name, kinds }) => (name === structureName ? [] : kinds)),
    names: lists.map(({ name }) => name),
  };
}

function slotsOf(kinds: readonly Kind[], kind: Kind): ReadonlyMap<string, Slot> {
  const items = itemKinds(kinds, kind);
  const children = kinds.filter((child) => child.parent === kind.name && child.sequence === undefined);
  const slots: (readonly [string, Slot])[] = [
    ...Object.entries(kind.fields).map(([name, field]) => [name, { type: "field", field }] as const),
    ...(items.length > 0 ? [[structureName, { type: "items", kinds: items }] as const] : []),
    ...(kind.sequence === undefined ? [] : items).map(
      (item) => [item.sequence?.childrenKey ?? "", { type: "items", kinds: [item] }] as const,
    ),
    ...(kind.tree?.holds === true
      ? [["order", { type: "order", kinds: kinds.filter(isTreeKind) }] as const]
      : []),
    ...children.map((child) => [child.plural, { type: "children", kind: child }] as const),
    ...metaFieldNames.map((name) => [name, { type: "meta", name }] as const),
  ];
  return new Map(slots);
}

/** The sequence kinds that a resource may hold; those that hold the fewest kinds themselves come first. */
function itemKinds(kinds: readonly Kind[], parent: Kind): readonly Kind[] {
  const holds = (inner: Kind): boolean =>
    parent.sequence === undefined
      ? inner.parent === parent.name
      : inner.sequence?.containers.includes(parent.name) === true;
  const held = (kind: Kind): number =>
    kinds.filter((inner) => inner.sequence?.containers.includes(kind.name)).length;
  return kinds
    .filter((inner) => inner.sequence !== undefined && holds(inner))
    .sort((a, b) => held(a) - held(b));
}

/**
 * Must a resource of the kind list its items? An item that may be anywhere in a structure is deleted when it is nowhere
 * in it. So a group without a list would lose all its items.
 */
export function mustSayItems({ sequence }: Kind, items: readonly Kind[]): boolean {
  return (
    sequence !== undefined && items.length > 0 && items.every((item) => item.sequence?.addressIn === "parent")
  );
}

/** The kind's name as people say it: `share link`. */
export function humanName({ name }: Kind): string {
  return name.replaceAll("-", " ");
}

/** Is the name of the kind a plural, as that of agent instructions? */
function isPlural(kind: Kind): boolean {
  return humanName(kind).endsWith("s");
}

/** The start of a sentence about a kind: `a site takes`, `agent instructions take`. */
export function withTakes(kind: Kind): string {
  return `${withArticle(kind)} ${isPlural(kind) ? "take" : "takes"}`;
}

/** The kind's name with its article, if it has one: `a site`, `an openapi spec`, `agent instructions`. */
export function withArticle(kind: Kind): string {
  const name = humanName(kind);
  if (isPlural(kind)) return name;
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}

/** The entries that every resource may have, whatever its kind. */
export const metaSchemas = {
  id: someText.describe("Id of the object on the platform: pins the resource to it"),
  previously: z
    .union([someText, z.array(someText)])
    .describe(
      "Key (which the record of the last apply knows) or natural key that the resource had before: renames instead of creating again",
    ),
  absent: z.boolean().describe("true deletes the resource"),
  protect: z.boolean().describe("true forbids docform to delete the resource, also after its block has gone"),
  ignore: z
    .array(z.string())
    .describe("Fields that are left alone on what is there; a new one gets them as declared"),
  manage: z
    .record(z.string(), z.enum(["listed", "exact", "exact-with-sso"]))
    .describe(
      "Per collection: listed leaves what is not declared, exact removes it; members by single sign-on only go with exact-with-sso",
    ),
} as const satisfies Readonly<Record<string, z.ZodType>>;

/** One of them. */
export type MetaField = keyof typeof metaSchemas;

/** Their names, in the order to list them. */
export const metaFieldNames = Object.keys(metaSchemas) as readonly MetaField[];

/** Key of the order of the root of an organization. */
export const orderKey = "order";

/** The keys of a manifest document that are no collections, in the order to write them. */
export const documentKeys = ["organization", "organizations", "manage", orderKey] as const;

/** A kind whose resources are items of lists. */
export type SequenceKind = Kind & { readonly sequence: SequenceTraits };

/** The kind of an item: that whose item key is written first. */
export function kindOfItem(kinds: readonly Kind[], item: Tree): SequenceKind | undefined {
  for (const { key } of entriesOf(item)) {
    const kind = kinds.find((one): one is SequenceKind => one.sequence?.itemKey === key);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** The names that `defaults` of a kind takes: its fields but those that are a key, and some that all have. */
export function defaultNames({ fields, keyField, sequence }: Kind): readonly string[] {
  const own = Object.keys(fields).filter((name) => name !== keyField && name !== sequence?.itemKey);
  return [...own, "protect", "ignore"];
}
