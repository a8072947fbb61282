import type { Project } from "../manifest/load/load-project.ts";
import { error } from "../model/diagnostic.ts";
import { Stop } from "../model/stop.ts";
import { commandsLike } from "../render/command-to-copy.ts";
import type { Journal } from "../state/journal.ts";
import type { Scene } from "../state/record.ts";
import type { CommonOptions } from "./options.ts";

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
