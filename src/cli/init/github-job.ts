import type { JsonObject } from "../../text/json.ts";
import {
  install,
  type JobEnvironment,
  ownName,
  type PipelineProject,
  variableOf,
} from "./pipeline-project.ts";

/** The actions of a workflow: the commits of releases, and their versions. Each was read from the tag of its repository. */
export const actions = {
  checkout: ["actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1", "v7.0.1"],
  setupNode: ["actions/setup-node@820762786026740c76f36085b0efc47a31fe5020", "v7.0.0"],
  uploadArtifact: ["actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f", "v7.0.0"],
} as const;

/** Puts the version behind each action that is pinned by a commit: people and programs that renew pins read it. */
export function withVersions(workflow: string): string {
  return Object.values(actions).reduce(
    (text, [action, version]) => text.replaceAll(action, `${action} # ${version}`),
    workflow,
  );
}

/** The variable of the repository that pins the state. Two projects have two. */
export function stateVariable(project: PipelineProject, environment: JobEnvironment): string {
  return variableOf("DOCFORM_STATE", ownName(project, environment).replace(/^docform-?/, ""));
}

/** The default branch is the one that is applied. */
export const onDefault = "github.ref == format('refs/heads/{0}', github.event.repository.default_branch)";

/** A pull request, or one that is about to be merged. */
export const isPull = "github.event_name == 'pull_request' || github.event_name == 'merge_group'";

/** Whether a person started this command by hand, for this environment or for all. */
export function isChosen(environment: JobEnvironment, command: string): string {
  const asked = `github.event_name == 'workflow_dispatch' && inputs.command == '${command}'`;
  return environment === undefined
    ? `(${asked})`
    : `(${asked} && (inputs.environment == 'all' || inputs.environment == '${environment}'))`;
}

/** A test runs whatever came out of the plan. A fork has no secrets, which its manifests may need. */
export function testStep(run: string, { variables }: PipelineProject): JsonObject {
  const env = Object.fromEntries(variables.map((name) => secretOf(name)));
  const isHere = variables.length === 0 ? "" : " && !github.event.pull_request.head.repo.fork";
  return { if: `\${{ !cancelled()${isHere} }}`, run, ...(variables.length === 0 ? {} : { env }) };
}

/** A variable of a step with a secret of the repository. */
export function secretOf(name: string, environment?: JobEnvironment): readonly [string, string] {
  return [name, `\${{ secrets.${variableOf(name, environment)} }}`];
}

/** A step that runs a command with a token of the platform. */
export function stepOf(
  project: PipelineProject,
  environment: JobEnvironment,
  run: string,
  token: string,
  more: JsonObject = {},
): JsonObject {
  const env = Object.fromEntries([
    project.hasSeveral ? tokenOfUnit(token, environment) : secretOf(token, environment),
    ...(project.hasSeveral ? [["DOCFORM_UNITS", "${{ matrix.units }}"] as const] : []),
    ["GITHUB_TOKEN", "${{ github.token }}"],
    // They pin the address and the state, also of a docform.yaml that names them. Empty counts as not set.
    ["DOCFORM_BASE_URL", `\${{ vars.${variableOf("DOCFORM_BASE_URL", environment)} }}`] as const,
    ["DOCFORM_STATE", `\${{ vars.${stateVariable(project, environment)} }}`] as const,
    ...project.variables.map((name) => secretOf(name)),
  ]);
  return { run, env: { ...env, ...more } };
}

/** A job gets the token of its organization, or else the one for all. */
function tokenOfUnit(name: string, environment: JobEnvironment): readonly [string, string] {
  const own = variableOf(`${name}_{0}`, environment);
  return [
    name,
    `\${{ secrets[format('${own}', matrix.token)] || secrets.${variableOf(name, environment)} }}`,
  ];
}

/** A job before it is written. */
export interface GithubJob {
  /** An expression of GitHub. */
  readonly condition: string;
  /** Jobs before it. They must have succeeded, unless `isAfterAll`: then the condition says what of them must be so. */
  readonly needs?: readonly string[];
  readonly isAfterAll?: true;
  readonly setting: JsonObject;
  readonly steps: readonly JsonObject[];
  readonly minutes?: number;
  /** Further inputs of the checkout. */
  readonly checkout?: JsonObject;
}

/** Git gets no token: docform signs in by itself, and no other step needs it. Nothing is kept from job to job. */
export function jobOf({ folder }: PipelineProject, job: GithubJob): JsonObject {
  const { condition, needs = [], isAfterAll, setting, steps, minutes = 15, checkout = {} } = job;
  const [first, ...others] = needs;
  return {
    if: isAfterAll === true ? `\${{ !cancelled() && ${condition} }}` : condition,
    "runs-on": "ubuntu-latest",
    "timeout-minutes": minutes,
    ...(first === undefined ? {} : { needs: others.length === 0 ? first : [...needs] }),
    ...setting,
    ...(folder === "." ? {} : { defaults: { run: { "working-directory": folder } } }),
    steps: [
      { uses: actions.checkout[0], with: { "persist-credentials": false, ...checkout } },
      { uses: actions.setupNode[0], with: { "node-version": 24, "package-manager-cache": false } },
      { run: install },
      ...steps,
    ],
  };
}
