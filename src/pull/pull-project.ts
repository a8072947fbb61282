import { resolve } from "node:path";
import type { Disk } from "../io/disk.ts";
import type { Io } from "../io/io.ts";
import type { Project } from "../manifest/load/load-project.ts";
import { diskFiles, isYaml, pathExists } from "../manifest/read/project-files.ts";
import { schemaFile } from "../manifest/schema/modeline.ts";
import type { Layout } from "../manifest/write/new-manifests.ts";
import { writeFiles } from "../manifest/write/write-files.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostic.ts";
import { Stop, stop } from "../model/stop.ts";
import type { Connection } from "../project/connect.ts";
import type { CommonOptions, ConnectionOptions } from "../project/options.ts";
import { readProject } from "../project/project.ts";
import { type KnowsToken, refuseToken } from "../project/token/token.ts";
import { keepRecord, lastApplyIn, type OpenRecord, openRecord } from "../runs/open-record.ts";
import type { LockOptions } from "../runs/project-lock.ts";
import type { Backend } from "../state/backend.ts";
import { type PulledTexts, pullTexts } from "./pull-texts.ts";

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
  const wrong = project.diagnostics.filter(({ code, severity }) => severity === "error" && !mayLack(code));
  if (wrong.length > 0) throw new Stop(project.diagnostics, project);
  if (Object.keys(project.desired.organizationIds ?? {}).length > 0) return project;
  throw stop("DF5011", "docform.yaml names no organization to pull");
}

/** A project, with the platform and the state that it is pulled from. */
interface PulledFrom {
  readonly project: Project;
  readonly connection: Connection & KnowsToken;
  readonly state: Backend;
}

/** The result of a pull that was written. */
interface Pulled extends PulledTexts {
  /** The errors that kept the record from being written. */
  readonly unwritten?: readonly unknown[];
}

/**
 * Writes the live state into the manifests of a project, unless it is a dry run. `manifestDisk` masks nothing: a
 * manifest keeps its own values.
 */
export async function pullProject(
  io: Io,
  { project, connection, state }: PulledFrom,
  targets: readonly string[],
  options: PullOptions,
  manifestDisk: Disk,
): Promise<Pulled> {
  const { desired, places, organizationSources } = project;
  const { organizationIds = {} } = desired;
  const { baseUrl, reader } = connection;
  const scope = { baseUrl, organizations: organizationIds };
  const record = await openRecord(io, options, state, scope);
  const folder = resolve(io.cwd, options.directory);
  const base = diskFiles(folder, io.disk);
  const somewhere = { file: "docform.yaml", line: 1, column: 1 };
  const organizations = Object.entries(organizationIds).map(([alias, id]) => ({
    alias,
    id,
    source: organizationSources.get(alias) ?? somewhere,
  }));
  const request = {
    organizations,
    before: desired,
    kinds: project.kinds,
    targets,
    takesNew: options.declared !== true,
    isPruned: options.prune === true,
    isFull: options.full === true,
    base,
    composed: project,
    env: io.env,
    environment: options.env,
    variables: options.var,
    folder: places.find((place) => !isYaml(place))?.replace(/\/+$/, "") ?? "manifests",
    takesNoFiles: places.every(isYaml),
    layout: options.layout ?? "files",
    isShared: organizations.length > 1,
    hasSchemas: await pathExists(base, schemaFile("manifest")),
    lastApply: lastApplyIn(record, scope),
  };
  const pulled = await pullTexts(request, reader, io);
  if (hasErrors(pulled.diagnostics)) throw new Stop(pulled.diagnostics.map(inPulled));
  refuseToken(connection, pulled.files);
  if (options.dryRun === true) return pulled;
  await writeFiles({ ...io, disk: manifestDisk }, folder, base, pulled.files);
  return { ...pulled, unwritten: await keepIds(io, options, baseUrl, record, pulled) };
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
