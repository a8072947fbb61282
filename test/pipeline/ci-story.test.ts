import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { canary, editOn, manifest, mutations, settings, twoSteps } from "../support/processes/cli-fixture.ts";
import { pipelineWorld, serviceNames } from "../support/services/pipeline-world.ts";
import { own, type StoredPull } from "../support/services/repository.ts";

const before = manifest("teams:\n  docs: { id: team_docs, title: Docs } # ours\n");
const title = /title: \w+/;

describe.each(serviceNames)("%s", (name) => {
  test("a change is planned, reviewed, merged and applied; an edit by hand is found, proposed and adopted", async () => {
    const { repository, server, platform, folder, files, run } = await pipelineWorld(name, before);
    repository.push("change", twoSteps);
    const pull = repository.openPull("change");

    const reader = { DOCFORM_TOKEN: "", DOCFORM_READ_TOKEN: canary.reader };
    const first = await run("ci plan", { pull, env: reader });
    expect([first.code, first.stderr]).toEqual([0, ""]);
    expect(repository.comments).toHaveLength(1);
    const [comment] = repository.comments;
    expect(comment?.text).toContain("2 API calls");
    expect(existsSync(join(folder, "docform-plan/plan.html"))).toBe(true);
    const digest = /docform-digest ([0-9a-f]{64})/.exec(comment?.text ?? "")?.[1] ?? "";
    if (name === "github") {
      expect(readFileSync(files.output, "utf8")).toContain(
        `changes=2\ndeletes=0\ncalls=2\nblocked=0\nwaiting=0\nheld=0\ndigest=${digest}\nhtml=docform-plan/plan.html\n`,
      );
      expect(readFileSync(files.summary, "utf8")).toContain("2 API calls");
    } else {
      expect(readFileSync(join(folder, "docform.env"), "utf8")).toContain(
        `DOCFORM_CALLS=2\nDOCFORM_BLOCKED=0\n`,
      );
      expect(JSON.parse(readFileSync(join(folder, "gl-code-quality-report.json"), "utf8"))).toEqual([]);
    }

    repository.push("change", manifest("teams:\n  docs: { id: team_docs, title: Writers } # ours\n"));
    expect((await run("ci plan", { pull, env: reader })).code).toBe(0);
    expect(repository.comments).toHaveLength(1);
    expect(comment?.text).toContain("1 API call");
    expect(comment?.text).not.toContain("Out of date");

    const commit = repository.merge(pull);
    const applied = await run("ci apply", { commit });
    expect([applied.code, applied.stdout]).toEqual([0, expect.stringContaining("Apply: 1 done.")]);
    const result = repository.comments.at(-1)?.text ?? "";
    expect(result).toContain("### 1 call done, nothing is left to do");
    const [, undo = ""] = /To undo it: `docform (undo \S+)`/.exec(result) ?? [];
    expect((await run(undo, { commit })).stdout).toContain("Plan: 0 to add, 1 to change");

    await editOn(platform, ["PATCH", "/orgs/org_acme/teams/team_docs", { title: "Scribes" }]);
    const drift = await run("ci drift --propose", { env: reader });
    expect([drift.code, drift.stderr]).toEqual([2, ""]);
    if (name === "github") expect(readFileSync(files.output, "utf8")).toMatch(/\nchanges=1\n$/);
    expect(repository.issues).toMatchObject([{ isOpen: true, labels: ["docform-drift"] }]);
    const [issue] = repository.issues;
    expect(issue?.text).toContain("Scribes");
    expect(issue?.text).toMatch(/\n\| 20\S+Z \| 20\S+Z \| 1 \| 0 \| 2 \|\n/);
    const proposal = repository.pulls.at(-1) as StoredPull;
    expect(proposal.branch).toBe("docform/drift");
    const path = "manifests/all.yaml";
    expect(repository.filesOf("docform/drift")[path]).toBe(
      repository.filesOf("main")[path]?.replace(title, "title: Scribes"),
    );
    expect((await run("ci drift --propose", { env: reader })).code).toBe(2);
    expect([repository.issues.length, repository.pulls.length]).toEqual([1, 2]);

    const adopted = repository.merge(proposal);
    const nothing = await run("ci apply", { commit: adopted });
    expect([nothing.code, repository.comments.length]).toEqual([0, 2]);
    const over = await run("ci drift --propose", { env: reader });
    expect([over.code, over.stderr]).toEqual([0, ""]);
    expect(issue).toMatchObject({ isOpen: false });
    expect(repository.comments.find(({ on }) => on === issue?.number)?.text).toContain(
      "as the manifests say",
    );
    expect(server.problems).toEqual([]);
  });

  test("an apply marks the older plans of others; a result that was lost is written by the next run of its job", async () => {
    const { repository, server, platform, run } = await pipelineWorld(name, before);
    const opened = async (to: string) => {
      repository.push(to, manifest(`teams:\n  docs: { id: team_docs, title: ${to} } # ours\n`));
      const pull = repository.openPull(to);
      expect((await run("ci plan", { pull })).code).toBe(0);
      return pull;
    };
    // A service lists the newest pull request first: one that refuses stands before the other.
    const [first, other, locked] = [await opened("Writers"), await opened("Scribes"), await opened("Locked")];
    const { id: refusing } = repository.comments.find(({ on }) => on === locked.number) ?? {};
    for (const line of [
      `PATCH /repos/acme/docs/issues/comments/${refusing}`,
      `PUT /api/v4/projects/5/merge_requests/${locked.number}/notes/${refusing}`,
    ])
      server.fail(line, { status: 403 });
    const commit = repository.merge(first);
    const adding = name === "github" ? "/comments" : "/notes";
    for (const line of [
      `POST /repos/acme/docs/issues/${first.number}${adding}`,
      `POST /api/v4/projects/5/merge_requests/${first.number}${adding}`,
    ])
      server.fail(line, { status: 502 }, { status: 502 });
    const applied = await run("ci apply", { commit });
    expect([applied.code, applied.stderr]).toEqual([
      1,
      expect.stringContaining("its result could not be written"),
    ]);
    const [, id = ""] = /^Run (\S+)\. Undo/m.exec(applied.stdout) ?? [];
    const text = () => repository.comments.find(({ on }) => on === other.number)?.text ?? "";
    const sign = name === "github" ? "#" : "!";
    const warned = `> **Planned before** run \`${id}\` of ${sign}${first.number} was applied.`;
    expect(text().split("\n").slice(1, 4)).toEqual([
      expect.stringMatching(/^<!-- docform-review /),
      "> [!WARNING]",
      expect.stringContaining(warned),
    ]);

    platform.takeRequests();
    const again = await run("ci apply", { commit });
    expect([again.code, mutations(platform)]).toEqual([0, []]);
    expect(repository.comments.at(-1)).toMatchObject({ on: first.number });
    expect(repository.comments.at(-1)?.text).toContain("### Applied, nothing is left to do");
    const count = repository.comments.length;
    expect((await run("ci apply", { commit })).code).toBe(0);
    expect(repository.comments).toHaveLength(count);
    expect((await run("ci plan", { pull: other })).code).toBe(0);
    expect(text()).not.toContain("Planned before");
  });

  test("an edit by hand between review and merge is named with was and is, and nothing is sent", async () => {
    const { repository, platform, run } = await pipelineWorld(name, before);
    const site = "/orgs/org_acme/sites/site_flat";
    await editOn(platform, ["PATCH", site, { visibility: "public" }]);
    repository.push("close", manifest("sites:\n  flat: { id: site_flat, visibility: unlisted }\n"));
    const pull = repository.openPull("close");
    expect((await run("ci plan", { pull })).code).toBe(0);
    const commit = repository.merge(pull);
    await editOn(platform, ["PATCH", site, { visibility: "share-link" }]);
    platform.takeRequests();
    const { code, stderr } = await run("ci apply", { commit });
    expect([code, mutations(platform)]).toEqual([4, []]);
    const moved = 'acme/sites.flat: the visibility was "public", and is "share-link" now';
    expect(stderr).toContain(moved);
    expect(stderr).toMatch(/\nNothing was changed: the plan is stale\.\n$/);
    expect(repository.comments.at(-1)?.text).toContain("### Nothing was changed: the plan is stale");
    expect(repository.comments.at(-1)?.text).toContain("the visibility was");
  });

  test("an old job that is run again after a newer merge sends nothing", async () => {
    const { repository, platform, run } = await pipelineWorld(name, before);
    const merged = async (to: string) => {
      repository.push(to, manifest(`teams:\n  docs: { id: team_docs, title: ${to} } # ours\n`));
      const pull = repository.openPull(to);
      expect((await run("ci plan", { pull })).code).toBe(0);
      return repository.merge(pull);
    };
    const [older, newer] = [await merged("DocsH"), await merged("DocsI")];
    expect((await run("ci apply", { commit: newer })).code).toBe(0);
    const comments = repository.comments.length;
    platform.takeRequests();
    for (const line of ["ci apply", "ci apply --unreviewed"]) {
      const { code, stdout } = await run(line, { commit: older });
      expect([code, stdout]).toEqual([
        0,
        `Nothing to do: the newer commit ${newer.slice(0, 7)} was applied, and this job is of ${older.slice(0, 7)}.\n`,
      ]);
    }
    expect([mutations(platform), repository.comments.length]).toEqual([[], comments]);
  });

  test("a label of the author lets nothing pass; one of somebody else does, and the comment says whose", async () => {
    const rule = "{ name: asked, severity: ask, when: { kind: team }, assert: 'false', message: Ask Ana }";
    const { repository, run } = await pipelineWorld(name, {
      ...before,
      "policies/p.yaml": `rules: [${rule}]\n`,
    });
    repository.push("change", twoSteps);
    const pull = repository.openPull("change", { author: "eve" });
    const label = "docform/approve: asked";
    const planned = async () => [(await run("ci plan", { pull })).code, repository.comments[0]?.text];
    repository.label(pull, label, "Eve");
    const refused = `\nDoes not count: \`${label}\`; the author of the pull request set it.\n`;
    expect(await planned()).toEqual([3, expect.stringContaining(refused)]);
    repository.label(pull, label, own);
    expect(await planned()).toEqual([3, expect.stringContaining("; a program set it")]);
    repository.label(pull, label, "ben");
    expect(await planned()).toEqual([0, expect.stringContaining(`\nLet pass by \`@ben\`: \`${label}\`.\n`)]);
    expect((await run("ci apply", { commit: repository.merge(pull) })).code).toBe(0);
  });

  test("a merge that is reverted is seen in the pull request, and a label deletes what it had created", async () => {
    const { repository, run } = await pipelineWorld(name, before);
    const added = manifest("teams:\n  docs: { id: team_docs, title: Docs }\n  new: { title: New }\n");
    repository.push("change", added);
    const pull = repository.openPull("change");
    await run("ci plan", { pull });
    expect((await run("ci apply", { commit: repository.merge(pull) })).code).toBe(0);
    repository.push("revert", before);
    const revert = repository.openPull("revert");
    await run("ci plan", { pull: revert });
    const comment = () => repository.comments.find(({ on }) => on === revert.number)?.text ?? "";
    const sign = name === "github" ? "#" : "!";
    expect(comment()).toContain(
      "No changes to what is declared. 1 resource is no longer declared, and stays",
    );
    expect(comment()).toMatch(new RegExp(`created by run .* for .*\\${sign}${pull.number}`));
    expect(comment()).toContain("give the pull request the label `docform/prune: teams.new`");
    repository.label(revert, "docform/prune: teams.new", "ben");
    repository.label(revert, "docform/prune: teams.gone", "ben");
    expect((await run("ci plan", { pull: revert })).code).toBe(0);
    expect(comment()).toContain("no longer declared, and --prune names it");
    expect(comment()).toContain("Lets nothing pass: `docform/prune: teams.gone`.");
    const applied = await run("ci apply", { commit: repository.merge(revert) });
    expect([applied.code, applied.stdout]).toEqual([0, expect.stringContaining("Apply: 1 done.")]);
    expect((await run("plan", {})).stdout).toContain("No changes. The platform is as the manifests say.");
  });

  test("rules that a pull request changes are told, and those of its base are asked", async () => {
    const rule = "{ name: no, when: { kind: team }, assert: 'false', message: Not now }";
    const rules = {
      "policies/p.yaml": `rules: [${rule}]\n`,
      "docform.yaml": `${settings}guards: { exposure: hold }\nstate: { git: {} }\n`,
    };
    const { repository, platform, run } = await pipelineWorld(name, { ...before, ...rules });
    repository.push("change", { ...twoSteps, "docform.yaml": settings, "policies/p.yaml": undefined });
    const pull = repository.openPull("change", { author: "eve" });
    const planned = async () => [(await run("ci plan", { pull })).code, repository.comments[0]?.text];
    const differing = "`policies/p.yaml (missing)`, `guards.exposure` and `state`";
    const held = [
      `> **The rules differ from those of \`main\`:** ${differing}.`,
      "> The rules of `main` would hold this, so it is held until a person other than the author lets it pass:",
      ">",
      "> - `acme/teams.docs`: under the rules of main: policy no: Not now",
    ].join("\n");
    expect(await planned()).toEqual([3, expect.stringContaining(held)]);
    const label = "docform/allow-rule-changes";
    expect(repository.comments[0]?.text).toContain(`give the pull request the label \`${label}\``);
    repository.label(pull, label, "eve");
    expect((await planned())[0]).toBe(3);
    repository.label(pull, label, "ben");
    expect(await planned()).toEqual([0, expect.stringContaining(`Let pass by \`@ben\`: \`${label}\``)]);
    platform.takeRequests();
    expect((await run("ci apply", { commit: repository.merge(pull) })).code).toBe(0);
    expect(mutations(platform)).toHaveLength(2);
  });
});
