import { error } from "../../model/diagnostic.ts";
import { addTo, groupBy } from "../../model/group-by.ts";
import { type Entry, entriesOf, entryOf, isNull, type MapTree, scalarText, type Tree } from "../read/tree.ts";
import { readAlias } from "../schema/keys.ts";
import type { Composing } from "./composing.ts";
import { layerOf } from "./contradictions.ts";
import { memberKind, type Patching, patchEntries, reportNothingToPatch } from "./patch-entries.ts";

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
  const patched = [...base];
  const places = new Map<string, number[]>();
  for (const [at, document] of base.entries())
    addTo(places, scalarText(entryOf(document, "organization")?.value) ?? "", at);
  const layer = layerOf(overlay);
  for (const document of overlay) {
    const alias = aliasOf(composing, document, aliases);
    if (alias === undefined || document.type !== "map") continue;
    const own = places.get(alias) ?? [];
    const owners = own.flatMap((at) => mapsOnly(patched[at]));
    const changed = applyDocument({ ...composing, alias, layer }, owners, document);
    for (const at of own) {
      const next = changed.get(patched[at]);
      if (next !== undefined) patched[at] = next;
    }
  }
  return patched;
}

function aliasOf(
  { report }: Composing,
  document: Tree,
  aliases: ReadonlySet<string> | undefined,
): string | undefined {
  if (document.type === "map") return readAlias({ report }, document, aliases);
  const hint = "start with organization: ALIAS";
  report.add(error("DF1005", "an overlay must be a map", { source: document.source, hint }));
  return undefined;
}

function mapsOnly(document: Tree | undefined): readonly MapTree[] {
  return document?.type === "map" ? [document] : [];
}

/** The documents of an organization that an overlay changes, each with itself changed. */
function applyDocument(
  patching: Patching,
  owners: readonly MapTree[],
  overlay: MapTree,
): ReadonlyMap<Tree | undefined, Tree> {
  const lines = overlay.entries
    .filter(({ key }) => key !== "organization")
    .flatMap((entry) => overlayLines(patching, entry));
  const placed = new Map<MapTree, Line[]>();
  for (const line of lines)
    for (const document of patchedDocuments(patching, owners, line)) addTo(placed, document, line);
  const slotOf = (key: string) => patching.index.rootSlots.get(key);
  return new Map(
    [...placed].map(([document, patches]) => [
      document,
      { ...document, entries: patchEntries(patching, slotOf, document, patchesOf(patches)) },
    ]),
  );
}

/** One thing that an overlay says: a key, or one resource or line of `manage` under it. */
interface Line {
  readonly outer: Entry;
  readonly inner?: Entry;
}

function overlayLines({ index }: Composing, outer: Entry): readonly Line[] {
  const { key, value } = outer;
  const slot = index.rootSlots.get(key);
  const isSplit = key === "manage" || memberKind(slot) !== undefined;
  return isSplit && value.type === "map" ? value.entries.map((inner) => ({ outer, inner })) : [{ outer }];
}

function patchesOf(lines: readonly Line[]): readonly Entry[] {
  return [...groupBy(lines, ({ outer }) => outer.key).values()].flatMap((of) => {
    const entries = of.flatMap(({ inner }) => inner ?? []);
    return of.slice(0, 1).map(({ outer }) => {
      const { value } = outer;
      return value.type === "map" && entries.length > 0 ? { ...outer, value: { ...value, entries } } : outer;
    });
  });
}

/** The base documents that a line patches: those that write it, or one that takes an order, say, which none writes. */
function patchedDocuments(patching: Patching, owners: readonly MapTree[], line: Line): readonly MapTree[] {
  const { outer, inner } = line;
  const writing = owners.filter((document) => {
    const own = entryOf(document, outer.key);
    return own !== undefined && (inner === undefined || entryOf(own.value, inner.key) !== undefined);
  });
  if (writing.length > 0) return writing;
  const first = owners.find((document) => entryOf(document, outer.key) !== undefined) ?? owners[0];
  const slot = patching.index.rootSlots.get(outer.key);
  // A mistyped key is told when it is read.
  if (first !== undefined && slot === undefined && !isNull((inner ?? outer).value)) return [first];
  const known = inner === undefined ? first : entryOf(first, outer.key)?.value;
  reportNothingToPatch(patching, inner ?? outer, inner && memberKind(slot), entriesOf(known));
  return [];
}
