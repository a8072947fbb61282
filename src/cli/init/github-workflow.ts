import type { JsonObject } from "../../text/json.ts";
import { changedJob, githubPathFilters } from "./changed-project.ts";
import {
  actions,
  type GithubJob,
  isChosen,
  isPull,
  jobOf,
  onDefault,
  stateVariable,
  stepOf,
  testStep,
} from "./github-job.ts";
import { checkedJob, namedFor, overUnits, testJob, unitsJob } from "./github-units.ts";
import {
  commandsFor,
  environmentsOf,
  type JobEnvironment,
  ownName,
  type PipelineProject,
  pinned,
  stateRef,
  unitNotes,
  variableOf,
} from "./pipeline-project.ts";

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
    ...(project.hasSeveral
      ? [
          ...unitNotes(
            named.flatMap((one) =>
              ["DOCFORM_READ_TOKEN_ALIAS", "DOCFORM_TOKEN_ALIAS"].map((name) => variableOf(name, one)),
            ),
          ),
          "The record, the lock and the journals are in branches whose names begin so, which only apply jobs may push.",
        ]
      : ["The record, the lock and the journals are in that branch, which only the apply job may push."]),
  ];
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
    jobs: jobsOf(project),
  };
}

function inputsFor({ environments, hasSeveral }: PipelineProject): JsonObject {
  const choice = (description: string, ...options: readonly string[]): JsonObject => ({
    type: "choice",
    description,
    options: [...options],
    default: options[0] ?? "",
  });
  return {
    command: choice("What to run", "apply", "drift"),
    ...(environments.length === 0 ? {} : { environment: choice("For what", "all", ...environments) }),
    ...(hasSeveral
      ? { organization: { type: "string", description: "Alias of one organization; all when left out" } }
      : {}),
    expect: { type: "string", description: "Digest of a plan that nobody reviewed in a pull request" },
  };
}

function jobsOf(project: PipelineProject): JsonObject {
  const all = environmentsOf(project);
  const of = (name: string, job: (one: JobEnvironment, before: JobEnvironment) => GithubJob) =>
    all.map((one, at) => {
      const alone = job(one, all[at - 1]);
      return [
        namedFor(name, one),
        jobOf(project, project.hasSeveral ? overUnits(name, alone, one) : alone),
      ] as const;
    });
  const each = (name: string, job: (project: PipelineProject, one: JobEnvironment) => GithubJob) =>
    project.hasSeveral
      ? all.map((one) => [namedFor(name, one), jobOf(project, job(project, one))] as const)
      : [];
  const isAlone = project.folder === "." || project.hasSeveral;
  return Object.fromEntries([
    ...(isAlone ? [] : [["changed", changedJob(project)] as const]),
    ...each("units", unitsJob),
    ...of("check", (one) => checkJob(project, one)),
    ...each("test", testJob),
    ...(project.hasSeveral ? [["checked", checkedJob(all)] as const] : []),
    ...of("apply", (one, before) => applyJob(project, one, before)),
    ...of("drift", (one) => driftJob(project, one)),
  ]);
}

function checkJob(project: PipelineProject, environment: JobEnvironment): GithubJob {
  const name = ownName(project, environment);
  const { plan, tests } = commandsFor(environment, project);
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
  const isAlone = project.folder === "." || project.hasSeveral;
  const isChanged = { needs: ["changed"], isAfterAll: true } as const;
  return {
    condition: isAlone ? isPull : `needs.changed.outputs.project != 'false' && (${isPull})`,
    ...(isAlone ? {} : isChanged),
    setting: {
      // The plan of an older commit is of no use.
      concurrency: { group: `${name}-\${{ github.ref }}`, "cancel-in-progress": true },
      permissions: { contents: "read", "pull-requests": "write" },
    },
    steps: [
      stepOf(project, environment, plan, "DOCFORM_READ_TOKEN"),
      keep,
      ...(project.hasSeveral ? [] : tests.map((run) => testStep(run, project))),
    ],
  };
}

function applyJob(project: PipelineProject, environment: JobEnvironment, before: JobEnvironment): GithubJob {
  const byHand = isChosen(environment, "apply");
  const isMerge = `(github.event_name == 'push' || ${byHand}) && ${onDefault}`;
  const nothing = project.hasSeveral ? ` || needs.units-${before}.outputs.units == '0'` : "";
  const isReady = `(needs.apply-${before}.result == 'success'${nothing} || inputs.environment == '${environment}')`;
  const needs = [`apply-${before}`, ...(project.hasSeveral ? [`units-${before}`] : [])];
  const { apply } = commandsFor(environment, project);
  return {
    condition: before === undefined ? isMerge : `${isReady} && ${isMerge}`,
    ...(before === undefined ? {} : { needs, isAfterAll: true }),
    setting: {
      // Each merge waits for its turn: without queue, GitHub drops all but the newest that waits.
      concurrency: {
        group: `${ownName(project)}-apply${environment === undefined ? "" : `-${environment}`}`,
        queue: "max",
      },
      environment: environment ?? "production",
      permissions: { contents: "write", "pull-requests": "write" },
    },
    steps: [stepOf(project, environment, apply, "DOCFORM_TOKEN", { DOCFORM_EXPECT: "${{ inputs.expect }}" })],
    minutes: 60,
  };
}

function driftJob(project: PipelineProject, environment: JobEnvironment): GithubJob {
  const { drift } = commandsFor(environment, project);
  return {
    condition: `github.event_name == 'schedule' || (${isChosen(environment, "drift")} && ${onDefault})`,
    setting: { permissions: { contents: "read", issues: "write" } },
    steps: [stepOf(project, environment, drift, "DOCFORM_READ_TOKEN")],
  };
}
