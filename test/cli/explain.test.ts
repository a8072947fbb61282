import { describe, expect, test } from "vitest";
import { siteKind } from "../../src/kinds/site/site.ts";
import { diagnosticCodes } from "../../src/model/diagnostic-codes.ts";
import { type ExplainedAs, explainDocument } from "../../src/model/documents/explain-document.ts";
import { folderWith, manifest, mutations, project, quietly } from "../support/processes/cli-fixture.ts";

/** Of what needs neither a project nor a platform. */
const explain = (what: string) => quietly(`explain ${what}`, { cwd: folderWith({}) });

describe("explains without a project, a network or a token:", () => {
  test.each([
    ["DF2001", ["DF2001: unknown reference", "What to do: Declare it", "  $ docform validate"]],
    ["df3006", ["DF3006: the plan is stale", "$ docform plan --out plan.json"]],
    ["site", ["A docs site", "parent    the organization", "visibility  ", "docform explain site.FIELD"]],
    ["sites", ["A docs site"]],
    ["share-link", ["parent    a site", "shareLinks: { KEY: { … } }"]],
    ["settings", ["organization\n"]],
    [
      "site.visibility",
      ["takes         one of public, unlisted, share-link, visitor-auth", "null          error DF1005"],
    ],
    ["site.proxy", ["null          cleared"]],
    ["translation.language", ["can change    by another one: "]],
    ["site.shareLinks", ["map from key to share link", "with manage shareLinks: exact, removed"]],
    ["site.structure", ["- section: KEY", "docform explain section says what it takes."]],
    ["team.protect", ["True forbids docform to delete", "left out  false"]],
    ["saml-provider.certificate", ["Secret: never shown."]],
  ])("%s", async (what, says) => {
    const run = await explain(what);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    for (const text of says) expect(run.stdout).toContain(text);
  });

  test("every code, in JSON as published", async () => {
    const cwd = folderWith({});
    for (const code of Object.keys(diagnosticCodes)) {
      const { stdout } = await quietly(`explain ${code} --format json`, { cwd });
      expect(explainDocument.parse(JSON.parse(stdout))).toMatchObject({ about: "diagnostic", code });
    }
  });
});

describe("names the nearest of what there is not:", () => {
  test.each([
    ["DF10004", "DF1004?"],
    ["df304", "did you mean DF3004?"],
    ["DF", "explain takes a code (DF2001), a kind (site)"],
    ["sitee", "did you mean site?"],
    ["sitee.visibility", "did you mean site.visibility?"],
    ["site.visiblity", "did you mean site.visibility?"],
    ["site.zzz", `it takes ${Object.keys(siteKind.fields).slice(0, 3).join(", ")}`],
    ["something", "explain takes a code (DF2001), a kind (site)"],
  ])("%s", async (what, says) => {
    const run = await explain(what);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain("error[DF5050]");
    expect(run.stderr).toContain(says);
  });
});

/** Something of every state: changed, equal, gone, held, blocked, waiting, not declared. */
const body = `
manage: { teams: exact }
teams:
  docs: { title: Docs, members: { li@acme.example: member } }
  twin: { id: team_twin_a, title: Twin }
  gone: { title: Gone, absent: true }
  new: { title: New }
members:
  nobody@acme.example: { role: edit }
sites:
  hub: { title: Hub, shareLinks: { partners: { name: Partners } } }
spaces:
  one: { title: One, ignore: [emoji] }
`;

const manyStates = () => project(manifest(body));

describe("says why a resource is, or is not, in the plan:", () => {
  const states = [
    [
      "acme/teams.twin",
      ["team, declared at manifests/all.yaml:6", "Not in the plan: the platform is as the manifests say."],
    ],
    ["teams.twin", ["Not in the plan: the platform is as the manifests say."]],
    ["acme/spaces.one", ["apart from what is ignored: emoji"]],
    ["acme/teams.gone", ["it is declared absent, and is not there"]],
    [
      "acme/teams.new",
      ["In the plan, with 1 change, 1 call", "+ teams.new", "createTeam  PUT /orgs/{organizationId}/teams"],
    ],
    [
      "acme/teams.docs",
      ["~ teams.docs", '! ana@acme.example loses "owner"', "docform plan --target acme/teams.docs"],
    ],
    [
      "acme/sites.hub.shareLinks.partners",
      ["+ sites.hub.shareLinks.partners", "after s1 (createSite sites.hub: parent)"],
    ],
    [
      "acme/members.nobody@acme.example",
      ["Not in the plan: it waits: no member of the organization has this email or id"],
    ],
    ["acme/spaces.two", ['"Two" (id sp_two) is on the platform, and no manifest declares it']],
    ["acme/spaces.sp_two", ["left alone"]],
  ] as const;

  test("of each state", async () => {
    const made = await manyStates();
    for (const [what, says] of states) {
      const run = await made.docform(`explain ${what}`);
      expect(run.code, run.stderr).toBe(0);
      for (const text of says) expect(run.stdout, what).toContain(text);
    }
    expect(mutations(made.platform)).toEqual([]);
  });

  test("of what moves in its list, and of what stays there", async () => {
    const structure = "structure: [{ space: two }, { space: one }]";
    const { docform } = await project(
      manifest(
        `spaces: { one: { title: One }, two: { title: Two } }\nsites: { flat: { title: Flat site, ${structure} } }\n`,
      ),
    );
    const moved = await docform("explain sites.flat.spaces.one");
    expect(moved.stdout).toContain("1 call: its list is in another order than the manifests say");
    expect((await docform("explain sites.flat.spaces.two")).stdout).toContain(
      "Not in the plan: the platform is as",
    );
  });

  const nobody =
    "no member of the organization has this email or id: invite them on the platform, or correct the address";
  const strangers = manifest(
    "teams:\n  docs:\n    title: Docs\n    members:\n      ana@acme.example: owner\n      ghost: member\n      g.host@acme.example: member\n",
  );

  test.each([
    ["ghost", 7, "In the plan, with 1 change, 0 calls: it is blocked", "changes"],
    ["g.host@acme.example", 8, "Not in the plan: it waits", "equal"],
  ])("of somebody who is declared in a team and cannot be there: %s", async (member, line, told, state) => {
    const { docform } = await project(strangers);
    const address = `acme/teams.docs.members.${member}`;
    const { code, stdout } = await docform(`explain teams.docs.members.${member}`);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.not.stringContaining("no manifest") });
    expect(stdout).toContain(
      `${address}\nmembers.${member} of the team teams.docs, declared at manifests/all.yaml:${line}\n`,
    );
    expect(stdout).toContain(`${told}: ${nobody}.\n`);
    const json = JSON.parse((await docform(`explain ${address} --format json`)).stdout);
    expect(explainDocument.parse(json)).toMatchObject({
      ...{ kind: "team", partOf: "acme/teams.docs", state, why: expect.stringContaining(`: ${nobody}`) },
      source: { file: "manifests/all.yaml", line },
    });
  });

  test("from the plan that docform plan shows, in JSON as published", async () => {
    const { docform } = await manyStates();
    const { stdout } = await docform("explain acme/sites.hub.shareLinks.partners --format json");
    const found = explainDocument.parse(JSON.parse(stdout)) as ExplainedAs<"resource">;
    const plan = JSON.parse((await docform("plan --format json")).stdout);
    const at = (one: { readonly address: string }): boolean =>
      one.address === "acme/sites.hub.shareLinks.partners";
    expect(found).toMatchObject({ state: "changes", digest: plan.digest });
    expect(found.changes).toEqual(plan.changes.filter(at));
    expect(found.steps).toEqual(plan.steps.filter(at));
    expect(found.waitsFor.map(({ operation }) => operation)).toEqual(["createSite"]);
    const goes = plan.changes.find(({ action }: { readonly action: string }) => action === "delete");
    const run = await docform(`explain ${goes.address}`);
    expect(run.stdout).toContain("no manifest declares it, and its collection is exact");
  });

  test.each([
    ["acme/teams.dosc", "did you mean acme/teams.docs?"],
    ["teams.dosc", "did you mean teams.docs?"],
    ["acme/collections.guides", "no manifest declares collections, so docform does not read them"],
    ["acme/spaces.nothing-like-it", "write an address, such as acme/"],
  ])("of %s says that there is none", async (what, says) => {
    const { docform } = await manyStates();
    const run = await docform(`explain ${what}`);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain(says);
  });
});
