import type { Composing } from "../compose/composing.ts";
import { applyDefaults, readDefaults } from "../compose/defaults.ts";
import { expandEach } from "../compose/each.ts";
import { readIncludedFiles } from "../compose/included-files.ts";
import { interpolate } from "../compose/interpolate.ts";
import { applyOverlay } from "../compose/overlay.ts";
import type { ProjectFiles } from "../read/project-files.ts";
import { readAllYaml, register, type YamlRead } from "../read/read-yaml.ts";
import type { Tree } from "../read/tree.ts";
import { findManifests } from "./find-manifests.ts";
import type { ProjectSettings } from "./project-settings.ts";

/** What loading documents takes. */
export interface LoadingDocuments extends Composing {
  readonly io: ProjectFiles;
  readonly sources: Map<string, string>;
}

/** The documents as they hold in the environment that was asked for, and the files that they are of. */
export interface LoadedDocuments {
  readonly documents: readonly Tree[];
  readonly manifests: readonly string[];
  readonly overlays: readonly string[];
}

/**
 * Loads the manifests and composes them: `each` is written out, overlays are laid over them, defaults fill in, and
 * only what then is there is interpolated, so that nothing need be set for what another environment says.
 */
export async function loadDocuments(
  loading: LoadingDocuments,
  settings: ProjectSettings,
): Promise<LoadedDocuments> {
  const { io, report } = loading;
  const found = await findManifests(io, settings, report);
  const base = await readComposed(loading, found.manifests);
  const aliases = settings.organizations && new Set(settings.organizations.keys());
  let documents = base.documents;
  for (const files of found.overlays) {
    const overlay = await readComposed(loading, files);
    documents = applyOverlay(loading, documents, overlay.documents, aliases);
  }
  const defaults = readDefaults(loading, settings.defaults);
  documents = documents.map((document) => applyDefaults(loading, defaults, document));
  // What was composed may hold what the text of its own file does not.
  const templates = documents.filter((document) => !base.plain.has(document));
  const files = await readIncludedFiles(io, templates);
  const inputs = { ...settings.inputs, files };
  return {
    documents: documents.map((document) =>
      base.plain.has(document) ? document : interpolate(document, inputs, report),
    ),
    manifests: found.manifests,
    overlays: found.overlays.flat(),
  };
}

/** The documents of some files, `each` written out; and those in which there is nothing to interpolate. */
async function readComposed(
  loading: LoadingDocuments,
  files: readonly string[],
): Promise<{ readonly documents: readonly Tree[]; readonly plain: ReadonlySet<Tree> }> {
  const { io, report, sources } = loading;
  const reads = await readAllYaml(io, files);
  const plain = new Set(reads.filter((read) => !mayHold(read, /\$/)).flatMap((read) => read.documents));
  const documents = reads.flatMap((read) => {
    const registered = register(read, report, sources);
    return mayHold(read, /\beach\b/)
      ? registered.map((document) => expandEach(loading, document))
      : registered;
  });
  return { documents, plain };
}

/** Could a text of the file hold it? In YAML, a character can also be written with a backslash: `"\\x24"`. */
function mayHold({ text = "" }: YamlRead, what: RegExp): boolean {
  return what.test(text) || text.includes("\\");
}
