import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { editOn, manifest, mutations, twoSteps } from "../support/processes/cli-fixture.ts";
import { pipelineWorld, serviceNames } from "../support/services/pipeline-world.ts";

const before = manifest("teams: { docs: { id: team_docs, title: Docs } }\n");

/** A world with a change that was planned on its pull request. */
async function planned(line = "ci plan", name: (typeof serviceNames)[number] = "github") {
  const world = await pipelineWorld(name, before);
  world.repository.push("change", twoSteps);
  const pull = world.repository.openPull("change");
  if (line !== "") expect((await world.run(line, { pull })).code).toBe(0);
  world.platform.takeRequests();
  const merge = () => ({ commit: world.repository.merge(pull) });
  const result = () => world.repository.comments.at(-1)?.text ?? "";
  return { ...world, pull, merge, result };
}

test("a merge without a reviewed plan stops", async () => {
  const { run, merge, result, platform, repository } = await planned("");
  const occasion = merge();
  const { code, stdout, stderr } = await run("ci apply", occasion);
  expect([code, mutations(platform)]).toEqual([4, []]);
  expect(stderr).toContain("error[DF5064]: pull request 7 has no comment of this account with a plan");
  expect(stdout).toContain("Plan: 1 to add, 1 to change");
  expect(stderr).toMatch(/run the workflow by hand on this branch, with expect: [0-9a-f]{16}\n/);
  expect(result()).toContain("### Nothing was changed: nobody reviewed this plan\n");
  expect((await run("ci apply --unreviewed", occasion)).code).toBe(0);
  expect(repository.comments.at(-1)?.text).toContain("### 2 calls done, nothing is left to do\n");
});

test("a push that no pull request brought stops, unless there is nothing to do", async () => {
  const { run, platform, repository } = await planned("");
  expect((await run("ci apply", { commit: repository.push("main") })).code).toBe(0);
  const { code, stderr } = await run("ci apply", { commit: repository.push("main", twoSteps) });
  expect([code, mutations(platform), repository.comments]).toEqual([4, [], []]);
  expect(stderr).toContain("there is no merged pull request of this commit");
});

test("another plan than the reviewed one stops, and says what differs", async () => {
  const { run, merge, result, platform } = await planned();
  await editOn(platform, ["PATCH", "/orgs/org_acme/teams/team_docs", { title: "Writers" }]);
  platform.takeRequests();
  const { code, stderr } = await run("ci apply", merge());
  expect([code, mutations(platform)]).toEqual([4, []]);
  const said =
    "the plan is not the one that was reviewed in pull request 7: no longer needed: acme/teams.docs";
  expect(stderr).toContain(said);
  expect(result()).toContain("no longer needed: `acme/teams.docs`");
});

test("a value that was another one in the review stops, and is named, though the calls are the same", async () => {
  const { run, merge, result, platform } = await planned();
  await editOn(platform, ["PATCH", "/orgs/org_acme/teams/team_docs", { title: "Doku" }]);
  platform.takeRequests();
  const { code, stderr } = await run("ci apply", merge());
  expect([code, mutations(platform)]).toEqual([4, []]);
  expect(stderr).toContain("not the one that was reviewed in pull request 7: changed: acme/teams.docs\n");
  const said = 'the title was "Docs", and is "Doku" now';
  expect(stderr).toContain(`acme/teams.docs: ${said}`);
  expect(result()).toContain(`\`acme/teams.docs\`: ${said}`);
});

test("what another pull request changed elsewhere disturbs nothing", async () => {
  const { run, merge, platform } = await planned();
  await editOn(platform, ["PATCH", "/orgs/org_acme/teams/team_twin_a", { title: "Elsewhere" }]);
  expect((await run("ci apply", merge())).code).toBe(0);
});

test("a plan of an older commit is no review of the merged one", async () => {
  const { run, merge, repository } = await planned();
  repository.push("change", { "README.md": "newer" });
  const { code, stderr } = await run("ci apply", merge());
  expect([code, stderr]).toEqual([4, expect.stringContaining("is of an older commit than the merged one")]);
});

test("a deleted comment is no review; a hidden one is", async () => {
  const { run, merge, repository } = await planned();
  const [comment] = repository.comments.splice(0);
  const occasion = merge();
  const { code, stderr } = await run("ci apply", occasion);
  expect([code, stderr]).toEqual([4, expect.stringContaining("somebody deleted the comment")]);
  repository.comment(7, comment?.text ?? "").isHidden = true;
  expect((await run("ci apply", occasion)).code).toBe(0);
});

test("the comment of somebody else, and a quoted review, count for nothing", async () => {
  const { run, merge, repository } = await planned();
  const [comment] = repository.comments.splice(0);
  const [mark, review] = comment?.text.split("\n") ?? [];
  repository.comment(7, comment?.text ?? "", "eve");
  repository.comment(7, `${mark}\n\n${review}\n`);
  const { code, stderr } = await run("ci apply", merge());
  expect([code, stderr]).toEqual([4, expect.stringContaining("has no plan that could be applied")]);
});

test("the review of another environment counts for nothing", async () => {
  const world = await planned("");
  const settings =
    "organizations: { acme: { id: org_acme } }\nenvironments: { staging: {}, production: {} }\n";
  world.repository.push("change", { "docform.yaml": settings });
  expect((await world.run("ci plan --env staging", { pull: world.pull })).code).toBe(0);
  const occasion = world.merge();
  expect((await world.run("ci apply --env production", occasion)).code).toBe(4);
  expect((await world.run("ci apply --env staging", occasion)).code).toBe(0);
  expect(world.result()).toContain("### 2 calls done, nothing is left to do · `staging`\n");
});

test("a plan that a policy holds is not applied, and the comment says why", async () => {
  const world = await planned();
  const rules =
    "rules:\n  - name: no\n    when: { kind: team }\n    assert: 'false'\n    message: Not today.\n";
  world.repository.push("change", { "policies/no.yaml": rules });
  expect((await world.run("ci plan", world)).code).toBe(3);
  const { code } = await world.run("ci apply", world.merge());
  expect(code).toBe(3);
  expect(world.result()).toContain("### Nothing was changed: held by policy no\n");
  expect(world.result()).toContain("Not today");
});

const asking =
  "rules:\n  - name: no\n    severity: ask\n    when: { kind: team }\n    assert: 'false'\n    message: Not today.\n";

test("a label that was there when the plan was reviewed approves; one that came later does not", async () => {
  for (const isEarly of [true, false]) {
    const world = await planned();
    world.repository.push("change", { "policies/no.yaml": asking });
    if (isEarly) world.repository.label(world.pull, "docform/approve:no");
    expect((await world.run("ci plan", world)).code).toBe(isEarly ? 0 : 3);
    if (isEarly) world.pull.labels.pop();
    else world.repository.label(world.pull, "docform/approve:no");
    expect((await world.run("ci apply", world.merge())).code).toBe(isEarly ? 0 : 3);
  }
});

test("a label lets a guard pass, in the plan and in its apply", async () => {
  const world = await planned("");
  world.repository.push("change", manifest("teams: { docs: { id: team_docs, title: Docs, members: {} } }\n"));
  const held = await world.run("ci plan", world);
  expect([held.code, held.stdout]).toEqual([3, expect.stringContaining("to allow it: --allow-ownerless")]);
  expect(world.result()).toContain("give the pull request the label `docform/allow-ownerless`.");
  world.repository.label(world.pull, "docform/allow-ownerless");
  expect((await world.run("ci plan", world)).code).toBe(0);
  expect((await world.run("ci apply", world.merge())).code).toBe(0);
});

test("policies ask who opened the pull request, not who runs or merges it", async () => {
  const rules = asking.replace("'false'", 'author == "ana"').replace("severity: ask", "severity: error");
  for (const [author, code] of [
    ["ana", 0],
    ["li", 3],
  ] as const) {
    const world = await pipelineWorld("github", before);
    world.repository.push("change", { ...twoSteps, "policies/no.yaml": rules });
    const pull = world.repository.openPull("change", { author });
    const env = { GITHUB_ACTOR: author === "ana" ? "li" : "ana" };
    expect((await world.run("ci plan", { pull, env })).code).toBe(code);
    expect((await world.run("ci apply", { commit: world.repository.merge(pull), env })).code).toBe(code);
  }
});

test("a plan that stopped is applied by a job that a person starts with its digest", async () => {
  const { run, merge, platform, repository } = await planned();
  await editOn(platform, ["PATCH", "/orgs/org_acme/teams/team_docs", { title: "Writers" }]);
  const occasion = merge();
  const { stderr } = await run("ci apply", occasion);
  const [, digest = ""] = /with expect: ([0-9a-f]{16})/.exec(stderr) ?? [];
  platform.takeRequests();
  const wrong = await run(`ci apply --expect ${"0".repeat(16)}`, occasion);
  expect([wrong.code, mutations(platform)]).toEqual([4, []]);
  expect(wrong.stdout).toContain("Plan: 1 to add");
  expect(wrong.stderr).toContain(`the plan has the digest ${digest}, and --expect says 0000`);
  expect((await run(`ci apply --expect ${digest}`, occasion)).code).toBe(0);
  expect(repository.comments.at(-1)?.text).toContain("### 1 call done, nothing is left to do\n");
});

test("a reviewed plan is applied once: running an old job again reverts nothing", async () => {
  const { run, merge, platform, repository, pull } = await planned("");
  repository.push("change", manifest("teams: { docs: { id: team_docs, title: Writers } }\n"));
  expect((await run("ci plan", { pull })).code).toBe(0);
  const occasion = merge();
  for (const _ of ["the run", "the same again"]) expect((await run("ci apply", occasion)).code).toBe(0);
  await editOn(platform, ["PATCH", "/orgs/org_acme/teams/team_docs", { title: "Docs" }]);
  platform.takeRequests();
  const { code, stderr } = await run("ci apply", occasion);
  expect([code, mutations(platform)]).toEqual([4, []]);
  expect(stderr).toContain("the plan of pull request 7 was applied before");
});

test("a label that somebody sets after the merge neither changes the review nor lets anything pass", async () => {
  const world = await planned("");
  world.repository.push("change", { "policies/no.yaml": asking });
  expect((await world.run("ci plan", world)).code).toBe(3);
  const [reviewed] = world.repository.comments.map(({ text }) => text);
  const occasion = world.merge();
  world.repository.label(world.pull, "docform/approve:no");
  const later = await world.run("ci plan", world);
  expect(later.stderr).toContain("pull request 7 is no longer open");
  expect(world.repository.comments.map(({ text }) => text)).toEqual([reviewed]);
  const held = await world.run("ci apply", occasion);
  expect([held.code, world.result()]).toEqual([
    3,
    expect.stringMatching(
      /the label `docform\/approve: no`, then run the workflow by hand .* expect: [0-9a-f]{16}\./,
    ),
  ]);
  const [, digest] = /with expect: ([0-9a-f]{16})/.exec(world.result()) ?? [];
  expect((await world.run(`ci apply --expect ${digest}`, occasion)).code).toBe(0);
});

test("the merge of a fork says why nobody reviewed a plan", async () => {
  const world = await pipelineWorld("github", before);
  world.repository.push("change", twoSteps);
  const pull = world.repository.openPull("change", { isFork: true });
  // Another workflow of the same account may have posted what a stranger wrote.
  await world.run("ci plan", { pull });
  expect(world.repository.comments[0]?.text).toContain("docform-review");
  const { code, stderr } = await world.run("ci apply", { commit: world.repository.merge(pull) });
  expect([code, stderr]).toEqual([4, expect.stringContaining("pull request 7 came from a fork")]);
});

test("GitHub shows what stopped an apply beside the run", async () => {
  const world = await planned("");
  const { stdout } = await world.run("ci apply", world.merge());
  expect(stdout).toMatch(/^::error .*DF5064/m);
});

test("something blocked makes the plan and the apply red, and both comments name it", async () => {
  const world = await planned("");
  world.repository.push("change", manifest("spaces: { gone: { title: Gone } }\n"));
  expect((await world.run("ci plan", world)).code).toBe(3);
  expect(world.result()).toContain("1 blocked");
  const { code } = await world.run("ci apply", world.merge());
  expect([code, world.result()]).toEqual([3, expect.stringMatching(/spaces\.gone.* is blocked: /)]);
});

test("with --unreviewed, a service that fails does not stop the apply, and is named", async () => {
  const world = await planned("");
  const occasion = world.merge();
  world.server.fail("/pulls", { status: 403, body: { message: "no" } });
  const { code, stderr } = await world.run("ci apply --unreviewed", occasion);
  expect([code, stderr]).toEqual([1, expect.stringContaining("the merged pull request could not be read")]);
  expect(mutations(world.platform)).toHaveLength(2);
});

test("a call that fails exits 5, and the comment says how far it came", async () => {
  const world = await planned();
  const { code } = await world.run("ci apply --deadline 1ms", world.merge());
  expect(code).not.toBe(0);
  expect(world.result()).toMatch(/### (No call done|Nothing was changed: an error came first)/);
});

test("a refused result does not hide that the apply was done", async () => {
  const world = await planned();
  world.server.fail("POST /repos", { status: 403, body: { message: "no" } });
  const { code, stderr } = await world.run("ci apply", world.merge());
  expect(code).toBe(1);
  expect(stderr).toContain(
    "the apply is done and shown above; its result could not be written to the pull request",
  );
  expect(readFileSync(world.files.summary, "utf8")).toMatch(
    /### 2 calls done, nothing is left to do[\s\S]+To undo it: `docform undo/,
  );
  expect(mutations(world.platform)).toHaveLength(2);
});

test("a service that cannot tell what was reviewed stops the apply", async () => {
  const world = await planned();
  world.server.fail("/pulls", { status: 403, body: { message: "no" } });
  const { code, stderr } = await world.run("ci apply", world.merge());
  expect([code, mutations(world.platform)]).toEqual([1, []]);
  expect(stderr).toContain("error[DF5060]");
});

test("a pull request is not applied", async () => {
  const world = await planned();
  const { code, stderr } = await world.run("ci apply --unreviewed", world);
  expect([code, mutations(world.platform)]).toEqual([1, []]);
  expect(stderr).toContain("runs after a merge");
});

describe.each(serviceNames)("%s", (name) => {
  test("a commit beside the applied one needs a digest", async () => {
    const world = await planned("", name);
    const { run, repository, platform } = world;
    expect((await run("ci apply --unreviewed", { commit: repository.push("main", twoSteps) })).code).toBe(0);
    // The same commit again goes on, without a question to the service.
    const asked = world.server.seen.length;
    expect((await run("ci apply", { commit: repository.branches.get("main") ?? "" })).code).toBe(0);
    expect(
      world.server
        .lines()
        .slice(asked)
        .filter((line) => /compare|merge_base/.test(line)),
    ).toEqual([]);
    // Somebody rewrites the history of the branch: once beside the applied commit, once without it.
    for (const [title, forget] of [
      ["Authors", false],
      ["Scribes", true],
    ] as const) {
      const text = manifest(`teams: { docs: { id: team_docs, title: ${title} } }\n`);
      const commit = repository.commit({ ...repository.filesOf("main"), ...text }, []);
      if (forget) repository.commits.delete(repository.branches.get("main") ?? "");
      repository.point("main", commit);
      platform.takeRequests();
      const stopped = await run("ci apply --unreviewed", { commit });
      expect([stopped.code, stopped.stderr]).toEqual([4, expect.stringContaining("DF5066")]);
      expect(mutations(platform)).toEqual([]);
      const [, digest] = /with (?:expect|DOCFORM_EXPECT): ([0-9a-f]{16})/.exec(stopped.stderr) ?? [];
      expect((await run(`ci apply --expect ${digest}`, { commit })).code).toBe(0);
      expect((await run("ci apply", { commit })).code).toBe(0);
    }
  });
});

test("a digest does not make an old job a new one, and an apply of a part is not whole", async () => {
  const world = await planned("");
  const older = world.repository.push("main", twoSteps);
  const text = manifest("teams: { docs: { id: team_docs, title: Writers }, help: { title: Help } }\n");
  const newer = world.repository.push("main", text);
  expect((await world.run("ci apply --unreviewed --target teams.docs", { commit: newer })).code).toBe(0);
  expect((await world.run("ci apply", { commit: older })).code).toBe(4);
  expect((await world.run("ci apply --unreviewed", { commit: newer })).code).toBe(0);
  const again = await world.run("ci apply --expect 0123456789abcdef", { commit: older });
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("Nothing to do: the newer commit")]);
});

const otherRefs = {
  github: { tag: { GITHUB_REF: "refs/tags/main" }, side: { GITHUB_REF: "refs/heads/side" } },
  gitlab: { tag: { CI_COMMIT_TAG: "main", CI_COMMIT_BRANCH: "" }, side: { CI_COMMIT_BRANCH: "side" } },
};

test.each(serviceNames)("%s: only the branch that is applied is, not a tag of its name", async (name) => {
  const world = await planned("ci plan", name);
  const occasion = world.merge();
  for (const [ref, said] of [
    ["tag", "this pipeline is of a tag"],
    ["side", "this pipeline is of the branch side"],
  ] as const) {
    const { code, stderr } = await world.run("ci apply --unreviewed", {
      ...occasion,
      env: otherRefs[name][ref],
    });
    expect([code, stderr, mutations(world.platform)]).toEqual([1, expect.stringContaining(said), []]);
  }
  const side = { ...occasion, env: otherRefs[name].side };
  expect((await world.run("ci apply --unreviewed --branch side", side)).code).toBe(0);
  expect((await world.run("ci apply --branch side", occasion)).code).toBe(1);
});

test.each(["workflow_run", "issue_comment", "repository_dispatch"])("%s hides a fork", async (name) => {
  const world = await planned("");
  for (const line of ["ci plan", "ci apply", "ci drift"]) {
    const { code, stderr } = await world.run(line, { env: { GITHUB_EVENT_NAME: name } });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`the event ${name} does not say whose files`),
    ]);
  }
  expect([world.platform.takeRequests(), world.server.seen]).toEqual([[], []]);
});

test("outside of a pipeline nothing was reviewed", async () => {
  const world = await planned();
  const occasion = { ...world.merge(), env: { GITHUB_ACTIONS: "" } };
  expect((await world.run("ci apply", occasion)).code).toBe(4);
  expect((await world.run("ci apply --unreviewed", occasion)).code).toBe(0);
});
