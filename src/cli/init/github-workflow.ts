import type { JsonObject } from "../../text/json.ts";
import { changedJob, githubPathFilters } from "./changed-project.ts";
import {
  commandsFor,
  environmentsOf,
  install,
  type JobEnvironment,
  ownName,
  type PipelineProject,
  pinned,
  stateRef,
  variableOf,
} from "./pipeline-project.ts";

/** The actions of a workflow: the commits of releases, and their versions. Each was read from the tag of its repository. */
const actions = {
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

/** The first lines of a workflow: what a person has to do before it runs. */
export function githubNotes(project: PipelineProject): readonly string[] {
  const named = environmentsOf(project);
  const secrets = named.map((one) => variableOf("DOCFORM_READ_TOKEN", one)).join(", ");
  const environments = named.map((one) => one ?? "production").join(", ");
  return [
    "docform: a plan on a pull request, that plan on the merge, drift on a schedule or by hand.",
    ...pinned,
    `Set as secret of the repository, which only reads the platform: ${secrets}.`,
    `Make the environment, protect it, and set the secret there that writes: ${environments}:`,
    `${named.map((one) => variableOf("DOCFORM_TOKEN", one)).join(", ")}. Only its apply job gets it.`,
    "Pull requests from forks get no secrets, so they are validated and not planned. Who may change docform.yaml decides",
    "where the tokens go: review it, and set the variables that pin both, which no pull request changes:",
    ...named.flatMap((one) => [
      `${variableOf("DOCFORM_BASE_URL", one)} (the address) and ${stateVariable(project, one)} (git origin ${stateRef(project, one)}).`,
    ]),
    "The record, the lock and the journals are in that branch, which only the apply job may push.",
  ];
}

/** The variable of the repository that pins the state. Two projects have two. */
function stateVariable(project: PipelineProject, environment: JobEnvironment): string {
  return variableOf("DOCFORM_STATE", ownName(project, environment).replace(/^docform-?/, ""));
}

/** The workflow for GitHub Actions. */
export function githubWorkflow(project: PipelineProject): JsonObject {
  // A label may approve what a policy asks about, and an edit may choose another base.
  const types = ["opened", "synchronize", "reopened", "edited", "labeled", "unlabeled"];
  const isAtRoot = project.folder === ".";
  return {
    name: ownName(project),
    on: {
      pull_request: { types },
      merge_group: {},
      push: { branches: ["**"], ...(isAtRoot ? {} : { paths: githubPathFilters(project) }) },
      schedule: [{ cron: "17 5 * * *" }],
      workflow_dispatch: { inputs: inputsFor(project) },
    },
    permissions: { contents: "read" },
    jobs: { ...(isAtRoot ? {} : { changed: changedJob(project) }), ...jobsOf(project) },
  };
}

function inputsFor({ environments }: PipelineProject): JsonObject {
  const choice = (description: string, ...options: readonly string[]): JsonObject => ({
    type: "choice",
    description,
    options: [...options],
    default: options[0] ?? "",
  });
  return {
    command: choice("What to run", "apply", "drift"),
    ...(environments.length === 0 ? {} : { environment: choice("For what", "all", ...environments) }),
    expect: { type: "string", description: "Digest of a plan that nobody reviewed in a pull request" },
  };
}

function jobsOf(project: PipelineProject): JsonObject {
  const all = environmentsOf(project);
  const named = (name: string, one: JobEnvironment): string => (one === undefined ? name : `${name}-${one}`);
  const of = (name: string, job: (one: JobEnvironment, before: JobEnvironment) => JsonObject) =>
    all.map((one, at) => [named(name, one), job(one, all[at - 1])] as const);
  return Object.fromEntries([
    ...of("check", (one) => checkJob(project, one)),
    ...of("apply", (one, before) => applyJob(project, one, before)),
    ...of("drift", (one) => driftJob(project, one)),
  ]);
}

function checkJob(project: PipelineProject, environment: JobEnvironment): JsonObject {
  const name = ownName(project, environment);
  const { plan, tests } = commandsFor(environment);
  const isPull = "github.event_name == 'pull_request' || github.event_name == 'merge_group'";
  const keep = {
    if: "always()",
    uses: actions.uploadArtifact[0],
    with: {
      name: `${name}-plan`,
      path: `${project.folder === "." ? "" : `${project.folder}/`}docform-plan`,
      "if-no-files-found": "ignore",
      // It names people.
      "retention-days": 14,
    },
  };
  const setting = {
    ...(project.folder === "." ? {} : { needs: "changed" }),
    // The plan of an older commit is of no use.
    concurrency: { group: `${name}-\${{ github.ref }}`, "cancel-in-progress": true },
    permissions: { contents: "read", "pull-requests": "write" },
  };
  const condition =
    project.folder === "."
      ? isPull
      : `\${{ !cancelled() && needs.changed.outputs.project != 'false' && (${isPull}) }}`;
  const steps = [
    stepOf(project, environment, plan, "DOCFORM_READ_TOKEN"),
    keep,
    ...tests.map((run) => testStep(run, project)),
  ];
  return jobOf(project, condition, setting, steps);
}

const onDefault = "github.ref == format('refs/heads/{0}', github.event.repository.default_branch)";

function applyJob(project: PipelineProject, environment: JobEnvironment, before: JobEnvironment): JsonObject {
  const byHand = isChosen(environment, "apply");
  const isMerge = `(github.event_name == 'push' || ${byHand}) && ${onDefault}`;
  const condition =
    before === undefined
      ? isMerge
      : `\${{ !cancelled() && (needs.apply-${before}.result == 'success' || inputs.environment == '${environment}') && ${isMerge} }}`;
  const setting = {
    ...(before === undefined ? {} : { needs: `apply-${before}` }),
    // Each merge waits for its turn: without queue, GitHub drops all but the newest that waits.
    concurrency: {
      group: `${ownName(project)}-apply${environment === undefined ? "" : `-${environment}`}`,
      queue: "max",
    },
    environment: environment ?? "production",
    permissions: { contents: "write", "pull-requests": "write" },
  };
  const { apply } = commandsFor(environment);
  const step = stepOf(project, environment, apply, "DOCFORM_TOKEN", {
    DOCFORM_EXPECT: "${{ inputs.expect }}",
  });
  return jobOf(project, condition, setting, [step], 60);
}

function driftJob(project: PipelineProject, environment: JobEnvironment): JsonObject {
  const condition = `github.event_name == 'schedule' || (${isChosen(environment, "drift")} && ${onDefault})`;
  const setting = { permissions: { contents: "read", issues: "write" } };
  const { drift } = commandsFor(environment);
  return jobOf(project, condition, setting, [stepOf(project, environment, drift, "DOCFORM_READ_TOKEN")]);
}

/** Whether a person started this command by hand, for this environment or for all. */
function isChosen(environment: JobEnvironment, command: string): string {
  const asked = `github.event_name == 'workflow_dispatch' && inputs.command == '${command}'`;
  return environment === undefined
    ? `(${asked})`
    : `(${asked} && (inputs.environment == 'all' || inputs.environment == '${environment}'))`;
}

/** A test runs whatever came out of the plan. A fork has no secrets, which its manifests may need. */
function testStep(run: string, { variables }: PipelineProject): JsonObject {
  const env = Object.fromEntries(variables.map((name) => secretOf(name)));
  const isHere = variables.length === 0 ? "" : " && !github.event.pull_request.head.repo.fork";
  return { if: `\${{ !cancelled()${isHere} }}`, run, ...(variables.length === 0 ? {} : { env }) };
}

function secretOf(name: string, environment?: JobEnvironment): readonly [string, string] {
  return [name, `\${{ secrets.${variableOf(name, environment)} }}`];
}

function stepOf(
  project: PipelineProject,
  environment: JobEnvironment,
  run: string,
  token: string,
  more: JsonObject = {},
): JsonObject {
  const env = Object.fromEntries([
    secretOf(token, environment),
    ["GITHUB_TOKEN", "${{ github.token }}"],
    // They pin the address and the state, also of a docform.yaml that names them. Empty counts as not set.
    ["DOCFORM_BASE_URL", `\${{ vars.${variableOf("DOCFORM_BASE_URL", environment)} }}`] as const,
    ["DOCFORM_STATE", `\${{ vars.${stateVariable(project, environment)} }}`] as const,
    ...project.variables.map((name) => secretOf(name)),
  ]);
  return { run, env: { ...env, ...more } };
}

/** Git gets no token: docform signs in by itself, and no other step needs it. Nothing is kept from job to job. */
function jobOf(
  { folder }: PipelineProject,
  condition: string,
  more: JsonObject,
  commands: readonly JsonObject[],
  minutes = 15,
): JsonObject {
  return {
    if: condition,
    "runs-on": "ubuntu-latest",
    "timeout-minutes": minutes,
    ...more,
    ...(folder === "." ? {} : { defaults: { run: { "working-directory": folder } } }),
    steps: [
      { uses: actions.checkout[0], with: { "persist-credentials": false } },
      { uses: actions.setupNode[0], with: { "node-version": 24, "package-manager-cache": false } },
      { run: install },
      ...commands,
    ],
  };
}
