import { describe, expect, onTestFinished, test } from "vitest";
import { canary, folderWith, quietly } from "../support/processes/cli-fixture.ts";
import { serviceNames, startPullPipeline } from "../support/services/pipeline.ts";
import { token } from "../support/services/service-server.ts";

const mark = "<!-- docform plan acme -->";

/** Runs docform in the pipeline of pull request 7, in a folder with a plan. */
async function pipelineOf(name: "github" | "gitlab", files: Readonly<Record<string, string>> = {}) {
  const { repository, server, env } = await startPullPipeline(name);
  onTestFinished(() => expect(server.problems).toEqual([]));
  const cwd = folderWith({ "plan.md": `${mark}\nthe plan\n`, ...files });
  const run = (line: string, more: { readonly env?: object; readonly piped?: string } = {}) =>
    quietly(line, { cwd, ...more, env: { ...env, ...more.env } });
  return { repository, server, run };
}

describe.each(serviceNames)("%s", (name) => {
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

  test("no comment and no issue has a token", async () => {
    const { server, run } = await pipelineOf(name, {
      "log.md": `${mark}\nlog of ${token} and ${canary.admin}\n`,
    });
    const env = { DOCFORM_TOKEN: canary.admin };
    await run("comment log.md", { env });
    await run("comment log.md", { env });
    await run(`issue log.md --title ${token}`, { env });
    await run("issue log.md --close", { env });
    const sent = server.seen.map(({ body }) => body).join("\n");
    expect(sent).toContain("log of [redacted] and [redacted]");
    expect(sent).not.toMatch(/canary/);
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
  ["comment empty.md --mark x", {}, "DF5062", "empty.md is empty"],
  ["comment blank.md --mark x", {}, "DF5062", "blank.md is empty"],
  ["comment - --mark x", {}, "DF5062", "the text on stdin is empty"],
  ["issue marked.md --title T", {}, "DF5062", "marked.md is empty"],
  ["issue plan.md", {}, "DF5001", "an issue needs a title"],
  ["issue plan.md --title=", {}, "DF5001", "an issue needs a title"],
  ["issue plan.md --title T --label a,b", {}, "DF5001", "a label is one name, without a comma"],
  ["issue plan.md --title T --label=", {}, "DF5001", "a label is one name, without a comma"],
  ["comment plan.md", { GITHUB_EVENT_NAME: "push" }, "DF5061", "is about no pull request"],
  ["comment plan.md", { GITHUB_EVENT_NAME: "pull_request_target" }, "DF5061", "secrets"],
  ["comment plan.md", { GITHUB_REPOSITORY: "eve/docs" }, "DF5061", "comes from a fork"],
  ["comment plan.md", { GITHUB_ACTIONS: "" }, "DF5061", "runs in no pipeline"],
])("%s with %o says %s", async (line, env, code, message) => {
  const files = { "large.md": `${mark}\n${"é".repeat(30_000)}`, "hello.md": "hello\n" };
  const empty = { "empty.md": "", "blank.md": " \n\t\n", "marked.md": `${mark}\n\n` };
  const { server, run } = await pipelineOf("github", { ...files, ...empty });
  const event = { GITHUB_EVENT_PATH: `${folderWith({ "event.json": "{}" })}/event.json` };
  const isPush = "GITHUB_EVENT_NAME" in env && env.GITHUB_EVENT_NAME === "push";
  const { code: exit, stderr } = await run(line, { env: { ...env, ...(isPush ? event : {}) } });
  expect([exit, stderr]).toEqual([1, expect.stringContaining(`error[${code}]`)]);
  expect(stderr).toContain(message);
  expect(server.seen).toEqual([]);
});
