import { resolve } from "node:path";
import { hash } from "../io/hash.ts";
import type { Io } from "../io/io.ts";
import { ownFiles } from "../io/own-files.ts";
import { shown } from "../io/shown.ts";
import { version } from "../io/version.ts";
import { writeWhole } from "../io/write-whole.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { CommonOptions } from "../project/options.ts";
import { pathsFrom } from "../project/output.ts";
import { renderDiagnosticsGithub, renderDiagnosticsGitlab } from "../render/reports/diagnostics-reports.ts";
import { diagnosticsOf } from "../runs/report-problem.ts";
import type { CiRun } from "./pipeline-run.ts";
import { dotenv, githubOutput, type Outputs } from "./texts/outputs.ts";

/** The report of GitLab that shows problems in the changes of a merge request. */
const codeQuality = "gl-code-quality-report.json";

/**
 * Shows the problems of a project where the service shows them beside the lines: annotations, or a report, which has those
 * that were shown before, too.
 */
export async function annotate(
  { io, pipeline, root, reported }: CiRun,
  options: CommonOptions,
  diagnostics: readonly Diagnostic[],
): Promise<void> {
  if (pipeline?.isElsewhere === true) return;
  const facts = { pathOf: pathsFrom(io, options, root), hash, version };
  if (pipeline?.service === "github") io.stdout.write(renderDiagnosticsGithub(diagnostics, facts));
  if (pipeline?.service !== "gitlab") return;
  const { problems } = reported;
  problems.push(...diagnostics);
  const write = (): Promise<void> =>
    writeReport(io, codeQuality, shown(io, renderDiagnosticsGitlab(problems, facts)));
  reported.writing = reported.writing.catch(() => {}).then(write);
  await reported.writing;
}

/** Shows what ended a command in the same places. */
export async function annotateProblem(run: CiRun, options: CommonOptions, problem: unknown): Promise<void> {
  await run.beside("the problems could not be reported", () =>
    annotate(run, options, diagnosticsOf(problem)),
  );
}

/** Hands outputs to later steps and jobs. */
export async function writeOutputs(
  { io, pipeline }: Pick<CiRun, "io" | "pipeline">,
  outputs: Outputs,
): Promise<void> {
  if (pipeline?.service === "gitlab" && pipeline.isElsewhere !== true)
    return writeReport(io, "docform.env", shown(io, dotenv(outputs)));
  if (io.env.GITHUB_OUTPUT) await append(io, io.env.GITHUB_OUTPUT, githubOutput(outputs));
}

/** Hands them on beside what the command does: it goes on when they cannot be written. */
export async function tellOutputs(run: CiRun, outputs: Outputs): Promise<void> {
  await run.beside("its outputs could not be written", () => writeOutputs(run, outputs));
}

/** Writes a file that the service looks for in the folder of the job. */
async function writeReport(io: Io, name: string, text: string): Promise<void> {
  await writeWhole({ ...io, disk: ownFiles(io.disk, io.cwd) }, resolve(io.cwd, name), text);
}

/** Adds a text to the summary of the job, where the service has one. */
export async function summarizeJob({ io }: CiRun, text: string): Promise<void> {
  if (io.env.GITHUB_STEP_SUMMARY) await append(io, io.env.GITHUB_STEP_SUMMARY, text);
}

/** Both files leave docform: what is hidden on a screen is hidden there, too. */
async function append(io: Io, path: string, text: string): Promise<void> {
  const log = await io.disk.openLog(resolve(io.cwd, path));
  try {
    await log.append(shown(io, text));
  } finally {
    await log.close();
  }
}
