import type { Source } from "../../model/diagnostic.ts";
import type { Removal } from "../compose/removal.ts";
import type { Edit } from "../edit/edit.ts";
import { parseYaml } from "../read/parse-yaml.ts";
import { placeText } from "../read/place-text.ts";
import { entryOf, type MapTree, type Tree } from "../read/tree.ts";

/**
 * Why a key cannot be added to a text: it is there, and an overlay takes it out. Words that end a sentence; undefined
 * when no overlay does.
 */
export function removalReason(
  removals: readonly Removal[],
  file: string,
  text: string,
  edit: Edit,
): string | undefined {
  if (removals.length === 0 || edit.type !== "addEntry") return undefined;
  const { in: owner, key } = edit;
  const { documents } = parseYaml(file, text.replace(/^\uFEFF/, ""));
  const place = placeText("key" in owner ? owner.key : "item" in owner ? owner.item : owner.document);
  const isHere = (source: Source): boolean => placeText(source) === place;
  const found = documents.flatMap(mapsIn).flatMap((map): readonly Tree[] => {
    const one = map.entries.find((entry) => isHere(entry.source) || isHere(entry.value.source));
    return one === undefined ? [] : ["key" in owner ? one.value : map];
  });
  const within = found.find((map) => entryOf(map, key) !== undefined)?.source;
  const at = within && placeText(within);
  const removal = removals.find((one) => one.key === key && placeText(one.within) === at);
  return removal && takenOut(removal);
}

function takenOut({ key, within, by }: Removal): string {
  return `${within.file} says ${JSON.stringify(key)}, and null at ${placeText(by)} takes it out; change it in ${by.file}`;
}

/** Why a map cannot be written that an overlay takes something out of: that would go for all environments. */
export function partTakenOut({ key, within, by }: Removal): string {
  const place = placeText(by);
  return `null at ${place} takes ${JSON.stringify(key)} out of it; change it by hand, there or in ${within.file}`;
}

/** All maps in a tree, outer ones first. */
export function mapsIn(tree: Tree): readonly MapTree[] {
  if (tree.type === "list") return tree.items.flatMap(mapsIn);
  if (tree.type === "scalar") return [];
  return [tree, ...tree.entries.flatMap(({ value }) => mapsIn(value))];
}
