import { error, type Source } from "../../model/diagnostic.ts";
import { equalJson } from "../../text/json.ts";
import { type Entry, entriesOf, type MapTree, type Tree, toJson } from "../read/tree.ts";
import type { Composing } from "./composing.ts";
import { isForMany } from "./organizations-head.ts";

/** The documents of one overlay: places in them, each with the place of its document. */
interface Layer {
  readonly documents: ReadonlyMap<Source, Source>;
  /** Documents that are for several organizations. */
  readonly forMany: ReadonlySet<Source>;
  /** By map: the key that the overlay takes out of it, behind the alias for which it does, and where it says so. */
  readonly removed: Map<Source, Map<string, Source>>;
}

/** The overlay that is laid over the documents of an organization. */
export interface InLayer {
  readonly alias: string;
  readonly layer: Layer;
}

/** The documents of an overlay as one layer. The copies of a document are one document. */
export function layerOf(overlay: readonly Tree[]): Layer {
  const forMany = new Set(
    overlay.flatMap((document) => (document.type === "map" && isForMany(document) ? [document.source] : [])),
  );
  const documents = new Map<Source, Source>();
  const removed: Layer["removed"] = new Map();
  // Without a document for several, the order of the names of files decides, as it always did.
  if (forMany.size === 0) return { documents, forMany, removed };
  const seen = new Set<Source>();
  for (const document of overlay) {
    if (seen.has(document.source)) continue;
    seen.add(document.source);
    notePlaces(documents, document, document.source);
  }
  return { documents, forMany, removed };
}

function notePlaces(documents: Map<Source, Source>, tree: Tree, document: Source): void {
  documents.set(tree.source, document);
  if (tree.type === "list") for (const item of tree.items) notePlaces(documents, item, document);
  for (const entry of entriesOf(tree)) {
    documents.set(entry.source, document);
    notePlaces(documents, entry.value, document);
  }
}

/**
 * Reports a value that two documents of one overlay say differently for an organization, where one of them is for
 * several: their files have no order that anybody means.
 */
export function checkContradiction(
  { report, layer, alias }: Composing & InLayer,
  known: Entry,
  patch: Entry,
): void {
  if (!contradicts(layer, known.source, patch.source)) return;
  if (equalJson(toJson(known.value), toJson(patch.value))) return;
  report.add(contradiction(alias, patch, known.source));
}

/** Notes that a key is taken out of a map. Reports that another document said a value for it, as above. */
export function checkRemoval(patching: Composing & InLayer, base: MapTree, known: Entry, patch: Entry): void {
  checkContradiction(patching, known, patch);
  const { layer, alias } = patching;
  const keys = layer.removed.get(base.source) ?? new Map<string, Source>();
  layer.removed.set(base.source, keys.set(`${alias} ${patch.key}`, patch.source));
}

/** Reports a value for a key that another document took out, as above. */
export function checkRemoved(
  { report, layer, alias }: Composing & InLayer,
  base: MapTree,
  patch: Entry,
): void {
  const removal = layer.removed.get(base.source)?.get(`${alias} ${patch.key}`);
  if (removal !== undefined && contradicts(layer, removal, patch.source))
    report.add(contradiction(alias, patch, removal));
}

function contradicts({ documents, forMany }: Layer, one: Source, other: Source): boolean {
  const [first, second] = [documents.get(one), documents.get(other)];
  if (first === undefined || second === undefined || first === second) return false;
  return forMany.has(first) || forMany.has(second);
}

function contradiction(alias: string, { key, source }: Entry, first: Source) {
  const hint = "move one of the two into a later entry of overlays, or choose other organizations for it";
  const related = [{ message: "the other one is here", source: first }];
  return error("DF2022", `two documents of one overlay differ in ${key} for ${alias}`, {
    source,
    related,
    hint,
  });
}
