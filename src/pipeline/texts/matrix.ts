import type { UnitsDocument } from "../../model/documents/units-document.ts";
import type { JsonObject } from "../../text/json.ts";

/** The services whose jobs are made from a matrix, with the most jobs that one may have. */
export const mostJobs = { github: 256, gitlab: 200 } as const;

/** A job of a matrix. Both texts are of letters, digits, `-`, `_`, `+` and blanks: a shell takes them as they are. */
interface MatrixJob {
  readonly name: string;
  /** Options that name its units. */
  readonly targets: string;
}

/** A job for each unit. Where that are more than `most`, each job has several units, and none has two more than another. */
export function matrixJobs({ units }: Pick<UnitsDocument, "units">, most: number): readonly MatrixJob[] {
  const count = Math.min(most, units.length);
  const start = (job: number): number => Math.floor((job * units.length) / count);
  return Array.from({ length: count }, (_, job) => {
    const own = units.slice(start(job), start(job + 1)).map(({ name }) => name);
    const more = own.length === 1 ? "" : `-and-${own.length - 1}-more`;
    return { name: `${own[0]}${more}`, targets: own.map((name) => `--target ${name}`).join(" ") };
  });
}

/** The value of `strategy.matrix` of a job of GitHub, by `fromJSON`. */
export function githubMatrix(jobs: readonly MatrixJob[]): JsonObject {
  return { include: jobs.map(({ name, targets }) => ({ name, targets })) };
}

/** The jobs of a child pipeline of GitLab, which may not be empty. A file beside them has the job `.docform-unit`. */
export function gitlabMatrix(jobs: readonly MatrixJob[]): JsonObject {
  if (jobs.length === 0) return { "docform-nothing": { script: ["echo 'No organization changed.'"] } };
  const matrix = jobs.map(({ name, targets }) => ({ DOCFORM_UNIT: name, DOCFORM_TARGETS: targets }));
  return { docform: { extends: ".docform-unit", parallel: { matrix } } };
}
