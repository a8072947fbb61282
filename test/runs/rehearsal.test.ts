import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { editOn, manifest, mutations, project, twoSteps } from "../support/processes/cli-fixture.ts";
import { runDocform } from "../support/processes/run-docform.ts";

/** A site takes a basename that another has, which no manifest declares: the platform will refuse it (409). */
const refused = manifest(
  "sites:\n  flat: { title: Flat site, basename: docs }\nteams:\n  docs: { id: team_docs, title: Writers }\n",
);

const manyTeams = (count: number, more = "") =>
  manifest(
    `teams:\n${Array.from({ length: count }, (_, index) => `  t${index}: { title: Team ${index} }\n`).join("")}${more}`,
  );

/** One call: the second space of a site becomes its first. */
const oneMove =
  "sites:\n  flat:\n    title: Flat site\n    structure: [{ space: id:sp_two }, { space: id:sp_one }]\n";

const givenTo = (basename: string) => async (url: string, token: string) => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const address = `${url}/v1/orgs/org_acme/sites/site_empty`;
  await fetch(address, { method: "PATCH", headers, body: JSON.stringify({ basename }) });
};

async function refusedProject() {
  const made = await project(refused);
  await givenTo("docs")(made.platform.url, made.platform.token);
  made.platform.takeRequests();
  return made;
}

describe("plan --rehearse", () => {
  test("of the example converges, and says so with its calls, its longest chain and the time", async () => {
    const platform = await startTestPlatform("examples/acme/live.yaml");
    const surroundings = { cwd: "examples/acme", env: platform.env };
    const text = await runDocform(["plan", "--rehearse"], surroundings);
    expect(text).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Rehearsing \d+ calls …\n$/) });
    expect(text.stdout).toMatch(
      /\nRehearsed: converged\. \d+ calls, the longest chain has \d+, about .+ at .+ a round trip\.\n/,
    );
    const json = await runDocform(["plan", "--rehearse", "--format", "json"], surroundings);
    const { rehearsal, summary, digest } = JSON.parse(json.stdout);
    expect(rehearsal).toMatchObject({ converged: true, calls: summary.calls, failed: [], left: [] });
    expect(rehearsal.longestChain).toBeGreaterThan(1);
    const plain = JSON.parse((await runDocform(["plan", "--format", "json"], surroundings)).stdout);
    expect(plain).toMatchObject({ digest, summary });
    expect(plain.rehearsal).toBeUndefined();
    expect(platform.takeRequests().some(({ mutates }) => mutates)).toBe(false);
  });

  test("foresees a refusal, with the platform's answer, and what is left then", async () => {
    const { docform, platform } = await refusedProject();
    const run = await docform("plan --rehearse");
    expect(run.code).toBe(0);
    expect(run.stdout).toContain("Rehearsed: did not converge. 2 calls");
    expect(run.stdout).toMatch(/failed +sites\.flat +updateSite +409 .*"site_empty" already has "docs"/);
    expect(run.stdout).toMatch(/left +sites\.flat +update +basename/);
    const markdown = await docform("plan --rehearse --format markdown");
    const page = await docform("plan --rehearse --format html");
    expect(page.stdout).toMatch(/<p>Rehearsed: did not converge\.[\s\S]*<b class="delete">failed<\/b>/);
    expect(markdown.stdout).toMatch(/Rehearsed: did not converge\..*\n\n```\n {2}failed +sites\.flat/);
    expect(mutations(platform)).toEqual([]);
  });

  test("says nothing but the plan to those who want no talk", async () => {
    const { docform } = await project(twoSteps);
    const run = await docform("plan --rehearse --log-level warn");
    expect(run).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringContaining("Rehearsed: converged"),
    });
  });

  test("of nothing to do is fine", async () => {
    const { docform } = await project(manifest("teams:\n  docs: { id: team_docs, title: Docs }\n"));
    const run = await docform("plan --rehearse");
    expect(run.stdout).toContain("Rehearsed: converged. No call");
  });
});

describe("apply", () => {
  test.each([
    { teams: 19, more: oneMove, options: "", isRehearsed: false },
    { teams: 20, more: oneMove, options: "", isRehearsed: true },
    { teams: 21, more: "", options: "", isRehearsed: false },
    { teams: 20, more: oneMove, options: "--no-rehearse", isRehearsed: false },
    { teams: 1, more: "", options: "--rehearse", isRehearsed: true },
  ])(
    "rehearses over 20 calls by itself if they place something: $teams teams, $more $options",
    async (stage) => {
      const { teams, more, options, isRehearsed } = stage;
      const { docform, platform } = await project(manyTeams(teams, more));
      const run = await docform(`apply --yes ${options}`);
      expect(run.code).toBe(0);
      expect(run.stdout.includes("Rehearsed: converged.")).toBe(isRehearsed);
      expect(mutations(platform)).toHaveLength(teams + (more === "" ? 0 : 1));
    },
  );

  test.each([
    { options: "", isRehearsed: false },
    { options: "--rehearse", isRehearsed: true },
  ])("of a plan that is held $options: rehearsed is $isRehearsed", async ({ options, isRehearsed }) => {
    const { docform, platform } = await project(manyTeams(20, oneMove));
    const run = await docform(`apply --yes --allow-deletes 1 ${options}`);
    expect(run.code).toBe(3);
    expect(run.stdout).toContain("held: --allow-deletes 1 was given, and the plan has no delete");
    expect(run.stdout.includes("Rehearsed: converged.")).toBe(isRehearsed);
    expect(mutations(platform)).toEqual([]);
  });

  test("sends nothing when the rehearsal failed, and names what failed and the way past", async () => {
    const { docform, platform } = await refusedProject();
    const run = await docform("apply --yes --rehearse");
    expect(run.code).toBe(3);
    expect(run.stderr).toMatch(/DF3040.*1 call failed, 1 change would be left, first acme\/sites\.flat/);
    expect(run.stderr).toContain("docform apply --no-rehearse");
    expect(mutations(platform)).toEqual([]);
    const past = await docform("apply --yes --no-rehearse");
    expect(past.code).toBe(5);
    expect(mutations(platform)).toHaveLength(2);
  });

  test("tells machines how the rehearsal went, and why nothing was sent", async () => {
    const { docform } = await refusedProject();
    const run = await docform("apply --yes --rehearse --format json");
    const lines = run.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { type: "version" },
      { type: "planned", rehearsal: { converged: false, failed: [{ status: 409 }] } },
      { type: "diagnostic", diagnostic: { code: "DF3040" } },
      { type: "summary", "@message": "Nothing was changed: held by the rehearsal." },
    ]);
  });

  test("shows no sensitive value that the platform of the rehearsal repeats", async () => {
    const made = await project(manifest("sites:\n  flat: { title: Flat site, basename: '${env:NAME}' }\n"));
    await givenTo("canary-name")(made.platform.url, made.platform.token);
    const env = { ...made.platform.env, NAME: "canary-name" };
    const run = await made.docform("plan --rehearse --format json", { env });
    const { failed } = JSON.parse(run.stdout).rehearsal;
    expect(failed).toMatchObject([{ status: 409, message: expect.stringContaining("already has") }]);
  });
});

/** A site has given up a basename that another has taken since: the way back is refused (409). */
async function refusedUndo() {
  const acme = await project(
    manifest("sites:\n  flat: { title: Flat site, basename: guides }\nteams:\n  new: { title: New }\n"),
  );
  const edit = (site: string): Promise<void> =>
    editOn(acme.platform, ["PATCH", `/orgs/org_acme/sites/${site}`, { basename: "docs" }]);
  await edit("site_flat");
  expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
  await edit("site_empty");
  acme.platform.takeRequests();
  return acme;
}

describe("undo", () => {
  test("names as the way past the same undo, of the same part, from where it was given", async () => {
    const { docform, folder, platform } = await refusedUndo();
    const line = `undo --yes --rehearse --target sites.flat -C ${folder}`;
    const run = await docform(line, { cwd: dirname(folder) });
    expect(run).toMatchObject({ code: 3, stderr: expect.stringMatching(/DF3040.*1 call failed/) });
    expect(mutations(platform)).toEqual([]);
    const [, past = ""] = /docform (undo .*) runs the plan anyway/.exec(run.stderr) ?? [];
    expect(past).toMatch(/^undo \S+ --no-rehearse --expect \w+ --target acme\/sites\.flat -C \S+$/);
    expect(await docform(`${past} --yes`, { cwd: dirname(folder) })).toMatchObject({ code: 5 });
    expect(mutations(platform)).toEqual(["PATCH /v1/orgs/org_acme/sites/site_flat 409"]);
  });

  test("names no way past what a guard holds besides, and nothing lets pass", async () => {
    const { docform, folder, platform } = await refusedUndo();
    writeFileSync(
      join(folder, "manifests/all.yaml"),
      "organization: acme\nteams: { new: { title: New, protect: true } }\n",
    );
    const run = await docform("undo --yes --rehearse");
    expect(run).toMatchObject({ code: 3, stderr: expect.stringContaining("DF3040") });
    expect(run.stderr).toContain("and allow or resolve each hold");
    expect(run.stderr).not.toContain("--no-rehearse");
    expect(mutations(platform)).toEqual([]);
  });
});
