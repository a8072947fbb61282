import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { startTestPlatform, type TestPlatform } from "../platform/start-platform.ts";
import { folderWith, quietly, seedWithTwins, settings } from "../processes/cli-fixture.ts";
import type { Run, Surroundings } from "../processes/run-docform.ts";
import { startGithub } from "./github-server.ts";
import { startGitlab } from "./gitlab-server.ts";
import { headOf, Repository, type StoredPull } from "./repository.ts";
import { type ServiceServer, token } from "./service-server.ts";

/** The services that a pipeline runs on. */
export const serviceNames = ["github", "gitlab"] as const;
type ServiceName = (typeof serviceNames)[number];

/** The subject of a pipeline. */
export interface Occasion {
  readonly pull?: StoredPull;
  /** Of the pull request, or of a push to `main`; without both, it is the schedule. */
  readonly commit?: string;
  readonly isFork?: boolean;
  /** The pull request waits in a merge queue or a merge train. */
  readonly isQueued?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** A repository on a service, a platform, and a runner that checks out one and works on the other. */
export interface PipelineWorld {
  readonly repository: Repository;
  readonly server: ServiceServer;
  readonly platform: TestPlatform;
  /** The folder that the runner works in: the state stays in it from run to run. */
  readonly folder: string;
  /** Where GitHub takes the summary and the outputs of a step from. */
  readonly files: { readonly summary: string; readonly output: string };
  /** Runs a command line in the files of a branch, or of the commit that was pushed. */
  readonly run: (line: string, occasion: Occasion, more?: Partial<Surroundings>) => Promise<Run>;
}

/** Starts everything that a pipeline of a service needs. */
export async function pipelineWorld(
  name: ServiceName,
  files: Readonly<Record<string, string>>,
): Promise<PipelineWorld> {
  const platform = await startTestPlatform(seedWithTwins);
  const repository = new Repository({ "docform.yaml": settings, ...files });
  const server = await (name === "github" ? startGithub : startGitlab)(repository);
  onTestFinished(async () => {
    await server.close();
    expect(server.problems).toEqual([]);
  });
  const [folder, runner] = [folderWith({}), folderWith({})];
  const kept = { summary: join(runner, "summary.md"), output: join(runner, "output") };
  const run: PipelineWorld["run"] = async (line, occasion, more = {}) => {
    const { pull, commit } = occasion;
    const isPush = pull === undefined && commit !== undefined;
    checkOut(folder, isPush ? repository.filesAt(commit) : repository.filesOf(pull?.branch ?? "main"));
    const surroundings = pipelineVariables(name, runner, folder, occasion);
    const sha = occasion.commit ?? repository.branches.get("main") ?? "";
    const checkedOut = name === "github" ? { GITHUB_SHA: sha } : { CI_COMMIT_SHA: sha };
    const env = { ...platform.env, ...surroundings, ...checkedOut, ...occasion.env };
    const answer = await quietly(line, {
      cwd: folder,
      sleep: platform.sleep,
      ...more,
      env: { ...env, [name === "github" ? "GITHUB_API_URL" : "CI_API_V4_URL"]: server.apiUrl },
    });
    expect(answer.stdout + answer.stderr).not.toContain(token);
    return answer;
  };
  return { repository, server, platform, folder, files: kept, run };
}

function checkOut(folder: string, files: Readonly<Record<string, string>>): void {
  for (const name of ["manifests", "policies", "docform-plan"])
    rmSync(join(folder, name), { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The variables that a service sets for a job that works in a folder; the event of GitHub is in that of its runner. */
export function pipelineVariables(name: ServiceName, runner: string, folder: string, occasion: Occasion) {
  return name === "github" ? onGithub(runner, folder, occasion) : onGitlab(folder, occasion);
}

function onGithub(runner: string, folder: string, { pull, commit, isFork, isQueued }: Occasion) {
  const repo = { full_name: isFork ? "eve/docs" : "acme/docs" };
  const head = pull && { sha: commit ?? headOf(pull), repo };
  const repository = { full_name: "acme/docs", default_branch: "main" };
  const group = pull && { head_sha: "d".repeat(40), head_ref: queueBranch(pull) };
  const about = isQueued ? { merge_group: group } : { pull_request: { number: pull?.number, head } };
  const event = { repository, ...(pull && about) };
  writeFileSync(join(runner, "event.json"), JSON.stringify(event));
  return {
    GITHUB_ACTIONS: "true",
    GITHUB_REPOSITORY: "acme/docs",
    GITHUB_SERVER_URL: "https://github.example",
    GITHUB_RUN_ID: "77",
    GITHUB_EVENT_NAME:
      pull === undefined ? pushOrSchedule(commit) : isQueued ? "merge_group" : "pull_request",
    GITHUB_EVENT_PATH: join(runner, "event.json"),
    GITHUB_REF: pull === undefined ? "refs/heads/main" : `refs/pull/${pull.number}/merge`,
    GITHUB_SHA: commit ?? "c".repeat(40),
    GITHUB_WORKSPACE: folder,
    GITHUB_STEP_SUMMARY: join(runner, "summary.md"),
    GITHUB_OUTPUT: join(runner, "output"),
    GITHUB_TOKEN: token,
  };
}

function pushOrSchedule(commit: string | undefined): "push" | "schedule" {
  return commit === undefined ? "schedule" : "push";
}

/** GitHub's name of the branch that tries a merge. */
function queueBranch({ number }: StoredPull): string {
  return `refs/heads/gh-readonly-queue/main/pr-${number}-${"e".repeat(40)}`;
}

function onGitlab(folder: string, { pull, commit, isFork, isQueued }: Occasion) {
  const ofPull = pull && {
    CI_MERGE_REQUEST_IID: String(pull.number),
    CI_MERGE_REQUEST_PROJECT_ID: "5",
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: isFork ? "6" : "5",
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: commit ?? headOf(pull),
    CI_MERGE_REQUEST_EVENT_TYPE: isQueued ? "merge_train" : "detached",
  };
  return {
    GITLAB_CI: "true",
    CI_PROJECT_ID: "5",
    CI_PIPELINE_SOURCE: pull === undefined ? pushOrSchedule(commit) : "merge_request_event",
    CI_COMMIT_SHA: commit ?? "c".repeat(40),
    ...(pull === undefined ? { CI_COMMIT_BRANCH: "main" } : {}),
    CI_DEFAULT_BRANCH: "main",
    CI_PROJECT_DIR: folder,
    CI_JOB_URL: "https://gitlab.example/acme/docs/-/jobs/9",
    DOCFORM_GITLAB_TOKEN: token,
    ...ofPull,
  };
}
