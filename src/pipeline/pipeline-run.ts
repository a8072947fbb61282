import { relative, resolve, sep } from "node:path";
import type { Io } from "../io/io.ts";
import { readingEnvironment } from "../io/token-variables.ts";
import { type Diagnostic, error } from "../model/diagnostic.ts";
import { type ExitCode, exitCode, type Stop, stop } from "../model/stop.ts";
import type { OpenUnit } from "../project/opened/open-units.ts";
import type { CommonOptions } from "../project/options.ts";
import { showDiagnostics } from "../project/output.ts";
import { readProject } from "../project/project.ts";
import { wholeUnit } from "../project/units.ts";
import { diagnosticsOf, reportProblem } from "../runs/report-problem.ts";
import { pipelineFor, type ServiceOptions } from "../service/given-pipeline.ts";
import { openService } from "../service/open-service.ts";
import type { Pipeline } from "../service/pipeline.ts";
import type { Service } from "../service/service.ts";
import type { ProjectScope } from "./texts/marked-text.ts";

/** A run of a command for pipelines. */
export interface CiRun {
  readonly io: Io;
  /** Whether the token is for reading: another one applies what is planned. */
  readonly isReader: boolean;
  /** Undefined outside of GitHub Actions and GitLab CI. */
  readonly pipeline: Pipeline | undefined;
  readonly scope: ProjectScope;
  /** The folder of the repository. */
  readonly root: string;
  /** The problems of all units that were reported, and the report of them that is being written. */
  readonly reported: { readonly problems: Diagnostic[]; writing: Promise<void> };
  /** The service of the pipeline, opened when it is first asked for. */
  readonly service: (pipeline: Pipeline) => Promise<Service>;
  /**
   * Does something beside the command itself, such as writing a comment. When it fails, the command goes on: its own
   * exit code counts. `what` says what could not be done.
   */
  readonly beside: (what: string, work: () => Promise<void>) => Promise<void>;
}

/** The run for one of several units, which has comments and issues of its own. */
export function ofUnit(run: CiRun, io: Io, { unit: { name: unit } }: OpenUnit): CiRun {
  return { ...run, io, scope: { ...run.scope, unit } };
}

interface CiSetting extends CommonOptions, ServiceOptions {
  readonly branch?: string;
  /** Addresses; a whole unit of a project with several is a scope of its own. */
  readonly target?: readonly string[];
  /** The command only reads the platform: then it takes the token for reading, where there is one. */
  readonly reads: boolean;
  /** The words for the work that was done, when only something else failed. */
  readonly done: string;
}

/** Runs a command for pipelines, reports what went wrong, and answers the exit code. */
export async function inPipeline(
  io: Io,
  setting: CiSetting,
  work: (run: CiRun) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { env, isReader } = setting.reads ? readingEnvironment(io.env) : { env: io.env, isReader: false };
  const shown = { ...io, env };
  const failed: Diagnostic[] = [];
  const refused = new Set<string>();
  const reported = { problems: [], writing: Promise.resolve() };
  let opened: Promise<Service> | undefined;
  const service = (pipeline: Pipeline): Promise<Service> => {
    opened ??= openService(shown, pipeline);
    return opened;
  };
  const beside = async (what: string, act: () => Promise<void>): Promise<void> => {
    await act().catch((problem: unknown) => {
      // The same refusal, as of a token, meets everything that is beside the command: it is told once.
      if (!refused.has(problemText(problem))) failed.push(...sideFailure(what, problem));
      refused.add(problemText(problem));
    });
  };
  let done = setting.done;
  const code = await contextOf(shown, setting, service)
    .then((context) => work({ ...context, io: shown, isReader, reported, service, beside }))
    .catch((problem: unknown) => {
      done = "the command ended with the errors above";
      return reportProblem(shown, "text", problem);
    });
  await (await opened?.catch(() => undefined))?.close();
  if (failed.length === 0) return code;
  showDiagnostics(
    shown,
    "text",
    failed.map((one) => ({ ...one, message: `${done}; ${one.message}` })),
  );
  return code === exitCode.done ? exitCode.error : code;
}

function problemText(problem: unknown): string {
  return diagnosticsOf(problem)[0]?.message ?? "";
}

function sideFailure(what: string, problem: unknown): readonly Diagnostic[] {
  return diagnosticsOf(problem)
    .slice(0, 1)
    .map(({ message, hint, source }) =>
      error("DF5065", `${what}: ${message}`, {
        ...(hint === undefined ? {} : { hint }),
        ...(source === undefined ? {} : { source }),
      }),
    );
}

async function contextOf(
  io: Io,
  setting: CiSetting,
  service: CiRun["service"],
): Promise<Pick<CiRun, "pipeline" | "scope" | "root">> {
  const { directory, env: environment } = setting;
  if (setting.pull !== undefined && setting.service === undefined)
    throw stop("DF5001", "--pull is for a service that --service names", { hint: "add --service" });
  const pipeline = await toldPipeline(await pipelineFor(io, setting), service);
  if (pipeline === undefined) io.stderr.write(nowhere);
  if (pipeline?.hidesFork !== undefined) throw hidden(pipeline.hidesFork);
  const root = io.env.GITHUB_WORKSPACE || io.env.CI_PROJECT_DIR || io.cwd;
  const project = pathFrom(root, resolve(io.cwd, directory)) || ".";
  const unit = await unitIn(io, setting);
  const scope = {
    project,
    ...(environment === undefined ? {} : { environment }),
    ...(unit === undefined ? {} : { unit }),
  };
  return { pipeline, root, scope };
}

async function unitIn(io: Io, { target, ...options }: CiSetting): Promise<string | undefined> {
  return target === undefined ? undefined : wholeUnit(await readProject(io, options), target);
}

const nowhere =
  "Not in a pipeline of GitHub or GitLab: docform writes no comment, no issue and no check. --service names one.\n";

/** Asks the service for what options do not tell of a pull request: a fork may have written the files. */
async function toldPipeline(
  pipeline: Pipeline | undefined,
  service: CiRun["service"],
): Promise<Pipeline | undefined> {
  if (pipeline?.isElsewhere !== true) return pipeline;
  if (pipeline.commit === "")
    throw stop("DF5001", "docform does not know which commit is checked out", {
      hint: '--commit "$(git rev-parse HEAD)"',
    });
  if (pipeline.pull === undefined) return pipeline;
  const { number } = pipeline.pull;
  const { isFork } = await (await service(pipeline)).pullRequest(number);
  return { ...pipeline, pull: { number, isFork } };
}

/** The secrets of such a run must not meet files that a stranger may have written. */
function hidden(event: string): Stop {
  const message = `the event ${event} does not say whose files are checked out: they may be those of a fork`;
  const hint =
    "start docform ci by pull_request, merge_group, push, schedule or workflow_dispatch, which the API can send too";
  return stop("DF5061", message, { hint });
}

/** A commit as people write it. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 7);
}

/** The path from a folder to another place, as services write it. */
export function pathFrom(root: string, path: string): string {
  return relative(root, path).split(sep).join("/");
}
