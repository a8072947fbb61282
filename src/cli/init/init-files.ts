import { kinds } from "../../kinds/kinds.ts";
import { modeline, schemaFile, schemaNames } from "../../manifest/schema/modeline.ts";
import { schemaText } from "../../manifest/schema/published-schemas.ts";
import { toYaml } from "../../manifest/write/to-yaml.ts";
import type { JsonObject } from "../../text/json.ts";

/** An organization of a new project. */
export interface NewOrganization {
  readonly alias: string;
  readonly id: string;
}

/** The answers from which a new project is created. */
interface NewProjectAnswers {
  readonly baseUrl: string | undefined;
  readonly organizations: readonly NewOrganization[];
  readonly ci: CiService | "none";
  readonly editor: "vscode" | "none";
}

/** A file of a new project. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** The files of a new project apart from its manifests. */
export function filesBeside(
  { baseUrl, organizations, ci, editor }: NewProjectAnswers,
  variables: readonly string[],
): readonly NewFile[] {
  const settings: JsonObject = {
    ...(baseUrl === undefined ? {} : { platform: { baseUrl } }),
    organizations: Object.fromEntries(organizations.map(({ alias, id }) => [alias, { id }])),
    manifests: ["manifests"],
  };
  return [
    yamlFile("project", "docform.yaml", settings),
    ...schemaNames.map((name) => ({ path: schemaFile(name), text: schemaText(name, kinds) })),
    ...(editor === "vscode" ? [{ path: ".vscode/extensions.json", text: editorSettings }] : []),
    ...(ci === "none" ? [] : [ciFile(ci, { variables, hasAddress: baseUrl !== undefined })]),
  ];
}

/** The first manifest of an organization that nothing is pulled of. */
export function firstManifest({ alias }: NewOrganization): NewFile {
  const path = `manifests/${alias}.yaml`;
  const text = `${modeline("manifest", path)}\n${toYaml({ organization: alias })}
# What is declared here is managed; everything else on the platform is left alone. For example:
#
# teams:
#   docs:
#     title: Docs team
#
# docform explain team says what a team takes.
`;
  return { path, text };
}

function yamlFile(name: "project", path: string, value: JsonObject): NewFile {
  return { path, text: `${modeline(name, path)}\n${toYaml(value, { spaced: true })}` };
}

/** The extension that reads the first line of each file; the schemas are in the project, so nothing else is needed. */
const editorSettings = `${JSON.stringify({ recommendations: ["redhat.vscode-yaml"] }, null, 2)}\n`;

/** Git ignores records, journals and the lock, but keeps the schemas: editors need them in a fresh clone. */
export const ignored = [".docform/*", "!.docform/schema/"] as const;

/** Services that init can write a pipeline for. */
export const ciServices = ["github", "gitlab"] as const;

/** One of them. */
export type CiService = (typeof ciServices)[number];

/** The settings of a project that its pipeline needs. */
interface CiNeeds {
  /** Environment variables that manifests use, apart from the token. */
  readonly variables: readonly string[];
  /** Whether docform.yaml names the address of the platform. */
  readonly hasAddress: boolean;
}

/** Installs the version of the lock file only: the package that runs gets the token. */
const install = "npm ci --ignore-scripts";
const docform = "npx --no-install docform";
const pinned = [
  "It runs the docform that package-lock.json of the repository pins: npm install --save-dev docform, from where you",
  "have it, and commit package.json and package-lock.json.",
] as const;

/** The pipeline: validate and plan on a pull request, apply on the merge, drift on a schedule. */
function ciFile(service: CiService, needs: CiNeeds): { readonly path: string; readonly text: string } {
  switch (service) {
    case "github":
      return { path: ".github/workflows/docform.yml", text: commented(githubNotes, githubWorkflow(needs)) };
    case "gitlab":
      return { path: ".gitlab-ci.yml", text: commented(gitlabNotes(needs), gitlabPipeline()) };
  }
}

function commented(notes: readonly string[], pipeline: JsonObject): string {
  return `${notes.map((note) => `# ${note}\n`).join("")}${toYaml(pipeline, { spaced: true })}`;
}

const githubNotes = [
  "docform: validate and plan on a pull request, apply on the merge, drift on a schedule.",
  ...pinned,
  "Set the secret DOCFORM_TOKEN in the settings of the repository. Pull requests from forks get no secrets, so they",
  "are validated and not planned. Who may change docform.yaml decides where the token goes: review it.",
];

function githubWorkflow({ variables, hasAddress }: CiNeeds): JsonObject {
  const secret = (name: string): readonly [string, string] => [name, `\${{ secrets.${name} }}`];
  const env = Object.fromEntries([
    secret("DOCFORM_TOKEN"),
    ...(hasAddress ? [] : [["DOCFORM_BASE_URL", "${{ vars.DOCFORM_BASE_URL }}"] as const]),
    ...variables.map(secret),
  ]);
  const job = (condition: string, ...commands: readonly JsonObject[]): JsonObject => ({
    if: condition,
    "runs-on": "ubuntu-latest",
    steps: [
      { uses: "actions/checkout@v4" },
      { uses: "actions/setup-node@v4", with: { "node-version": 20 } },
      { run: install },
      ...commands,
    ],
  });
  const own = "github.event.pull_request.head.repo.full_name == github.repository";
  return {
    name: "docform",
    on: { pull_request: {}, push: {}, schedule: [{ cron: "17 5 * * *" }] },
    permissions: { contents: "read" },
    // Two runs at once would disturb each other, and a cancelled run leaves calls in doubt.
    concurrency: { group: "docform-${{ github.ref }}", "cancel-in-progress": false },
    jobs: {
      check: job(
        "github.event_name == 'pull_request'",
        { run: `${docform} validate --format github` },
        { if: own, run: `${docform} plan --format markdown >> "$GITHUB_STEP_SUMMARY"`, env },
      ),
      apply: job("github.event_name == 'push' && github.ref_name == github.event.repository.default_branch", {
        run: `${docform} apply --yes`,
        env,
      }),
      drift: job("github.event_name == 'schedule'", { run: `${docform} drift`, env }),
    },
  };
}

function gitlabNotes({ variables, hasAddress }: CiNeeds): readonly string[] {
  const names = ["DOCFORM_TOKEN", ...(hasAddress ? [] : ["DOCFORM_BASE_URL"]), ...variables];
  return [
    "docform: validate and plan on a merge request, apply on the merge, drift on a schedule (make one in the settings).",
    ...pinned,
    `Set these CI/CD variables, masked: ${names.join(", ")}.`,
    "Who may change docform.yaml decides where the token goes: review it.",
  ];
}

function gitlabPipeline(): JsonObject {
  const job = (rule: string, script: readonly string[], more: JsonObject = {}): JsonObject => ({
    image: "node:20",
    rules: [{ if: rule }],
    before_script: [install],
    script: [...script],
    ...more,
  });
  return {
    "docform-check": job(
      '$CI_PIPELINE_SOURCE == "merge_request_event"',
      [`${docform} validate --format gitlab > gl-code-quality-report.json`, `${docform} plan`],
      { artifacts: { when: "always", reports: { codequality: "gl-code-quality-report.json" } } },
    ),
    "docform-apply": job(
      '$CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH',
      [`${docform} apply --yes`],
      { resource_group: "docform" },
    ),
    "docform-drift": job('$CI_PIPELINE_SOURCE == "schedule"', [`${docform} drift`]),
  };
}
