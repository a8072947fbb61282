import { organizationsAt } from "../manifest/compose/organizations-head.ts";
import { type Composed, composedReason, refusedReason } from "../manifest/edit/composed.ts";
import type { FileEdit } from "../manifest/edit/edit.ts";
import { editText } from "../manifest/edit/edit-text.ts";
import type { ProjectFiles } from "../manifest/read/project-files.ts";
import { orderKey } from "../manifest/schema/kind-slots.ts";
import {
  manifestAt,
  type NewManifest,
  newManifests,
  pathFor,
  type Target,
} from "../manifest/write/new-manifests.ts";
import type { FileToWrite } from "../manifest/write/write-files.ts";
import { manifestWriter } from "../manifest/write/write-manifests.ts";
import type { Address } from "../model/address.ts";
import type { Desired, DesiredOrganization } from "../model/desired.ts";
import type { Source } from "../model/diagnostic.ts";
import { groupBy } from "../model/group-by.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { stop } from "../model/stop.ts";
import { type NewPart, pullEdits } from "./edits/pull-edits.ts";
import type { LeftOut, Pulled } from "./pulling.ts";

/** Files as a pull makes them, and what of it a file does not let be written. */
interface PulledFiles {
  readonly files: readonly FileToWrite[];
  readonly refused: readonly LeftOut[];
}

/** The input of new manifest files. */
interface FilesInput extends Target {
  readonly kinds: KindIndex;
  readonly before: Desired;
  readonly pulled: Pulled;
  readonly base: ProjectFiles;
  readonly composed: Composed;
  /** Does docform.yaml list files only, so that a new one would not be read? */
  readonly takesNoFiles?: boolean;
  readonly variableFor: (address: Address, field: string) => string;
}

/** The files of a project as they shall be: those that change, and new ones. Nothing is written. */
export async function filesOf(input: FilesInput): Promise<PulledFiles> {
  const { pulled, variableFor } = input;
  const before = withOwnPlaces(input);
  const kinds = input.kinds.all;
  const { desired } = pulled;
  const writer = manifestWriter({ desired, placed: pulled.placed, kinds, variableFor });
  const known = new Set(before.organizations.map(({ alias }) => alias));
  const fresh = desired.organizations.filter(({ alias }) => !known.has(alias));
  const created = newManifests({ ...desired, organizations: fresh }, kinds, writer, input);
  const { edits, parts } = pullEdits({ before, after: desired, kinds, writer, placed: pulled.placed });
  const placed = parts.map((part) => placePart(input, part));
  const additions = placed.flatMap((one) => ("edit" in one ? [one] : []));
  const made = [...created, ...placed.flatMap((one) => ("text" in one ? [one] : []))];
  const { files, refused } = await changedFiles(input, [...edits, ...additions]);
  if (input.takesNoFiles === true) {
    const lacking = new Set(made.map(({ organization }) => organization));
    return {
      files,
      refused: [...refused, ...[...lacking].flatMap((address) => leftOut({ address }, noFolder))],
    };
  }
  for (const { path } of made)
    if ((await input.base.status(path)) !== undefined)
      throw stop("DF5101", `${path} is there already, and says nothing of what is new`, {
        hint: "move it away, or write the organization into it",
      });
  return { files: [...files, ...made.map(({ path, text }) => ({ path, text }))], refused };
}

/** Is a place in a document for one organization? */
function isOwn({ heads }: Composed, place: Source): boolean {
  return organizationsAt(heads, place) === undefined;
}

/** The desired state with places for new resources in documents for one organization alone. */
function withOwnPlaces({ before, composed }: FilesInput): Desired {
  const ownPlaces = (sources: DesiredOrganization["sources"] = {}) =>
    Object.fromEntries(
      Object.entries(sources).map(([key, places]) => [
        key,
        key === orderKey ? places : places.filter((place) => isOwn(composed, place)),
      ]),
    );
  const organizations = before.organizations.map((one) => ({ ...one, sources: ownPlaces(one.sources) }));
  return { ...before, organizations };
}

const noFolder = "docform.yaml lists no folder for new manifests; add one to manifests, such as - manifests";

/** Where the first resource of a kind goes: into the only file of its organization, or into a new one. */
function placePart(input: FilesInput, { organization, name, value }: NewPart): FileEdit | NewManifest {
  const known = input.before.organizations.find(({ alias }) => alias === organization);
  const places = Object.values(known?.sources ?? {})
    .flat()
    .filter((place) => isOwn(input.composed, place));
  const [first] = places;
  const files = new Set(places.map(({ file }) => file));
  if (first === undefined || (files.size > 1 && input.takesNoFiles !== true))
    return manifestAt(pathFor(input, organization, name), organization, { [name]: value }, input);
  const edit = { type: "addEntry", in: { document: first }, key: name, value } as const;
  return { file: first.file, edit, address: `${organization}/${name}` };
}

async function changedFiles(
  { base, composed }: FilesInput,
  edits: readonly FileEdit[],
): Promise<PulledFiles> {
  const reasonOf = composedReason(composed);
  const files: FileToWrite[] = [];
  const refused = edits.flatMap((edit) => leftOut(edit, reasonOf(edit)));
  const made = edits.filter((edit) => reasonOf(edit) === undefined);
  for (const [path, own] of groupBy(made, ({ file }) => file)) {
    const before = await rawText(base, path);
    const result = editText(
      path,
      before,
      own.map(({ edit }) => edit),
    );
    if (result.text !== before) files.push({ path, before, text: result.text });
    for (const { edit, reason } of result.refused) {
      const found = own.find((one) => one.edit === edit);
      if (found !== undefined) refused.push(...leftOut(found, refusedReason(composed, found, reason)));
    }
  }
  return { files, refused };
}

function leftOut(
  { address, field }: Pick<FileEdit, "address" | "field">,
  reason: string | undefined,
): LeftOut[] {
  if (reason === undefined) return [];
  return [{ address, why: reason, ...(field === undefined ? {} : { field }) }];
}

/** The text of a file with the byte order mark that it may have. */
async function rawText(base: ProjectFiles, path: string): Promise<string> {
  const bytes = await base.read((await base.realPath(path)) ?? path);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
