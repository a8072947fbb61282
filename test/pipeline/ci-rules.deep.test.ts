import { describe, expect, test } from "vitest";
import { manifest, mutations, twoSteps } from "../support/processes/cli-fixture.ts";
import { pipelineWorld, serviceNames } from "../support/services/pipeline-world.ts";

const before = manifest("teams: { docs: { id: team_docs, title: Docs } }\n");

describe("the rules of the base", () => {
  const no = "rules:\n  - name: no\n    when: { kind: team }\n    assert: 'false'\n    message: Not now.\n";
  const projectFile = (guards: string) => `organizations: { acme: { id: org_acme } }\n${guards}`;

  /** A world with rules in `main`, and a pull request with others. */
  async function ruled(
    base: Readonly<Record<string, string>>,
    head: Readonly<Record<string, string | undefined>>,
    name: (typeof serviceNames)[number] = "github",
  ) {
    const world = await pipelineWorld(name, { ...before, ...base });
    world.repository.push("change", { ...twoSteps, ...head });
    const pull = world.repository.openPull("change");
    const { code, stdout } = await world.run("ci plan", { pull });
    return { ...world, pull, code, stdout, text: world.repository.comments[0]?.text ?? "" };
  }

  const policy = <T extends string | undefined>(text: T) => ({ "policies/p.yaml": text });

  test.each([
    ["deleted", undefined],
    ["always true", no.replace("'false'", "'true'")],
    ["only a warning", no.replace("when:", "severity: warn\n    when:")],
    ["one that asks", no.replace("when:", "severity: ask\n    when:")],
    ["for another kind", no.replace("team", "site")],
    ["without a rule", "rules: []\n"],
  ])("hold a plan whose pull request makes a policy %s", async (_, text) => {
    const { code, text: comment, stdout } = await ruled({ "policies/p.yaml": no }, policy(text));
    expect([code, comment]).toEqual([
      3,
      expect.stringContaining("under the rules of main: policy no: Not now"),
    ]);
    expect(stdout).toContain("The rules differ from those of main, which also hold");
  });

  test.each([
    ["stricter ones", {}, policy(no.replace("team", "site"))],
    ["the same", { "policies/p.yaml": no.replace("team", "site") }, {}],
    ["more tests", {}, { "tests/a.yaml": "a: b\n" }],
    ["another setting", {}, { "docform.yaml": projectFile("variables: { a: b }\n") }],
    [
      "another setting of a project whose organizations are in a table",
      { "docform.yaml": "organizations: { from: all.csv }\n", "all.csv": "alias,id\nacme,org_acme\n" },
      { "docform.yaml": "organizations: { from: all.csv }\nvariables: { a: b }\n" },
    ],
    ["a new environment", {}, { "docform.yaml": projectFile("environments: { test: {} }\n") }],
  ])("hold nothing besides %s", async (_, base, head) => {
    expect((await ruled(base, head)).code).toBe(0);
  });

  test("a stricter rule, a test, and a project that is new are told", async () => {
    const head = { ...policy(no.replace("team", "site")), "tests/a.yaml": undefined };
    const { text } = await ruled({ "tests/a.yaml": "a: b\n" }, head);
    expect(text).toContain("those of `main`:** `policies/p.yaml (new)` and `tests/a.yaml (missing)`.");
    expect(text).toContain("> The rules of `main` hold nothing more.");
  });

  test("a scope that gets wider is told", async () => {
    const scoped = (patterns: string) => projectFile(`project: acme\nscope: [${patterns}]\n`);
    const head = { "docform.yaml": scoped("teams, sites") };
    const { text } = await ruled({ "docform.yaml": scoped("teams") }, head);
    expect(text).toContain("**The rules differ from those of `main`:** `scope`.");
  });

  test.each([
    ["a policy that is broken there", { "policies/p.yaml": "rules: 7\n" }, policy(undefined), "rules"],
    [
      "settings that are",
      { "docform.yaml": "guards: 7\n" },
      { "docform.yaml": projectFile("") },
      "docform.yaml",
    ],
  ])("hold a plan when they cannot be asked: %s", async (_, base, head, why) => {
    const { code, text } = await ruled(base, head);
    expect([code, text]).toEqual([3, expect.stringContaining("the rules of main cannot be asked:")]);
    expect(text).toContain(why);
  });

  test.each(serviceNames)("%s: hold a plan when the service does not tell them", async (name) => {
    const world = await ruled({ "policies/p.yaml": no.replace("team", "site") }, {}, name);
    expect(world.code).toBe(0);
    world.server.fail(name === "github" ? "/git/ref/" : "/repository/branches/", {
      status: 403,
      body: { message: "no" },
    });
    const { code } = await world.run("ci plan", world);
    const text = world.repository.comments.at(-1)?.text;
    expect([code, text]).toEqual([
      3,
      expect.stringContaining(
        "> Nobody knows what the rules of `main` would hold, so it is held until a person",
      ),
    ]);
  });

  test.each(serviceNames)(
    "%s: without the pull request, they are not asked, and the plan is no review",
    async (name) => {
      const { repository, server, platform, run } = await pipelineWorld(name, { ...before, ...policy(no) });
      repository.push("change", { ...twoSteps, ...policy(undefined) });
      const pull = repository.openPull("change");
      const path = name === "github" ? "/pulls/" : "/merge_requests/";
      server.fail(`${path}${pull.number}`, { status: 403, body: { message: "no" } });
      const { code, stderr } = await run("ci plan", { pull });
      expect([code, stderr]).toEqual([1, expect.stringContaining("the pull request could not be read")]);
      expect(repository.comments).toEqual([]);
      platform.takeRequests();
      expect((await run("ci apply", { commit: repository.merge(pull) })).code).toBe(4);
      expect(mutations(platform)).toEqual([]);
    },
  );

  test("hold after a merge, until somebody lets it pass and answers for the plan", async () => {
    const world = await ruled({ "policies/p.yaml": no }, policy(undefined));
    const occasion = { commit: world.repository.merge(world.pull) };
    world.platform.takeRequests();
    const held = await world.run("ci apply", occasion);
    expect([held.code, held.stderr]).toEqual([3, expect.stringContaining("the rules of main hold the plan")]);
    expect(held.stderr).toMatch(/\nNothing was changed: held by the rules of the target branch\.\n$/);
    const [, digest] = /with expect: ([0-9a-f]{16})/.exec(held.stderr) ?? [];
    expect((await world.run(`ci apply --expect ${digest}`, occasion)).code).toBe(3);
    expect(mutations(world.platform)).toEqual([]);
    world.repository.label(world.pull, "docform/allow-rule-changes");
    expect((await world.run(`ci apply --expect ${digest}`, occasion)).code).toBe(0);
  });

  test("a label that lets no rule change pass is named, and the plan of another branch is no review", async () => {
    const world = await ruled({}, {});
    const label = "docform/allow-rule-changes";
    world.repository.push("side");
    Object.assign(world.pull, { base: "side" });
    world.repository.label(world.pull, label);
    await world.run("ci plan", world);
    expect(world.repository.comments[0]?.text).toContain(`Lets nothing pass: \`${label}\`.`);
    Object.assign(world.pull, { base: "main" });
    const commit = world.repository.merge(world.pull);
    const { code, stderr } = await world.run("ci apply", { commit });
    expect([code, stderr]).toEqual([4, expect.stringContaining("was made for another branch than main")]);
  });

  test("are not asked through a link", async () => {
    const { repository, ...world } = await ruled({ "policies/p.yaml": no }, {});
    repository.links.add("p.yaml");
    expect((await world.run("ci plan", world)).code).toBe(3);
    expect(repository.comments[0]?.text).toContain("cannot be asked: `policies/p.yaml` is a link there");
  });

  test("the same rules cost three requests, and no file is read", async () => {
    const world = await ruled({ "policies/p.yaml": no.replace("team", "site") }, {});
    const git = world.server.lines().filter((line) => line.includes("/git/"));
    expect(git.map((line) => line.replace(/[0-9a-f]{40}/, "ID"))).toEqual([
      "GET /repos/acme/docs/git/ref/heads%2Fmain",
      "GET /repos/acme/docs/git/trees/ID",
      "GET /repos/acme/docs/git/trees/ID?recursive=1",
    ]);
  });
});
