import { posix } from "node:path";
import { error } from "../../model/diagnostic.ts";
import { labelValues } from "../../model/labels.ts";
import { compareText } from "../../text/json.ts";
import type { Composing } from "../compose/composing.ts";
import { applyDefaults, readDefaults } from "../compose/defaults.ts";
import { expandEach } from "../compose/each.ts";
import { readIncludedFiles } from "../compose/included-files.ts";
import { interpolate } from "../compose/interpolate.ts";
import { expandHead, type Heads, headsIn, type KnownOrganizations } from "../compose/organizations-head.ts";
import { applyOverlay } from "../compose/overlay.ts";
import { isAbsolute, isOutside, type ProjectFiles, policyFolder } from "../read/project-files.ts";
import { type Reading, readAllYaml } from "../read/read-file.ts";
import type { Report } from "../read/report.ts";
import { entryOf, scalarText, type Tree } from "../read/tree.ts";
import type { ManifestSetting, ProjectSettings } from "./project-settings.ts";

/**
 * Loads the manifests and composes them: `each` is written out, overlays are laid over them, defaults fill in, and
 * only what then is there is interpolated, so that nothing need be set for what another environment says.
 */
export async function loadDocuments(
  loading: Composing & Reading,
  settings: ProjectSettings,
): Promise<Found & { readonly documents: readonly Tree[]; readonly heads: Heads }> {
  const { io, report } = loading;
  const found = await findManifests(io, settings, report);
  const known = settings.organizations && knownIn(settings.organizations);
  const aliases = known && new Set(known.labels.keys());
  const base = await readExpanded(loading, found.manifests, known);
  let { documents } = base;
  const heads = new Map(base.heads);
  for (const files of found.overlays) {
    const overlay = await readExpanded(loading, files, known);
    documents = applyOverlay(loading, documents, overlay.documents, aliases);
    for (const [file, inFile] of overlay.heads) heads.set(file, inFile);
  }
  const defaults = readDefaults(loading, settings.layered("defaults"));
  documents = documents.map((document) => applyDefaults(loading, defaults, document));
  const inputs = { ...settings.inputs, files: await readIncludedFiles(io, documents) };
  const interpolated = documents.map((document) => {
    const alias = scalarText(entryOf(document, "organization")?.value) ?? "";
    const organization = { alias, labels: known?.labels.get(alias) ?? new Map() };
    return interpolate(document, { ...inputs, organization }, report);
  });
  return { ...found, heads, documents: interpolated };
}

function knownIn(organizations: NonNullable<ProjectSettings["organizations"]>): KnownOrganizations {
  const labels = new Map([...organizations].map(([alias, one]) => [alias, one.labels]));
  return { labels, values: labelValues(labels.values()) };
}

/** The documents of some files, `each` written out, and one for each organization that a head chooses. */
async function readExpanded(
  loading: Composing & Reading,
  files: readonly string[],
  known: KnownOrganizations | undefined,
): Promise<{ readonly documents: readonly Tree[]; readonly heads: Heads }> {
  const written = await readAllYaml(loading, files);
  const documents = written
    .map((document) => expandEach(loading, document))
    .flatMap((document) => expandHead(loading, known, document));
  return { documents, heads: headsIn(written) };
}

/** The files of a project that declare something. */
interface Found {
  readonly manifests: readonly string[];
  /** The files of each overlay of the environment, in the order of docform.yaml. */
  readonly overlays: readonly (readonly string[])[];
}

/** The manifest files of a project, and those of its overlays. An overlay of any environment is no manifest. */
export async function findManifests(
  io: ProjectFiles,
  settings: Pick<ProjectSettings, "manifests" | "overlays" | "allOverlays">,
  report: Report,
): Promise<Found> {
  const before = report.diagnostics.length;
  const taken = new Set(["docform.yaml"]);
  const overlays = new Map<string, readonly string[]>();
  for (const setting of settings.allOverlays) {
    const files = await filesIn(io, [setting], "overlay", report);
    overlays.set(setting.path, [...files.values()]);
    for (const real of files.keys()) taken.add(real);
  }
  const manifests = [...(await filesIn(io, settings.manifests, "manifest", report))].flatMap(
    ([real, path]) => (taken.has(real) ? [] : [path]),
  );
  if (manifests.length === 0 && report.diagnostics.length === before)
    report.add(
      error("DF1010", "the project holds no manifests", { hint: "add a YAML file below manifests/" }),
    );
  return { manifests, overlays: settings.overlays.map(({ path }) => overlays.get(path) ?? []) };
}

/** Files by their real path, sorted, each once however often it is named or linked. */
async function filesIn(
  io: ProjectFiles,
  settings: readonly ManifestSetting[],
  what: "manifest" | "overlay",
  report: Report,
): Promise<ReadonlyMap<string, string>> {
  const found: (readonly string[])[] = [];
  for (const setting of settings) found.push(await filesAt(io, setting, what, report));
  const byRealPath = new Map<string, string>();
  for (const path of found.flat().sort(compareText)) {
    const real = (await io.realPath(path).catch(() => undefined)) ?? path;
    if (!byRealPath.has(real)) byRealPath.set(real, path);
  }
  return byRealPath;
}

async function filesAt(
  io: ProjectFiles,
  { path, source }: ManifestSetting,
  what: "manifest" | "overlay",
  report: Report,
): Promise<readonly string[]> {
  const at = source === undefined ? {} : { source };
  const normal = posix.normalize(path).replace(/(.)\/+$/, "$1");
  const real = isAbsolute(path) || isOutside(normal) ? ".." : await io.realPath(normal).catch(() => normal);
  if (real !== undefined && isOutside(real)) {
    report.add(error("DF1009", `${what}s: "${path}" lies outside the project folder`, at));
    return [];
  }
  // A file whose status cannot be read is listed: reading it reports the reason.
  const status = real === undefined ? undefined : await io.status(normal).catch(() => ({ type: "file" }));
  if (status?.type === "folder") {
    const files = await io.listYaml(normal);
    return normal === "." ? files.filter((file) => !file.startsWith(`${policyFolder}/`)) : files;
  }
  if (status?.type === "file") return [normal];
  const hint = `create it, or correct ${what}s in docform.yaml`;
  report.add(error("DF1010", `there is no ${what} folder or file "${path}"`, { ...at, hint }));
  return [];
}
