import { type Address, isWithin } from "../../model/address.ts";
import type { Source } from "../../model/diagnostic.ts";
import type { Edit, FileEdit } from "../edit/edit.ts";
import { type Draft, writtenIn } from "../load/context.ts";
import type { Project } from "../load/load-project.ts";
import { mapsIn, partTakenOut } from "../load/removal-reason.ts";
import { placeText } from "../read/place-text.ts";
import { projectFile } from "../read/project-files.ts";
import { scalarsOf } from "../read/tree.ts";

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
