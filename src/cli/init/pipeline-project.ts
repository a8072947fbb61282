import type { JsonObject } from "../../text/json.ts";
import { keyFrom } from "../../text/readable-key.ts";
import { shellWord } from "../../text/shell-word.ts";

/** Services that init can write a pipeline for. */
export const ciServices = ["github", "gitlab"] as const;

/** One of them. */
export type CiService = (typeof ciServices)[number];

/** A project that a pipeline is written for. */
export interface PipelineProject {
  /** Environment variables that manifests use, apart from the token. */
  readonly variables: readonly string[];
  /** Whether docform.yaml names the address of the platform. */
  readonly hasAddress: boolean;
  /** Path of the project folder in its repository; `.` at its root. */
  readonly folder: string;
  /** Environments of docform.yaml, in the order in which they are applied; empty without any. */
  readonly environments: readonly string[];
  /** Whether it has several organizations: each then has a job of its own. */
  readonly hasSeveral: boolean;
}

/** The environment of a job; undefined in a project without any. */
export type JobEnvironment = string | undefined;

/** The environments that jobs are written for: one nameless in a project without any. */
export function environmentsOf({
  environments,
}: Pick<PipelineProject, "environments">): readonly JobEnvironment[] {
  return environments.length === 0 ? [undefined] : environments;
}

/**
 * A name that no other project and environment of the repository has: `docform`, `docform-handbook-staging`. Jobs, locks,
 * files and states are named so.
 */
export function ownName({ folder }: Pick<PipelineProject, "folder">, environment?: JobEnvironment): string {
  const parts = ["docform", folder === "." ? undefined : keyFrom(folder), environment];
  return parts.filter(Boolean).join("-");
}

/** The name of a variable or a secret of the repository for an environment, or for a name that ends as `ownName` does. */
export function variableOf(name: string, ...of: readonly JobEnvironment[]): string {
  const words = [name, ...of].filter((word) => word !== undefined && word !== "");
  return words.join("_").toUpperCase().replaceAll("-", "_");
}

/** The branch that keeps the state of a project or of an environment in its repository. */
export function stateRef(project: Pick<PipelineProject, "folder">, environment?: JobEnvironment): string {
  return ownName(project, environment).replace(/^docform/, "docform-state");
}

/** The state of a project or of an environment, where the runs of its pipeline reach it without another account. */
export function stateOf(
  service: CiService,
  project: Pick<PipelineProject, "folder">,
  environment?: JobEnvironment,
): JsonObject {
  switch (service) {
    case "github":
      return { git: { ref: stateRef(project, environment) } };
    case "gitlab":
      return { http: {} };
  }
}

/** The steps of a person before a command on this machine reaches that place. */
export function reachingState(
  service: CiService,
  project: Pick<PipelineProject, "folder" | "environments" | "hasSeveral">,
): string {
  const all = environmentsOf(project).map((one) => stateRef(project, one));
  // Each organization has a branch of its own.
  const refs = project.hasSeveral ? all.map((ref) => `${ref}.ID`) : all;
  const named =
    refs.length === 1 && !project.hasSeveral ? `branch ${refs[0]}` : `branches ${refs.join(" and ")}`;
  switch (service) {
    case "github":
      return `the state is in the ${named} of the remote origin, which this folder must have`;
    case "gitlab":
      return "the state is in the GitLab project: .gitlab-ci.yml says which variables lead to it from this machine";
  }
}

/** The command lines of docform in a job. */
export interface JobCommands {
  readonly plan: string;
  /** The apply of a merge, or of the digest that a person gives. */
  readonly apply: string;
  readonly drift: string;
  /** Tests of what a pull request brings, where there are any. They need no platform, so they get no token. */
  readonly tests: readonly string[];
  /** Options of all of them. */
  readonly env: string;
}

/**
 * The commands for an environment. Other tools keep YAML in a folder tests, too: a test of docform expects something. In a
 * project of several organizations, a job runs a command for each of its units, whatever came of another one.
 */
export function commandsFor(
  environment: JobEnvironment,
  { hasSeveral }: Pick<PipelineProject, "hasSeveral">,
): JobCommands {
  const env = environment === undefined ? "" : ` --env ${shellWord(environment)}`;
  const each = (command: string): string =>
    hasSeveral
      ? `code=0; for unit in $DOCFORM_UNITS; do ${command} --target "$unit" || code=$?; done; exit "$code"`
      : command;
  return {
    plan: each(`${docform} ci plan${env}`),
    apply: each(`${docform} ci apply${env} \${DOCFORM_EXPECT:+--expect="$DOCFORM_EXPECT"}`),
    drift: each(`${docform} ci drift${env}`),
    env,
    tests: [
      `if [ -d policies ]; then ${docform} policy test; fi`,
      `if grep -qs 'expect:' tests/*.yaml tests/*.yml; then ${docform} test${env}; fi`,
    ],
  };
}

/** Installs the version of the lock file only: the package that runs gets the token. */
export const install = "npm ci --ignore-scripts";
/** The docform that is installed so. */
export const docform = "npx --no-install docform";

/** The lines of a pipeline of several organizations about what each has of its own; `tokens`: the names of its tokens. */
export function unitNotes(tokens: readonly string[]): readonly string[] {
  return [
    "Each organization that a change touches has jobs of its own; one that fails stops no other one. Its next apply is that",
    "of a merge which touches it, or one by hand. One organization may have tokens of its own, of these names:",
    `${tokens.join(", ")}.`,
  ];
}

/** The first lines of a pipeline about the docform that it runs. */
export const pinned = [
  "It runs the docform that package-lock.json of the repository pins. Commit the tarball of a release as",
  "vendor/docform.tgz, then: npm install --save-dev ./vendor/docform.tgz, and commit package.json and package-lock.json.",
] as const;
