import type { Desired, DesiredOrganization } from "../core/desired.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { defaultGuardSettings, type GuardSettings } from "../core/guards/guard.ts";
import { compareText } from "../core/json.ts";
import type { Kind } from "../core/kind.ts";
import { checkDuplicates } from "./check-duplicates.ts";
import { checkMembers } from "./check-members.ts";
import { checkReferences } from "./check-references.ts";
import { checkTree } from "./check-tree.ts";
import type { Context } from "./context.ts";
import { manageOfOrganization, type OrganizationDocuments, readDocuments } from "./document.ts";
import { findManifests } from "./find-manifests.ts";
import { readIncludedFiles } from "./included-files.ts";
import { interpolate } from "./interpolate.ts";
import { indexKinds } from "./kind-index.ts";
import { parseYaml } from "./parse-yaml.ts";
import { placeByOrders, type WrittenOrder } from "./place-by-order.ts";
import { isThere, type ProjectFiles } from "./project-files.ts";
import { type ProjectSettings, readSettings } from "./project-settings.ts";
import { readText } from "./read-text.ts";
import { createReport, inOrder, type Report } from "./report.ts";
import type { Tree } from "./tree.ts";
import { limits } from "./yaml-limits.ts";

/** A project as it is written. When there are errors among the diagnostics, `desired` is incomplete. */
export interface Project {
  /** Address of the platform, when docform.yaml names one; without a slash at its end. */
  readonly baseUrl?: string;
  readonly desired: Desired;
  /** What docform.yaml says of guards. */
  readonly guards: GuardSettings;
  /** Everything that is wrong, in the order of files, lines and columns. */
  readonly diagnostics: readonly Diagnostic[];
  /** docform.yaml and the manifests. */
  readonly files: readonly string[];
  /** The folders and files in which docform.yaml says that manifests are. */
  readonly places: readonly string[];
  /** Text of each file, for code frames. */
  readonly sources: ReadonlyMap<string, string>;
}

const projectFile = "docform.yaml";

/** Loads a project: its settings, its manifests, and every mistake in them. Nothing here throws for a mistake. */
export async function loadProject(
  folder: string,
  io: ProjectFiles,
  env: Readonly<Record<string, string | undefined>>,
  kinds: readonly Kind[],
  environmentName?: string,
): Promise<Project> {
  const report = createReport();
  const sources = new Map<string, string>();
  const settings = await loadSettings({ folder, io, env, report, sources }, environmentName);
  if (settings === undefined) return projectOf({}, noDesired, report, { files: [projectFile], sources });
  const files = await findManifests(io, settings.manifests, report);
  const reads = await inChunks(files, (file) => readYaml(io, file));
  const documents = reads.flatMap((read) => register(read, report, sources));
  if (documents.length === 0 && report.diagnostics.length === 0) report.add(nothingDeclared());
  const templates = new Set(reads.filter(mayInterpolate).flatMap((read) => read.documents));
  const inputs = { env, files: await readIncludedFiles(io, [...templates]) };
  const reading: Context = { index: indexKinds(kinds), report, drafts: [] };
  const read = readDocuments(
    reading,
    documents.map((document) => (templates.has(document) ? interpolate(document, inputs, report) : document)),
    settings.organizations && new Set(settings.organizations.keys()),
  );
  const context = { ...reading, drafts: [...placeByOrders(reading, rootOrders(read))] };
  report.add([
    ...checkDuplicates(context.drafts),
    ...checkReferences(context),
    ...checkMembers(
      context,
      (organization, plural) => read.get(organization)?.manage.get(plural)?.manage === "exact",
    ),
    ...checkTree(context, settings.organizations),
  ]);
  return projectOf(settings, desiredOf(context, settings, read), report, {
    files: [projectFile, ...files],
    sources,
  });
}

function rootOrders(read: ReadonlyMap<string, OrganizationDocuments>): readonly WrittenOrder[] {
  return [...read].flatMap(([organization, { order }]) =>
    order === undefined ? [] : [{ organization, holder: null, items: order.items }],
  );
}

/** The settings of a project without its manifests; undefined when the folder holds no project. */
export async function loadAddress(
  folder: string,
  io: ProjectFiles,
  env: Readonly<Record<string, string | undefined>>,
  environmentName?: string,
): Promise<Project | undefined> {
  if (!(await isThere(io, projectFile))) return undefined;
  const report = createReport();
  const sources = new Map<string, string>();
  const settings = await loadSettings({ folder, io, env, report, sources }, environmentName);
  return projectOf(settings ?? {}, noDesired, report, { files: [projectFile], sources });
}

function nothingDeclared(): Diagnostic {
  const hint = "write organization: ALIAS and what it holds; see docform explain DF1012";
  return { code: "DF1012", severity: "warning", message: "the manifests declare nothing", hint };
}

const noDesired: Desired = { organizations: [], resources: [] };

interface Loading {
  readonly folder: string;
  readonly io: ProjectFiles;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly report: Report;
  readonly sources: Map<string, string>;
}

/** The settings of docform.yaml; undefined when it is not there or not YAML: then nothing else can be said. */
async function loadSettings(
  { folder, io, env, report, sources }: Loading,
  environmentName: string | undefined,
): Promise<ProjectSettings | undefined> {
  if (!(await isThere(io, projectFile))) {
    const hint = "name the project folder with -C DIR, or write a docform.yaml there";
    report.add(error("DF1010", `there is no ${projectFile} in ${folder}`, { hint }));
    return undefined;
  }
  const read = await readYaml(io, projectFile);
  const documents = register(read, report, sources);
  if (!read.complete) return undefined;
  const [document = emptyDocument, second] = documents;
  if (second !== undefined)
    report.add(error("DF1005", `${projectFile} must be a single document`, { source: second.source }));
  const inputs = { env, files: await readIncludedFiles(io, [document]) };
  return readSettings(document, inputs, report, environmentName);
}

const emptyDocument: Tree = {
  type: "map",
  source: { file: projectFile, line: 1, column: 1, length: 1 },
  entries: [],
};

/** What reading one file gave, before anything is noted: files are read side by side. */
interface YamlRead {
  readonly file: string;
  readonly text?: string;
  readonly documents: readonly Tree[];
  readonly diagnostics: readonly Diagnostic[];
  readonly complete: boolean;
}

async function readYaml(io: ProjectFiles, file: string): Promise<YamlRead> {
  const read = await readText(io, file, limits.bytes);
  if ("text" in read) return { file, text: read.text, ...parseYaml(file, read.text) };
  const code = (
    {
      "too large": "DF1003",
      "not text": "DF1001",
      missing: "DF1009",
      unreadable: "DF1009",
      outside: "DF1009",
    } as const
  )[read.reason];
  const source = { file, line: 1, column: 1 };
  const diagnostic = error(code, `the file ${read.problem}`, { source });
  return { file, documents: [], diagnostics: [diagnostic], complete: false };
}

/** Could there be a `$` in a value of the file? In YAML, one can also be written with a backslash: `"\\x24"`. */
function mayInterpolate({ text = "" }: YamlRead): boolean {
  return /[$\\]/.test(text);
}

/** Notes the text and the mistakes of a file. What it may have declared is not called unknown elsewhere. */
function register(read: YamlRead, report: Report, sources: Map<string, string>): readonly Tree[] {
  if (read.text !== undefined) sources.set(read.file, read.text);
  report.add(read.diagnostics);
  if (!read.complete) report.lose("all");
  return read.documents;
}

/** Enough files at once to keep the disk busy, and few enough for the limit of open files. */
async function inChunks<T, R>(items: readonly T[], read: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += 64)
    results.push(...(await Promise.all(items.slice(from, from + 64).map(read))));
  return results;
}

function desiredOf(
  { drafts }: Context,
  settings: ProjectSettings,
  read: ReadonlyMap<string, OrganizationDocuments>,
): Desired {
  const organizations = [...read].flatMap(([alias, documents]): DesiredOrganization[] => {
    const { id, source } = settings.organizations?.get(alias) ?? {};
    if (id === undefined || source === undefined) return [];
    return [{ alias, id, source, ...manageOfOrganization(documents) }];
  });
  const ids = [...(settings.organizations ?? [])].flatMap(([alias, { id }]) =>
    id === undefined ? [] : [[alias, id] as const],
  );
  return {
    organizationIds: Object.fromEntries(ids),
    organizations: organizations.sort((a, b) => compareText(a.alias, b.alias)),
    resources: drafts.map(({ resource }) => resource).sort((a, b) => compareText(a.address, b.address)),
  };
}

function projectOf(
  {
    baseUrl,
    guards = defaultGuardSettings,
    manifests = [],
  }: Partial<Pick<ProjectSettings, "baseUrl" | "guards" | "manifests">>,
  desired: Desired,
  report: Report,
  read: Pick<Project, "files" | "sources">,
): Project {
  const diagnostics = inOrder(report.diagnostics);
  const places = manifests.map(({ path }) => path);
  return { ...(baseUrl === undefined ? {} : { baseUrl }), desired, guards, diagnostics, places, ...read };
}
