import { describe, expect, test } from "vitest";
import { editOn, manifest, mutations, project } from "../support/processes/cli-fixture.ts";

const team = (members: string): Readonly<Record<string, string>> =>
  manifest(`teams:\n  docs: { id: team_docs, title: Docs, members: { ${members} } }\n`);

describe("a person named by id:", () => {
  test("is that person, in a team", async () => {
    const { docform } = await project(team("id:usr_ana: owner"));
    expect((await docform("plan")).stdout).toContain("No changes.");
  });

  test.each([
    ["in previously", "members: { ana.ruiz@acme.example: { role: admin, previously: id:usr_ana } }", ""],
    [
      "among the required admins",
      "members: { ana@acme.example: { role: edit } }",
      "requiredAdmins: [id:usr_ana]",
    ],
  ])("is that person %s", async (_, body, guards) => {
    const { docform } = await project({
      "docform.yaml": `organizations: { acme: { id: org_acme } }\nguards: { minAdmins: 0, ${guards} }\n`,
      ...manifest(`${body}\n`),
    });
    const { stdout } = await docform("plan");
    expect(stdout).not.toContain("nobody");
    expect(stdout).toContain(guards === "" ? '"ana@acme.example" →' : "is one of guards.requiredAdmins");
  });
});

describe("while somebody in a list of people is not found, nobody leaves it", () => {
  test.each([
    ["the members of a team", team("li@acme.example: owner, ana.ruiz@acme.example: owner")],
    [
      "the members of an organization",
      manifest(
        "manage: { members: exact }\nmembers: { ana@acme.example: { role: admin }, li.wei@acme.example: { role: read } }\n",
      ),
    ],
  ])("%s", async (_, files) => {
    const { docform, platform } = await project(files);
    const held = await docform("apply --yes");
    expect([held.code, mutations(platform)]).toEqual([3, []]);
    expect(held.stdout).toMatch(
      /held: \S+@acme.example would leave, while nobody is found for \S+@acme.example/,
    );
    expect(held.stdout).toContain("to allow it: --allow-removals");
    const { stdout } = await docform("plan --allow-removals");
    expect(stdout).toMatch(/allowed: \S+@acme.example would leave, .*--allow-removals let it pass/);
  });

  test("but whoever is named to go", async () => {
    const { docform } = await project(
      manifest("members: { li@acme.example: { absent: true }, li.wei@acme.example: { role: read } }\n"),
    );
    expect((await docform("plan")).stdout).not.toContain("held");
  });

  test("somebody may join it", async () => {
    const { docform, platform } = await project(
      team("ana@acme.example: owner, li@acme.example: member, new@acme.example: member"),
    );
    expect((await docform("apply --yes")).code).toBe(0);
    expect(mutations(platform)).toHaveLength(1);
  });

  test.each(["reference", "gitbook"] as const)("a team is no person, in the edition %s", async (edition) => {
    const members = "{ ana@acme.example: owner, new@acme.example: member }";
    const teams = `manage: { teams: exact }\nteams: { docs: { id: team_docs, members: ${members} } }\n`;
    const { docform, platform } = await project(manifest(teams), [], edition);
    await editOn(platform, ["PUT", "/orgs/org_acme/teams", { title: "Old" }]);
    expect((await docform("plan --allow-deletes 1")).stdout).not.toContain("would leave");
  });
});
