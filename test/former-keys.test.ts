import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { editOn, manifest, mutations, type Project, project, quietly } from "./cli-fixture.ts";

const teams = (body: string) =>
  manifest(
    `manage: { teams: exact }\nteams: { docs: { id: team_docs }, a: { id: team_twin_a }, b: { id: team_twin_b }, ${body} }\n`,
  );

/** A project whose last apply left these teams, and which declares others now. */
async function renamed(before: string, after: string): Promise<Project> {
  const acme = await project(teams(before));
  expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
  declare(acme, after);
  mutations(acme.platform);
  return acme;
}

function declare({ folder }: Project, body: string): void {
  for (const [path, text] of Object.entries(teams(body))) writeFileSync(join(folder, path), text);
}

async function idOf({ platform }: Project, title: string): Promise<string> {
  const answer = await fetch(`${platform.url}/v1/orgs/org_acme/teams`, {
    headers: { authorization: `Bearer ${platform.token}` },
  });
  const { items } = (await answer.json()) as { items: { id: string; title: string }[] };
  return items.find((one) => one.title === title)?.id ?? "";
}

/** Applies what a plan says so, and a second plan is empty. */
async function applyAsPlanned({ docform }: Project, summary: string): Promise<void> {
  expect((await docform("plan")).stdout).toContain(summary);
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  expect(await docform("plan --detailed-exitcode")).toMatchObject({ code: 0, stderr: "" });
}

const recordIn = ({ folder }: Project): string => readFileSync(join(folder, ".docform/record.json"), "utf8");

test("a key of before finds what the last apply knew by it, though its title changes too", async () => {
  const acme = await renamed(
    "brandnew: { title: Brand new }",
    "brand2: { title: Brand new two, previously: [brandnew] }",
  );
  const id = await idOf(acme, "Brand new");
  await applyAsPlanned(acme, "0 to add, 1 to change, 0 to delete");
  expect(mutations(acme.platform)).toEqual([`PATCH /v1/orgs/org_acme/teams/${id} 200`]);
  expect(recordIn(acme)).toContain(`"teams.brand2"`);
  expect(recordIn(acme)).not.toContain(`"teams.brandnew"`);
  // Another one may take the old key, and the line may stay.
  declare(acme, "brand2: { title: Brand new two, previously: [brandnew] }, brandnew: { title: Other }");
  await applyAsPlanned(acme, "1 to add, 0 to change, 0 to delete");
});

test("a key of before finds it with a name that it ignores, also in the plan after the run", async () => {
  const acme = await renamed(
    "brandnew: { title: Brand new, ignore: [title] }",
    "brand2: { title: Two, ignore: [title], previously: [brandnew], members: { li@acme.example: owner } }",
  );
  expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
  expect(await acme.docform("plan --detailed-exitcode")).toMatchObject({ code: 0, stderr: "" });
});

test("a key of before finds a section of a site and what stands in a site that has another key", async () => {
  const sites = (body: string) => manifest(`sites: { ${body} }\n`);
  const structure = (first: string) => `structure: [{ ${first}, spaces: [{ space: 'id:sp_one' }] }]`;
  const acme = await project(
    sites(`hub: { title: Hub, visibility: unlisted, ${structure("section: a, title: Alpha")} }`),
  );
  expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
  const after = sites(
    `hub: { title: Hub, visibility: unlisted, ${structure("section: b, title: Beta, previously: a")} }`,
  );
  writeFileSync(join(acme.folder, "manifests/all.yaml"), after["manifests/all.yaml"] ?? "");
  await applyAsPlanned(acme, "0 to add, 1 to change, 0 to delete");
  const other = sites(
    `docs: { title: Docs site, visibility: unlisted, previously: hub, ${structure("section: b, title: Beta")} }`,
  );
  writeFileSync(join(acme.folder, "manifests/all.yaml"), other["manifests/all.yaml"] ?? "");
  await applyAsPlanned(acme, "0 to add, 1 to change, 0 to delete");
});

test("names decide against a key of before, and a warning says so", async () => {
  const acme = await renamed(
    "brandnew: { title: Brand new }",
    "brand2: { title: Other, previously: [brandnew] }, brandnew: { title: Brand new, absent: true }",
  );
  await editOn(acme.platform, ["PUT", "/orgs/org_acme/teams", { title: "Other" }]);
  declare(acme, "brand2: { title: Other, previously: [brandnew] }");
  const { stdout, stderr } = await acme.docform("plan");
  expect(stdout + stderr).toContain("DF3009");
});

test("a key that is declared still, and one that two claim, are an error", async () => {
  const acme = await renamed(
    "brandnew: { title: Brand new }",
    "brandnew: { title: Other }, brand2: { title: Two, previously: [brandnew] }",
  );
  expect((await acme.docform("plan")).stderr).toContain("DF3002");
  declare(acme, "x: { title: X, previously: [brandnew] }, y: { title: Y, previously: [brandnew] }");
  expect((await acme.docform("plan")).stderr).toContain("DF3002");
  expect(mutations(acme.platform)).toEqual([]);
});

test("several keys of before that are each something live are an error", async () => {
  const acme = await renamed("c: { title: C }, d: { title: D }", "e: { title: E, previously: [c, d] }");
  expect((await acme.docform("plan")).stderr).toContain("DF3001");
});

test("keys that are exchanged are not guessed", async () => {
  const acme = await renamed(
    "c: { title: C }, d: { title: D }",
    "c: { title: D, previously: [d] }, d: { title: C, previously: [c] }",
  );
  expect((await acme.docform("plan")).stderr).toContain("DF3008");
});

test("a record takes nothing away, and a key that no apply has sealed is not followed", async () => {
  const acme = await renamed(
    "brandnew: { title: Brand new }",
    "brandnew: { title: Brand new }, gone: { title: Gone, previously: [brandnew], absent: true }",
  );
  expect((await acme.docform("plan")).stdout).toContain("No changes");
  const path = join(acme.folder, ".docform/record.json");
  const unsealed = recordIn(acme).replaceAll(/"seal": "\w+"/g, `"seal": "${"0".repeat(32)}"`);
  writeFileSync(path, unsealed);
  declare(acme, "brand2: { title: Two, previously: [brandnew] }");
  const { stdout, stderr } = await acme.docform("plan");
  expect(stdout).toContain("1 to add");
  expect(stdout + stderr).toContain("DF3009");
  rmRecord(acme);
  const without = await quietly("plan", {
    cwd: acme.folder,
    env: acme.platform.env,
    sleep: acme.platform.sleep,
  });
  expect(without.stdout).toContain("1 to add");
});

function rmRecord({ folder }: Project): void {
  writeFileSync(join(folder, ".docform/record.json"), "{}");
}
