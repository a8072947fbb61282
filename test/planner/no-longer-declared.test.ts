import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DriftDocument } from "../../src/model/documents/drift-document.ts";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import { recordFile } from "../../src/state/record-file.ts";
import { manifest, mutations, type Project, project } from "../support/processes/cli-fixture.ts";

/** The team that was there before docform, and what a pull request adds. */
const adopted = "teams:\n  docs: { id: team_docs, title: Docs }\n";
const support = "  support: { title: Support }\n";
const hub =
  "sites:\n  hub:\n    title: Hub\n    shareLinks:\n      a: { name: A }\n      b: { name: B }\n    structure:\n      - { section: s, title: Start, spaces: [{ space: 'id:sp_one', path: one }] }\n";

function declare({ folder }: Project, body: string): void {
  writeFileSync(join(folder, "manifests/all.yaml"), `organization: acme\n${body}`);
}

function set({ folder }: Project, setting: string): void {
  writeFileSync(join(folder, "docform.yaml"), `organizations: { acme: { id: org_acme } }\n${setting}\n`);
}

async function planOf({ docform }: Project, options = ""): Promise<PlanDocument> {
  return JSON.parse((await docform(`plan --format json ${options}`)).stdout);
}

async function applied({ docform }: Project, line = "apply --yes"): Promise<string> {
  const { code, stdout, stderr } = await docform(line);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("error[")]);
  return stdout;
}

function recordedIn({ folder, platform }: Project) {
  const record = recordFile.parse(JSON.parse(readFileSync(join(folder, ".docform/record.json"), "utf8")));
  return record.platforms[platform.url]?.org_acme?.resources ?? {};
}

/** A project in which a run created a team, and a site with two share links, and a revert took both out. */
async function reverted(): Promise<{ readonly acme: Project; readonly run: string }> {
  const acme = await project(manifest(adopted + support + hub));
  const [, run = ""] = /Run (\S+)\. Undo/.exec(await applied(acme)) ?? [];
  declare(acme, adopted);
  mutations(acme.platform);
  return { acme, run };
}

describe("a merge that was reverted", () => {
  test("is seen, by plan and drift, until the things are gone or forgotten", async () => {
    const { acme, run } = await reverted();
    const createdBy = { run };
    const named = [
      { address: "acme/sites.hub", kind: "site", inside: 4, createdBy },
      { address: "acme/teams.support", kind: "team", inside: 0, createdBy },
    ];
    const { noLongerDeclared, unmanaged, steps } = await planOf(acme);
    expect([noLongerDeclared, steps]).toMatchObject([named, []]);
    expect(unmanaged.map(({ title }) => title)).toEqual(["Twin", "Twin"]);
    const shown = await applied(acme);
    expect(shown).toContain(`! no longer declared, and stays:
    sites.hub      created by run ${run}, with 4 recorded resources in it
    teams.support  created by run ${run}
    to delete one   absent: true   or   docform apply --prune sites.hub
    to forget one   docform state rm sites.hub
`);
    expect(shown).toContain("No changes to what is declared. 2 resources are no longer declared, and stay.");
    const drift = await acme.docform("drift --format json");
    expect((JSON.parse(drift.stdout) as DriftDocument).noLongerDeclared).toMatchObject(named);
    expect((await acme.docform("drift")).stdout).toContain("2 no longer declared");
    expect((await acme.docform("plan --format html")).stdout).toContain(
      "docform apply --prune teams.support",
    );
    await applied(acme, "state rm --yes sites.hub teams.support");
    const quiet = await planOf(acme);
    expect(quiet.noLongerDeclared).toBeUndefined();
    expect(mutations(acme.platform)).toEqual([]);
  });

  test("is taken back on the platform by --prune, and undo brings it again", async () => {
    const { acme, run } = await reverted();
    const { steps, changes, noLongerDeclared } = await planOf(acme, "--prune teams.support");
    expect(steps).toMatchObject([{ operation: "deleteTeam", address: "acme/teams.support" }]);
    expect(changes).toMatchObject([{ action: "delete", reason: "no longer declared, and --prune names it" }]);
    expect(noLongerDeclared).toMatchObject([{ address: "acme/sites.hub" }]);
    expect(await applied(acme, "apply --yes --prune teams.support")).toContain("A second plan is empty");
    expect(Object.keys(recordedIn(acme))).not.toContain("teams.support");
    expect(recordedIn(acme)["sites.hub"]).toMatchObject({ createdBy: { run } });
    await applied(acme, "plan --prune acme/sites.hub --out plan.json");
    await applied(acme, "apply --yes plan.json");
    expect((await planOf(acme)).noLongerDeclared).toBeUndefined();
    expect(Object.keys(recordedIn(acme))).toEqual(["teams.docs"]);
    expect(await applied(acme, "undo --yes")).toContain("Undo: ");
  });

  test("is not pruned by the address of something else", async () => {
    const { acme } = await reverted();
    const { code, stderr } = await acme.docform("plan --prune teams.docs --prune teams.suport");
    expect(code).toBe(1);
    const words = "names nothing that the record has and no manifest declares";
    expect(stderr).toContain(`--prune "teams.docs" ${words}`);
    expect(stderr).toContain("did you mean teams.support?");
  });
});

describe("prune: created", () => {
  test("deletes what docform created, and leaves what it adopted", async () => {
    const { acme } = await reverted();
    declare(acme, "teams:\n  twin: { id: team_twin_a, title: Twin }\n");
    set(acme, "prune: created");
    const { changes, noLongerDeclared } = await planOf(acme);
    expect(changes.map(({ action, address }) => `${action} ${address}`)).toEqual([
      "delete acme/sites.hub",
      "delete acme/teams.support",
    ]);
    expect(noLongerDeclared).toMatchObject([{ address: "acme/teams.docs" }]);
  });

  test("leaves what was found after its answer was lost: somebody else may have created it", async () => {
    const lost = { operation: "createTeam", calls: 1, fault: "reset-after-commit" };
    const acme = await project(manifest(adopted + support), [lost]);
    await applied(acme);
    declare(acme, adopted);
    set(acme, "prune: created");
    const { steps, noLongerDeclared } = await planOf(acme);
    expect(steps).toEqual([]);
    expect(noLongerDeclared).toMatchObject([{ address: "acme/teams.support" }]);
    expect(noLongerDeclared?.[0]).not.toHaveProperty("createdBy");
  });

  test("is held by guards: too many deletes, and what was protected", async () => {
    const some = ["a", "b", "c", "d", "e", "f"].map((key) => `  ${key}: { title: Team ${key} }\n`);
    const acme = await project(
      manifest(`${adopted}  support: { title: Support, protect: true }\n${some.join("")}`),
    );
    await applied(acme);
    declare(acme, adopted);
    set(acme, "prune: created");
    const { code, stdout } = await acme.docform("apply --yes");
    expect(code).toBe(3);
    expect(stdout).toContain("acme/teams.support has been protected since");
    expect(stdout).toContain("deletes 7 of 10 in acme/teams: more than 5, and more than a fifth");
  });
});

test("a thing under another address, or one that an exact collection deletes, is named once", async () => {
  const { acme } = await reverted();
  declare(acme, `${adopted}  help: { title: Help, previously: [support] }\n${hub}`);
  expect((await planOf(acme)).noLongerDeclared).toBeUndefined();
  declare(acme, `${adopted}  help: { title: Support }\n${hub}`);
  expect((await planOf(acme)).noLongerDeclared).toBeUndefined();
  declare(acme, `manage: { teams: exact }\n${adopted}${hub}`);
  const exact = await planOf(acme);
  expect(exact.noLongerDeclared).toBeUndefined();
  expect(exact.summary.delete).toBe(3);
});

test("who created a thing stays known: under another key, after an undo, and over later applies", async () => {
  const { acme, run } = await reverted();
  await applied(acme, "state mv --yes teams.support teams.help");
  declare(acme, `${adopted}  help: { title: Help }\n${hub}`);
  await applied(acme);
  await applied(acme, "undo --yes");
  declare(acme, `${adopted}  aid: { title: Aid, previously: [help] }\n${hub}`);
  await applied(acme);
  expect(recordedIn(acme)["teams.aid"]).toMatchObject({ createdBy: { run } });
  expect(recordedIn(acme)["teams.docs"]?.createdBy).toBeUndefined();
});

test("what is in something declared is named and pruned by itself, also where its list is not declared any more", async () => {
  const { acme } = await reverted();
  declare(acme, `${adopted}sites:\n  hub: { title: Hub }\n`);
  const { noLongerDeclared } = await planOf(acme);
  expect(noLongerDeclared?.map(({ address }) => address)).toEqual([
    "acme/sites.hub.shareLinks.a",
    "acme/sites.hub.shareLinks.b",
    "acme/teams.support",
  ]);
  const { steps } = await planOf(acme, "--prune sites.hub.shareLinks.a");
  expect(steps).toMatchObject([{ address: "acme/sites.hub.shareLinks.a" }]);
  expect(await applied(acme, "apply --yes --prune sites.hub.shareLinks.a")).toContain("1 call done");
  const links = Object.keys(recordedIn(acme)).filter((address) => address.includes(".shareLinks."));
  expect(links).toEqual(["sites.hub.shareLinks.b"]);
});

test("a collection is pruned with the spaces in it, by one call, when all of them are named", async () => {
  const tree =
    "collections: { guides: { title: G } }\nspaces: { start: { id: sp_four, title: Four, collection: guides } }\n";
  const acme = await project(manifest(adopted + tree));
  await applied(acme);
  declare(acme, adopted);
  const alone = await planOf(acme, "--prune collections.guides");
  expect([alone.steps, alone.summary.blocked]).toEqual([[], 1]);
  const both = await planOf(acme, "--prune collections.guides --prune spaces.start");
  expect(both.steps.map(({ operation }) => operation)).toEqual(["deleteCollection"]);
});
