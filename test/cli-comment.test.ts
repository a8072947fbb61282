import { describe, expect, onTestFinished, test } from "vitest";
import { folderWith, quietly } from "./cli-fixture.ts";
import { startGithub } from "./support/services/github-server.ts";
import { startGitlab } from "./support/services/gitlab-server.ts";
import { Repository } from "./support/services/repository.ts";
import { type ServiceServer, token } from "./support/services/service-server.ts";

const services = {
  github: {
    start: startGithub,
    env: (apiUrl: string) => ({
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: apiUrl,
      GITHUB_REPOSITORY: "acme/docs",
      GITHUB_EVENT_NAME: "pull_request",
      GITHUB_EVENT_PATH: "event.json",
      GITHUB_TOKEN: token,
    }),
  },
  gitlab: {
    start: startGitlab,
    env: (apiUrl: string) => ({
      GITLAB_CI: "true",
      CI_API_V4_URL: apiUrl,
      CI_PROJECT_ID: "5",
      CI_PIPELINE_SOURCE: "merge_request_event",
      CI_MERGE_REQUEST_IID: "7",
      CI_COMMIT_SHA: "a".repeat(40),
      DOCFORM_GITLAB_TOKEN: token,
    }),
  },
} as const;

const repo = { full_name: "acme/docs" };
const event = JSON.stringify({
  repository: repo,
  pull_request: { number: 7, head: { sha: "a".repeat(40), repo } },
});
const mark = "<!-- docform plan acme -->";

/** A repository with pull request 7, and a way to run docform in its pipeline. */
async function pipelineOf(name: "github" | "gitlab", files: Readonly<Record<string, string>> = {}) {
  const { start, env } = services[name];
  const repository = new Repository();
  repository.openPull("change");
  const server: ServiceServer = await start(repository);
  onTestFinished(async () => {
    await server.close();
    expect(server.problems).toEqual([]);
  });
  const cwd = folderWith({ "plan.md": `${mark}\nthe plan\n`, ...files });
  const paths =
    name === "github" ? { GITHUB_EVENT_PATH: `${folderWith({ "event.json": event })}/event.json` } : {};
  const run = (line: string, more: { readonly env?: object; readonly piped?: string } = {}) =>
    quietly(line, { cwd, ...more, env: { ...env(server.apiUrl), ...paths, ...more.env } });
  return { repository, server, run };
}

describe.each(["github", "gitlab"] as const)("%s", (name) => {
  test("docform comment puts a text, and edits it the next time", async () => {
    const { repository, run } = await pipelineOf(name);
    const first = await run("comment plan.md");
    expect([first.code, first.stderr]).toEqual([0, ""]);
    expect(first.stdout).toMatch(/^https:\S+\/7#\w+(-\d+)?\n$/);
    const next = await run("comment - --mark links", { piped: `${mark}\nlinks` });
    expect(next.code).toBe(0);
    expect((await run("comment - --pull 7", { piped: `${mark}\nanother plan` })).stdout).toBe(first.stdout);
    expect(repository.comments.map(({ text }) => text)).toEqual([
      `${mark}\nanother plan`,
      "<!-- docform links -->\nlinks",
    ]);
  });

  test("docform issue opens, updates and closes one", async () => {
    const { repository, run } = await pipelineOf(name);
    const opened = await run("issue plan.md --title Drift --label drift");
    expect(opened.stdout).toMatch(/^https:\S+\/issues\/8\n$/);
    expect((await run("issue plan.md --title More --label drift")).stdout).toBe(opened.stdout);
    expect((await run("issue plan.md --label drift --close")).stdout).toBe(opened.stdout);
    expect((await run("issue plan.md --label drift --close")).stdout).toBe("no issue is open\n");
    expect(repository.issues).toMatchObject([{ title: "More", labels: ["drift"], isOpen: false }]);
  });

  test("a refusal names the permission, and nothing shows the token", async () => {
    const { server, run } = await pipelineOf(name);
    server.fail("POST", { status: 403, body: { message: `no ${token}` } });
    const { code, stderr } = await run("comment plan.md");
    expect(code).toBe(1);
    expect(stderr).toContain("error[DF5060]: Git");
    expect(stderr).toMatch(/pull-requests: write|role Reporter/);
    expect(stderr).toContain("403 no [redacted]");
    expect(stderr).not.toContain(token);
  });
});

test.each([
  ["comment none.md", {}, "DF5062", "cannot read none.md: there is no such file"],
  ["comment large.md", {}, "DF5062", "large.md is larger than 60,000 bytes"],
  ["comment hello.md", {}, "DF5062", "hello.md has no mark"],
  ["issue plan.md", {}, "DF5001", "an issue needs a title"],
  ["comment plan.md", { GITHUB_EVENT_NAME: "push" }, "DF5061", "is about no pull request"],
  ["comment plan.md", { GITHUB_EVENT_NAME: "pull_request_target" }, "DF5061", "secrets"],
  ["comment plan.md", { GITHUB_REPOSITORY: "eve/docs" }, "DF5061", "comes from a fork"],
  ["comment plan.md", { GITHUB_ACTIONS: "" }, "DF5061", "runs in no pipeline"],
])("%s with %o says %s", async (line, env, code, message) => {
  const files = { "large.md": `${mark}\n${"é".repeat(30_000)}`, "hello.md": "hello\n" };
  const { server, run } = await pipelineOf("github", files);
  const isPush = "GITHUB_EVENT_NAME" in env && env.GITHUB_EVENT_NAME === "push";
  const path = isPush
    ? { GITHUB_SHA: "a", GITHUB_EVENT_PATH: `${folderWith({ "event.json": "{}" })}/event.json` }
    : {};
  const { code: exit, stderr } = await run(line, { env: { ...env, ...path } });
  expect([exit, stderr]).toEqual([1, expect.stringContaining(`error[${code}]`)]);
  expect(stderr).toContain(message);
  expect(server.seen).toEqual([]);
});
