import { type Address, isWithin } from "../../model/address.ts";
import { placeText, type Source } from "../../model/diagnostic.ts";
import { type ResourceDraft, writtenIn } from "../check/resource-draft.ts";
import { organizationsAt } from "../compose/organizations-head.ts";
import type { Project } from "../load/load-project.ts";
import { projectFile } from "../read/project-files.ts";
import { isInterpolated, type MapTree, scalarsOf, type Tree } from "../read/tree.ts";
import type { Edit, FileEdit } from "./edit.ts";

/**
 * The results of composing that edits need: values of resources, names of overlays, and the entries that overlays
 * remove.
 */
export type Composed = Pick<Project, "drafts" | "heads" | "overlays" | "removals">;

/**
 * Why an edit must not be made where a value stands: `each`, defaults and overlays say values in one place for several
 * resources, or in several places for one. Words that end a sentence, with the place; undefined for what may be edited.
 */
export function composedReason({
  drafts,
  heads,
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
    if (elsewhere !== undefined) return `part of it is at ${placeText(elsewhere)}; change it by hand`;
    const forMany = places.find((place) => organizationsAt(heads, place) !== undefined);
    if (forMany !== undefined)
      return `${placeText(forMany)} is for several organizations; write it for this one in an overlay`;
    const shared = places.find((place) => repeated.has(placeText(place)));
    if (shared !== undefined)
      return `${placeText(shared)} says it for several resources; write this one on its own`;
    const draft = byAddress.get(address);
    const written = draft === undefined || field === undefined ? undefined : writtenIn(draft, field);
    if (edit.type !== "setValue" && edit.type !== "removeEntry") return undefined;
    const [scalars, maps] = written === undefined ? [[], []] : [scalarsOf(written), mapsIn(written)];
    const patch = scalars.find(({ source }) => source.file !== at.file)?.source;
    const removal = maps.flatMap(({ source }) => takenFrom.get(placeText(source)) ?? [])[0];
    // Without its line in the overlay, the manifest would hold again; `clear` has no line for each field.
    const isCleared = written !== undefined && placeText(written.source) === placeText(at);
    const isNeeded = overlays.has(at.file) && (edit.type === "removeEntry" || isCleared);
    const overlay = patch ?? removal?.by ?? (isNeeded ? at : undefined);
    return overlay && `an overlay says part of it, at ${placeText(overlay)}; change it there`;
  };
}

/** The reason of a refused edit with its place: a new key may be there, and only an overlay takes it out. */
export function refusedReason({ removals }: Composed, { file, edit }: FileEdit, reason: string): string {
  const key = edit.type === "addEntry" ? edit.key : undefined;
  const removed = removals.filter((one) => one.key === key && one.within.file === file);
  const places = removed.map(({ by }) => placeText(by)).join(", ");
  if (removed.length > 0) return `an overlay takes it out, at ${places}; change it there`;
  const [at] = placesOfEdit(edit);
  return at === undefined ? reason : `${reason}, at ${placeText(at)}`;
}

/** The places that an edit is found by; the first is where it is made. */
function placesOfEdit(edit: Edit): readonly Source[] {
  if (edit.type === "setValue" || edit.type === "removeEntry") return [edit.at];
  const owner = "key" in edit.in ? edit.in.key : "item" in edit.in ? edit.in.item : edit.in.document;
  const kept = edit.type === "addEntry" ? [] : edit.items;
  return [owner, ...kept.flatMap((item) => ("keep" in item ? [item.keep] : []))];
}

/** Places that several resources take a value from, where none of these is inside another. */
function repeatedPlaces(drafts: readonly ResourceDraft[]): ReadonlySet<string> {
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

/** All maps in a tree, outer ones first. */
function mapsIn(tree: Tree): readonly MapTree[] {
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
