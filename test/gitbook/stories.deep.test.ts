import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { held } from "../support/gitbook/check-published.ts";
import { manifest, mutations, type Project, project } from "../support/processes/cli-fixture.ts";

const spaces = "spaces:\n  one: { title: One }\n  two: { title: Two }\n  three: { title: Three }\n";

/** A site with this structure. */
const site = (structure: string) =>
  manifest(`${spaces}sites:\n  hub:\n    title: Hub\n    type: ultimate\n    structure: ${structure}\n`);

const before = site(`[
      { section: start, title: Start, spaces: [{ space: one }] },
      { section: more, title: More, spaces: [{ space: one }] },
      { group: reference, title: Reference, structure: [
        { section: api, title: API, spaces: [{ space: two }, { space: three, path: v1 }] }] }]`);

/** Another order, another group, other fields, and a variant that is new. */
const after = site(`[
      { group: reference, title: Handbook, icon: book, structure: [
        { section: start, title: Begin, description: Here, spaces: [{ space: one }, { space: three, path: old }] },
        { section: api, title: API, spaces: [{ space: three, path: v2 }, { space: two }] }] },
      { section: more, title: More, spaces: [{ space: one }] }]`);

/** Applies, and plans again: nothing is left. Returns the calls that changed something. */
async function converge({ docform, platform }: Project): Promise<readonly string[]> {
  platform.takeRequests();
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  const calls = mutations(platform);
  platform.takeRequests();
  expect(await docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
  const reads = platform.takeRequests().map(({ operation }) => operation);
  expect(reads.sort()).toEqual(["getOrganization", "getSiteStructure", "listSites", "listSpaces"].sort());
  return calls;
}

function change({ folder }: Project, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
}

/** Answers of 204 that leave the object out, where the published API has them. */
const terse = [
  "createSiteSpace",
  "updateSiteSection",
  "updateSiteSectionGroup",
  "updateSiteSpace",
  "sortSiteStructure",
].map((operation) => ({ operation, fault: "answer", status: 204, done: true }));

describe.each([
  ["answers with the object", []],
  ["answers without it (G3)", terse],
])("on a platform that %s", (_, faults) => {
  test("a site comes from nothing, is arranged anew, and each second plan is empty", async () => {
    const acme = await project(before, faults, "gitbook");
    expect(await converge(acme)).toHaveLength(7);
    change(acme, after);
    const calls = await converge(acme);
    expect(calls.filter((call) => call.startsWith("DELETE"))).toEqual([]);
  });
});

test("a publish that answers a checkout is told, with the way out; the rest of the plan is done", async () => {
  const body = { type: "checkout", sessionId: "cs_1" };
  const faults = [{ operation: "publishSite", calls: 1, fault: "answer", status: 200, body }];
  const files = manifest(
    "sites: { hub: { title: Hub, type: ultimate, published: true } }\nteams: { new: { title: New } }\n",
  );
  const acme = await project(files, faults, "gitbook");
  const run = await acme.docform("apply --yes");
  expect(run.code).toBe(5);
  expect(run.stdout + run.stderr).toMatch(/wants a checkout first[\s\S]*pays for its plan/);
  expect(run.stdout + run.stderr).toContain("2 done");
  expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
});

test("languages are sent in lower case, as the published API takes them, however they are written", async () => {
  const files = manifest(`spaces:
  one: { title: One, language: EN }
translations:
  brazil: { source: one, sourceLanguage: en, language: pt-BR, instructions: Keep names. }
`);
  const acme = await project(files, [], "gitbook");
  expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
  expect(await acme.docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
});

const fault = { fault: "answer", status: 500, body: { error: { code: 500, message: "Oops" } } };

test.each([
  ["each call", "*", "DF4002", /whose the token is/],
  ["one call only", "listTeams", "DF4006", /Oops/],
])("a fault of %s is told as what it is (G5)", async (_, operation, code, said) => {
  const acme = await project(
    manifest("teams: { new: { title: New } }\n"),
    [{ operation, ...fault }],
    "gitbook",
  );
  const run = await acme.docform("plan");
  expect(run.code).not.toBe(0);
  expect(run.stderr + run.stdout).toContain(code);
  expect(run.stderr + run.stdout).toMatch(said);
});

test("many exchanges of these stories were held against the published document", () => {
  const count = (all: ReadonlyMap<string, number>) => [...all.values()].reduce((sum, one) => sum + one, 0);
  console.log();
  expect(count(held.requests)).toBeGreaterThan(50);
});
