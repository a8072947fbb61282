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
  // Without a document for several, the order of the names of files decides, as it always did.
  if (forMany.size === 0) return { documents, forMany };
  const seen = new Set<Source>();
  for (const document of overlay) {
    if (seen.has(document.source)) continue;
    seen.add(document.source);
    notePlaces(documents, document, document.source);
  }
  return { documents, forMany };
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

/** The same for a value that the first of the two takes out. */
export function checkRemoved(
  { report, layer, alias, removals }: Composing & InLayer,
  base: MapTree,
  patch: Entry,
): void {
  if (layer.forMany.size === 0) return;
  const removal = removals.find(
    ({ key, within, organization, by }) =>
      key === patch.key &&
      within === base.source &&
      organization === alias &&
      contradicts(layer, by, patch.source),
  );
  if (removal !== undefined) report.add(contradiction(alias, patch, removal.by));
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
