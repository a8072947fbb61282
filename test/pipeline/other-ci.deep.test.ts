import { expect, test } from "vitest";
import {
  canary,
  folderWith,
  manifest,
  mutations,
  quietly,
  settings,
  twoSteps,
} from "../support/processes/cli-fixture.ts";
import { pipelineWorld, serviceNames } from "../support/services/pipeline-world.ts";
import { headOf } from "../support/services/repository.ts";
import { token } from "../support/services/service-server.ts";

const before = manifest("teams:\n  docs: { id: team_docs, title: Docs } # ours\n");

/** The variables that a service sets in its own jobs, and another CI does not. */
const foreign = Object.fromEntries(
  ["GITHUB_ACTIONS", "GITLAB_CI", "GITHUB_EVENT_NAME", "GITHUB_REPOSITORY", "CI_PROJECT_ID"].map((one) => [
    one,
    "",
  ]),
);

test.each(serviceNames)(
  "in another CI, options name the pull request of %s, and all goes as there",
  async (name) => {
    const { repository, platform, run } = await pipelineWorld(name, before);
    repository.push("change", { ...twoSteps, "notes.md": "a note\n" });
    const pull = repository.openPull("change");
    const env = { ...foreign, DOCFORM_GITHUB_TOKEN: token, DOCFORM_GITLAB_TOKEN: token };
    const on = `--service ${name} --repository ${name === "github" ? "acme/docs" : "5"}`;
    const planned = await run(`ci plan ${on} --pull ${pull.number} --commit ${headOf(pull)}`, { pull, env });
    expect([planned.code, planned.stderr]).toEqual([0, ""]);
    expect(repository.comments[0]?.text).toContain("2 API calls");
    expect(planned.stdout).not.toContain("::");
    const commit = repository.merge(pull);
    const applied = await run(`ci apply ${on} --branch main --commit ${commit}`, { commit, env });
    expect(applied.code).toBe(0);
    expect(repository.comments.at(-1)?.text).toContain("2 calls done");
    expect(mutations(platform)).toHaveLength(2);
    const noted = await run(`comment notes.md --mark x ${on} --pull ${pull.number}`, { pull, env });
    expect([noted.code, repository.comments.at(-1)?.text]).toEqual([0, expect.stringContaining("a note")]);
  },
);

test("the files of a fork are validated and not planned, whatever CI has the secrets", async () => {
  const { repository, platform, run } = await pipelineWorld("github", before);
  repository.push("change", twoSteps);
  const pull = repository.openPull("change", { isFork: true });
  const line = `ci plan --service github --repository acme/docs --pull ${pull.number} --commit ${headOf(pull)}`;
  const { code, stdout } = await run(line, { pull, env: { ...foreign, DOCFORM_GITHUB_TOKEN: token } });
  expect([code, stdout]).toEqual([0, expect.stringContaining("comes from a fork")]);
  expect([repository.comments, platform.takeRequests()]).toEqual([[], []]);
});

const files = { "docform.yaml": settings, ...before, "notes.md": "x\n" };
const jobOf = { GITHUB_ACTIONS: "true", GITHUB_REPOSITORY: "acme/docs", GITHUB_SHA: "a".repeat(40) };
const pushed = { ...jobOf, GITHUB_EVENT_NAME: "push" };

test.each([
  ["ci plan --service github", {}, "which repository of github is meant"],
  ["ci plan --service github --repository 5", {}, "--repository takes owner/name"],
  ["ci plan --service gitlab --repository acme/docs", {}, "--repository takes the number of the project"],
  ["ci plan --service github --repository acme/docs", {}, '--commit "$(git rev-parse HEAD)"'],
  ["ci plan --repository acme/docs", {}, "add --service"],
  ["ci plan --pull 7", {}, "add --service"],
  ["ci plan --service github --repository acme/docs --commit a", pushed, "leave --service out"],
  ["comment notes.md --mark x", {}, "--service github --repository OWNER/NAME"],
  ["ci plan", { ...pushed, GITEA_ACTIONS: "true" }, "this is Gitea or Forgejo"],
  ["ci plan", { ...pushed, GITHUB_API_URL: "https://git.example/api/v1" }, "this is Gitea or Forgejo"],
])("%s with %o: %s", async (line, env, words) => {
  const cwd = folderWith({ ...files, "event.json": "{}" });
  const event = { GITHUB_EVENT_PATH: `${cwd}/event.json` };
  const { code, stderr } = await quietly(line, {
    cwd,
    env: { DOCFORM_GITHUB_TOKEN: token, ...env, ...event },
  });
  expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
});

test("outside of a pipeline, ci plan says that nobody sees it but you", async () => {
  const { run, repository } = await pipelineWorld("github", before);
  const { code, stderr } = await run("ci plan", { env: foreign });
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/^Not in a pipeline of GitHub or GitLab: .* no comment/),
  ]);
  expect(repository.comments).toEqual([]);
});

test.each(serviceNames)(
  "without a token, a pull request of %s is told of the one that reads alone",
  async (name) => {
    const { run, repository } = await pipelineWorld(name, before);
    const pull = repository.openPull("change");
    const { code, stderr } = await run("ci plan", {
      pull,
      env: { DOCFORM_TOKEN: "", DOCFORM_READ_TOKEN: "" },
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining("error[DF4001]")]);
    expect(stderr).toContain("DOCFORM_READ_TOKEN is empty here");
    expect(stderr).toMatch(name === "github" ? /Dependabot/ : /protected/);
    const comment = (repository.comments[0]?.text ?? "").replaceAll("\\", "");
    for (const text of [stderr, comment]) expect(text).not.toContain("DOCFORM_TOKEN");
    expect(comment).toContain("DOCFORM_READ_TOKEN");
  },
);

test("one refusal of the service is told once", async () => {
  const { run, repository } = await pipelineWorld("github", before);
  const pull = repository.openPull("change");
  const { code, stderr } = await run("ci plan", {
    pull,
    env: { GITHUB_TOKEN: "", DOCFORM_READ_TOKEN: canary.reader },
  });
  expect([code, stderr.match(/docform has no token for github/g)]).toEqual([
    1,
    ["docform has no token for github"],
  ]);
});
