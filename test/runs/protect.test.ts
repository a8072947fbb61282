import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import { recordFile } from "../../src/state/record-file.ts";
import { editOn, manifest, mutations, type Project, project } from "../support/processes/cli-fixture.ts";

/** The teams of the platform, and some more, with those that nothing declares deleted. */
const exactTeams = (more: string): string =>
  `manage: { teams: exact }\nteams:\n  docs: { id: team_docs, title: Docs }\n  a: { id: team_twin_a, title: Twin }\n  b: { id: team_twin_b, title: Twin }\n${more}`;

/** A site with a share link, or without. */
const hub = (link: string): string =>
  `sites:\n  hub:\n    title: Hub\n    structure: []\n    shareLinks:${link}\n`;

const lifted = "to allow it: put its block back with protect: false for one apply, then remove it";

function declare({ folder }: Project, body: string): void {
  writeFileSync(join(folder, "manifests/all.yaml"), `organization: acme\n${body}`);
}

function recordedIn({ folder, platform }: Project) {
  const record = recordFile.parse(JSON.parse(readFileSync(join(folder, ".docform/record.json"), "utf8")));
  return record.platforms[platform.url]?.org_acme?.resources ?? {};
}

/** The addresses that the record protects. */
function protectedIn(acme: Project): readonly string[] {
  return Object.entries(recordedIn(acme)).flatMap(([address, entry]) =>
    entry.protected === undefined ? [] : [address],
  );
}

async function heldIn({ docform }: Project): Promise<readonly string[]> {
  const { guards }: PlanDocument = JSON.parse((await docform("plan --format json")).stdout);
  return guards.flatMap(({ held, rule, address, message }) =>
    held ? [`${rule} ${address}: ${message}`] : [],
  );
}

async function applied({ docform }: Project, line = "apply --yes"): Promise<void> {
  expect(await docform(line)).toMatchObject({ code: 0 });
}

describe("what was applied with protect: true", () => {
  test("stays protected when its block has gone, until an apply with protect: false", async () => {
    const acme = await project(manifest(exactTeams("  new: { title: New, protect: true }\n")));
    await applied(acme);
    const { run, at } = JSON.parse((await acme.docform("runs --format json")).stdout).runs[0];
    const { protected: since } = recordedIn(acme)["teams.new"] ?? {};
    expect(since).toMatchObject({ run });
    mutations(acme.platform);
    declare(acme, exactTeams(""));
    const { code, stdout } = await acme.docform("apply --yes");
    expect(code).toBe(3);
    expect(stdout).toContain(
      `held: acme/teams.new has been protected since the run ${run} of ${since?.at}, and this plan deletes it`,
    );
    expect(stdout).toContain(lifted);
    expect(Date.parse(at)).toBeLessThanOrEqual(Date.parse(since?.at ?? ""));
    expect(mutations(acme.platform)).toEqual([]);
    declare(acme, exactTeams("  new: { title: New, protect: false }\n"));
    await applied(acme);
    expect(protectedIn(acme)).toEqual([]);
    declare(acme, exactTeams(""));
    await applied(acme);
    expect(mutations(acme.platform)).toEqual([expect.stringMatching(/^DELETE .* 20\d$/)]);
    expect(Object.keys(recordedIn(acme))).not.toContain("teams.new");
  });

  test("by an apply without calls is told by its time and commit", async () => {
    const acme = await project(manifest(exactTeams("")));
    await applied(acme);
    declare(acme, exactTeams("").replace("title: Docs", "title: Docs, protect: true"));
    const env = { ...acme.platform.env, GITHUB_SHA: "4f2c1a9000000000" };
    expect(await acme.docform("apply --yes", { env })).toMatchObject({ code: 0 });
    const { protected: since } = recordedIn(acme)["teams.docs"] ?? {};
    expect(since).toEqual({ at: expect.any(String), commit: env.GITHUB_SHA });
    declare(acme, exactTeams("").replace(/ {2}docs.*\n/, ""));
    expect(await heldIn(acme)).toEqual([
      `protect acme/teams.id:team_docs: acme/teams.docs has been protected since the apply of ${since?.at}, commit 4f2c1a9, and this plan deletes it`,
    ]);
  });

  test("keeps the first run that protected it, also under another key", async () => {
    const acme = await project(manifest(exactTeams("  new: { title: New, protect: true }\n")));
    await applied(acme);
    const { protected: since } = recordedIn(acme)["teams.new"] ?? {};
    declare(acme, exactTeams("  newer: { title: Newer, previously: [new], protect: true }\n"));
    await applied(acme);
    expect(recordedIn(acme)["teams.newer"]?.protected).toEqual(since);
    expect(protectedIn(acme)).toEqual(["teams.newer"]);
    declare(acme, exactTeams("  newest: { title: Newer }\n"));
    await applied(acme);
    expect(protectedIn(acme)).toEqual([]);
  });

  test("stays in the record while it is live, whatever is applied or pulled meanwhile", async () => {
    const protectedTeam = "teams:\n  docs: { id: team_docs, title: Docs, protect: true }\n";
    const acme = await project(manifest(protectedTeam));
    await applied(acme);
    declare(acme, "teams:\n  new: { title: New }\n");
    await applied(acme);
    await applied(acme, "pull teams.new --declared");
    declare(acme, "spaces:\n  one: { title: One }\n");
    await applied(acme);
    expect(protectedIn(acme)).toEqual(["teams.docs"]);
    declare(acme, "manage: { teams: exact }\nteams:\n  a: { id: team_twin_a, title: Twin }\n");
    expect(await heldIn(acme)).toContainEqual(
      expect.stringContaining("acme/teams.docs has been protected since"),
    );
    declare(acme, "teams:\n  a: { id: team_twin_a, title: Twin }\n");
    await editOn(acme.platform, ["DELETE", "/orgs/org_acme/teams/team_docs"]);
    await applied(acme);
    expect(protectedIn(acme)).toEqual([]);
  });

  test("stays protected when its key stands for another object", async () => {
    const acme = await project(manifest("teams:\n  docs: { id: team_docs, title: Docs, protect: true }\n"));
    await applied(acme);
    declare(acme, "teams:\n  docs: { id: team_twin_a, title: Other }\n");
    await applied(acme);
    expect(protectedIn(acme)).toEqual(["teams.id:team_docs"]);
    declare(
      acme,
      "manage: { teams: exact }\nteams:\n  docs: { id: team_twin_a, title: Other }\n  b: { id: team_twin_b, title: Twin }\n",
    );
    expect(await heldIn(acme)).toEqual([expect.stringContaining("teams.id:team_docs has been protected")]);
  });

  test("passes where its block says that it shall go", async () => {
    const acme = await project(manifest("teams:\n  new: { title: New, protect: true }\n"));
    await applied(acme);
    declare(acme, "teams:\n  new: { title: New, absent: true }\n");
    expect(await heldIn(acme)).toEqual([]);
    await applied(acme);
    expect(protectedIn(acme)).toEqual([]);
  });
});

describe("a share link that was applied with protect: true", () => {
  const link = "\n      partners: { name: Partners, protect: true }";
  const says = (owner: string, address = "sites.hub.shareLinks.partners") =>
    new RegExp(
      `acme/${address} has been protected since the run .*, and this plan deletes acme/${owner}, which`,
    );

  async function withLink(): Promise<Project> {
    const acme = await project(manifest(hub(link)));
    await applied(acme);
    return acme;
  }

  test("holds the delete of its site, declared absent", async () => {
    const acme = await withLink();
    declare(acme, "sites:\n  hub: { title: Hub, absent: true }\n");
    expect(await heldIn(acme)).toEqual([expect.stringMatching(says("sites.hub"))]);
    declare(
      acme,
      "sites:\n  hub: { title: Hub, absent: true, shareLinks: { partners: { name: Partners } } }\n",
    );
    expect(await heldIn(acme)).toEqual([]);
    await applied(acme);
    expect(recordedIn(acme)).toEqual({});
  });

  test("holds it after an apply without both blocks", async () => {
    const acme = await withLink();
    declare(acme, "teams:\n  new: { title: New }\n");
    await applied(acme);
    expect(Object.keys(recordedIn(acme))).toEqual([
      "sites.hub",
      "sites.hub.shareLinks.partners",
      "teams.new",
    ]);
    declare(
      acme,
      "manage: { sites: exact }\nsites:\n  a: { id: site_empty }\n  b: { id: site_flat }\n  c: { id: site_deep }\n",
    );
    const { code, stdout } = await acme.docform("apply --yes");
    expect([code, stdout]).toEqual([3, expect.stringContaining(lifted)]);
    expect(await heldIn(acme)).toEqual([expect.stringMatching(says("sites.hub"))]);
  });

  test("holds it when the site has another key since", async () => {
    const acme = await withLink();
    declare(acme, "sites:\n  main: { title: Hub, previously: [hub] }\n");
    await applied(acme);
    expect(protectedIn(acme)).toEqual(["sites.main.shareLinks.partners"]);
    declare(acme, "sites:\n  main: { title: Hub, absent: true }\n");
    expect(await heldIn(acme)).toEqual([
      expect.stringMatching(says("sites.main", "sites.main.shareLinks.partners")),
    ]);
  });

  test("holds nothing when it is not there any more", async () => {
    const acme = await withLink();
    declare(acme, hub(" {}"));
    const { stdout } = await acme.docform("api listSites organizationId=org_acme");
    const site = JSON.parse(stdout).items.find(({ title }: { title: string }) => title === "Hub").id;
    const { id } = recordedIn(acme)["sites.hub.shareLinks.partners"] ?? {};
    await editOn(acme.platform, ["DELETE", `/orgs/org_acme/sites/${site}/share-links/${id}`]);
    await applied(acme);
    expect(protectedIn(acme)).toEqual([]);
  });
});
