import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import type { Report } from "../read/report.ts";
import {
  type Entry,
  type Ingredient,
  type MapTree,
  mapSame,
  type ScalarTree,
  type Tree,
  withEntries,
  withValue,
} from "../read/tree.ts";
import { limits } from "../read/yaml-limits.ts";
import { type KindIndex, kindOfItem, type Slot } from "../schema/kind-slots.ts";

/** The state of composing: the kinds, the report, and the limits. */
export interface Composing {
  readonly index: KindIndex;
  readonly report: Report;
  readonly allowance: Allowance;
  /** The entries that overlays remove, as they are found. */
  readonly removals: Removal[];
}

/** A key that an overlay takes out of a map with null. */
export interface Removal {
  readonly key: string;
  /** Place of the map as it is written. */
  readonly within: Source;
  /** Place in the overlay. */
  readonly by: Source;
}

/**
 * Takes of what may be made of a project's files in all: a short file may say much, many times over. False, with an
 * error at the first time, when there is too much.
 */
export type Allowance = (
  what: "values" | "characters" | "copies" | "looks",
  count: number,
  source: Source,
) => boolean;

/** An allowance of which nothing has been taken. */
export function createAllowance(report: Report): Allowance {
  const left: Record<Parameters<Allowance>[0], number> = {
    values: limits.expanded,
    characters: limits.expandedText,
    copies: limits.copies,
    looks: limits.looks,
  };
  const sizes = {
    values: `${limits.expanded} values`,
    copies: `${limits.copies} values for several organizations`,
    looks: `${limits.looks} looks at labels`,
    characters: `${limits.expandedText / 1024 / 1024} MiB of text`,
  };
  let isSaid = false;
  return (what, count, source) => {
    left[what] -= count;
    if (left[what] >= 0) return true;
    if (!isSaid) report.add(error("DF1003", `the project expands to more than ${sizes[what]}`, { source }));
    isSaid = true;
    return false;
  };
}

/** The value of a part of a text, such as `${env:NAME}`. */
export type GoodPiece = Pick<ScalarTree, "value" | "origin"> & { readonly madeOf: readonly Ingredient[] };

/** The value of a part of a text, or its problems; none when they have been reported. */
export type Piece =
  | GoodPiece
  /** `isMissing`: nothing has that name, so the default after `:-` is taken. */
  | { readonly problems: readonly Diagnostic[]; readonly isMissing?: boolean };

/** The callbacks of a rewrite. A part that they give back unchanged stays the same object, up to the document. */
interface Rewriting {
  readonly index: KindIndex;
  /** A map of resources by key; what is in them comes later. */
  readonly resources?: (kind: Kind, map: MapTree) => MapTree;
  /** The entries of a resource; what is in them comes later. */
  readonly entries?: (kind: Kind, entries: readonly Entry[]) => readonly Entry[];
}

/** The document with its maps of resources, and the entries of each resource, rewritten from the outside in. */
export function rewriteDocument(rewriting: Rewriting, document: Tree): Tree {
  if (document.type !== "map") return document;
  return withEntries(document, rewriteEntries(rewriting, rewriting.index.rootSlots, document.entries));
}

/** The entries of one resource, rewritten in the same way. */
export function rewriteResource(
  rewriting: Rewriting,
  kind: Kind,
  entries: readonly Entry[],
): readonly Entry[] {
  const whole = rewriting.entries?.(kind, entries) ?? entries;
  return rewriteEntries(rewriting, rewriting.index.slots(kind), whole);
}

function rewriteEntries(
  rewriting: Rewriting,
  slots: ReadonlyMap<string, Slot>,
  entries: readonly Entry[],
): readonly Entry[] {
  return mapSame(entries, (entry) => {
    const slot = slots.get(entry.key);
    return slot === undefined ? entry : withValue(entry, rewriteValue(rewriting, slot, entry.value));
  });
}

function rewriteValue(rewriting: Rewriting, slot: Slot, tree: Tree): Tree {
  const rewritten = (kind: Kind | undefined, of: Tree): Tree =>
    kind === undefined || of.type !== "map"
      ? of
      : withEntries(of, rewriteResource(rewriting, kind, of.entries));
  if (slot.type === "children" && slot.kind.shape === "singleton") return rewritten(slot.kind, tree);
  if (slot.type === "children" && tree.type === "map") {
    const whole = rewriting.resources?.(slot.kind, tree) ?? tree;
    const entries = mapSame(whole.entries, (one) => withValue(one, rewritten(slot.kind, one.value)));
    return withEntries(whole, entries);
  }
  if (slot.type !== "items" || tree.type !== "list") return tree;
  const items = mapSame(tree.items, (item) => rewritten(kindOfItem(slot.kinds, item), item));
  return items === tree.items ? tree : { ...tree, items };
}
