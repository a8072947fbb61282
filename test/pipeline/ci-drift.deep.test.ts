import { describe, expect, test } from "vitest";
import { withdrawnText } from "../../src/pipeline/texts/proposal.ts";
import { editOn, manifest } from "../support/processes/cli-fixture.ts";
import { pipelineWorld, serviceNames } from "../support/services/pipeline-world.ts";

const docs = manifest("teams:\n  docs: { id: team_docs, title: Docs } # ours\n  new: { title: New }\n");

/** A world that is as its manifests say. */
async function applied(name: (typeof serviceNames)[number] = "github") {
  const world = await pipelineWorld(name, docs);
  expect((await world.run("apply --yes", {})).code).toBe(0);
  const rename = (title: string) =>
    editOn(world.platform, ["PATCH", "/orgs/org_acme/teams/team_docs", { title }]);
  return { ...world, rename };
}

describe.each(serviceNames)("%s", (name) => {
  test("without drift nothing is written; what comes back later gets an issue of its own", async () => {
    const { run, rename, repository } = await applied(name);
    expect((await run("ci drift", {})).code).toBe(0);
    expect(repository.issues).toEqual([]);
    for (const title of ["Scribes", "Docs", "Authors"]) {
      await rename(title);
      expect((await run("ci drift", {})).code).toBe(title === "Docs" ? 0 : 2);
    }
    expect(repository.issues.map(({ isOpen }) => isOpen)).toEqual([false, true]);
    expect(repository.issues.map(({ text }) => text.includes("> **Over:** at 20"))).toEqual([true, false]);
    expect(repository.comments).toHaveLength(1);
  });
});

test("the issue says since when, while the same drift is seen again", async () => {
  const { run, rename, repository } = await applied();
  await rename("Scribes");
  const day = (number: number) => ({ now: () => Date.UTC(2027, 0, number) });
  for (const at of [1, 2]) await run("ci drift", {}, day(at));
  expect(repository.issues[0]?.text).toContain(
    "| 2027-01-01T00:00:00.000Z | 2027-01-02T00:00:00.000Z | 1 | 0 | 2 |\n",
  );
});

test("an issue of somebody else with the same mark is left alone", async () => {
  const { run, rename, repository } = await applied();
  const foreign = repository.issue("x", "<!-- docform ci-drift . -->\n", ["docform-drift"], "eve");
  await rename("Scribes");
  expect((await run("ci drift", {})).code).toBe(2);
  expect([foreign.text, repository.issues.length]).toEqual(["<!-- docform ci-drift . -->\n", 2]);
});

test("a refused issue keeps the exit code of drift; without drift, it is 1", async () => {
  const { run, rename, server } = await applied();
  const refused = { status: 403, body: { message: "no" } };
  await rename("Scribes");
  server.fail("POST /repos", refused);
  const drifted = await run("ci drift", {});
  expect([drifted.code, drifted.stderr]).toEqual([
    2,
    expect.stringContaining("its issue could not be written"),
  ]);
  expect(drifted.stderr).toContain("issues: write");
  await rename("Docs");
  server.fail("GET /repos", refused);
  const over = await run("ci drift", {});
  expect([over.code, over.stderr]).toEqual([
    1,
    expect.stringContaining("the drift is shown above; its issue"),
  ]);
});

test("an issue that cannot be closed gets no comment that says so: the next run closes it", async () => {
  const { run, rename, server, repository } = await applied();
  await rename("Scribes");
  await run("ci drift", {});
  await rename("Docs");
  server.fail("PATCH /repos", { status: 403, body: { message: "no" } });
  expect((await run("ci drift", {})).code).toBe(1);
  expect(repository.comments).toEqual([]);
  expect((await run("ci drift", {})).code).toBe(0);
  expect(repository.comments).toHaveLength(1);
});

test("a proposal takes out what was deleted by hand, and keeps comments", async () => {
  const { run, rename, platform, repository } = await applied();
  await rename("Scribes");
  const { url, token } = platform;
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/v1/orgs/org_acme/teams`, { headers });
  const { items } = (await answer.json()) as { items: readonly { id: string; title: string }[] };
  const made = items.find(({ title }) => title === "New")?.id;
  await editOn(platform, ["DELETE", `/orgs/org_acme/teams/${made}`]);
  expect((await run("ci drift --propose", {})).code).toBe(2);
  expect(repository.filesOf("docform/drift")["manifests/all.yaml"]).toBe(
    "organization: acme\nteams:\n  docs: { id: team_docs, title: Scribes } # ours\n",
  );
});

test("a proposal is closed when nothing is left to adopt, and is not made again when somebody closed it", async () => {
  const { run, rename, repository } = await applied();
  await rename("Scribes");
  const first = await run("ci drift --propose", {});
  const again = await run("ci drift --propose", {});
  const proposed = /Proposed: (\S+)/.exec(first.stdout)?.[1];
  expect(again.stdout).toContain(`Proposed: ${proposed}\n`);
  await rename("Docs");
  const over = await run("ci drift --propose", {});
  expect(over.code).toBe(0);
  expect(over.stdout).toContain(`Closed: ${proposed}\n`);
  expect(repository.pulls).toMatchObject([
    { isClosed: true, text: withdrawnText("nothing was changed on the platform by hand") },
  ]);

  await rename("Scribes");
  await run("ci drift --propose", {});
  const [, second] = repository.pulls;
  if (second !== undefined) second.isClosed = true;
  const declined = await run("ci drift --propose", {});
  expect([declined.code, declined.stderr, repository.pulls.length]).toEqual([2, "", 2]);
  expect(declined.stdout).toContain("somebody closed the same proposal");
});

test("nothing is proposed for what the manifests alone changed", async () => {
  const { run, repository } = await applied();
  repository.push(
    "main",
    manifest("teams: { docs: { id: team_docs, title: Writers }, new: { title: New } }\n"),
  );
  const { code, stdout } = await run("ci drift --propose", {});
  expect([code, repository.pulls]).toEqual([2, []]);
  expect(stdout).toContain("Nothing is proposed: nothing was changed on the platform by hand.");
});

test("what was merged, and not applied yet, is never proposed back", async () => {
  const { run, rename, repository } = await applied();
  const merged =
    "teams:\n  docs: { id: team_docs, title: Docs, members: { ana@acme.example: owner, li@acme.example: member } }\n";
  repository.push("main", manifest(`${merged}  new: { title: New }\n`));
  const first = await run("ci drift --propose", {});
  expect([first.code, repository.pulls]).toEqual([2, []]);
  expect(first.stdout).toContain("none is known to be made by hand");
  await rename("Scribes");
  const { stdout } = await run("ci drift --propose", {});
  expect([stdout, repository.pulls]).toEqual([expect.stringContaining("Nothing is proposed"), []]);
});

test("a proposal rests on the commit of its run, and is made from the default branch alone", async () => {
  const { run, rename, repository } = await applied();
  await rename("Scribes");
  const commit = repository.branches.get("main") ?? "";
  repository.push("main", { "README.md": "merged meanwhile\n" });
  const env = { GITHUB_SHA: commit };
  await run("ci drift --propose", { env });
  expect(repository.filesOf("docform/drift")).not.toHaveProperty("README.md");
  const other = await run("ci drift --propose", { env: { GITHUB_REF: "refs/heads/feature" } });
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("of another one")]);
});

test("a project in a folder of the repository proposes paths of the repository", async () => {
  const world = await pipelineWorld("github", {
    "docs/docform.yaml": "organizations: { acme: { id: org_acme } }\n",
    "docs/manifests/all.yaml": docs["manifests/all.yaml"] ?? "",
  });
  expect((await world.run("apply --yes -C docs", {})).code).toBe(0);
  await editOn(world.platform, ["PATCH", "/orgs/org_acme/teams/team_docs", { title: "Scribes" }]);
  expect((await world.run("ci drift --propose -C docs", {})).code).toBe(2);
  expect(
    world.repository.filesOf(world.repository.pulls[0]?.branch ?? "")["docs/manifests/all.yaml"],
  ).toContain("Scribes");
  expect(world.repository.issues).toMatchObject([
    { title: "The platform drifted from the manifests (docs)" },
  ]);
});

test("outside of a pipeline, drift is shown, and nothing more", async () => {
  const { run, rename, server } = await applied();
  await rename("Scribes");
  const { code, stdout } = await run("ci drift --propose", { env: { GITHUB_ACTIONS: "" } });
  expect([code, server.seen]).toEqual([2, []]);
  expect(stdout).toContain("Nothing is proposed: docform runs in no pipeline");
});
