import { error } from "../../model/diagnostic.ts";
import { addTo, groupBy } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { readAlias } from "../load/document.ts";
import type { Slot } from "../load/kind-slots.ts";
import { type Entry, entryOf, isNull, type MapTree, type Tree, textOf } from "../read/tree.ts";
import type { Composing } from "./composing.ts";
import { patchEntries, reportNothingToPatch } from "./patch.ts";

/**
 * The base with the documents of an overlay laid over it, one after the other. A base document of which nothing is
 * patched stays the same object.
 */
export function applyOverlay(
  composing: Composing,
  base: readonly Tree[],
  overlay: readonly Tree[],
  aliases: ReadonlySet<string> | undefined,
): readonly Tree[] {
  return overlay.reduce((documents, one) => applyDocument(composing, documents, one, aliases), base);
}

function applyDocument(
  composing: Composing,
  base: readonly Tree[],
  overlay: Tree,
  aliases: ReadonlySet<string> | undefined,
): readonly Tree[] {
  const { index, report } = composing;
  if (overlay.type !== "map") {
    const hint = "start with organization: ALIAS";
    report.add(error("DF1005", "an overlay must be a map", { source: overlay.source, hint }));
    return base;
  }
  const alias = readAlias({ index, report, drafts: [] }, overlay, aliases);
  const owners = base.filter(
    (document): document is MapTree =>
      document.type === "map" && textOf(entryOf(document, "organization")?.value) === alias,
  );
  const lines = overlay.entries
    .filter(({ key }) => key !== "organization")
    .flatMap((entry) => linesOf(composing, entry));
  const placed = new Map<Tree, Line[]>();
  for (const line of lines)
    for (const document of placesOf(composing, owners, line)) addTo(placed, document, line);
  return base.map((document) => {
    const patches = placed.get(document);
    if (patches === undefined || document.type !== "map") return document;
    const slotOf = (key: string) => index.rootSlots.get(key);
    return { ...document, entries: patchEntries(composing, slotOf, document, entriesOf(patches)) };
  });
}

/** The kind of what a slot holds by key. */
function memberKind(slot: Slot | undefined): Kind | undefined {
  return slot?.type === "children" && slot.kind.shape === "collection" ? slot.kind : undefined;
}

/** One thing that an overlay says: a key, or one resource or line of `manage` under it. */
interface Line {
  readonly outer: Entry;
  readonly inner?: Entry;
}

function linesOf({ index }: Composing, outer: Entry): readonly Line[] {
  const { key, value } = outer;
  const slot = index.rootSlots.get(key);
  const isSplit = key === "manage" || memberKind(slot) !== undefined;
  return isSplit && value.type === "map" ? value.entries.map((inner) => ({ outer, inner })) : [{ outer }];
}

function entriesOf(lines: readonly Line[]): readonly Entry[] {
  return [...groupBy(lines, ({ outer }) => outer.key).values()].flatMap((of) => {
    const entries = of.flatMap(({ inner }) => inner ?? []);
    return of.slice(0, 1).map(({ outer }) => {
      const { value } = outer;
      return value.type === "map" && entries.length > 0 ? { ...outer, value: { ...value, entries } } : outer;
    });
  });
}

/** The base documents that a line patches: those that write it, or one that takes an order, say, which none writes. */
function placesOf(composing: Composing, owners: readonly MapTree[], line: Line): readonly MapTree[] {
  const { outer, inner } = line;
  const writing = owners.filter((document) => {
    const own = entryOf(document, outer.key);
    return own !== undefined && (inner === undefined || entryOf(own.value, inner.key) !== undefined);
  });
  if (writing.length > 0) return writing;
  const first = owners.find((document) => entryOf(document, outer.key) !== undefined) ?? owners[0];
  const slot = composing.index.rootSlots.get(outer.key);
  // A mistyped key is told when it is read.
  if (first !== undefined && slot === undefined && !isNull((inner ?? outer).value)) return [first];
  const known = inner === undefined ? owners : owners.flatMap((one) => entryOf(one, outer.key)?.value ?? []);
  const names = known.flatMap((tree) => (tree.type === "map" ? tree.entries.map(({ key }) => key) : []));
  reportNothingToPatch(composing, inner ?? outer, inner && memberKind(slot), names);
  return [];
}
