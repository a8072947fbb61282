import { join, resolve } from "node:path";
import type { Io } from "../io/io.ts";
import type { Project } from "../manifest/load/load-project.ts";
import { error } from "../model/diagnostic.ts";
import { whyFileFailed } from "../model/file-problem.ts";
import { Stop, stop } from "../model/stop.ts";
import { commandsLike } from "../render/command-to-copy.ts";
import type { Journal } from "../state/journal.ts";
import type { Scene } from "../state/record.ts";
import { readRun, runIds } from "../state/runs.ts";
import { nearMatch } from "../text/near-match.ts";
import type { CommonOptions } from "./options.ts";

/** The folder of docform's own files in a project folder. */
export function stateFolder(io: Pick<Io, "cwd">, options: Pick<CommonOptions, "directory">): string {
  return join(resolve(io.cwd, options.directory), ".docform");
}

/** The folder of the journals of a project. */
export function runsFolder(io: Pick<Io, "cwd">, options: Pick<CommonOptions, "directory">): string {
  return join(stateFolder(io, options), "runs");
}

/** A `Stop` because a file could not be written before the first call. Nothing was sent. */
export function notKept(what: string, problem: unknown): Stop {
  return stop("DF5030", `${what} cannot be written, so nothing was sent: ${whyFileFailed(problem)}`);
}

/** The run ids of a project, the oldest first. Throws `Stop` when the folder cannot be read. */
export async function runsOf(io: Io, options: CommonOptions): Promise<readonly string[]> {
  return runIds(io.disk, runsFolder(io, options)).catch((problem: unknown) => {
    throw stop("DF5020", `the journals in .docform/runs cannot be read: ${whyFileFailed(problem)}`);
  });
}

/** The journal of a run by its id, or by the beginning of one; without, of the last. Throws `Stop` for none. */
export async function findRun(io: Io, options: CommonOptions, given: string | undefined): Promise<Journal> {
  const folder = runsFolder(io, options);
  const ids = await runsOf(io, options);
  if (given !== undefined) return openRun(io, folder, idOf(given, ids));
  for (const id of [...ids].reverse()) {
    const journal = await readWhole(io, folder, id);
    if (journal !== undefined) return journal;
  }
  throw stop("DF5035", "there is no run yet", { hint: "docform apply makes the first one" });
}

function idOf(given: string, ids: readonly string[]): string {
  const fitting = ids.filter((id) => id === given || id.startsWith(given));
  const [only] = fitting;
  if (only !== undefined && (fitting.length === 1 || only === given)) return only;
  if (fitting.length > 1) {
    const hint = `write more of it: ${fitting.slice(0, 3).join(", ")}${fitting.length > 3 ? " …" : ""}`;
    throw stop("DF5035", `"${given}" is the beginning of ${fitting.length} runs`, { hint });
  }
  const near = nearMatch(given, ids);
  const hint =
    near === undefined ? "docform runs lists them" : `did you mean ${near}? docform runs lists them`;
  throw stop("DF5035", `there is no run "${given}"`, { hint });
}

async function openRun(io: Io, folder: string, id: string): Promise<Journal> {
  const journal = await readWhole(io, folder, id);
  if (journal !== undefined) return journal;
  throw stop("DF5020", `the journal of the run ${id} was not begun: nothing was sent`);
}

/** The journal of a run; undefined when a crash came before its first line. Throws `Stop` when it is damaged. */
export async function readWhole(io: Io, folder: string, id: string): Promise<Journal | undefined> {
  const read = await readRun(io.disk, folder, id).catch((problem: unknown) => ({
    problem: whyFileFailed(problem),
  }));
  if (read.problem !== undefined)
    throw stop("DF5020", `the journal of the run ${id} cannot be read: ${read.problem}`);
  return "journal" in read ? read.journal : undefined;
}

/** The problems of a plan or run that is for another platform or organization: its ids mean nothing here. */
export function placeProblems(
  name: string,
  there: Scene,
  { desired }: Project,
  baseUrl: string,
): readonly string[] {
  const ids = new Map(Object.entries(desired.organizationIds ?? {}));
  for (const { alias, id } of desired.organizations) ids.set(alias, id);
  const strangers = Object.entries(there.organizations).filter(([alias, id]) => ids.get(alias) !== id);
  return [
    ...(there.baseUrl === baseUrl
      ? []
      : [`${name} is for ${there.baseUrl}, and this project is on ${baseUrl}`]),
    ...strangers.map(
      ([alias, id]) =>
        `${name} is for the organization "${id}" as ${alias}, which docform.yaml does not name so`,
    ),
  ];
}

/** Throws `Stop` when a run was on another platform or organization. */
export function checkPlace(
  { header }: Journal,
  project: Project,
  baseUrl: string,
  options: CommonOptions,
): void {
  const there = { baseUrl: header.platform.baseUrl, organizations: header.organizations };
  const problems = placeProblems(`the run ${header.run}`, there, project, baseUrl);
  if (problems.length === 0) return;
  const hint = placeHint(header, options);
  throw new Stop(problems.map((message) => error("DF5035", message, hint === undefined ? {} : { hint })));
}

/** The command that undoes it where it was, when that is another environment. */
function placeHint({ run, environment }: Journal["header"], options: CommonOptions): string | undefined {
  if (environment === options.env) return undefined;
  const { env: _, ...others } = options;
  const there = environment === undefined ? others : { ...others, env: environment };
  const where = environment === undefined ? "in no environment" : `in the environment ${environment}`;
  return `the run was ${where}: ${commandsLike(there)("undo", run)}`;
}
