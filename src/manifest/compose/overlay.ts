import { error } from "../../model/diagnostic.ts";
import { addTo } from "../../model/group-by.ts";
import { readAlias } from "../load/document.ts";
import { humanName, type Slot } from "../load/kind-slots.ts";
import { type Entry, entryOf, isNull, type MapTree, type Tree, textOf } from "../read/tree.ts";
import type { Composing } from "./composing.ts";
import { reportNothingToPatch, reportNothingToRemove } from "./overlay-problems.ts";
import { patchEntries } from "./patch.ts";

/**
 * The base with one overlay laid over it: the documents of one folder or file, in whatever order. A base document
 * of which nothing is patched stays the same object.
 */
export function applyOverlay(
  composing: Composing,
  base: readonly Tree[],
  overlay: readonly Tree[],
  aliases: ReadonlySet<string> | undefined,
): readonly Tree[] {
  const patches = new Map<Tree, Entry[]>();
  for (const [alias, documents] of byAlias(composing, overlay, aliases)) {
    const owners = ownersIn(base, alias);
    for (const entry of documents.flatMap(({ entries }) => entries))
      for (const [document, part] of routes(composing, owners, entry)) addTo(patches, document, part);
  }
  const { rootSlots } = composing.index;
  return base.map((document) => {
    const entries = patches.get(document);
    if (entries === undefined || document.type !== "map") return document;
    return { ...document, entries: patchEntries(composing, rootSlots, document, entries) };
  });
}

function byAlias(
  { index, report }: Composing,
  overlay: readonly Tree[],
  aliases: ReadonlySet<string> | undefined,
): ReadonlyMap<string, readonly MapTree[]> {
  const documents = new Map<string, MapTree[]>();
  for (const document of overlay) {
    if (document.type !== "map") {
      const hint = "start with organization: ALIAS";
      report.add(error("DF1005", "an overlay must be a map", { source: document.source, hint }));
    } else addTo(documents, readAlias({ index, report, drafts: [] }, document, aliases), document);
  }
  return documents;
}

/** The base documents of an organization, and which of them write what: a key, or a key under a key. */
interface Owners {
  readonly alias: string;
  readonly documents: readonly MapTree[];
  readonly having: (key: string, inner?: string) => readonly MapTree[];
}

function ownersIn(base: readonly Tree[], alias: string): Owners {
  const documents = base.filter(
    (document): document is MapTree =>
      document.type === "map" && textOf(entryOf(document, "organization")?.value) === alias,
  );
  const having = new Map<string, MapTree[]>();
  for (const document of documents)
    for (const { key, value } of document.entries) {
      addTo(having, key, document);
      for (const inner of value.type === "map" ? value.entries : [])
        addTo(having, `${key}\0${inner.key}`, document);
    }
  return {
    alias,
    documents,
    having: (key, inner) => having.get(inner === undefined ? key : `${key}\0${inner}`) ?? [],
  };
}

type Route = readonly [document: MapTree, part: Entry];

/** An entry of an overlay, taken apart for the base documents that it patches. */
function routes(composing: Composing, owners: Owners, entry: Entry): readonly Route[] {
  const { key, value } = entry;
  if (key === "organization") return [];
  const slot = composing.index.rootSlots.get(key);
  if (value.type === "map" && (key === "manage" || isCollection(slot)))
    return value.entries.flatMap((inner) => innerRoutes(composing, owners, { ...entry, value }, inner));
  const owning = owners.having(key);
  if (owning.length > 0) return owning.map((document) => [document, entry]);
  const [first] = owners.documents;
  // An order can be added. A mistyped key is told when it is read.
  if (first !== undefined && slot === undefined && !isNull(value)) return [[first, entry]];
  const keys = () => owners.documents.flatMap(({ entries }) => entries);
  if (isNull(value)) reportNothingToRemove(composing, entry, keys);
  else reportNothingToPatch(composing, entry, `${key} of ${owners.alias}`, keys);
  return [];
}

function isCollection(slot: Slot | undefined): slot is Extract<Slot, { type: "children" }> {
  return slot?.type === "children" && slot.kind.shape === "collection";
}

/** One resource of a collection, or one line of `manage`, for the documents that have it. */
function innerRoutes(
  composing: Composing,
  owners: Owners,
  outer: Entry & { readonly value: MapTree },
  inner: Entry,
): readonly Route[] {
  const { key, value } = outer;
  const part = { ...outer, value: { ...value, entries: [inner] } };
  const owning = owners.having(key, inner.key);
  if (owning.length > 0) return owning.map((document) => [document, part]);
  const slot = composing.index.rootSlots.get(key);
  const [first] = [...owners.having(key), ...owners.documents];
  if (!isCollection(slot) && first !== undefined && !isNull(inner.value)) return [[first, part]];
  const known = () => owners.having(key).flatMap((document) => innerEntries(document, key));
  const what = isCollection(slot) ? `${humanName(slot.kind)} "${inner.key}"` : inner.key;
  if (isNull(inner.value)) reportNothingToRemove(composing, inner, known);
  else reportNothingToPatch(composing, inner, what, known);
  return [];
}

function innerEntries(document: MapTree, key: string): readonly Entry[] {
  const value = entryOf(document, key)?.value;
  return value?.type === "map" ? value.entries : [];
}
