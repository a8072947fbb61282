import { resolve } from "node:path";
import type { Disk } from "../io/disk.ts";
import type { Io } from "../io/io.ts";
import type { Project } from "../manifest/load/load-project.ts";
import { diskFiles, isYaml, pathExists } from "../manifest/read/project-files.ts";
import { schemaFile } from "../manifest/schema/modeline.ts";
import type { Layout } from "../manifest/write/new-manifests.ts";
import { writeFiles } from "../manifest/write/write-files.ts";
import { type Diagnostic, hasErrors, type Source } from "../model/diagnostic.ts";
import { Stop, stop } from "../model/stop.ts";
import type { Connection } from "../project/connect.ts";
import type { CommonOptions, ConnectionOptions } from "../project/options.ts";
import { readProject } from "../project/project.ts";
import { type KnowsToken, refuseToken } from "../project/token/token.ts";
import { narrowedTo } from "../project/units.ts";
import { readWhole } from "../refresh/read-whole.ts";
import { keepRecord, lastApplyIn, type OpenRecord, openRecord } from "../runs/open-record.ts";
import type { LockOptions } from "../runs/project-lock.ts";
import type { Backend } from "../state/backend.ts";
import { type PulledTexts, pullTexts, valuesOf } from "./pull-texts.ts";

/** Options of `docform pull`. */
export interface PullOptions extends ConnectionOptions, LockOptions {
  readonly layout?: Layout;
  readonly full?: boolean;
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  /** Pull only resources that the manifests already declare. */
  readonly declared?: boolean;
}

/** The project of a pull. A project without manifests is allowed. */
export async function projectToPull(io: Io, options: CommonOptions): Promise<Project> {
  const project = await readProject(io, options);
  const isFileThere = project.sources.has("docform.yaml");
  const mayLack = (code: string): boolean => isFileThere && code === "DF1010";
  const diagnostics = project.diagnostics.filter(({ code }) => !mayLack(code));
  if (hasErrors(diagnostics)) throw new Stop(project.diagnostics, project);
  if (Object.keys(project.desired.organizationIds ?? {}).length > 0) return { ...project, diagnostics };
  throw stop("DF5011", "docform.yaml names no organization to pull");
}

/** The project for the choice of what is pulled: docform.yaml may name organizations that have no manifest yet. */
export function withAllOrganizations(project: Project): Project {
  const { desired } = project;
  const ids = Object.entries(desired.organizationIds ?? {});
  if (ids.length <= 1) return project;
  const known = new Set(desired.organizations.map(({ alias }) => alias));
  const others = ids
    .filter(([alias]) => !known.has(alias))
    .map(([alias, id]) => ({ alias, id, source: placeOf(project, alias), manage: {}, manageSources: {} }));
  return { ...project, desired: { ...desired, organizations: [...desired.organizations, ...others] } };
}

function placeOf({ organizationSources }: Project, alias: string): Source {
  return organizationSources.get(alias) ?? { file: "docform.yaml", line: 1, column: 1 };
}

/** A project, with the platform and the state that a unit of it is pulled from. */
interface PulledFrom {
  readonly project: Project;
  /** Aliases of the unit; without any, all of docform.yaml. */
  readonly aliases: readonly string[];
  readonly connection: Connection & KnowsToken;
  readonly state: Backend;
  /** Waits for the manifests, which others may be writing. */
  readonly inTurn?: InTurn;
  /** Called before the first file is written; throws when nothing may be written any more. */
  readonly beginWriting?: () => void;
}

/** Works on the manifests as those before left them, with the values of variables that these write. */
export type InTurn = (
  work: (project: Project, values: Readonly<Record<string, string>>) => Promise<Pulled>,
) => Promise<Pulled>;

/** Lets one pull after the other work on the manifests of a project, which are loaded again after some were written. */
export function oneByOne(
  loaded: Project,
  load: (values: Readonly<Record<string, string>>) => Promise<Project>,
): InTurn {
  let known: Project | undefined = loaded;
  let values: Readonly<Record<string, string>> = {};
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = last.then(async () => {
      const project = known ?? (await load(values));
      known = undefined;
      const pulled = await work(project, values);
      if (pulled.isWritten) values = { ...values, ...valuesOf(pulled.secrets) };
      else known = project;
      return pulled;
    });
    last = own.catch(() => {});
    return own;
  };
}

/** The result of a pull. */
export interface Pulled extends PulledTexts {
  readonly isWritten: boolean;
  /** The errors that kept the record from being written. */
  readonly unwritten?: readonly unknown[];
}

/**
 * Writes the live state into the manifests of a unit, unless it is a dry run. `manifestDisk` masks nothing: a manifest
 * keeps its own values.
 */
export async function pullProject(
  io: Io,
  from: PulledFrom,
  targets: readonly string[],
  options: PullOptions,
  manifestDisk: Disk,
): Promise<Pulled> {
  const { project, aliases, connection, state, inTurn = (work) => work(project, {}) } = from;
  const { organizationIds = {} } = project.desired;
  const { baseUrl, reader } = connection;
  const organizations = organizationsOf(project, aliases);
  const ids = Object.fromEntries(organizations.map(({ alias, id }) => [alias, id]));
  const scope = { baseUrl, organizations: ids };
  const record = await openRecord(io, options, state, scope);
  const live = await readWhole(organizations, project.kinds.all, reader, project.desired.resources);
  const folder = resolve(io.cwd, options.directory);
  const base = diskFiles(folder, io.disk);
  return inTurn(async (composed, values) => {
    const { kinds, places } = composed;
    const request = {
      organizations,
      before: narrowedTo(composed, { aliases: Object.keys(ids) }).desired,
      live,
      kinds,
      targets,
      takesNew: options.declared !== true,
      isPruned: options.prune === true,
      isFull: options.full === true,
      base,
      composed,
      env: { ...io.env, ...values },
      environment: options.env,
      variables: options.var,
      folder: places.find((place) => !isYaml(place))?.replace(/\/+$/, "") ?? "manifests",
      takesNoFiles: places.every(isYaml),
      layout: options.layout ?? "files",
      isShared: Object.keys(organizationIds).length > 1,
      hasSchemas: await pathExists(base, schemaFile("manifest")),
      lastApply: lastApplyIn(record, scope),
    };
    const pulled = await pullTexts(request, reader, io);
    if (hasErrors(pulled.diagnostics)) throw new Stop(pulled.diagnostics.map(inPulled));
    refuseToken(connection, pulled.files);
    if (options.dryRun === true) return { ...pulled, isWritten: false };
    from.beginWriting?.();
    await writeFiles({ ...io, disk: manifestDisk }, folder, base, pulled.files);
    const unwritten = await keepIds(io, options, baseUrl, record, pulled);
    return { ...pulled, isWritten: pulled.files.length > 0, unwritten };
  });
}

/** The organizations of docform.yaml that have these aliases; without any, all. */
function organizationsOf(project: Project, aliases: readonly string[]) {
  return Object.entries(project.desired.organizationIds ?? {})
    .filter(([alias]) => aliases.length === 0 || aliases.includes(alias))
    .map(([alias, id]) => ({ alias, id, source: placeOf(project, alias) }));
}

/** Says that a mistake is not in the files that are there, but in what they would be. */
function inPulled(one: Diagnostic): Diagnostic {
  return { ...one, message: `the manifests would be wrong then: ${one.message}` };
}

/**
 * Records the ids of the pulled objects, so that the next command knows an object even when it is renamed on
 * the platform. Returns what kept them from being recorded.
 */
export async function keepIds(
  io: Io,
  options: CommonOptions,
  baseUrl: string,
  record: OpenRecord,
  { desired, plan }: PulledTexts,
): Promise<readonly unknown[]> {
  if (plan === undefined || hasErrors(plan.document.diagnostics)) return [];
  const scope = { baseUrl, organizations: plan.document.organizations };
  return keepRecord(io, options, record, scope, { desired, plan, second: plan, sent: [], isPulled: true });
}
