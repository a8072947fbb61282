import { describe, expect, test } from "vitest";
import { editOn, manifest, project } from "../support/processes/cli-fixture.ts";

describe("a plan that deletes says what still names it", () => {
  test("a provider whose default team goes", async () => {
    const acme = await project(
      manifest("saml: { okta: { label: Okta } }\nteams: { b: { id: team_docs, absent: true } }\n"),
    );
    const { stdout } = await acme.docform("plan");
    expect(stdout).toContain("! acme/saml.okta refers to it (defaultTeam) and may lose that value");
  });

  test("an organization that lands on a site that goes, though nobody declares it", async () => {
    const acme = await project(manifest("sites: { s: { id: site_flat, absent: true } }\n"));
    await editOn(acme.platform, [
      "PATCH",
      "/orgs/org_acme",
      { defaultContent: { type: "site", site: "site_flat" } },
    ]);
    const { stdout } = await acme.docform("plan");
    expect(stdout).toContain("! acme/settings refers to it (defaultContent) and may lose that value");
  });

  test("not what goes with it, and not what the plan gives another value", async () => {
    const acme = await project(
      manifest(
        "saml: { okta: { label: Okta, defaultTeam: c } }\nteams: { b: { id: team_docs, absent: true }, c: { title: C } }\n",
      ),
    );
    expect((await acme.docform("plan")).stdout).not.toContain("names it");
  });

  test("of a site that is declared without its structure, that it may show what goes", async () => {
    const acme = await project(
      manifest("sites: { f: { id: site_flat, title: Flat } }\nspaces: { b: { id: sp_one, absent: true } }\n"),
    );
    await editOn(acme.platform, ["POST", "/orgs/org_acme/sites/site_flat/publish"]);
    expect((await acme.docform("plan")).stdout).toContain(
      "! a site whose structure is not declared here may still show it",
    );
  });
});

test("an undo of a delete that failed has nothing to list", async () => {
  const acme = await project(manifest("spaces: { b: { id: sp_two, absent: true } }\n"), [
    { operation: "deleteSpace", fault: "answer", status: 400 },
  ]);
  await acme.docform("apply --yes");
  const undo = await acme.docform("undo --yes");
  expect(undo.stdout).toContain("No changes.");
  expect(undo.stdout).not.toContain("DF5037");
});
