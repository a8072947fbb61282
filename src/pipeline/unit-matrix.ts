import type { Io } from "../io/io.ts";
import { toYaml } from "../manifest/write/to-yaml.ts";
import { type ExitCode, exitCode } from "../model/stop.ts";
import { chosenUnits, type ListOptions } from "./list-units.ts";
import { writeOutputs } from "./reports.ts";
import { githubMatrix, gitlabMatrix, matrixJobs, mostJobs } from "./texts/matrix.ts";

/** Options of `docform ci matrix`. */
export interface MatrixOptions extends ListOptions<keyof typeof mostJobs> {
  /** Jobs, at most. */
  readonly jobs?: number;
  /** Name of the hidden job of GitLab that each job extends. */
  readonly extends?: string;
}

/** `docform ci matrix`: a job for each unit, as GitHub or GitLab makes jobs from it. In a job of GitHub it is an output, too. */
export async function unitMatrix(io: Io, options: MatrixOptions): Promise<ExitCode> {
  const { format, jobs: most = mostJobs[format] } = options;
  const document = await chosenUnits(io, options);
  const jobs = matrixJobs(document, most);
  if (format === "gitlab") io.stdout.write(toYaml(gitlabMatrix(jobs, options.extends ?? ".docform-unit")));
  else {
    const matrix = JSON.stringify(githubMatrix(jobs));
    io.stdout.write(`${matrix}\n`);
    await writeOutputs({ io, pipeline: undefined }, { matrix, units: String(document.units.length) });
  }
  return exitCode.done;
}
