import type { Edition } from "../../contract/edition.ts";
import { kindsOf } from "../../kinds/kinds-of.ts";
import type { Desired, DesiredOrganization } from "../../model/desired.ts";
import type { Diagnostic, Source } from "../../model/diagnostic.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import type { Labels } from "../../model/labels.ts";
import { defaultGuardSettings, type GuardSettings } from "../../planner/guards/guard.ts";
import { compareNames } from "../../text/compare-names.ts";
import { checkDuplicates, firstsByAddress } from "../check/check-duplicates.ts";
import { checkMembers } from "../check/check-members.ts";
import { checkReferences } from "../check/check-references.ts";
import { checkScope } from "../check/check-scope.ts";
import { checkTree } from "../check/check-tree.ts";
import { onceForMany } from "../check/once-for-many.ts";
import type { Context, ResourceDraft } from "../check/resource-draft.ts";
import type { Removal } from "../compose/composing.ts";
import type { Process } from "../compose/environment.ts";
import type { Heads } from "../compose/organizations-head.ts";
import { type ProjectFiles, projectFile } from "../read/project-files.ts";
import { createReport, inOrder } from "../read/report.ts";
import { editionIndex } from "../schema/edition-index.ts";
import type { PruneSetting, StateSetting } from "../schema/project-file.ts";
import { manageOfOrganization, type OrganizationDocuments, readDocuments } from "./document.ts";
import { findManifests, loadDocuments } from "./load-documents.ts";
import { type Loading, loadSettings } from "./load-settings.ts";
import { placeByOrders, type WrittenOrder } from "./order.ts";
import type { ProjectSettings } from "./project-settings.ts";
import type { Rollout } from "./rollout.ts";

/** A project as it is written. When there are errors among the diagnostics, `desired` is incomplete. */
export interface Project {
  /** Address of the platform, when docform.yaml names one; without a slash at its end. */
  readonly baseUrl?: string;
  /** See `ProjectSettings`. */
  readonly requestsPerSecond?: number;
  /** The edition of the API that the platform speaks: as docform.yaml says, else by the address. */
  readonly edition: Edition;
  /** The kinds of that edition. */
  readonly kinds: KindIndex;
  readonly desired: Desired;
  /** The place of each organization in docform.yaml, by alias; also of those that no manifest mentions. */
  readonly organizationSources: ReadonlyMap<string, Source>;
  /** The labels of each organization of docform.yaml, by alias. */
  readonly labels: ReadonlyMap<string, Labels>;
  /** The `guards` of docform.yaml, with the defaults. */
  readonly guards: GuardSettings;
  /** The `prune` of docform.yaml: whether a plan deletes recorded objects that no manifest declares. */
  readonly prune: PruneSetting;
  /** The `rollout` of docform.yaml; undefined without one. */
  readonly rollout?: Rollout | undefined;
  /** The `schedule` of docform.yaml, when workers look for drift: five fields of cron. */
  readonly schedule?: string | undefined;
  /** Where the state of the project is; undefined when docform.yaml has a mistake there. */
  readonly state: StateSetting | undefined;
  /** Everything that is wrong, in the order of files, lines and columns. */
  readonly diagnostics: readonly Diagnostic[];
  /** docform.yaml, the manifests, and the overlays of the environment. */
  readonly files: readonly string[];
  /** The folders and files in which docform.yaml says that manifests are. */
  readonly places: readonly string[];
  /** The documents of all files in which one is for several organizations. */
  readonly heads: Heads;
  /** Which of them are overlays, each with its entry of `overlays` in docform.yaml: its layer. */
  readonly overlays: ReadonlyMap<string, string>;
  /** The resources with all that is written in them, for what tells where a value is from. */
  readonly drafts: readonly ResourceDraft[];
  /** The entries that overlays remove from manifests. */
  readonly removals: readonly Removal[];
  /** Text of each file, for code frames. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Loads a project: its settings, its manifests, and every mistake in them. Nothing here throws for a mistake. */
export async function loadProject(
  folder: string,
  io: ProjectFiles,
  process: Process,
  environmentName?: string,
  given: readonly string[] = [],
): Promise<Project> {
  return loadFrom(await loadSettings(folder, io, process, environmentName, given));
}

/** Loads the manifests that settings name: the part of `loadProject` after docform.yaml. */
export async function loadFrom(loading: Loading): Promise<Project> {
  const { report, settings, removals } = loading;
  // Of manifests in an unknown edition nothing can be said: a wrong name is told, and not its consequences.
  const isEditionUnknown = settings?.api !== undefined && settings.api.edition === undefined;
  if (settings === undefined || isEditionUnknown) return projectOf(loading, noDesired);
  const index = editionIndex(loading.edition);
  const { documents, manifests, overlays, heads } = await loadDocuments({ ...loading, index }, settings);
  if (documents.length === 0 && report.diagnostics.length === 0) report.add(nothingDeclared);
  const reading: Context = { index, report, drafts: [] };
  const aliases = settings.organizations && new Set(settings.organizations.keys());
  const read = readDocuments(reading, documents, aliases);
  const context = { ...reading, drafts: [...placeByOrders(reading, rootOrders(read))] };
  report.add(checkAll(context, settings, read));
  return {
    ...projectOf(loading, desiredOf(context, settings, read)),
    files: [projectFile, ...manifests, ...overlays.flat()],
    diagnostics: onceForMany(inOrder(report.diagnostics), aliases ?? new Set(), heads),
    drafts: context.drafts,
    heads,
    removals,
    overlays: new Map(
      overlays.flatMap((inLayer, at) => inLayer.map((file) => [file, settings.overlays[at]?.path ?? ""])),
    ),
  };
}

/** The mistakes that show only when all resources are known. */
function checkAll(context: Context, settings: ProjectSettings, read: Documents): readonly Diagnostic[] {
  const byAddress = firstsByAddress(context.drafts);
  const isExact = (organization: string, plural: string): boolean =>
    (read.get(organization)?.manage.get(plural)?.manage ?? "listed") !== "listed";
  return [
    ...checkDuplicates(context.drafts, byAddress),
    ...checkReferences(context, byAddress),
    ...checkMembers(context, isExact),
    ...checkTree(context, settings.organizations),
    ...checkScope(context, settings.scope),
  ];
}

/** The declarations of each organization, by alias. */
type Documents = ReadonlyMap<string, OrganizationDocuments>;

function rootOrders(read: Documents): readonly WrittenOrder[] {
  return [...read].flatMap(([organization, { order }]) =>
    order === undefined ? [] : [{ organization, parent: null, items: order.items }],
  );
}

/** The settings of a project without its manifests. A folder without docform.yaml is a mistake. */
export async function loadProjectFile(
  folder: string,
  io: ProjectFiles,
  process: Process,
  environmentName?: string,
  given: readonly string[] = [],
): Promise<Project> {
  const loading = await loadSettings(folder, io, process, environmentName, given);
  const organizationIds = organizationIdsOf(loading.settings);
  return projectOf(loading, { ...noDesired, organizationIds });
}

/** The files of a project, whatever is written in the manifests. A missing file or folder is reported. */
export async function findProjectFiles(
  folder: string,
  io: ProjectFiles,
): Promise<Pick<Project, "files" | "diagnostics" | "sources">> {
  const { report, settings, sources } = await loadSettings(folder, io, { env: {} });
  if (settings === undefined) return { files: [], diagnostics: inOrder(report.diagnostics), sources };
  // Values that cannot be filled in, or are wrong, are no matter here.
  const finding = createReport();
  // An overlay of any environment is a file of the project.
  const found = await findManifests(io, { ...settings, overlays: settings.allOverlays }, finding);
  const files = [...new Set([...found.manifests, ...found.overlays.flat()])];
  return { files: [projectFile, ...files], diagnostics: inOrder(finding.diagnostics), sources };
}

const nothingDeclared: Diagnostic = {
  code: "DF1010",
  severity: "warning",
  message: "the manifests declare nothing",
  hint: "write organization: ALIAS and its resources; see docform explain DF1010",
};

const noDesired: Desired = { organizations: [], resources: [] };

function desiredOf(context: Context, settings: ProjectSettings, read: Documents): Desired {
  const organizations = [...read].flatMap(([alias, documents]): DesiredOrganization[] => {
    const { id, source } = settings.organizations?.get(alias) ?? {};
    if (id === undefined || source === undefined) return [];
    return [{ alias, id, source, ...manageOfOrganization(context, documents) }];
  });
  return {
    organizationIds: organizationIdsOf(settings),
    organizations: organizations.sort((a, b) => compareNames(a.alias, b.alias)),
    resources: context.drafts
      .map(({ resource }) => resource)
      .sort((a, b) => compareNames(a.address, b.address)),
  };
}

function projectScopeOf(settings: ProjectSettings | undefined): Pick<Desired, "scope"> {
  if (settings?.scope === undefined) return {};
  const { project, patterns, source } = settings.scope;
  return { scope: { project, patterns: source && patterns.map(({ text }) => text) } };
}

function organizationIdsOf(settings: ProjectSettings | undefined): Readonly<Record<string, string>> {
  const ids = [...(settings?.organizations ?? [])].flatMap(([alias, { id }]) =>
    id === undefined ? [] : [[alias, id] as const],
  );
  return Object.fromEntries(ids);
}

function projectOf({ report, settings, sources, edition }: Loading, desired: Desired): Project {
  const {
    baseUrl,
    requestsPerSecond,
    guards = defaultGuardSettings,
    manifests = [],
    organizations = [],
  } = settings ?? {};
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
    edition,
    kinds: kindsOf(edition),
    desired: { ...desired, ...projectScopeOf(settings) },
    organizationSources: new Map([...organizations].map(([alias, { source }]) => [alias, source])),
    labels: new Map([...organizations].map(([alias, { labels }]) => [alias, labels])),
    guards,
    prune: settings?.prune ?? "nothing",
    rollout: settings?.rollout,
    schedule: settings?.schedule?.cron,
    state: settings?.state,
    diagnostics: inOrder(report.diagnostics),
    places: manifests.map(({ path }) => path),
    files: [projectFile],
    sources,
    drafts: [],
    heads: new Map(),
    overlays: new Map(),
    removals: [],
  };
}
