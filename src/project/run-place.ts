import type { Project } from "../manifest/load/load-project.ts";
import { error } from "../model/diagnostic.ts";
import { Stop } from "../model/stop.ts";
import { commandsLike } from "../render/command-to-copy.ts";
import type { Journal } from "../state/journal.ts";
import type { CommonOptions } from "./options.ts";

/** Throws `Stop` when a run was on another platform or organization: its ids mean nothing here. */
export function checkPlace(
  { header }: Journal,
  { desired }: Project,
  baseUrl: string,
  options: CommonOptions,
): void {
  const ids = new Map(Object.entries(desired.organizationIds ?? {}));
  for (const { alias, id } of desired.organizations) ids.set(alias, id);
  const strangers = Object.entries(header.organizations).filter(([alias, id]) => ids.get(alias) !== id);
  const problems = [
    ...(header.platform.baseUrl === baseUrl
      ? []
      : [`the run ${header.run} was on ${header.platform.baseUrl}, and this project is on ${baseUrl}`]),
    ...strangers.map(
      ([alias, id]) =>
        `the run ${header.run} was on the organization "${id}" as ${alias}, which docform.yaml does not name so`,
    ),
  ];
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
