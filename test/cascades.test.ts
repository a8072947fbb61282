import { describe, expect, test } from "vitest";
import { editOn, manifest, type Project, project } from "./cli-fixture.ts";

/** What the platform answers. */
async function read({ platform }: Project, path: string) {
  const headers = { authorization: `Bearer ${platform.token}` };
  const answer = await fetch(`${platform.url}/v1${path}`, { headers });
  return JSON.parse(await answer.text());
}

/** What a site shows, in order, without the ids that are made. */
async function shape(acme: Project, site: string) {
  const lists = ["sections", "section-groups", "site-spaces"];
  const [sections, groups, spaces] = await Promise.all(
    lists.map(async (list) => (await read(acme, `/orgs/org_acme/sites/${site}/${list}`)).items),
  );
  const named = new Map([...sections, ...groups].map(({ id, title }) => [id, title]));
  return {
    sections: sections.map(({ title, path, default: isDefault, group }: Record<string, string>) => ({
      title,
      path,
      isDefault,
      group: named.get(group),
    })),
    groups: groups.map(({ title }: Record<string, string>) => title),
    spaces: spaces.map(
      ({ path, space, default: isDefault, section }: Record<string, string> & { space: { id: string } }) => ({
        path,
        space: space.id,
        isDefault,
        section: named.get(section),
      }),
    ),
  };
}

describe("a plan that deletes says what still names it", () => {
  test("a provider whose default team goes", async () => {
    const acme = await project(
      manifest("saml: { okta: { label: Okta } }\nteams: { b: { id: team_docs, absent: true } }\n"),
    );
    const { stdout } = await acme.docform("plan");
    expect(stdout).toContain("! acme/saml.okta names it as its defaultTeam, and may be left without");
  });

  test("an organization that lands on a site that goes, though nobody declares it", async () => {
    const acme = await project(manifest("sites: { s: { id: site_flat, absent: true } }\n"));
    await editOn(acme.platform, [
      "PATCH",
      "/orgs/org_acme",
      { defaultContent: { type: "site", site: "site_flat" } },
    ]);
    const { stdout } = await acme.docform("plan");
    expect(stdout).toContain("! acme/settings names it as its defaultContent, and may be left without");
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

describe("an undo brings back what the platform took along", () => {
  const at = "/orgs/org_acme";
  const asBefore = /A second plan is empty: .*the platform is as it was before the run/;

  test("what an organization lands on", async () => {
    const acme = await project(manifest("sites: { s: { id: site_empty, absent: true } }\n"));
    await editOn(acme.platform, ["PATCH", at, { defaultContent: { type: "site", site: "site_empty" } }]);
    await acme.docform("apply --yes");
    expect(await read(acme, at)).toMatchObject({ defaultContent: null });
    await acme.docform("undo --yes");
    const { items } = await read(acme, `${at}/sites?title=Empty%20site`);
    expect(await read(acme, at)).toMatchObject({ defaultContent: { type: "site", site: items[0].id } });
  });

  test("and leaves alone what was not taken along", async () => {
    const acme = await project(manifest("spaces: { b: { id: sp_two, absent: true } }\n"));
    await editOn(acme.platform, [
      "POST",
      `${at}/translations`,
      { source: { space: "sp_two" }, language: "fr" },
    ]);
    const { items } = await read(acme, `${at}/translations`);
    await acme.docform("apply --yes");
    expect((await acme.docform("undo --yes")).stdout).toMatch(asBefore);
    expect((await read(acme, `${at}/translations`)).items).toMatchObject([{ id: items[0].id }]);
  });

  test("and says so where what was named does not come back", async () => {
    const acme = await project(
      manifest("sites: { s: { id: site_empty, title: '${env:CANARY}', absent: true } }\n"),
    );
    await editOn(acme.platform, ["PATCH", at, { defaultContent: { type: "site", site: "site_empty" } }]);
    const env = { ...acme.platform.env, CANARY: "Empty site" };
    await acme.docform("apply --yes", { env });
    expect((await acme.docform("undo --yes", { env })).stdout).toContain(
      "acme/settings: its defaultContent was acme/sites.s, which does not come back",
    );
  });

  test("not over what others have put there since", async () => {
    const acme = await project(manifest("teams: { b: { id: team_docs, absent: true } }\n"));
    await acme.docform("apply --yes");
    await editOn(acme.platform, ["PATCH", `${at}/saml/saml_okta`, { defaultTeam: "team_twin_a" }]);
    await acme.docform("undo --yes");
    expect(await read(acme, `${at}/saml/saml_okta`)).toMatchObject({ defaultTeam: { id: "team_twin_a" } });
  });

  test("not where the delete failed, and others have moved things since", async () => {
    const acme = await project(manifest("spaces: { b: { id: sp_two, absent: true } }\n"), [
      { operation: "deleteSpace", fault: "answer", status: 400 },
    ]);
    await acme.docform("apply --yes");
    await editOn(acme.platform, [
      "POST",
      `${at}/sites/site_flat/site-spaces/ss_2/move`,
      { position: { before: { type: "site-space", siteSpace: "ss_1" } } },
    ]);
    const moved = await shape(acme, "site_flat");
    expect((await acme.docform("undo --yes")).stdout).toContain("No changes.");
    expect(await shape(acme, "site_flat")).toEqual(moved);
  });
});
