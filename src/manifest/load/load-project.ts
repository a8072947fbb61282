import type { Desired, DesiredOrganization } from "../../model/desired.ts";
import type { Diagnostic, Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { defaultGuardSettings, type GuardSettings } from "../../planner/guards/guard.ts";
import { compareText } from "../../text/json.ts";
import { checkDuplicates, firstsByAddress } from "../check/check-duplicates.ts";
import { checkMembers } from "../check/check-members.ts";
import { checkReferences } from "../check/check-references.ts";
import { checkTree } from "../check/check-tree.ts";
import { createReport, inOrder, type Report } from "../check/report.ts";
import type { Removal } from "../compose/composing.ts";
import { isThere, type ProjectFiles, projectFile } from "../read/project-files.ts";
import type { Context, Draft } from "./context.ts";
import { manageOfOrganization, type OrganizationDocuments, readDocuments } from "./document.ts";
import { findManifests } from "./find-manifests.ts";
import { indexKinds } from "./kind-slots.ts";
import { loadDocuments } from "./load-documents.ts";
import { loadingOf, loadSettings } from "./load-settings.ts";
import { placeByOrders, type WrittenOrder } from "./order.ts";
import type { ProjectSettings } from "./project-settings.ts";

/** A project as it is written. When there are errors among the diagnostics, `desired` is incomplete. */
export interface Project {
  /** Address of the platform, when docform.yaml names one; without a slash at its end. */
  readonly baseUrl?: string;
  readonly desired: Desired;
  /** Where docform.yaml names each organization, by alias; also those that no manifest speaks of. */
  readonly organizationSources: ReadonlyMap<string, Source>;
  /** What docform.yaml says of guards. */
  readonly guards: GuardSettings;
  /** Everything that is wrong, in the order of files, lines and columns. */
  readonly diagnostics: readonly Diagnostic[];
  /** docform.yaml, the manifests, and the overlays of the environment. */
  readonly files: readonly string[];
  /** The folders and files in which docform.yaml says that manifests are. */
  readonly places: readonly string[];
  /** Which of them are overlays. */
  readonly overlays: ReadonlySet<string>;
  /** The resources with all that is written in them, for what tells where a value is from. */
  readonly drafts: readonly Draft[];
  /** What overlays take out of manifests. */
  readonly removals: readonly Removal[];
  /** Text of each file, for code frames. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Loads a project: its settings, its manifests, and every mistake in them. Nothing here throws for a mistake. */
export async function loadProject(
  folder: string,
  io: ProjectFiles,
  env: Readonly<Record<string, string | undefined>>,
  kinds: readonly Kind[],
  environmentName?: string,
  given: readonly string[] = [],
): Promise<Project> {
  const loading = loadingOf(folder, io, env);
  const { report, sources } = loading;
  const settings = await loadSettings(loading, environmentName, given);
  if (settings === undefined) return projectOf({}, noDesired, report, { files: [projectFile], sources });
  const index = indexKinds(kinds);
  const { documents, manifests, overlays } = await loadDocuments({ ...loading, index }, settings);
  if (documents.length === 0 && report.diagnostics.length === 0) report.add(nothingDeclared());
  const reading: Context = { index, report, drafts: [] };
  const aliases = settings.organizations && new Set(settings.organizations.keys());
  const read = readDocuments(reading, documents, aliases);
  const context = { ...reading, drafts: [...placeByOrders(reading, rootOrders(read))] };
  const byAddress = firstsByAddress(context.drafts);
  report.add([
    ...checkDuplicates(context.drafts, byAddress),
    ...checkReferences(context, byAddress),
    ...checkMembers(
      context,
      (organization, plural) => read.get(organization)?.manage.get(plural)?.manage === "exact",
    ),
    ...checkTree(context, settings.organizations),
  ]);
  return projectOf(settings, desiredOf(context, settings, read), report, {
    files: [projectFile, ...manifests, ...overlays],
    sources,
    drafts: context.drafts,
    removals: loading.removals,
    overlays: new Set(overlays),
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
  given: readonly string[] = [],
): Promise<Project | undefined> {
  if (!(await isThere(io, projectFile))) return undefined;
  const loading = loadingOf(folder, io, env);
  const { report, sources } = loading;
  const settings = await loadSettings(loading, environmentName, given);
  return projectOf(settings ?? {}, noDesired, report, { files: [projectFile], sources });
}

/** The files of a project, whatever is written in the manifests. What cannot be found is said. */
export async function findProjectFiles(
  folder: string,
  io: ProjectFiles,
): Promise<Pick<Project, "files" | "diagnostics" | "sources">> {
  const loading = loadingOf(folder, io, {});
  const { sources } = loading;
  // Values that cannot be filled in, or are wrong, are no matter here.
  const settings = await loadSettings(loading, undefined, []);
  if (settings === undefined) return { files: [], diagnostics: inOrder(loading.report.diagnostics), sources };
  const report = createReport();
  // An overlay of any environment is a file of the project.
  const found = await findManifests(io, { ...settings, overlays: settings.allOverlays }, report);
  const files = [...new Set([...found.manifests, ...found.overlays.flat()])];
  return { files: [projectFile, ...files], diagnostics: inOrder(report.diagnostics), sources };
}

function nothingDeclared(): Diagnostic {
  const hint = "write organization: ALIAS and what it holds; see docform explain DF1010";
  return { code: "DF1010", severity: "warning", message: "the manifests declare nothing", hint };
}

const noDesired: Desired = { organizations: [], resources: [] };

function desiredOf(
  context: Context,
  settings: ProjectSettings,
  read: ReadonlyMap<string, OrganizationDocuments>,
): Desired {
  const organizations = [...read].flatMap(([alias, documents]): DesiredOrganization[] => {
    const { id, source } = settings.organizations?.get(alias) ?? {};
    if (id === undefined || source === undefined) return [];
    return [{ alias, id, source, ...manageOfOrganization(context, documents) }];
  });
  const ids = [...(settings.organizations ?? [])].flatMap(([alias, { id }]) =>
    id === undefined ? [] : [[alias, id] as const],
  );
  return {
    organizationIds: Object.fromEntries(ids),
    organizations: organizations.sort((a, b) => compareText(a.alias, b.alias)),
    resources: context.drafts
      .map(({ resource }) => resource)
      .sort((a, b) => compareText(a.address, b.address)),
  };
}

function projectOf(
  {
    baseUrl,
    guards = defaultGuardSettings,
    manifests = [],
    organizations = new Map(),
  }: Partial<Pick<ProjectSettings, "baseUrl" | "guards" | "manifests" | "organizations">>,
  desired: Desired,
  report: Report,
  read: Pick<Project, "files" | "sources"> & Partial<Pick<Project, "drafts" | "overlays" | "removals">>,
): Project {
  const diagnostics = inOrder(report.diagnostics);
  const places = manifests.map(({ path }) => path);
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    desired,
    organizationSources: new Map([...organizations].map(([alias, { source }]) => [alias, source])),
    guards,
    diagnostics,
    places,
    drafts: [],
    overlays: new Set(),
    removals: [],
    ...read,
  };
}
