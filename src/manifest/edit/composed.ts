import { type Address, isWithin } from "../../model/address.ts";
import { placeText, type Source } from "../../model/diagnostic.ts";
import type { Removal } from "../compose/composing.ts";
import { type Draft, writtenIn } from "../load/context.ts";
import type { Project } from "../load/load-project.ts";
import { parseYaml } from "../read/parse-yaml.ts";
import { projectFile } from "../read/project-files.ts";
import { entryOf, isInterpolated, type MapTree, scalarsOf, type Tree } from "../read/tree.ts";
import type { Edit, FileEdit } from "./edit.ts";

/** What composing made of the manifests: the values of their resources, which files are overlays, what those take out. */
export type Composed = Pick<Project, "drafts" | "overlays" | "removals">;

/**
 * Why an edit must not be made where a value stands: `each`, defaults and overlays say values in one place for several
 * resources, or in several places for one. Words that end a sentence, with the place; undefined for what may be edited.
 */
export function composedReason({
  drafts,
  overlays,
  removals,
}: Composed): (edit: FileEdit) => string | undefined {
  const repeated = repeatedPlaces(drafts);
  const takenFrom = new Map(removals.map((removal) => [placeText(removal.within), removal]));
  const byAddress = new Map(drafts.map((draft) => [draft.resource.address, draft]));
  return ({ file, edit, address, field }) => {
    const places = placesOfEdit(edit);
    const [at] = places;
    if (at === undefined) return undefined;
    if (at.file === projectFile) return `a default says it, at ${placeText(at)}; write it in the resource`;
    const elsewhere = places.find((place) => place.file !== file);
    if (elsewhere !== undefined) return `part of it stands at ${placeText(elsewhere)}; change it by hand`;
    const shared = places.find((place) => repeated.has(placeText(place)));
    if (shared !== undefined)
      return `${placeText(shared)} says it for several resources; write this one on its own`;
    const draft = byAddress.get(address);
    const written = draft === undefined || field === undefined ? undefined : writtenIn(draft, field);
    if (edit.type !== "setValue" && edit.type !== "removeEntry") return undefined;
    const patch = written && scalarsOf(written).find(({ source }) => source.file !== at.file);
    if (patch !== undefined)
      return `an overlay says part of it, at ${placeText(patch.source)}; change it there`;
    const removal =
      written && mapsIn(written).flatMap(({ source }) => takenFrom.get(placeText(source)) ?? [])[0];
    if (removal !== undefined) return partTakenOut(removal);
    if (!overlays.has(at.file)) return undefined;
    // What `clear` names has no key of its own, and without the line the manifest would hold again.
    const isCleared = written !== undefined && placeText(written.source) === placeText(at);
    if (isCleared) return `clear at ${placeText(at)} leaves it without a value; take it out there`;
    if (edit.type === "setValue") return undefined;
    const isClearable = draft?.kind.fields[field ?? ""]?.clearable === true;
    const how = isClearable ? `; for no value, write clear: [${field}] there` : "; change it there";
    return `an overlay says it, at ${placeText(at)}, and without that the manifest holds${how}`;
  };
}

/** The places that an edit is found by; the first is where it is made. */
export function placesOfEdit(edit: Edit): readonly Source[] {
  if (edit.type === "setValue" || edit.type === "removeEntry") return [edit.at];
  const owner = "key" in edit.in ? edit.in.key : "item" in edit.in ? edit.in.item : edit.in.document;
  const kept = edit.type === "addEntry" ? [] : edit.items;
  return [owner, ...kept.flatMap((item) => ("keep" in item ? [item.keep] : []))];
}

/** Places that say something for resources of which none stands in another. */
function repeatedPlaces(drafts: readonly Draft[]): ReadonlySet<string> {
  const first = new Map<string, Address>();
  const repeated = new Set<string>();
  for (const { resource } of drafts)
    for (const place of [resource.source, ...Object.values(resource.sources)].map(placeText)) {
      const known = first.get(place);
      const { address } = resource;
      if (known === undefined || isWithin(known, address)) first.set(place, address);
      else if (!isWithin(address, known)) repeated.add(place);
    }
  return repeated;
}

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

/**
 * Is all of the value of a field put in from elsewhere (`${env:NAME}`)? Then its manifest has no text that another value
 * could take the place of.
 */
export function putIn({ drafts }: Pick<Project, "drafts">): (address: Address, field: string) => boolean {
  const byAddress = new Map(drafts.map((draft) => [draft.resource.address, draft]));
  return (address, field) => {
    const draft = byAddress.get(address);
    const written = draft === undefined ? undefined : writtenIn(draft, field);
    const scalars = written === undefined ? [] : scalarsOf(written);
    return scalars.length > 0 && scalars.every(isInterpolated);
  };
}
