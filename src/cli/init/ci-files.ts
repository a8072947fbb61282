import { toYaml } from "../../manifest/write/to-yaml.ts";
import type { JsonObject } from "../../text/json.ts";

/** Services that init can write a pipeline for. */
export const ciServices = ["github", "gitlab"] as const;

/** One of them. */
export type CiService = (typeof ciServices)[number];

/** The place of the state that the runs of a pipeline reach without another account. */
export const placeOfState: Readonly<Record<CiService, JsonObject>> = {
  github: { git: { ref: "docform-state" } },
  gitlab: { http: {} },
};

/** What a person has to do before a command on this machine reaches that place. */
export const reachingState: Readonly<Record<CiService, string>> = {
  github: "the state is in the branch docform-state of the remote origin, which this folder must have",
  gitlab:
    "the state is in the GitLab project: .gitlab-ci.yml says which variables lead to it from this machine",
};

/** The settings of a project that its pipeline needs. */
interface CiNeeds {
  /** Environment variables that manifests use, apart from the token. */
  readonly variables: readonly string[];
  /** Whether docform.yaml names the address of the platform. */
  readonly hasAddress: boolean;
}

/** The apply of a merge, or of the digest that a person gives. */
const applyLine = 'ci apply ${DOCFORM_EXPECT:+--expect="$DOCFORM_EXPECT"}';

/** Tests of what a pull request brings, where there are any. They need no platform, so they get no token. */
const testLines = [
  "if [ -d policies ]; then npx --no-install docform policy test; fi",
  "if [ -d tests ]; then npx --no-install docform test; fi",
] as const;

/** Installs the version of the lock file only: the package that runs gets the token. */
const install = "npm ci --ignore-scripts";
const docform = "npx --no-install docform";
const pinned = [
  "It runs the docform that package-lock.json of the repository pins: npm install --save-dev docform, from where you",
  "have it, and commit package.json and package-lock.json.",
] as const;

/** The pipeline: a plan on a pull request, apply on the merge, drift on a schedule. */
export function ciFile(service: CiService, needs: CiNeeds): { readonly path: string; readonly text: string } {
  switch (service) {
    case "github":
      return { path: ".github/workflows/docform.yml", text: commented(githubNotes, githubWorkflow(needs)) };
    case "gitlab":
      return { path: ".gitlab-ci.yml", text: commented(gitlabNotes(needs), gitlabPipeline(needs)) };
  }
}

function commented(notes: readonly string[], pipeline: JsonObject): string {
  return `${notes.map((note) => `# ${note}\n`).join("")}${toYaml(pipeline, { spaced: true })}`;
}

const githubNotes = [
  "docform: a plan on a pull request, that plan on the merge, drift on a schedule.",
  ...pinned,
  "Set the secret DOCFORM_READ_TOKEN, which only reads the platform, in the settings of the repository. Make the environment",
  "production, protect it, and set the secret DOCFORM_TOKEN there: only the apply job gets it. Pull requests from forks get no",
  "secrets, so they are validated and not planned. Who may change docform.yaml decides where the tokens go: review it, and set",
  "the variables DOCFORM_BASE_URL (the address) and DOCFORM_STATE (git origin docform-state), which no pull request changes.",
  "The record, the lock and the journals are in the branch docform-state, which only the apply job may push.",
];

function githubWorkflow(needs: CiNeeds): JsonObject {
  // A label may approve what a policy asks about.
  const types = ["opened", "synchronize", "reopened", "labeled", "unlabeled"];
  const expect = { type: "string", description: "Digest of a plan that nobody reviewed in a pull request" };
  return {
    name: "docform",
    on: {
      pull_request: { types },
      merge_group: {},
      push: {},
      schedule: [{ cron: "17 5 * * *" }],
      workflow_dispatch: { inputs: { expect } },
    },
    permissions: { contents: "read" },
    jobs: githubJobs(needs),
  };
}

function githubJobs(needs: CiNeeds): JsonObject {
  const isMerge =
    "(github.event_name == 'push' || github.event_name == 'workflow_dispatch') && github.ref == format('refs/heads/{0}', github.event.repository.default_branch)";
  const keep = {
    if: "always()",
    uses: "actions/upload-artifact@v4",
    with: { name: "docform-plan", path: "docform-plan", "if-no-files-found": "ignore" },
  };
  const step = (command: string, token: string, more: JsonObject = {}): JsonObject => ({
    run: `${docform} ${command}`,
    env: { ...githubVariables(needs, token), ...more },
  });
  return {
    check: githubJob(
      "github.event_name == 'pull_request' || github.event_name == 'merge_group'",
      {
        // The plan of an older commit is of no use.
        concurrency: { group: "docform-${{ github.ref }}", "cancel-in-progress": true },
        permissions: { contents: "read", "pull-requests": "write" },
      },
      [step("ci plan", "DOCFORM_READ_TOKEN"), keep, ...testLines.map((run) => testStep(run, needs))],
    ),
    apply: githubJob(
      isMerge,
      {
        // Each merge waits for its turn: without queue, GitHub drops all but the newest that waits.
        concurrency: { group: "docform-apply", queue: "max" },
        environment: "production",
        permissions: { contents: "write", "pull-requests": "write" },
      },
      [step(applyLine, "DOCFORM_TOKEN", { DOCFORM_EXPECT: "${{ inputs.expect }}" })],
    ),
    drift: githubJob(
      "github.event_name == 'schedule'",
      { permissions: { contents: "read", issues: "write" } },
      [step("ci drift", "DOCFORM_READ_TOKEN")],
    ),
  };
}

/** A test runs whatever came out of the plan. A fork has no secrets, which its manifests may need. */
function testStep(run: string, { variables }: CiNeeds): JsonObject {
  const env = Object.fromEntries(variables.map(githubSecret));
  const isHere = variables.length === 0 ? "" : " && !github.event.pull_request.head.repo.fork";
  return { if: `\${{ !cancelled()${isHere} }}`, run, ...(variables.length === 0 ? {} : { env }) };
}

function githubSecret(name: string): readonly [string, string] {
  return [name, `\${{ secrets.${name} }}`];
}

function githubVariables({ variables }: CiNeeds, token: string): JsonObject {
  return Object.fromEntries([
    githubSecret(token),
    ["GITHUB_TOKEN", "${{ github.token }}"],
    // They pin the address and the state, also of a docform.yaml that names them. Empty counts as not set.
    ["DOCFORM_BASE_URL", "${{ vars.DOCFORM_BASE_URL }}"] as const,
    ["DOCFORM_STATE", "${{ vars.DOCFORM_STATE }}"] as const,
    ...variables.map(githubSecret),
  ]);
}

function githubJob(condition: string, more: JsonObject, commands: readonly JsonObject[]): JsonObject {
  return {
    if: condition,
    "runs-on": "ubuntu-latest",
    ...more,
    steps: [
      { uses: "actions/checkout@v4" },
      { uses: "actions/setup-node@v4", with: { "node-version": 24 } },
      { run: install },
      ...commands,
    ],
  };
}

function gitlabNotes({ variables, hasAddress }: CiNeeds): readonly string[] {
  const names = [...(hasAddress ? [] : ["DOCFORM_BASE_URL"]), ...variables];
  return [
    "docform: a plan on a merge request, that plan on the merge, drift on a schedule (make one in the settings).",
    ...pinned,
    "Set these CI/CD variables, masked: DOCFORM_READ_TOKEN only reads the platform; DOCFORM_TOKEN writes it, protected, in",
    "the scope of the environment production; DOCFORM_GITLAB_TOKEN (scope api, role Reporter) writes comments and issues.",
    ...(names.length === 0 ? [] : [`Set also, masked: ${names.join(", ")}.`]),
    "Who may change docform.yaml decides where the tokens go: review it, and set DOCFORM_STATE to http, which pins the state.",
    "The record, the lock and the journals are in the state docform of the project (Operate > Terraform states). Jobs",
    "of a developer read it, jobs of a maintainer write it. To run docform on your machine, set DOCFORM_STATE_URL to",
    "the TF_HTTP_ADDRESS below, DOCFORM_STATE_USERNAME to your name, DOCFORM_STATE_PASSWORD to a token with scope api.",
  ];
}

/** The variables of Terraform's http backend, which docform reads; the token of the job is enough. */
const gitlabState = {
  TF_HTTP_ADDRESS: "${CI_API_V4_URL}/projects/${CI_PROJECT_ID}/terraform/state/docform",
  TF_HTTP_USERNAME: "gitlab-ci-token",
  TF_HTTP_PASSWORD: "${CI_JOB_TOKEN}",
} as const;

/** What the form of a pipeline that a person starts asks for. */
const expectedDigest = {
  value: "",
  description: "Digest of a plan that nobody reviewed in a merge request",
};

function gitlabPipeline({ variables }: CiNeeds): JsonObject {
  const isRequest = '$CI_PIPELINE_SOURCE == "merge_request_event"';
  const isMerge =
    '($CI_PIPELINE_SOURCE == "push" || $CI_PIPELINE_SOURCE == "web") && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH';
  return {
    variables: { ...gitlabState, DOCFORM_EXPECT: expectedDigest },
    "docform-check": gitlabJob(isRequest, [`${docform} ci plan`], {
      artifacts: {
        when: "always",
        paths: ["docform-plan"],
        reports: { codequality: "gl-code-quality-report.json", dotenv: "docform.env" },
      },
    }),
    // A fork has no variables, which its manifests may need.
    "docform-test": gitlabJob(
      `${isRequest}${variables.length === 0 ? "" : " && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID"}`,
      testLines,
    ),
    "docform-apply": gitlabJob(isMerge, [`${docform} ${applyLine}`], {
      environment: { name: "production" },
      resource_group: "docform",
    }),
    "docform-drift": gitlabJob('$CI_PIPELINE_SOURCE == "schedule"', [`${docform} ci drift`]),
  };
}

function gitlabJob(rule: string, script: readonly string[], more: JsonObject = {}): JsonObject {
  return {
    image: "node:24",
    rules: [{ if: rule }],
    before_script: [install],
    script: [...script],
    ...more,
  };
}
