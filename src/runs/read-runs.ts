import type { Project } from "../manifest/load/load-project.ts";
import { error } from "../model/diagnostic.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import { whyFileFailed } from "../model/file-problem.ts";
import { Stop, stop } from "../model/stop.ts";
import type { CommonOptions } from "../project/options.ts";
import { type CommandToCopy, commandsLike, type GivenOptions } from "../render/command-to-copy.ts";
import type { Backend } from "../state/backend.ts";
import { type Journal, type JournalPlace, placeIn, readJournalText } from "../state/journal.ts";
import { isOfProject } from "../state/organizations/project-part.ts";
import { nearMatch } from "../text/near-match.ts";

/** A `Stop` because a file could not be written before the first call. Nothing was sent. */
export function notKept(what: string, problem: unknown): Stop {
  return stop("DF5030", `${what} cannot be written, so nothing was sent: ${whyFileFailed(problem)}`);
}

/**
 * Makes commands such as `runs show` and `force-unlock` that find the state where this command found it. An environment
 * may have a shared place of its own. They call no platform, so they take no token.
 */
export function commandsOnState(
  { tokenFile: _token, insecureHttp: _http, ...given }: GivenOptions,
  { isShared }: Pick<Backend, "isShared">,
): CommandToCopy {
  const { directory = "." } = given;
  return commandsLike(isShared ? given : { directory });
}

/** The file of a journal on this machine, from the project folder. */
export function fileOf({ runs }: Pick<Backend, "runs">, run: string): string {
  return runs.fileOf?.(run) ?? `.docform/runs/${run}.jsonl`;
}

/** The run ids of a project, the oldest first. Throws `Stop` when they cannot be read. */
export async function runsOf({ runs, place }: Backend): Promise<readonly string[]> {
  return runs.ids().catch((problem: unknown) => {
    throw unreadable(`the journals in ${place}`, problem);
  });
}

/** A `Stop` of a place of state says by itself what is wrong. */
function unreadable(what: string, problem: unknown): Stop {
  if (problem instanceof Stop) return problem;
  return stop("DF5020", `${what} cannot be read: ${whyFileFailed(problem)}`);
}

/** The journal of a run by its id, or by the beginning of one; without, of the last. Throws `Stop` for none. */
export async function findRun(state: Backend, given: string | undefined): Promise<Journal> {
  const ids = await runsOf(state);
  if (given !== undefined) return openRun(state, runId(given, ids));
  for (const id of [...ids].reverse()) {
    const journal = await readWhole(state, id);
    if (journal !== undefined && isOfProject(journal.header, state)) return journal;
  }
  throw stop("DF5035", "there is no run yet", { hint: "docform apply makes the first one" });
}

/** The run that a person means by its id, or the beginning of one. Throws `Stop` when that is none, or several. */
export function runId(given: string, ids: readonly string[]): string {
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

async function openRun(state: Backend, id: string): Promise<Journal> {
  const journal = await readWhole(state, id);
  if (journal !== undefined) return journal;
  throw stop("DF5020", `the journal of the run ${id} was not begun: nothing was sent`);
}

/** The journal of a run; undefined when a crash came before its first line. Throws `Stop` when it is damaged. */
export async function readWhole({ runs }: Backend, id: string): Promise<Journal | undefined> {
  const what = `the journal of the run ${id}`;
  const text = await runs.read(id).catch((problem: unknown) => {
    throw unreadable(what, problem);
  });
  const { journal, problem } = readJournalText(text ?? "");
  if (problem !== undefined) throw stop("DF5020", `${what} cannot be read: ${problem}`);
  return journal;
}

/** The journal of a run, when it was on a place that is asked for. Of others no more than the first line is read. */
export async function readWholeOn(
  state: Backend,
  id: string,
  isOn: (place: JournalPlace) => boolean,
): Promise<Journal | undefined> {
  const place = placeIn((await state.runs.readStart?.(id).catch(() => undefined)) ?? "");
  if (place !== undefined && !isOn(place)) return undefined;
  const journal = await readWhole(state, id);
  return journal !== undefined && isOn(journal.header) ? journal : undefined;
}

/** The problems of a plan or run that is for another platform, edition of the API or organization. */
export function placeProblems(
  name: string,
  there: Pick<PlanDocument, "platform" | "organizations">,
  { desired, edition }: Project,
  baseUrl: string,
): readonly string[] {
  const ids = new Map(Object.entries(desired.organizationIds ?? {}));
  for (const { alias, id } of desired.organizations) ids.set(alias, id);
  const strangers = Object.entries(there.organizations).filter(([alias, id]) => ids.get(alias) !== id);
  const { baseUrl: address, api = "reference" } = there.platform;
  return [
    ...(address === baseUrl ? [] : [`${name} is for ${address}, and this project is on ${baseUrl}`]),
    ...(api === edition
      ? []
      : [`${name} is for the API edition ${api}, and platform.api of this project is ${edition}`]),
    ...strangers.map(
      ([alias, id]) =>
        `${name} is for the organization "${id}" as ${alias}, which docform.yaml does not name so`,
    ),
  ];
}

/** Throws `Stop` when a run was on another platform, edition of the API or organization. */
export function checkPlace(
  { header }: Journal,
  project: Project,
  baseUrl: string,
  options: CommonOptions,
): void {
  const problems = placeProblems(`the run ${header.run}`, header, project, baseUrl);
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
