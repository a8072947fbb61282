import { tokenVariable } from "../../io/token-variables.ts";
import type { UnitsDocument } from "../../model/documents/units-document.ts";
import type { JsonObject } from "../../text/json.ts";

/** The services whose jobs are made from a matrix, with the most jobs that one may have. */
export const mostJobs = { github: 256, gitlab: 200 } as const;

/** A job of a matrix. Its texts are of letters, digits, `-`, `_`, `+` and blanks: a shell takes them as they are. */
interface MatrixJob {
  readonly name: string;
  /** Names of units, each between blanks. */
  readonly units: string;
  /** The end of the variable with the token of the organization; empty for a job of several. */
  readonly token: string;
}

/** A job for each unit. Where that are more than `most`, each job has several units, and none has two more than another. */
export function matrixJobs({ units }: Pick<UnitsDocument, "units">, most: number): readonly MatrixJob[] {
  const count = Math.min(most, units.length);
  const start = (job: number): number => Math.floor((job * units.length) / count);
  return Array.from({ length: count }, (_, job) => {
    const own = units.slice(start(job), start(job + 1));
    const names = own.map(({ name }) => name);
    const [alias = "", ...others] = own.flatMap(({ organizations }) => organizations);
    const more = names.length === 1 ? "" : `-and-${names.length - 1}-more`;
    const token = others.length === 0 ? tokenVariable(alias).slice("DOCFORM_TOKEN_".length) : "";
    return { name: `${names[0]}${more}`, units: names.join(" "), token };
  });
}

/** The value of `strategy.matrix` of a job of GitHub, by `fromJSON`. */
export function githubMatrix(jobs: readonly MatrixJob[]): JsonObject {
  return { include: jobs.map(({ name, units, token }) => ({ name, units, token })) };
}

/** The jobs of a child pipeline of GitLab, which may not be empty. A file beside them has the job that each extends. */
export function gitlabMatrix(jobs: readonly MatrixJob[], extended: string): JsonObject {
  if (jobs.length === 0) {
    const script = ["echo 'No organization changed.'"];
    return { "docform-nothing": { rules: [{ when: "always" }], script } };
  }
  const matrix = jobs.map(({ name, units }) => ({ DOCFORM_JOB: name, DOCFORM_UNITS: units }));
  return { docform: { extends: extended, parallel: { matrix } } };
}
