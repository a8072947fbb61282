import type { Source } from "../../model/diagnostic.ts";
import type { ValueOrigin } from "../../model/documents/origin-document.ts";
import type { Kind } from "../../model/kind.ts";
import type { ResourceDraft } from "../check/resource-draft.ts";
import { rewriteResource } from "../compose/composing.ts";
import { organizationsAt } from "../compose/organizations-head.ts";
import type { Project } from "../load/load-project.ts";
import { projectFile } from "../read/project-files.ts";
import {
  type Entry,
  isFailed,
  isFromEnvironment,
  mapScalars,
  scalarsOf,
  type Tree,
  toJson,
} from "../read/tree.ts";
import { indexKinds } from "../schema/kind-slots.ts";

/** A value that is shown on a line of its own: a scalar, a list of scalars, or something empty. */
export interface Leaf {
  readonly path: string;
  readonly source: Source;
  readonly tree: Tree;
}

/** The leaves in entries, with paths such as `source.url` and `structure[0].title`. */
export function leavesIn(entries: readonly Entry[], base = ""): readonly Leaf[] {
  return entries.flatMap(({ key, value, source }) =>
    leavesOf(value, base === "" ? key : `${base}.${key}`, source),
  );
}

function leavesOf(tree: Tree, path: string, source: Source): readonly Leaf[] {
  if (tree.type === "map" && tree.entries.length > 0) return leavesIn(tree.entries, path);
  if (tree.type === "list" && tree.items.some(({ type }) => type !== "scalar"))
    return tree.items.flatMap((item, at) => leavesOf(item, `${path}[${at}]`, item.source));
  const isWritten = tree.type === "scalar" && tree.value !== null;
  return [{ path, source: isWritten ? tree.source : source, tree }];
}

/** The value of a leaf as documents show it; `isSensitive`: it is, whatever it is made of. */
export function shownLeaf({ path, source, tree }: Leaf, isSensitive = false): Omit<ValueOrigin, "from"> {
  const madeOf = scalarsOf(tree).flatMap((scalar) => scalar.madeOf ?? []);
  const isHidden = isSensitive || isFromEnvironment(tree);
  return {
    path,
    ...(isHidden ? { sensitive: true } : isFailed(tree) ? {} : { value: toJson(tree) }),
    source,
    ...(madeOf.length === 0 ? {} : { madeOf }),
  };
}

/** All that holds for a resource, with what is in it: each value, where it is from, and what it was made of. */
export function listValues(
  kinds: readonly Kind[],
  { kind, resource, entries }: ResourceDraft,
  written: Pick<Project, "overlays" | "heads">,
): readonly ValueOrigin[] {
  const hidden = rewriteResource({ index: indexKinds(kinds), entries: hideSecrets }, kind, entries);
  const leaves = leavesIn(hidden).map(
    (leaf): ValueOrigin => ({ ...shownLeaf(leaf), ...layerOfPlace(written, leaf.source) }),
  );
  // An order places a resource, which does not write that itself.
  const known = new Set(entries.map(({ key }) => key));
  const placed = Object.entries(resource.values).flatMap(([path, value]): readonly ValueOrigin[] => {
    const source = resource.sources[path];
    return known.has(path) || source === undefined
      ? []
      : [{ path, value, ...layerOfPlace(written, source), source }];
  });
  return [...leaves, ...placed];
}

/** The layer that says a value: a manifest, an overlay or a default, and the organizations that its document is for. */
function layerOfPlace(
  { overlays, heads }: Pick<Project, "overlays" | "heads">,
  source: Source,
): Pick<ValueOrigin, "from" | "layer" | "organizations"> {
  const layer = overlays.get(source.file);
  const organizations = organizationsAt(heads, source);
  const isDefault = source.file === projectFile;
  return {
    from: layer === undefined ? (isDefault ? "default" : "manifest") : "overlay",
    ...(layer === undefined ? {} : { layer }),
    ...(organizations === undefined ? {} : { organizations }),
  };
}

/** Secrets by their kind, such as a certificate, as if they came from the environment: so they are not shown. */
function hideSecrets({ fields }: Kind, entries: readonly Entry[]): readonly Entry[] {
  return entries.map((entry) =>
    fields[entry.key]?.sensitive === true
      ? { ...entry, value: mapScalars(entry.value, (scalar) => ({ ...scalar, origin: "env" })) }
      : entry,
  );
}
