import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import { recordFile } from "../../src/state/record-file.ts";
import { editOn, manifest, mutations, type Project, project } from "../support/processes/cli-fixture.ts";

const spec = (title: string): string =>
  `openapi: 3.1.0\ninfo: { title: ${title}, version: 1.0.0 }\npaths: {}\n`;
const withSpec = {
  ...manifest('openapi:\n  pets: { source: { text: "${file:pets.yaml}" } }\n'),
  "pets.yaml": spec("Pets"),
};

function recordPath({ folder }: Project): string {
  return join(folder, ".docform", "record.json");
}

function recordOf(one: Project) {
  return recordFile.parse(JSON.parse(readFileSync(recordPath(one), "utf8")));
}

async function planOf({ docform }: Project, more = ""): Promise<PlanDocument> {
  return JSON.parse((await docform(`plan --format json ${more}`)).stdout);
}

describe("the record of the last apply", () => {
  test("holds ids and hashes, never a value, and only its owner can read it", async () => {
    const one = await project(withSpec);
    await one.docform("apply --yes", { env: { ...one.platform.env, USER: "ana", GITHUB_SHA: "4f2c1a9" } });
    const record = recordOf(one);
    expect(record.platforms[one.platform.url]?.org_acme).toMatchObject({
      lastApply: { by: "ana", commit: "4f2c1a9" },
      resources: {
        "openapi.pets": {
          kind: "openapi-spec",
          unverifiable: { source: expect.stringMatching(/^[0-9a-f]{32}$/) },
        },
      },
    });
    expect(readFileSync(recordPath(one), "utf8")).not.toContain("Pets");
    expect(statSync(recordPath(one)).mode & 0o777).toBe(0o600);
  });

  test("knows a text that changed, which is sent, and one that did not, which is no change", async () => {
    const one = await project(withSpec);
    await one.docform("apply --yes");
    expect(await planOf(one)).toMatchObject({
      steps: [],
      unverifiable: [
        { address: "acme/openapi.pets", reason: expect.stringContaining("the last apply sent this one") },
      ],
    });
    writeFileSync(join(one.folder, "pets.yaml"), spec("More pets"));
    expect((await planOf(one)).changes).toMatchObject([
      { action: "update", reason: "the last apply sent another source" },
    ]);
    expect((await one.docform("apply --yes")).code).toBe(0);
    expect((await planOf(one)).steps).toEqual([]);
  });

  test("knows the text beside an adopted spec: it is not sent, and a later edit is", async () => {
    const one = await project(withSpec);
    const source = { source: { text: spec("By hand") } };
    await editOn(one.platform, ["PUT", "/orgs/org_acme/openapi/pets", source]);
    one.platform.takeRequests();
    expect(await one.docform("apply --yes")).toMatchObject({ code: 0 });
    expect(mutations(one.platform)).toEqual([]);
    expect(await planOf(one)).toMatchObject({
      steps: [],
      unverifiable: [{ reason: expect.stringContaining("no apply has sent it") }],
    });
    writeFileSync(join(one.folder, "pets.yaml"), spec("More pets"));
    expect((await one.docform("drift")).code).toBe(2);
    expect((await planOf(one)).changes).toMatchObject([
      { action: "update", reason: "the source has changed since the first apply, which did not send it" },
    ]);
    expect((await one.docform("apply --yes")).code).toBe(0);
    expect(await planOf(one)).toMatchObject({
      steps: [],
      unverifiable: [{ reason: expect.stringContaining("the last apply sent this one") }],
    });
  });

  test("that is lost loses nothing live: the text is named, and nothing is sent", async () => {
    const one = await project(withSpec);
    await one.docform("apply --yes");
    rmSync(recordPath(one));
    writeFileSync(join(one.folder, "pets.yaml"), spec("More pets"));
    expect(await planOf(one)).toMatchObject({
      steps: [],
      unverifiable: [{ reason: expect.stringContaining("no record says what was sent last") }],
    });
    expect((await planOf(one, "--resend openapi.pets")).steps).toHaveLength(1);
  });

  test.each([
    ["{", "it is not JSON"],
    ['{"formatVersion":7}', "it is not a record of this version of docform"],
  ])("that cannot be read is a warning: %s", async (text, why) => {
    const one = await project(withSpec);
    await one.docform("apply --yes");
    writeFileSync(recordPath(one), text);
    const { code, stderr } = await one.docform("plan");
    expect(code).toBe(0);
    expect(stderr).toContain(`warning[DF5020]: the record of the last apply is not used: ${why}`);
  });

  test("that cannot be written is a warning, and the apply counts", async () => {
    const one = await project(withSpec);
    mkdirSync(recordPath(one), { recursive: true });
    const { code, stderr } = await one.docform("apply --yes");
    expect(code).toBe(0);
    expect(stderr).toContain("the record of the last apply is not used: it cannot be read: it is a folder\n");
    expect(stderr).toMatch(/the record of this apply could not be kept: .*cannot write/);
  });

  test("that cannot be written leaves to the journal what the apply created, whatever it is called by now", async () => {
    const one = await project(manifest("teams:\n  new: { title: New }\n"));
    mkdirSync(recordPath(one), { recursive: true });
    expect((await one.docform("apply --yes")).code).toBe(0);
    const { items } = JSON.parse((await one.docform("api listTeams organizationId=org_acme")).stdout);
    const { id } = items.find(({ title }: { readonly title: string }) => title === "New");
    await editOn(one.platform, ["PATCH", `/orgs/org_acme/teams/${id}`, { title: "Drifted" }]);
    expect((await planOf(one)).changes).toMatchObject([{ action: "update", address: "acme/teams.new", id }]);
    rmSync(recordPath(one), { recursive: true });
    expect((await one.docform("apply --yes")).code).toBe(0);
    expect(recordOf(one).platforms[one.platform.url]?.org_acme?.resources).toMatchObject({
      "teams.new": { id },
    });
  });

  test("finds what was renamed on both sides, and keeps what no manifest declares any more", async () => {
    const one = await project(manifest("teams:\n  new: { title: New }\n  other: { title: Other }\n"));
    await one.docform("apply --yes");
    const manifestFile = join(one.folder, "manifests/all.yaml");
    writeFileSync(manifestFile, "organization: acme\nteams:\n  new: { title: Renamed }\n");
    expect((await planOf(one)).changes).toMatchObject([{ action: "update", address: "acme/teams.new" }]);
    await one.docform("apply --yes");
    const { resources = {} } = recordOf(one).platforms[one.platform.url]?.org_acme ?? {};
    expect(Object.keys(resources)).toEqual(["teams.new", "teams.other"]);
  });

  test("gives way to an id in the manifest, and an id that is not live counts for nothing", async () => {
    const one = await project(manifest("teams:\n  docs: { title: Docs }\n"));
    await one.docform("apply --yes");
    const text = readFileSync(recordPath(one), "utf8");
    const manifestFile = join(one.folder, "manifests/all.yaml");
    writeFileSync(manifestFile, "organization: acme\nteams:\n  docs: { id: team_twin_a, title: Docs }\n");
    expect((await planOf(one)).changes).toMatchObject([{ action: "update", id: "team_twin_a" }]);
    writeFileSync(recordPath(one), text.replace("team_docs", "team_gone"));
    writeFileSync(manifestFile, "organization: acme\nteams:\n  docs: { title: Docs }\n");
    expect((await planOf(one)).changes).toEqual([]);
  });

  test("that contradicts a name stops everything, and says which line to write", async () => {
    const one = await project(manifest("teams:\n  docs: { title: Docs }\n"));
    await one.docform("apply --yes");
    const text = readFileSync(recordPath(one), "utf8");
    writeFileSync(recordPath(one), text.replace('"team_docs"', '"team_twin_a"'));
    const { code, stdout, stderr } = await one.docform("plan");
    expect(code).toBe(1);
    expect(stdout + stderr).toContain(
      'error[DF3009]: the record says that acme/teams.docs is "team_twin_a" (Twin), but by its name, it is "team_docs" (Docs)',
    );
    expect(stdout + stderr).toContain(
      "write id: team_twin_a at acme/teams.docs when the record is right, or id: team_docs when the name is right",
    );
    writeFileSync(
      join(one.folder, "manifests/all.yaml"),
      "organization: acme\nteams:\n  docs: { id: team_docs, title: Docs }\n",
    );
    expect(await planOf(one)).toMatchObject({ changes: [], diagnostics: [] });
  });

  test("that is old stops where another one has the name by now", async () => {
    const one = await project(manifest("teams:\n  docs: { title: Docs }\n"));
    const manifestFile = join(one.folder, "manifests/all.yaml");
    await one.docform("apply --yes");
    const old = readFileSync(recordPath(one), "utf8");
    rmSync(recordPath(one));
    writeFileSync(manifestFile, "organization: acme\nteams:\n  docs: { title: Manuals }\n");
    await one.docform("apply --yes");
    writeFileSync(recordPath(one), old);
    expect((await one.docform("plan")).stderr).toContain("error[DF3009]");
  });

  test("takes nothing away by itself: what shall be deleted has to have its name, too", async () => {
    const one = await project(manifest("teams:\n  docs: { title: Docs }\n"));
    await one.docform("apply --yes");
    await one.docform("api updateTeam organizationId=org_acme teamId=team_docs title=Drifted --yes");
    writeFileSync(
      join(one.folder, "manifests/all.yaml"),
      "organization: acme\nteams:\n  docs: { title: Docs, absent: true }\n",
    );
    const { code, stderr } = await one.docform("apply --yes");
    expect([code, stderr]).toEqual([1, expect.stringContaining("but that is not its name any more")]);
  });

  test("finds what was renamed on the platform, and on both sides; and those who exchange names", async () => {
    const declared = (a: string, b: string) =>
      `organization: acme\nteams:\n  docs: { title: ${a} }\n  other: { title: ${b} }\n`;
    const one = await project({ "manifests/all.yaml": declared("Docs", "Other") });
    const manifestFile = join(one.folder, "manifests/all.yaml");
    const rename = (title: string) =>
      one.docform(`api updateTeam organizationId=org_acme teamId=team_docs title=${title} --yes`);
    await one.docform("apply --yes");
    expect((await rename("Drifted")).code).toBe(0);
    expect((await planOf(one)).changes).toMatchObject([{ action: "update", id: "team_docs" }]);
    writeFileSync(manifestFile, declared("Manuals", "Other"));
    expect((await planOf(one)).changes).toMatchObject([{ action: "update", id: "team_docs" }]);
    await rename("Docs");
    writeFileSync(manifestFile, declared("Other", "Docs"));
    expect((await planOf(one)).changes).toMatchObject([
      { action: "update", address: "acme/teams.docs", id: "team_docs" },
      { action: "update", address: "acme/teams.other" },
    ]);
    expect((await one.docform("apply --yes")).code).toBe(0);
    expect((await planOf(one)).changes).toEqual([]);
  });

  test("knows what was given the name of another one by hand, which the record knows too", async () => {
    const one = await project(manifest("teams:\n  docs: { title: Docs }\n  other: { title: Other }\n"));
    await one.docform("apply --yes");
    await one.docform("api updateTeam organizationId=org_acme teamId=team_docs title=Other --yes");
    expect((await planOf(one)).changes).toMatchObject([
      { action: "update", address: "acme/teams.docs", id: "team_docs" },
    ]);
    expect((await one.docform("apply --yes")).code).toBe(0);
    expect((await planOf(one)).changes).toEqual([]);
  });

  test("keeps what the run made, though every list after it was too old to have it", async () => {
    const stale = { operation: "listTeams", calls: { from: 2, to: 5 }, fault: "stale-read" };
    const one = await project(manifest("teams:\n  new: { title: New }\n"), [stale]);
    expect((await one.docform("apply --yes")).code).toBe(5);
    await editOn(one.platform, ["PUT", "/orgs/org_acme/teams", { title: "New" }]);
    expect((await planOf(one)).changes).toEqual([]);
  });

  test("is not written by what only looks", async () => {
    const one = await project(withSpec);
    for (const line of ["plan", "drift", "validate"]) await one.docform(line);
    expect(existsSync(join(one.folder, ".docform"))).toBe(false);
  });
});

describe("a translation that was recorded", () => {
  const translated = (language: string) =>
    `organization: acme\nspaces:\n  one: { title: One }\ntranslations:\n  t: { source: one, language: ${language} }\n`;

  test("is replaced when it shall be of another language: deleted first, then created", async () => {
    const one = await project({ "manifests/all.yaml": translated("fr") });
    expect((await one.docform("apply --yes")).code).toBe(0);
    writeFileSync(join(one.folder, "manifests/all.yaml"), translated("es"));
    const { changes, steps } = await planOf(one);
    expect(changes.map(({ action, address }) => `${action} ${address}`)).toEqual([
      "delete acme/translations.t",
      "create acme/translations.t",
    ]);
    expect(steps.map(({ operation, after }) => [operation, after])).toEqual([
      ["deleteTranslation", []],
      ["createTranslation", ["s1"]],
    ]);
    expect((await one.docform("apply --yes")).code).toBe(0);
    expect((await planOf(one)).changes).toEqual([]);
  });

  test("stays while nothing can take its place, and is known afterwards", async () => {
    const declared = (source: string, more = "") =>
      `organization: acme\nmanage: { translations: exact }\nspaces:\n  one: { title: One }\n${more}translations:\n  t: { source: ${source}, language: fr }\n`;
    const one = await project({ "manifests/all.yaml": declared("one") });
    expect((await one.docform("apply --yes")).code).toBe(0);
    writeFileSync(
      join(one.folder, "manifests/all.yaml"),
      declared("ghost", "  ghost: { title: Ghost }\nteams:\n  new: { title: New }\n"),
    );
    expect((await one.docform("apply --yes")).code).toBe(3);
    const { changes } = await planOf(one);
    expect(changes.map(({ action, address }) => `${action} ${address}`)).toEqual([
      "blocked acme/spaces.ghost",
      "blocked acme/translations.t",
    ]);
  });

  test("is not replaced when another one is what it shall be", async () => {
    const both = (a: string, b: string) =>
      `organization: acme\nspaces:\n  one: { title: One }\ntranslations:\n  a: { source: one, language: ${a} }\n  b: { source: one, language: ${b} }\n`;
    const one = await project({ "manifests/all.yaml": both("fr", "es") });
    await one.docform("apply --yes");
    writeFileSync(join(one.folder, "manifests/all.yaml"), both("es", "fr"));
    expect((await planOf(one)).changes).toEqual([]);
  });
});

describe("what the platform does with a spec", () => {
  const bad = { ...withSpec, "pets.yaml": "these are no pets\n" };

  test("fails the step with the platform's words, and is a warning until it is corrected", async () => {
    const one = await project(bad);
    const { code, stdout, stderr } = await one.docform("apply --yes");
    expect(code).toBe(5);
    expect(stdout + stderr).toContain(
      "the platform could not process it: PARSE_ERROR: The text is no OpenAPI document",
    );
    expect(stdout + stderr).toContain("correct the spec or its address, then apply again");
    expect((await planOf(one)).diagnostics).toMatchObject([{ code: "DF3020", severity: "warning" }]);
    writeFileSync(join(one.folder, "pets.yaml"), spec("Pets"));
    expect((await one.docform("apply --yes")).code).toBe(0);
    expect(await planOf(one)).toMatchObject({ steps: [], diagnostics: [] });
  });

  test("is unknown after a minute, and says what to read", async () => {
    const one = await project(withSpec);
    const pauses: number[] = [];
    const sleep = async (milliseconds: number): Promise<void> => {
      pauses.push(milliseconds);
    };
    const { code, stdout, stderr } = await one.docform("apply --yes", { sleep });
    expect(code).toBe(5);
    expect(stdout + stderr).toContain("the platform is still processing it after 60 seconds (pending)");
    expect(stdout + stderr).toContain("docform api getOpenApiSpec organizationId=org_acme specSlug=pets");
    expect(pauses.reduce((sum, one) => sum + one, 0)).toBe(60_000);
    expect(pauses.slice(0, 4)).toEqual([250, 500, 1000, 2000]);
  });
});

describe("an address that an option names", () => {
  test.each([
    [
      "plan --run openapi.pets",
      '--run "openapi.pets" names nothing that is declared and has something to run',
    ],
    ["plan --resend openapi.pet", "did you mean openapi.pets?"],
    [
      "apply --yes --resend acme/openapi.dogs",
      '--resend "acme/openapi.dogs" names nothing that is declared and has something to resend',
    ],
    ["plan --resend acme/openapi.pet", "did you mean acme/openapi.pets?"],
    ["plan --resend acme/teams.all", "write an address, such as acme/openapi.pets\n"],
  ])("has to be one it can be about: %s", async (line, words) => {
    const one = await project(withSpec);
    const { code, stderr } = await one.docform(line);
    expect(code).toBe(1);
    expect(stderr).toContain(words);
    expect(mutations(one.platform)).toEqual([]);
  });
});
