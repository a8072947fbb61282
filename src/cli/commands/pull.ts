import { resolve } from "node:path";
import type { Disk } from "../../io/disk.ts";
import type { Io } from "../../io/io.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import { diskFiles } from "../../manifest/read/disk-files.ts";
import { isThere, isYaml } from "../../manifest/read/project-files.ts";
import { schemaFile } from "../../manifest/schema/modeline.ts";
import type { Layout } from "../../manifest/write/new-manifests.ts";
import { writeFiles } from "../../manifest/write/write-files.ts";
import { error, hasErrors } from "../../model/diagnostic.ts";
import { type ExitCode, exitCode, Stop } from "../../model/stop.ts";
import { type Connection, connect } from "../../project/connect.ts";
import type { CommonOptions, ConnectionOptions } from "../../project/options.ts";
import { styleFor } from "../../project/output.ts";
import { readProject } from "../../project/project.ts";
import { keepRecord, lastApplyIn, type OpenRecord, openRecord } from "../../project/record.ts";
import { refuseToken } from "../../project/token.ts";
import { type PulledTexts, pullTexts } from "../../pull/pull-texts.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { renderPullText } from "../../render/text/pull-text.ts";
import { type Guarded, guarded } from "../run/guarded-run.ts";

/** Options of `docform pull`. */
export interface PullOptions extends ConnectionOptions {
  readonly layout?: Layout;
  readonly full?: boolean;
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  /** Pull only resources that the manifests already declare. */
  readonly declared?: boolean;
}

/** The caller's settings of a pull: another command, such as drift, can start one. */
export interface PullBegun {
  /** The disk for manifests. It masks nothing, since a manifest keeps its own values. */
  readonly manifestDisk: Disk;
  /** The name of the command in the lock of the project folder. */
  readonly command: string;
  /**
   * The exit code when some of the requested values were not taken over; by default the one of a finished
   * pull.
   */
  readonly codeWhenLeft?: ExitCode;
}

/**
 * `docform pull`: writes the live state into manifests, so that the next plan is empty. It holds the lock of
 * the project folder while it writes, so that no apply reads half-written manifests.
 */
export async function runPull(
  io: Io,
  addresses: readonly string[],
  options: PullOptions,
  begun: PullBegun,
): Promise<ExitCode> {
  return guarded(io, options, begun.command, (guard) => pullAndWrite(io, begun, addresses, options, guard));
}

async function pullAndWrite(
  io: Io,
  { manifestDisk, codeWhenLeft = exitCode.done }: PullBegun,
  addresses: readonly string[],
  options: PullOptions,
  { interrupts, lock, onEnd }: Guarded,
): Promise<ExitCode> {
  const project = await projectToPull(io, options);
  const connection = await connect(io, options, project, interrupts.signal);
  onEnd(connection.close);
  const isDryRun = options.dryRun === true;
  if (!isDryRun) await lock();
  const scene = { baseUrl: connection.baseUrl, organizations: project.desired.organizationIds ?? {} };
  const record = await openRecord(io, options, scene);
  const pulled = await pullProject(io, project, connection, record, addresses, options);
  if (hasErrors(pulled.diagnostics)) throw new Stop(pulled.diagnostics);
  refuseToken(connection, pulled.files);
  const folder = resolve(io.cwd, options.directory);
  if (!isDryRun) {
    await writeFiles({ ...io, disk: manifestDisk }, folder, diskFiles(folder, io.disk), pulled.files);
    await keepIds(io, options, connection.baseUrl, record, pulled);
  }
  io.stdout.write(reportOf(pulled, project, options, styleFor(io.stdout, io.env)));
  const left = pulled.leftOut.length + (options.prune === true ? 0 : pulled.missing.length);
  return left > 0 ? codeWhenLeft : exitCode.done;
}

/** The project of a pull. A project without manifests is allowed. */
async function projectToPull(io: Io, options: PullOptions): Promise<Project> {
  const project = await readProject(io, options);
  const isThere = project.sources.has("docform.yaml");
  const mayLack = (code: string): boolean => isThere && code === "DF1010";
  const wrong = project.diagnostics.filter(({ code, severity }) => severity === "error" && !mayLack(code));
  if (wrong.length > 0) throw new Stop(project.diagnostics, project);
  if (Object.keys(project.desired.organizationIds ?? {}).length > 0) return project;
  throw new Stop([error("DF5011", "docform.yaml names no organization to pull")], project);
}

async function pullProject(
  io: Io,
  project: Project,
  { baseUrl, reader }: Connection,
  record: OpenRecord,
  targets: readonly string[],
  options: PullOptions,
): Promise<PulledTexts> {
  const { desired } = project;
  const { organizationIds = {} } = desired;
  const organizations = organizationsOf(project);
  const base = diskFiles(resolve(io.cwd, options.directory), io.disk);
  return pullTexts(
    {
      organizations,
      before: desired,
      targets,
      takesNew: options.declared !== true,
      isPruned: options.prune === true,
      isFull: options.full === true,
      base,
      composed: project,
      env: io.env,
      environment: options.env,
      variables: options.var,
      folder: project.places.find((place) => !isYaml(place))?.replace(/\/+$/, "") ?? "manifests",
      takesNoFiles: project.places.every(isYaml),
      layout: options.layout ?? "files",
      isShared: organizations.length > 1,
      hasSchemas: await isThere(base, schemaFile("manifest")),
      lastApply: lastApplyIn(record, { baseUrl, organizations: organizationIds }),
    },
    reader,
    io,
  );
}

/** The organizations of a project, each with its place in docform.yaml. */
function organizationsOf({ desired, organizationSources }: Project) {
  const somewhere = { file: "docform.yaml", line: 1, column: 1 };
  return Object.entries(desired.organizationIds ?? {}).map(([alias, id]) => {
    const source = organizationSources.get(alias) ?? somewhere;
    return { alias, id, source };
  });
}

/**
 * Records the ids of the pulled objects, so that the next command knows an object even when it is renamed on
 * the platform.
 */
export async function keepIds(
  io: Io,
  options: CommonOptions,
  baseUrl: string,
  record: OpenRecord,
  { desired, plan }: PulledTexts,
): Promise<void> {
  if (plan === undefined || hasErrors(plan.document.diagnostics)) return;
  const scene = { baseUrl, organizations: plan.document.organizations };
  await keepRecord(io, options, record, scene, { desired, plan, second: plan, sent: [] });
}

function reportOf(
  { desired, live, files, secrets, leftOut, changing, missing }: PulledTexts,
  { overlays }: Project,
  options: PullOptions,
  style: ReturnType<typeof styleFor>,
): string {
  const { dryRun = false, prune = false, env } = options;
  const shared = files.map(({ path }) => path).filter((path) => !overlays.has(path));
  const report = {
    ...(env === undefined ? {} : { environment: { name: env, shared } }),
    organizations: desired.organizations.map(({ alias }) => alias),
    resources: desired.resources.length,
    requests: live.requests,
    files,
    isDryRun: dryRun,
    secrets,
    leftOut,
    missing,
    isPruned: prune,
    command: commandsLike(options),
    changing,
  };
  return renderPullText(report, style);
}
