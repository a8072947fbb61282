import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { bareRepository, basic, serveGit } from "../backends/git-server.ts";
import { startStateServer } from "../backends/state-server.ts";
import { codeBlocks } from "../support/pages/code-blocks.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform/start-platform.ts";
import { builtDocform } from "../support/processes/built-docform.ts";
import {
  canary,
  folderWith,
  manifest,
  quietly,
  seedWithTwins,
  twoSteps,
} from "../support/processes/cli-fixture.ts";
import { startGithub } from "../support/services/github-server.ts";
import { pipelineProblems } from "../support/services/gitlab-component.ts";
import { startGitlab } from "../support/services/gitlab-server.ts";
import { type Occasion, pipelineVariables } from "../support/services/pipeline-world.ts";
import { githubJobs, gitlabJobs, type PipelineJob } from "../support/services/pipelines.ts";
import { Repository } from "../support/services/repository.ts";
import { token as serviceToken } from "../support/services/service-server.ts";

let built: string;

beforeAll(async () => {
  built = await builtDocform();
});

type Env = Readonly<Record<string, string>>;

/** The output of a shell line, and its exit code. */
interface Said {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A machine with docform installed in the project: `npm ci` has nothing to do, `npx` runs it. */
function toolsFolder(): string {
  const tools = folderWith({
    npm: '#!/bin/sh\ntest "$*" = "ci --ignore-scripts"\n',
    npx: `#!/bin/sh\ntest "$1 $2" = "--no-install docform" || exit 9\nshift 2\nexec "${process.execPath}" "${built}/cli.cjs" "$@"\n`,
  });
  for (const name of ["npm", "npx"]) chmodSync(join(tools, name), 0o755);
  return tools;
}

/** Runs a line in a shell with these variables alone. */
async function shell(line: string, cwd: string, env: Env): Promise<Said> {
  const surroundings = {
    PATH: `${toolsFolder()}:${process.env.PATH}`,
    HOME: folderWith({}),
    CI: "true",
    ...env,
  };
  const child = spawn("sh", ["-c", line], { cwd, env: surroundings, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** Runs all lines of a job; each has to end well. Answers what they printed. */
async function runJob({ steps }: PipelineJob, cwd: string, more: Env = {}): Promise<string> {
  let printed = "";
  for (const { line, env } of steps) {
    const { code, stdout, stderr } = await shell(line, cwd, { ...env, ...more });
    expect([line, code, code === 0 ? "" : stderr]).toEqual([line, 0, ""]);
    expect(stdout + stderr).not.toContain("canary");
    printed += stdout;
  }
  return printed;
}

/** A project that `init --ci` made, in a repository that is pushed. */
async function pushedProject(service: "github" | "gitlab", platform: TestPlatform) {
  const root = folderWith({});
  const bare = bareRepository(join(root, "hub.git"));
  const work = join(root, "work");
  mkdirSync(work);
  const made = `init --organization acme=org_acme --ci ${service} --base-url ${platform.url}`;
  expect(await quietly(made, { cwd: work })).toMatchObject({ code: 0, stderr: "" });
  writeFileSync(join(work, "manifests/acme.yaml"), twoSteps["manifests/all.yaml"] ?? "");
  const as = ["-c", "user.name=ana", "-c", "user.email=ana@acme.example"];
  for (const args of [
    ["init", "--quiet", "--initial-branch=main"],
    ["add", "."],
    [...as, "commit", "--quiet", "-m", "Begin"],
    ["push", "--quiet", bare, "main"],
    ["--git-dir", bare, "symbolic-ref", "HEAD", "refs/heads/main"],
  ])
    execFileSync("git", args, { cwd: work });
  return { root, bare, file: (path: string) => readFileSync(join(work, path), "utf8") };
}

/** A service with a pull request, and the variables of the jobs about it: of each clone, on each occasion. */
async function servedBy(name: "github" | "gitlab", more: Env = {}) {
  const repository = new Repository();
  const server = await (name === "github" ? startGithub : startGitlab)(repository);
  onTestFinished(async () => {
    await server.close();
    expect(server.problems).toEqual([]);
  });
  const pull = repository.openPull("change");
  const address = { [name === "github" ? "GITHUB_API_URL" : "CI_API_V4_URL"]: server.apiUrl };
  const on = (cwd: string, occasion: Occasion): Env => {
    const given = { ...pipelineVariables(name, folderWith({}), cwd, occasion), ...address, ...more };
    const defined = Object.entries(given).filter(
      ([key, value]) => value !== undefined && key !== "GITHUB_TOKEN",
    );
    return Object.fromEntries(defined);
  };
  return { repository, pull, on };
}

/** The jobs that `init` writes. */
function threeOf(jobs: Readonly<Record<string, PipelineJob>>, prefix: string) {
  const named = (name: string): PipelineJob => {
    const job = jobs[prefix + name];
    if (job === undefined) throw new Error(`there is no job ${prefix}${name}`);
    return job;
  };
  return { check: named("check"), apply: named("apply"), drift: named("drift") };
}

/** Each clone after the apply finds its run. The drift job only reads; an undo takes the lock, as the apply job may. */
async function findTheRun(
  cloneFor: (job: PipelineJob) => Promise<string>,
  { apply, drift }: { readonly apply: PipelineJob; readonly drift: PipelineJob },
  on: (cwd: string, occasion: Occasion) => Env,
): Promise<void> {
  const watching = await cloneFor(drift);
  const { env } = drift.steps.at(-1) ?? { env: {} };
  const listing = { ...on(watching, {}), ...env };
  const { stdout } = await shell("npx --no-install docform runs --format json", watching, listing);
  const { runs } = JSON.parse(stdout);
  expect(runs).toMatchObject([{ command: "apply", ended: "done", outcomes: { done: 2 } }]);
  expect(await runJob(drift, watching, on(watching, {}))).toContain("In step: 2 resources");
  const undoing = await cloneFor(apply);
  const undo = await shell("npx --no-install docform undo", undoing, {
    ...on(undoing, {}),
    ...apply.steps.at(-1)?.env,
  });
  expect(undo.stdout).toContain(`docform undo ${runs[0].run}`);
  expect(undo.stdout).toContain("Plan: 0 to add, 1 to change, 1 to delete");
}

test("the workflow for GitHub: each clone finds what the run before it left", async () => {
  const platform = await startTestPlatform(seedWithTwins);
  const { root, bare, file } = await pushedProject("github", platform);
  const server = await serveGit(root, serviceToken);
  onTestFinished(server.close);
  const jobs = githubJobs(file(".github/workflows/docform.yml"), {
    // The variable pins the address that docform.yaml names.
    "vars.DOCFORM_BASE_URL": platform.url,
    "vars.DOCFORM_STATE": "git origin docform-state",
    // A push gives no inputs: GitHub fills in nothing.
    "inputs.expect": "",
    "secrets.DOCFORM_TOKEN": platform.token,
    "secrets.DOCFORM_READ_TOKEN": canary.reader,
    "github.token": serviceToken,
  });
  /** A shallow clone that keeps no token of the job, as actions/checkout makes one without persist-credentials. */
  const cloneFor = async ({ mayPush }: PipelineJob): Promise<string> => {
    execFileSync("git", ["--git-dir", bare, "config", "http.receivepack", String(mayPush)]);
    const header = `http.${server.url}/.extraheader=AUTHORIZATION: ${basic(serviceToken)}`;
    const clone = folderWith({});
    const line = `git -c '${header}' clone --quiet --depth 1 ${server.url}/hub.git .`;
    expect(await shell(line, clone, {})).toMatchObject({ code: 0, stderr: "" });
    return clone;
  };
  const refs = () => execFileSync("git", ["--git-dir", bare, "for-each-ref"], { encoding: "utf8" });
  const { check, apply, drift } = threeOf(jobs, "");
  expect([check.mayPush, apply.mayPush, drift.mayPush]).toEqual([false, true, false]);
  const { repository, pull, on } = await servedBy("github", { GITHUB_SERVER_URL: server.url });
  const summary = join(root, "summary.md");
  const checking = await cloneFor(check);
  await runJob(check, checking, { ...on(checking, { pull }), GITHUB_STEP_SUMMARY: summary });
  expect(readFileSync(summary, "utf8")).toContain("2 API calls");
  expect(refs()).not.toContain("docform-state");

  const applying = await cloneFor(apply);
  const merged = on(applying, { commit: repository.merge(pull) });
  expect(await runJob(apply, applying, merged)).toContain("Apply: 2 done.");
  expect(repository.comments.map(({ text }) => text.split("\n", 1)[0])).toEqual([
    "<!-- docform ci-plan . -->",
    "<!-- docform ci-apply . -->",
  ]);
  expect(refs()).toContain("refs/heads/docform-state");
  const history = execFileSync("git", ["--git-dir", bare, "log", "--format=%s", "docform-state"], {
    encoding: "utf8",
  });
  expect(history).toContain("Lock for docform apply\n");

  await findTheRun(cloneFor, { apply, drift }, on);
});

test("the pipeline for GitLab: each clone finds what the run before it left", async () => {
  const platform = await startTestPlatform(seedWithTwins);
  const { bare, file } = await pushedProject("gitlab", platform);
  const state = await startStateServer({
    as: "GitLab",
    credentials: { username: "gitlab-ci-token", password: "job-token" },
    path: "/api/v4/projects/42/terraform/state/docform",
  });
  onTestFinished(state.close);
  expect(pipelineProblems(parse(file(".gitlab-ci.yml")))).toEqual([]);
  const { repository, pull, on } = await servedBy("gitlab");
  const jobs = gitlabJobs(file(".gitlab-ci.yml"), {
    CI_API_V4_URL: `${state.url}/api/v4`,
    CI_PROJECT_ID: "42",
    CI_JOB_TOKEN: "job-token",
    DOCFORM_TOKEN: platform.token,
  });
  const { check, apply, drift } = threeOf(jobs, "docform-");
  const clone = async (): Promise<string> => {
    const folder = folderWith({});
    execFileSync("git", ["clone", "--quiet", "--depth", "1", `file://${bare}`, folder]);
    return folder;
  };
  const checking = await clone();
  expect(await runJob(check, checking, on(checking, { pull }))).toContain("2 API calls");
  expect(JSON.parse(readFileSync(join(checking, "gl-code-quality-report.json"), "utf8"))).toEqual([]);
  expect(state.stored).toBeUndefined();

  const applying = await clone();
  const merged = on(applying, { commit: repository.merge(pull) });
  expect(await runJob(apply, applying, merged)).toContain("Apply: 2 done.");
  const left = state.stored;
  await findTheRun(clone, { apply, drift }, on);
  expect(state.stored).toBe(left);
});

const pages = ["docs/guides/state.md", "docs/guides/github.md", "docs/guides/gitlab.md"];
const blocks = pages.flatMap((page) => codeBlocks(page, "yaml").map((block) => [page, block] as const));

describe("the pages about pipelines", () => {
  const settings = blocks.filter(([, block]) => block.startsWith("# docform.yaml\n"));

  test.each(settings)("%s: docform validate takes\n%s", async (_, block) => {
    const { organizations = { acme: { id: "org_acme" } } } = parse(block);
    const added = block.includes("organizations:") ? "" : `organizations: ${JSON.stringify(organizations)}\n`;
    const cwd = folderWith({
      "docform.yaml": block + added,
      ...manifest("teams: { docs: { title: Docs } }\n"),
    });
    const lines = [
      "validate",
      ...Object.keys(parse(block).environments ?? {}).map((name) => `validate --env ${name}`),
    ];
    for (const line of lines) expect(await quietly(line, { cwd })).toMatchObject({ code: 0, stderr: "" });
  });

  test.each([
    ["github", ".github/workflows/docform.yml"],
    ["gitlab", ".gitlab-ci.yml"],
  ])("show of the files of init --ci %s what is in them", async (service, path) => {
    const cwd = folderWith({});
    await quietly(`init --organization acme=org_1 --ci ${service}`, { cwd });
    const written = parse(readFileSync(join(cwd, path), "utf8"));
    const shown = blocks.filter(([, block]) => block.startsWith(`# ${path}\n`));
    expect(shown).not.toEqual([]);
    for (const [, block] of shown) expect(written).toMatchObject(parse(block));
  });
});
