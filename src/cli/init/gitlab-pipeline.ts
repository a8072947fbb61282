import type { JsonObject } from "../../text/json.ts";
import { shellWord } from "../../text/shell-word.ts";
import { type GitlabJobs, hiddenJobs, overUnits } from "./gitlab-units.ts";
import {
  commandsFor,
  environmentsOf,
  install,
  type JobEnvironment,
  ownName,
  type PipelineProject,
  pinned,
  unitNotes,
  variableOf,
} from "./pipeline-project.ts";

/** The first lines of a pipeline: what a person has to do before it runs. */
export function gitlabNotes(project: PipelineProject): readonly string[] {
  const { variables, hasAddress, folder } = project;
  const named = environmentsOf(project);
  const names = [
    ...(hasAddress ? [] : named.map((one) => variableOf("DOCFORM_BASE_URL", one))),
    ...variables,
  ];
  const states = named.map((one) => stateName(project, ownName(project, one)));
  const tokens = (name: string): string => named.map((one) => variableOf(name, one)).join(", ");
  return [
    "docform: a plan on a merge request, that plan on the merge, drift on a schedule (make one in the settings).",
    ...(folder === "."
      ? []
      : [`Write into .gitlab-ci.yml at the root: include: [{ local: ${folder}/.gitlab-ci.yml }]`]),
    ...pinned,
    `Set these CI/CD variables, masked: ${tokens("DOCFORM_READ_TOKEN")} only reads the platform; ${tokens("DOCFORM_TOKEN")} writes it,`,
    `protected, in the scope of the environment ${named.map((one) => one ?? "production").join(", ")};`,
    "DOCFORM_GITLAB_TOKEN (scope api, role Reporter) writes comments and issues.",
    ...(project.hasSeveral ? unitNotes(["DOCFORM_READ_TOKEN_ALIAS", "DOCFORM_TOKEN_ALIAS"]) : []),
    ...(names.length === 0 ? [] : [`Set also, masked: ${names.join(", ")}.`]),
    "Who may change docform.yaml decides where the tokens go: review it, and set DOCFORM_STATE to http, which pins the state.",
    `The record, the lock and the journals are in the project (Operate > Terraform states): ${states.join(", ")}. Jobs`,
    "of a developer read it, jobs of a maintainer write it. To run docform on your machine, set DOCFORM_STATE_URL to",
    "the TF_HTTP_ADDRESS below, DOCFORM_STATE_USERNAME to your name, DOCFORM_STATE_PASSWORD to a token with scope api.",
    "Pin the image by its digest.",
  ];
}

/** The variables of Terraform's http backend, which docform reads; the token of the job is enough. */
function stateVariables(name: string): JsonObject {
  return {
    TF_HTTP_ADDRESS: `\${CI_API_V4_URL}/projects/\${CI_PROJECT_ID}/terraform/state/${name}`,
    TF_HTTP_USERNAME: "gitlab-ci-token",
    TF_HTTP_PASSWORD: "${CI_JOB_TOKEN}",
  };
}

/** The questions in the form of a pipeline that a person starts. */
const expectedDigest = {
  value: "",
  description: "Digest of a plan that nobody reviewed in a merge request",
};

const onlyOne = { value: "", description: "Alias of one organization; all when left out" };

/** The pipeline for GitLab CI. Variables of a whole pipeline are also those of the other projects that it includes. */
export function gitlabPipeline(project: PipelineProject): JsonObject {
  const all = environmentsOf(project);
  const isAlone = isAloneIn(project);
  const jobs = all.flatMap((one, at) => {
    const alone = jobsOf(project, one, all[at - 1]);
    return Object.entries(project.hasSeveral ? overUnits(project, one, alone) : alone);
  });
  return {
    variables: {
      ...(isAlone ? stateVariables("docform") : {}),
      DOCFORM_EXPECT: expectedDigest,
      ...(project.hasSeveral ? { DOCFORM_ONLY: onlyOne } : {}),
      ...(project.environments.length === 0 ? {} : { DOCFORM_APPLY: chosen(project.environments) }),
    },
    ...Object.fromEntries(jobs),
  };
}

/** The jobs that the child pipelines of several organizations have for each unit. */
export function gitlabUnitJobs(project: PipelineProject): JsonObject {
  const all = environmentsOf(project);
  const hidden = all.map((one, at) => hiddenJobs(project, one, jobsOf(project, one, all[at - 1])));
  return Object.assign({}, ...hidden);
}

/** Is it the only project of its repository, and for one environment, whose state is of all organizations? */
function isAloneIn({ folder, environments, hasSeveral }: PipelineProject): boolean {
  return folder === "." && environments.length === 0 && !hasSeveral;
}

function chosen(environments: readonly string[]): JsonObject {
  return { value: "all", options: ["all", ...environments], description: "Environment that is applied" };
}

/** Each organization has a state of its own. */
function stateName({ hasSeveral }: PipelineProject, name: string): string {
  return hasSeveral ? `${name}-{organization}` : name;
}

function jobsOf(project: PipelineProject, environment: JobEnvironment, before: JobEnvironment): GitlabJobs {
  const { folder, variables } = project;
  const name = ownName(project, environment);
  const { plan, apply, drift, tests } = commandsFor(environment, project);
  const isRequest = '$CI_PIPELINE_SOURCE == "merge_request_event"';
  const isChosen =
    environment === undefined ? "" : ` && ($DOCFORM_APPLY == "all" || $DOCFORM_APPLY == "${environment}")`;
  const isMerge = `($CI_PIPELINE_SOURCE == "push" || $CI_PIPELINE_SOURCE == "web") && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH${isChosen}`;
  // A fork has no variables, which its manifests may need.
  const isHere = " && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID";
  const inFolder = (path: string): string => (folder === "." ? path : `${folder}/${path}`);
  const job = (rule: string, script: readonly string[], more: JsonObject, token?: string): JsonObject => ({
    ...jobFor(project, environment, token),
    rules: [
      {
        if: rule,
        ...(folder === "." || !rule.startsWith(isRequest) ? {} : { changes: gitlabPathFilters(folder) }),
      },
    ],
    ...(isAloneIn(project) ? {} : { variables: stateVariables(stateName(project, name)) }),
    script: [...script],
    ...more,
  });
  const check = {
    interruptible: true,
    artifacts: {
      when: "always",
      // It names people.
      access: "developer",
      expire_in: "2 weeks",
      paths: [inFolder("docform-plan")],
      reports: { codequality: inFolder("gl-code-quality-report.json"), dotenv: inFolder("docform.env") },
    },
  };
  const guarded = {
    environment: { name: environment ?? "production" },
    resource_group: name,
    // The environment before goes first.
    ...(before === undefined
      ? {}
      : { needs: [{ job: `${ownName(project, before)}-apply`, optional: true }] }),
    stage: "deploy",
    timeout: "1h",
  };
  return {
    [`${name}-check`]: job(isRequest, [plan], check, "DOCFORM_READ_TOKEN"),
    [`${name}-test`]: job(`${isRequest}${variables.length === 0 ? "" : isHere}`, tests, {
      interruptible: true,
    }),
    [`${name}-apply`]: job(isMerge, [apply], guarded, "DOCFORM_TOKEN"),
    [`${name}-drift`]: job('$CI_PIPELINE_SOURCE == "schedule"', [drift], {}, "DOCFORM_READ_TOKEN"),
  };
}

/** Where a change means a project in a folder. A job that does not run holds no merge request. */
function gitlabPathFilters(folder: string): string[] {
  return [`${folder}/**/*`, "package.json", "package-lock.json", "vendor/**/*"];
}

/** The settings of all jobs. A token of an environment has a name of its own: each job but apply runs outside of it. */
function jobFor({ folder }: PipelineProject, environment: JobEnvironment, token?: string): JsonObject {
  const isOwn = token !== undefined && environment !== undefined;
  return {
    image: "node:24",
    timeout: "15m",
    before_script: [
      ...(isOwn ? [`export ${token}="$${variableOf(token, environment)}"`] : []),
      ...(folder === "." ? [] : [`cd ${shellWord(folder)}`]),
      install,
    ],
  };
}
