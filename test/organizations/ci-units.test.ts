import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { canary } from "../support/processes/cli-fixture.ts";
import { pipelineWorld, serviceNames } from "../support/services/pipeline-world.ts";

const settings = "organizations: { acme: { id: org_acme }, globex: { id: org_globex } }\n";
const files = (acme: string, globex: string) => ({
  "docform.yaml": settings,
  "manifests/acme.yaml": `organization: acme\nteams: { docs: { id: team_docs, title: ${acme} } }\n`,
  "manifests/globex.yaml": `organization: globex\nteams: { ${globex} }\n`,
});

test.each(serviceNames)(
  "on %s, each organization of a pull request has its own plan, review, result and issue",
  async (name) => {
    const { repository, run } = await pipelineWorld(name, files("Docs", ""));
    repository.push("change", files("Writers", "new: { title: New }"));
    const pull = repository.openPull("change");
    const texts = () => repository.comments.map(({ text }) => text);

    for (const unit of ["acme", "globex"]) {
      const { code, stderr } = await run(`ci plan --target ${unit}`, { pull });
      expect([code, stderr]).toEqual([0, ""]);
    }
    expect(texts()).toHaveLength(2);
    expect(texts()[0]).toContain("\n`acme` · 1 API call");
    expect(texts()[1]).toContain("\n`globex` · 1 API call");
    // The same one again edits its own, and one without changes adds none.
    await run("ci plan --target acme", { pull });
    const other = repository.openPull("other");
    expect((await run("ci plan --target acme", { pull: other })).code).toBe(0);
    expect(texts()).toHaveLength(2);

    const commit = repository.merge(pull);
    for (const unit of ["globex", "acme"]) {
      const { code, stdout } = await run(`ci apply --target ${unit}`, { commit });
      expect([code, stdout]).toEqual([0, expect.stringContaining("Apply: 1 done.")]);
    }
    expect(texts()).toHaveLength(4);

    const drift = await run("ci drift --target acme", {});
    expect([drift.code, repository.issues]).toEqual([0, []]);
    const unreviewed = repository.push("main", files("Scribes", "new: { title: New }"));
    const refused = await run("ci apply --target acme", { commit: unreviewed });
    expect(refused.code).toBe(4);
    expect(refused.stdout + refused.stderr).toContain(
      name === "github" ? " and organization: acme" : " and DOCFORM_ONLY: acme",
    );
    for (const unit of ["acme", "globex"])
      await run(`ci drift --target ${unit}`, { env: { DOCFORM_TOKEN: canary.admin } });
    expect(repository.issues.map(({ title }) => title)).toEqual([
      "The platform drifted from the manifests (acme)",
    ]);
  },
);

test.each(serviceNames)(
  "on %s, one job for all gives each organization the same, with a table, and one that fails stops no other",
  async (name) => {
    const three = (acme: string, globex: string) => ({
      ...files(acme, globex),
      "docform.yaml": settings.replace(" }\n", ", gone: { id: org_gone } }\n"),
      "manifests/gone.yaml": "organization: gone\nteams: {}\n",
    });
    const { repository, run } = await pipelineWorld(name, three("Docs", ""));
    repository.push("change", three("Writers", "new: { title: New }"));
    const pull = repository.openPull("change");
    const texts = () => repository.comments.map(({ text }) => text);
    const planned = await run("ci plan", { pull });
    expect(planned.code).toBe(1);
    expect(planned.stdout).toContain("3 organizations: 2 changes, 1 not read");
    const [table = "", ...others] = [...texts()].sort();
    expect(table).toMatch(/^<!-- docform ci-plan \S+ -->\n### 3 organizations: 2 changes, 1 not read\n/);
    expect(table).toContain("| gone | not read |");
    expect(others.map((text) => /ci-plan\/(\w+)/.exec(text)?.[1])).toEqual(["acme", "globex", "gone"]);
    await run("ci plan", { pull });
    expect(texts()).toHaveLength(4);

    const commit = repository.merge(pull);
    const applied = await run("ci apply", { commit });
    expect(applied.code).toBe(1);
    expect(applied.stdout).toContain("3 organizations: 2 applied, 1 not read");
    const results = texts().slice(4);
    expect(results.map((text) => /ci-apply\/(\w+)/.exec(text)?.[1]).sort()).toEqual([
      "acme",
      "globex",
      "gone",
    ]);

    const unreviewed = repository.push("main", three("Scribes", "new: { title: New }"));
    const refused = await run("ci apply", { commit: unreviewed });
    expect(refused.stdout).toContain("3 organizations: 1 no changes, 1 stale, 1 not read");
    const drift = await run("ci drift", { env: { DOCFORM_TOKEN: canary.admin } });
    expect([drift.code, repository.issues.map(({ title }) => title)]).toEqual([
      1,
      ["The platform drifted from the manifests (acme)"],
    ]);
    await run("ci apply --unreviewed", { commit: unreviewed });
    const older = await run("ci apply", { commit });
    expect(older.stdout).toContain("3 organizations: 1 not read, 2 not begun");
  },
);

test("the report of GitLab has the problems of each organization that could not be planned", async () => {
  const { repository, run, folder } = await pipelineWorld("gitlab", {
    "docform.yaml": "organizations: { gone: { id: org_gone }, lost: { id: org_lost } }\n",
    "manifests/gone.yaml": "organization: gone\nteams: {}\n",
    "manifests/lost.yaml": "organization: lost\nteams: {}\n",
  });
  repository.push("change", {});
  await run("ci plan", { pull: repository.openPull("change") });
  const report = JSON.parse(readFileSync(join(folder, "gl-code-quality-report.json"), "utf8"));
  expect(report.map(({ check_name }: { check_name: string }) => check_name)).toEqual(["DF3004", "DF3004"]);
});

test("one job for all keeps the waves of the rollout: nothing begins after one that is not reviewed", async () => {
  const waves = "rollout: { waves: [{ name: first, select: { ring: first } }, {}] }\n";
  const inWaves = (acme: string, globex: string) => ({
    ...files(acme, globex),
    "docform.yaml": settings.replace("org_acme", "org_acme, labels: { ring: first }") + waves,
  });
  const { repository, run } = await pipelineWorld("github", inWaves("Docs", ""));
  const commit = repository.push("main", inWaves("Writers", "new: { title: New }"));
  const { code, stdout } = await run("ci apply", { commit });
  expect([code, stdout]).toEqual([5, expect.stringContaining("2 organizations: 1 stale, 1 not begun")]);
});
