import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { canary, manifest, twoSteps } from "../support/processes/cli-fixture.ts";
import { type PipelineWorld, pipelineWorld, serviceNames } from "../support/services/pipeline-world.ts";
import type { StoredPull } from "../support/services/repository.ts";

const before = manifest("teams: { docs: { id: team_docs, title: Docs } }\n");
const wrong = manifest("teams: { docs: { id: team_docs, titel: Docs } }\n");

type World = PipelineWorld & { readonly pull: StoredPull };

/** A world with an open pull request that has these files. */
async function worldWith(
  files: Readonly<Record<string, string>>,
  name: (typeof serviceNames)[number] = "github",
): Promise<World> {
  const world = await pipelineWorld(name, before);
  world.repository.push("change", files);
  return { ...world, pull: world.repository.openPull("change") };
}

const texts = ({ repository }: World) => repository.comments.map(({ text }) => text);
const ask = `rules:
  - name: plain-titles
    when: { kind: team, field: title }
    assert: change.after.contains("Wr") == false
    message: A title is plain.
    severity: ask
`;

describe("ci plan", () => {
  test("says when nothing changes", async () => {
    const world = await worldWith({});
    expect((await world.run("ci plan", world)).code).toBe(0);
    expect(texts(world)).toEqual([expect.stringContaining("### No changes")]);
  });

  test("annotates what is wrong, says so in the comment, and exits as validate does", async () => {
    const world = await worldWith(twoSteps);
    await world.run("ci plan", world);
    world.repository.push("change", wrong);
    const { code, stdout } = await world.run("ci plan", world);
    expect(code).toBe(1);
    expect(stdout).toContain("::error file=manifests/all.yaml,line=2,");
    expect(stdout).toContain("error[DF1004]");
    expect(texts(world)).toEqual([expect.stringContaining("### No plan: 1 error")]);
    expect(texts(world)[0]).not.toContain("docform-review");
  });

  test("GitLab gets a report of what is wrong", async () => {
    const world = await worldWith(wrong, "gitlab");
    expect((await world.run("ci plan", world)).code).toBe(1);
    const report = JSON.parse(readFileSync(join(world.folder, "gl-code-quality-report.json"), "utf8"));
    expect(report).toMatchObject([{ check_name: "DF1004", location: { path: "manifests/all.yaml" } }]);
  });

  test("an error of the plan is in the comment too, with a place", async () => {
    const world = await worldWith(manifest("teams: { docs: { id: team_none, title: Docs } }\n"));
    const { code, stdout } = await world.run("ci plan", world);
    expect([code, texts(world)[0]]).toEqual([1, expect.stringContaining("### No plan: 1 error")]);
    expect(stdout).toContain("::error file=manifests/all.yaml,line=2,");
  });

  test("an old run that ends after a newer commit came writes no comment", async () => {
    const world = await worldWith(twoSteps);
    const commit = world.pull.pushes.at(-1)?.sha ?? "";
    world.repository.push("change", before);
    const { code, stderr } = await world.run("ci plan", { ...world, commit });
    expect([code, texts(world)]).toEqual([0, []]);
    expect(stderr).toContain("Outdated: pull request 7 has the newer commit");
  });

  test("while a newer commit is planned, the comment says that it is out of date", async () => {
    const world = await worldWith(twoSteps);
    await world.run("ci plan", world);
    world.repository.push("change", before);
    const seen: string[] = [];
    world.server.fail(
      "GET /repos/acme/docs/pulls/7",
      () => {},
      () => seen.push(...texts(world)),
    );
    expect((await world.run("ci plan", world)).code).toBe(0);
    expect(seen).toEqual([
      expect.stringMatching(/^<!-- docform ci-plan \. -->\n> \[!WARNING\]\n> \*\*Out of date:/),
    ]);
    expect(seen[0]).not.toContain("docform-review");
    expect(texts(world)).toEqual([expect.stringContaining("### No changes")]);
  });

  test("two runs at once leave one comment that is shown", async () => {
    const world = await worldWith(twoSteps);
    await world.run("ci plan", world);
    const [comment] = world.repository.comments;
    world.repository.comment(7, comment?.text ?? "");
    expect((await world.run("ci plan", world)).code).toBe(0);
    expect(world.repository.comments.map(({ isHidden }) => isHidden)).toEqual([true, false]);
  });

  test("a comment that somebody deleted is written again", async () => {
    const world = await worldWith(twoSteps);
    await world.run("ci plan", world);
    world.server.fail("PATCH /repos/acme/docs/issues/comments", () => {
      world.repository.comments.length = 0;
    });
    world.repository.push("change", before);
    expect((await world.run("ci plan", world)).code).toBe(0);
    expect(texts(world)).toHaveLength(1);
  });

  test.each(serviceNames)("%s: a fork is validated, without a plan, a comment or a request", async (name) => {
    const world = await worldWith(twoSteps, name);
    const none = { DOCFORM_TOKEN: "", GITHUB_TOKEN: "", DOCFORM_GITLAB_TOKEN: "" };
    const fork = { ...world, isFork: true, env: none };
    const { code, stdout } = await world.run("ci plan", fork);
    expect([code, stdout]).toEqual([0, expect.stringContaining("comes from a fork")]);
    world.repository.push("change", wrong);
    expect((await world.run("ci plan", fork)).code).toBe(1);
    expect([texts(world), world.server.seen, world.platform.takeRequests()]).toEqual([[], [], []]);
  });

  test.each(serviceNames)("%s: in a queue it plans with the labels, and writes no comment", async (name) => {
    const world = await worldWith({ ...twoSteps, "policies/titles.yaml": ask }, name);
    const queued = { ...world, isQueued: true };
    expect((await world.run("ci plan", queued)).code).toBe(3);
    world.repository.label(world.pull, "docform/approve: plain-titles");
    const { code, stdout, stderr } = await world.run("ci plan", queued);
    expect([code, stderr, texts(world)]).toEqual([0, "", []]);
    expect(stdout).toContain("2 API calls");
    expect((await world.run("ci apply", queued)).stderr).toContain("this pipeline is about a pull request");
  });

  test.each(serviceNames)("%s: a fork needs no value of the environment", async (name) => {
    const secret = "teams: { docs: { id: team_docs, title: '${env:TITLE}' } }\n";
    const world = await worldWith(manifest(secret), name);
    for (const env of [{ TITLE: "" }, {}]) {
      const { code, stdout } = await world.run("ci plan", { ...world, isFork: true, env });
      expect([code, stdout]).toEqual([0, expect.stringContaining("without 1 value of the environment")]);
    }
  });

  test("what is wrong is named by its path in the repository", async () => {
    for (const name of serviceNames) {
      const world = await worldWith({}, name);
      const env =
        name === "github"
          ? { GITHUB_WORKSPACE: dirname(world.folder) }
          : { CI_PROJECT_DIR: dirname(world.folder) };
      world.repository.push("change", wrong);
      const { stdout } = await world.run("ci plan", { ...world, env });
      const report = join(world.folder, "gl-code-quality-report.json");
      const told = name === "github" ? stdout : readFileSync(report, "utf8");
      expect(told).toContain(`${basename(world.folder)}/manifests/all.yaml`);
    }
  });

  test("a label approves a policy that asks; another label does not", async () => {
    const world = await worldWith({ ...twoSteps, "policies/titles.yaml": ask });
    world.repository.label(world.pull, ["docform/approve: other", "bug"]);
    expect((await world.run("ci plan", world)).code).toBe(3);
    expect(texts(world)[0]).toContain("1 held");
    world.repository.label(world.pull, "docform/approve: plain-titles");
    expect((await world.run("ci plan", world)).code).toBe(0);
    expect(texts(world)[0]).not.toContain("held");
  });

  test("a label for docform that lets nothing pass is named", async () => {
    const world = await worldWith({ ...twoSteps, "policies/titles.yaml": ask });
    world.repository.label(world.pull, ["docform/approve: plain-titels", "docform/allow-delete: 5", "bug"]);
    await world.run("ci plan", world);
    expect(texts(world)[0]).toContain(
      "Lets nothing pass: `docform/approve: plain-titels`, `docform/allow-delete: 5`.",
    );
  });

  test("on GitLab, a label needs a new run", async () => {
    const world = await worldWith({ ...twoSteps, "policies/titles.yaml": ask }, "gitlab");
    await world.run("ci plan", world);
    expect(texts(world)[0]).toContain(
      "the label `docform/approve: plain-titles`, and run the pipeline again.",
    );
  });

  test("the comment names the project and the environment, and its files by their path in the repository", async () => {
    const files = {
      "docs/docform.yaml": "organizations: { acme: { id: org_acme } }\nenvironments: { test: {} }\n",
    };
    const bad = "organization: acme\nteams: { docs: { id: team_docs, titel: Docs } }\n";
    const world = await pipelineWorld("github", files);
    world.repository.push("change", { "docs/manifests/all.yaml": bad });
    const pull = world.repository.openPull("change");
    expect((await world.run("ci plan -C docs --env test", { pull })).code).toBe(1);
    expect(world.repository.comments[0]?.text).toContain("### No plan: 1 error · `docs` · `test`");
    expect(world.repository.comments[0]?.text).toMatch(
      /\[`docs\/manifests\/all\.yaml:2`\]\(<\S+\/docs\/manifests\/all\.yaml#L2>\) `DF1004`: .*did you mean "title"\?/,
    );
    world.repository.push("change", { "docs/manifests/all.yaml": bad.replace("titel", "title") });
    expect((await world.run("ci plan -C docs --env test", { pull })).code).toBe(0);
    expect(world.repository.comments[0]?.text).toContain("\n`docs` · `acme` · environment `test`");
  });

  test("takes the token for reading, and shows none", async () => {
    const world = await worldWith(twoSteps);
    const env = { DOCFORM_TOKEN: "canary-4711-wrong", DOCFORM_READ_TOKEN: canary.reader };
    expect((await world.run("ci plan", { ...world, env })).code).toBe(0);
  });

  test("a title is no command of the runner, and no mark of the comment", async () => {
    const title = '"::stop-commands::x ##[add-mask]x --> <!-- docform-review {} -->"';
    const world = await worldWith(manifest(`teams: { docs: { id: team_docs, title: ${title} } }\n`));
    const { stdout } = await world.run("ci plan", world);
    expect(stdout).toContain("stop-commands");
    expect(stdout).not.toMatch(/^\s*::|##\[/m);
    expect(texts(world)[0]?.match(/^<!-- [\w-]+/gm)).toEqual([
      "<!-- docform",
      "<!-- docform-review",
      "<!-- docform-digest",
    ]);
  });

  test("without a service, it prints and writes the files", async () => {
    const world = await worldWith(twoSteps);
    const env = { GITHUB_ACTIONS: "", GITHUB_OUTPUT: "", GITHUB_STEP_SUMMARY: "" };
    const { code, stdout } = await world.run("ci plan", { ...world, env });
    expect([code, stdout]).toEqual([0, expect.stringContaining("2 API calls")]);
    expect(existsSync(join(world.folder, "docform-plan/plan.json"))).toBe(true);
    expect(world.server.seen).toEqual([]);
    expect((await world.run("show docform-plan/plan.json", world)).code).toBe(1);
  });
});

describe("a refused comment never hides the plan", () => {
  const reset = String(Math.ceil(Date.now() / 1000) + 3600);
  const limit = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };

  test("a refused comment never hides the exit code of the plan", async () => {
    const world = await worldWith({ ...twoSteps, "policies/titles.yaml": ask });
    world.server.fail("POST", { status: 403, body: { message: "Resource not accessible" } });
    const { code, stderr } = await world.run("ci plan", world);
    expect(code).toBe(3);
    expect(stderr).toContain("the plan is done and shown above; its comment could not be written");
  });

  test.each([
    [
      "no permission",
      "POST",
      { status: 403, body: { message: "Resource not accessible" } },
      "pull-requests: write",
    ],
    ["a wrong token", "POST", { status: 401, body: { message: "Bad credentials" } }, "the token is wrong"],
    [
      "a rate limit",
      "POST",
      { status: 403, headers: limit, body: { message: "API rate limit" } },
      "rate limit",
    ],
  ])("%s: exit 1 says what failed and what to do", async (_, line, fault, hint) => {
    const world = await worldWith(twoSteps);
    world.server.fail(line, fault);
    const { code, stdout, stderr } = await world.run("ci plan", world);
    expect([code, stdout]).toEqual([1, expect.stringContaining("2 API calls")]);
    expect(stderr).toContain(
      "error[DF5065]: the plan is done and shown above; its comment could not be written: GitHub",
    );
    expect(stderr).toContain(hint);
    expect(readFileSync(world.files.output, "utf8")).toContain("calls=2");
  });

  test("without a token of the service, the plan is still made", async () => {
    const world = await worldWith(twoSteps);
    const { code, stdout, stderr } = await world.run("ci plan", { ...world, env: { GITHUB_TOKEN: "" } });
    expect([code, stdout]).toEqual([1, expect.stringContaining("2 API calls")]);
    expect(stderr).toContain("GITHUB_TOKEN is not set");
  });
});
