import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DriftDocument } from "../../src/model/documents/drift-document.ts";
import { type Edit, editOn, manifest, type Project, project } from "../support/processes/cli-fixture.ts";

const team = (body: string) => manifest(`teams:\n  docs: { id: team_docs, ${body} }\n`);
const atTeam = "/orgs/org_acme/teams/team_docs";
const setTitle = (title: string): Edit => ["PATCH", atTeam, { title }];
const addToTeam = (person: string): Edit => ["PUT", `${atTeam}/members`, { add: [person] }];

function declare({ folder }: Project, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
}

const recordOf = ({ folder }: Project): string => join(folder, ".docform/record.json");

async function applied(
  files: Readonly<Record<string, string>>,
  faults: readonly object[] = [],
): Promise<Project> {
  const acme = await project(files, faults);
  expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
  return acme;
}

async function driftIn({ docform }: Project): Promise<DriftDocument> {
  return JSON.parse((await docform("drift --format json")).stdout) as DriftDocument;
}

/** The authors of changes, by path, of everything that is there. */
async function changersIn(acme: Project): Promise<Readonly<Record<string, string>>> {
  const { drifted } = await driftIn(acme);
  return Object.fromEntries(
    drifted.flatMap(({ fields }) => fields.map(({ path, attribution }) => [path, attribution])),
  );
}

describe("drift says which side changed a field since the last apply:", () => {
  test.each([
    ["they, on the platform", "Docs", "Theirs", "platform", "changed on the platform"],
    ["you, in the manifests", "Yours", "Docs", "manifests", "changed in the manifests"],
    ["both", "Yours", "Theirs", "both", "changed on both sides"],
  ])("%s", async (_, declared, live, attribution, words) => {
    const acme = await applied(team("title: Docs"));
    declare(acme, team(`title: ${declared}`));
    await editOn(acme.platform, setTitle(live));
    expect((await driftIn(acme)).drifted).toMatchObject([{ attribution, fields: [{ attribution }] }]);
    expect((await acme.docform("drift")).stdout).toContain(words);
  });
});

test("drift says it of every member of a team, also of one whom no side named before", async () => {
  const acme = await applied(team("title: Docs, members: { ana@acme.example: owner }"));
  declare(acme, team("title: Docs, members: { ana@acme.example: member }"));
  await editOn(acme.platform, addToTeam("li@acme.example"));
  expect(await changersIn(acme)).toEqual({
    "members.ana@acme.example": "manifests",
    "members.li@acme.example": "platform",
  });
  expect((await acme.docform("drift")).stdout).toContain(
    "members.ana@acme.example changed in the manifests;  members.li@acme.example changed on the platform",
  );
});

test("a section made by hand was made there; one that is no longer declared was taken out here", async () => {
  const site = (sections: string) =>
    manifest(
      `spaces: { one: { id: sp_one }, two: { id: sp_two } }\nsites:\n  hub:\n    title: Hub\n    structure:\n      - { section: a, title: First, spaces: [{ space: one }] }\n${sections}`,
    );
  const acme = await applied(site("      - { section: b, title: Second, spaces: [{ space: two }] }\n"));
  const sites = JSON.parse((await acme.docform("api listSites organizationId=org_acme")).stdout).items;
  const { id } = sites.find((one: { readonly title: string }) => one.title === "Hub");
  await editOn(acme.platform, [
    "POST",
    `/orgs/org_acme/sites/${id}/sections`,
    { spaceId: "sp_two", title: "By hand" },
  ]);
  declare(acme, site(""));
  const made = (await driftIn(acme)).drifted.filter(({ fields }) => fields.length === 0);
  expect(made.map(({ title, attribution }) => [title, attribution])).toEqual(
    expect.arrayContaining([
      ["Second", "manifests"],
      ["By hand", "platform"],
    ]),
  );
  expect((await acme.docform("drift")).stdout).toContain("created on the platform");
});

test("a reference is a key here and an id there: each side is compared with itself", async () => {
  const spaces = (collection: string) =>
    manifest(
      `collections: { guides: { id: col_guides }, other: { title: Other } }\nspaces: { one: { id: sp_one, collection: ${collection} } }\n`,
    );
  const acme = await applied(spaces("guides"));
  declare(acme, spaces("other"));
  expect(await changersIn(acme)).toMatchObject({ collection: "manifests" });
  declare(acme, spaces("guides"));
  await editOn(acme.platform, ["POST", "/spaces/sp_one/move", { parent: null }]);
  expect(await changersIn(acme)).toMatchObject({ collection: "platform" });
});

test("what somebody deleted stays deleted, whatever else is applied or pulled meanwhile", async () => {
  const acme = await applied(
    manifest("teams: { docs: { id: team_docs, title: Docs }, new: { title: New } }\n"),
  );
  const { platforms } = JSON.parse(readFileSync(recordOf(acme), "utf8"));
  const { id } = platforms[acme.platform.url].org_acme.resources["teams.new"];
  await editOn(acme.platform, ["DELETE", `/orgs/org_acme/teams/${id}`]);
  await editOn(acme.platform, setTitle("Theirs"));
  for (const line of ["apply --yes --target teams.docs", "pull --declared teams.docs"]) {
    expect(await acme.docform(line)).toMatchObject({ code: 0 });
    expect((await driftIn(acme)).missing).toMatchObject([
      { address: "acme/teams.new", attribution: "platform" },
    ]);
  }
  expect((await acme.docform("apply --yes")).stdout).toContain("1 done");
  expect((await driftIn(acme)).missing).toEqual([]);
});

test("what docform deleted to make it again, and could not make, was not deleted by hand", async () => {
  const translated = (language: string) =>
    manifest(
      `spaces: { one: { id: sp_one } }\ntranslations: { t: { source: one, language: ${language} } }\n`,
    );
  const refused = {
    operation: "createTranslation",
    calls: { from: 2 },
    fault: "answer",
    status: 403,
    body: { error: { code: 403, message: "no" } },
  };
  const acme = await applied(translated("fr"), [refused]);
  declare(acme, translated("de"));
  expect((await acme.docform("apply --yes")).code).toBe(5);
  expect((await driftIn(acme)).missing).toMatchObject([
    { address: "acme/translations.t", attribution: "manifests" },
  ]);
});

test("what is missing was deleted, or was never applied", async () => {
  const acme = await applied(manifest("teams: { docs: { id: team_docs }, new: { title: New } }\n"));
  const { resources } = JSON.parse(readFileSync(recordOf(acme), "utf8")).platforms[acme.platform.url]
    .org_acme;
  await editOn(acme.platform, ["DELETE", `/orgs/org_acme/teams/${resources["teams.new"].id}`]);
  declare(acme, manifest("teams: { docs: { id: team_docs }, new: { title: New }, next: { title: Next } }\n"));
  expect((await driftIn(acme)).missing).toMatchObject([
    { address: "acme/teams.new", attribution: "platform" },
    { address: "acme/teams.next", attribution: "manifests" },
  ]);
  const { stdout } = await acme.docform("drift");
  expect(stdout).toContain("not on the platform: it was deleted there");
  expect(stdout).toContain("not on the platform: it was not applied yet");
});

describe("drift claims nothing that the record does not tell:", () => {
  test("without a record", async () => {
    const acme = await applied(team("title: Docs"));
    rmSync(recordOf(acme));
    await editOn(acme.platform, setTitle("Theirs"));
    expect(await changersIn(acme)).toEqual({ title: "unknown" });
    expect((await acme.docform("drift")).stdout).not.toContain("changed it");
  });

  test("of a field that the last apply did not know", async () => {
    const acme = await applied(manifest("teams: { docs: { id: team_docs } }\n"));
    await editOn(acme.platform, setTitle("Theirs"));
    declare(acme, team("title: Docs"));
    expect(await changersIn(acme)).toEqual({ title: "unknown" });
  });

  test("of a value from the environment, of which the record keeps nothing", async () => {
    const acme = await project(team("title: '${env:TEAM}'"));
    const env = { ...acme.platform.env, TEAM: "Secret team" };
    await acme.docform("apply --yes", { env });
    expect(readFileSync(recordOf(acme), "utf8")).not.toContain('"title"');
    await editOn(acme.platform, setTitle("Theirs"));
    const { stdout } = await acme.docform("drift --format json", { env });
    expect(JSON.parse(stdout).drifted).toMatchObject([{ attribution: "unknown" }]);
  });

  test("of what an undo took back", async () => {
    const acme = await applied(team("title: Changed"));
    expect(await acme.docform("undo --yes")).toMatchObject({ code: 0 });
    expect(await changersIn(acme)).toEqual({ title: "unknown" });
  });
});

test("what one apply does not reach keeps what the apply before it knew", async () => {
  const two = (docs: string, more: string) =>
    manifest(`teams:\n  docs: { id: team_docs, title: ${docs} }\n  new: { title: New, ${more} }\n`);
  const acme = await applied(two("Docs", ""));
  await editOn(acme.platform, setTitle("Theirs"));
  declare(acme, two("Docs", "members: { ana@acme.example: owner }"));
  expect(await acme.docform("apply --yes --target teams.new")).toMatchObject({ code: 0 });
  expect(await changersIn(acme)).toEqual({ title: "platform" });
});

test("what the platform refused to change is changed by you still", async () => {
  const acme = await applied(team("title: Docs"), [
    { operation: "updateTeam", fault: "answer", status: 403 },
  ]);
  declare(acme, team("title: Yours"));
  expect(await acme.docform("apply --yes")).toMatchObject({ code: 5 });
  expect(await changersIn(acme)).toEqual({ title: "manifests" });
});

test("drift --accept is an agreement, too", async () => {
  const acme = await applied(team("title: Docs"));
  await editOn(acme.platform, setTitle("Theirs"));
  expect(await acme.docform("drift --accept teams.docs")).toMatchObject({ code: 0 });
  await editOn(acme.platform, setTitle("Later"));
  expect(await changersIn(acme)).toEqual({ title: "platform" });
});
