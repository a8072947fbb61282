import { describe, expect, test } from "vitest";
import { Stop } from "../model/stop.ts";
import { pipelineIn } from "./pipeline.ts";

const [head, merge] = ["a".repeat(40), "b".repeat(40)];
const own = { full_name: "acme/docs", default_branch: "main" };
const github = {
  GITHUB_ACTIONS: "true",
  GITHUB_API_URL: "https://git.acme.example/api/v3",
  GITHUB_SERVER_URL: "https://git.acme.example",
  GITHUB_REPOSITORY: "acme/docs",
  GITHUB_RUN_ID: "77",
  GITHUB_SHA: merge,
  GITHUB_EVENT_PATH: "/event.json",
};
const onMain = { GITHUB_REF: "refs/heads/main" };
const ofGithub = {
  service: "github",
  apiUrl: "https://git.acme.example/api/v3",
  repository: "acme/docs",
  web: "https://git.acme.example/acme/docs",
  defaultBranch: "main",
  link: "https://git.acme.example/acme/docs/actions/runs/77",
};
const gitlab = {
  GITLAB_CI: "true",
  CI_API_V4_URL: "https://gitlab.acme.example/api/v4",
  CI_PROJECT_ID: "5",
  CI_COMMIT_SHA: merge,
  CI_DEFAULT_BRANCH: "main",
  CI_JOB_URL: "https://gitlab.acme.example/acme/docs/-/jobs/9",
};
const ofGitlab = {
  service: "gitlab",
  apiUrl: "https://gitlab.acme.example/api/v4",
  repository: "5",
  defaultBranch: "main",
  link: "https://gitlab.acme.example/acme/docs/-/jobs/9",
};

const read = (env: Readonly<Record<string, string>>, event: unknown = {}) =>
  pipelineIn(env, async () => (typeof event === "string" ? event : JSON.stringify(event)));
const pullEvent = (repo: unknown) => ({
  repository: own,
  pull_request: { number: 7, head: { sha: head, repo } },
});

describe("GitHub Actions", () => {
  test.each([
    ["pull_request", own, false],
    ["pull_request", { full_name: "Acme/Docs" }, false],
    ["pull_request", { full_name: "eve/docs" }, true],
    ["pull_request", null, true],
    ["pull_request_review", own, false],
  ])("%s of %o: a fork is %s", async (name, repo, isFork) => {
    expect(await read({ ...github, GITHUB_EVENT_NAME: name }, pullEvent(repo))).toEqual({
      ...ofGithub,
      event: "pull request",
      commit: head,
      pull: { number: 7, isFork },
    });
  });

  test("a merge group names its pull request", async () => {
    const head_ref = `refs/heads/gh-readonly-queue/main/pr-7-${merge}`;
    const event = { repository: own, merge_group: { head_sha: head, head_ref } };
    expect(await read({ ...github, GITHUB_EVENT_NAME: "merge_group" }, event)).toEqual({
      ...ofGithub,
      event: "merge group",
      commit: head,
      pull: { number: 7, isFork: false },
    });
  });

  test.each([
    ["push", "push", { repository: own }],
    ["schedule", "schedule", { repository: own, schedule: "0 6 * * *" }],
    ["workflow_dispatch", "other", { repository: own, inputs: null }],
  ])("%s runs on a branch", async (name, event, payload) => {
    expect(await read({ ...github, ...onMain, GITHUB_EVENT_NAME: name }, payload)).toEqual({
      ...ofGithub,
      event,
      commit: merge,
      branch: "main",
    });
  });

  test.each(["workflow_run", "issue_comment", "repository_dispatch", "issues", "toString"])(
    "%s does not say whose files are checked out",
    async (name) => {
      const found = await read({ ...github, ...onMain, GITHUB_EVENT_NAME: name }, { repository: own });
      expect(found).toMatchObject({ event: "other", hidesFork: name });
    },
  );

  test("a tag is no branch, whatever its name; a payload needs no repository", async () => {
    const tag = { GITHUB_REF: "refs/tags/main", GITHUB_REF_NAME: "main", GITHUB_EVENT_NAME: "push" };
    const { defaultBranch, ...rest } = ofGithub;
    expect(await read({ ...github, ...tag })).toEqual({ ...rest, event: "push", commit: merge });
  });

  test.each([
    ["pull_request_target", pullEvent(own), "secrets of this repository"],
    ["pull_request", {}, "has no pull_request"],
    ["merge_group", {}, "has no merge_group"],
    ["pull_request", pullEvent("x"), "has not the form"],
    ["push", "{", "has not the form"],
  ])("%s with %j is refused", async (name, event, why) => {
    const problem = await read({ ...github, GITHUB_EVENT_NAME: name }, event).catch((one: unknown) => one);
    expect(problem).toBeInstanceOf(Stop);
    expect((problem as Stop).diagnostics).toEqual([
      expect.objectContaining({ code: "DF5061", message: expect.stringContaining(why) }),
    ]);
  });

  test("a payload that cannot be read is named", async () => {
    const reading = pipelineIn({ ...github, GITHUB_EVENT_NAME: "push" }, () =>
      Promise.reject(new Error("no")),
    );
    await expect(reading).rejects.toThrow("the event at /event.json cannot be read");
  });
});

describe("GitLab CI", () => {
  const request = {
    CI_PIPELINE_SOURCE: "merge_request_event",
    CI_MERGE_REQUEST_IID: "7",
    CI_MERGE_REQUEST_PROJECT_ID: "5",
  };

  test.each([
    ["detached", {}, merge, "pull request", false],
    ["merged_result", { CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: head }, head, "pull request", false],
    ["merge_train", { CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: head }, head, "merge group", false],
    ["detached", { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "5" }, merge, "pull request", false],
    ["detached", { CI_PIPELINE_SOURCE: "parent_pipeline" }, merge, "pull request", false],
    [
      "detached",
      { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "6", CI_PROJECT_ID: "6" },
      merge,
      "pull request",
      true,
    ],
  ])("a merge request, %s with %o", async (type, more, commit, event, isFork) => {
    expect(await read({ ...gitlab, ...request, CI_MERGE_REQUEST_EVENT_TYPE: type, ...more })).toEqual({
      ...ofGitlab,
      event,
      commit,
      pull: { number: 7, isFork },
    });
  });

  test.each([
    ["push", "push"],
    ["schedule", "schedule"],
    ["web", "other"],
    ["parent_pipeline", "other"],
  ])("%s runs on a branch", async (source, event) => {
    const env = { ...gitlab, CI_PIPELINE_SOURCE: source, CI_COMMIT_BRANCH: "main" };
    expect(await read(env)).toEqual({ ...ofGitlab, event, commit: merge, branch: "main" });
  });

  test("a tag is no branch, whatever its name", async () => {
    const env = { ...gitlab, CI_PIPELINE_SOURCE: "push", CI_COMMIT_TAG: "main" };
    for (const more of [{}, { CI_COMMIT_BRANCH: "main" }])
      expect(await read({ ...env, ...more })).toEqual({ ...ofGitlab, event: "push", commit: merge });
  });

  test("what is missing is named", async () => {
    const { CI_COMMIT_SHA, ...rest } = gitlab;
    await expect(read(rest)).rejects.toThrow("CI_COMMIT_SHA is not set");
    await expect(read({ ...gitlab, CI_PIPELINE_SOURCE: "merge_request_event" })).rejects.toThrow(
      "MERGE_REQUEST_IID",
    );
  });
});

test("elsewhere there is no pipeline", async () => {
  expect(await read({ CI: "true", GITHUB_SHA: head })).toBeUndefined();
});
