import { expect, test } from "vitest";
import { editOn, manifest, mutations, type Project, project } from "../support/processes/cli-fixture.ts";

const teams = manifest("teams: { docs: { title: Docs } }\n");

const site = `spaces: { four: { id: sp_four, title: Four } }
sites:
  deep:
    title: Deep site
    structure:
      - { section: first, title: First }
      - group: group
        title: Group
        sections: [{ section: second, title: Second }]
        groups: [{ group: inner, title: Inner, sections: [{ section: third, title: Third }] }]
      - { section: fourth, title: Fourth, spaces: [{ space: four }] }
    shareLinks: { one: { name: One }, two: { name: Two }, three: { name: Three } }
`;

/** A project that an apply has recorded, on a platform whose list is empty from then on. */
async function recorded(
  operation: string,
  files = teams,
  { calls = 2 }: { readonly calls?: number } = {},
): Promise<Project> {
  const body = { items: [], count: 0 };
  const made = await project(files, [
    { operation, calls: { from: calls }, fault: "answer", status: 200, body },
  ]);
  expect(await made.docform("apply --yes")).toMatchObject({ code: 0 });
  made.platform.takeRequests();
  return made;
}

test.each(["plan", "apply --yes", "drift", "pull --declared --prune", "explain teams.docs"])(
  "%s believes no list that lacks what the record knows, and what is there",
  async (line) => {
    const { docform, platform } = await recorded("listTeams");
    const run = await docform(line);
    const said =
      "the list is not whole: it lacks acme/teams.docs (team_docs), which is there (listTeams: GET";
    expect(run.stderr).toContain(`error[DF3005]: ${said}`);
    expect([run.code, mutations(platform)]).toEqual([1, []]);
  },
);

test("an undo believes no such list either: it makes nothing twice", async () => {
  const files = manifest("teams: { docs: { id: team_docs, title: Writers } }\n");
  const { docform, platform } = await recorded("listTeams", files, { calls: 3 });
  const run = await docform("undo --yes");
  expect([run.code, mutations(platform)]).toEqual([1, []]);
  expect(run.stderr).toContain("acme/teams.docs (team_docs), which is there");
});

test("what is gone, as the read by its id says, is created again", async () => {
  const { docform, platform } = await recorded("listTeams");
  await editOn(platform, ["DELETE", "/orgs/org_acme/teams/team_docs"]);
  platform.takeRequests();
  expect((await docform("plan")).stdout).toContain("Plan: 1 to add");
  const reads = platform.takeRequests().map(({ method, path, status }) => `${method} ${path} ${status}`);
  expect(reads.filter((one) => one.includes("team_docs"))).toEqual([
    "GET /v1/orgs/org_acme/teams/team_docs 404",
  ]);
});

test("a list that shows all takes no further request", async () => {
  const { docform, platform } = await project(teams);
  await docform("apply --yes");
  platform.takeRequests();
  await docform("plan");
  expect(platform.takeRequests().map(({ path }) => path)).not.toContain("/v1/orgs/org_acme/teams/team_docs");
});

test.each([
  ["listSiteSections", 2, "which is there (listSiteSections: GET"],
  ["listSiteSpaces", 2, "which is there (listSiteSpaces: GET"],
  // It alone is read again: before the first create, and after the run.
  ["listShareLinks", 4, "forget it with docform state rm acme/sites.deep.shareLinks."],
])("%s: in a site, where nothing is read by its id, the other lists tell", async (operation, calls, says) => {
  const { docform, platform } = await recorded(operation, manifest(site), { calls });
  const run = await docform("apply --yes");
  expect(run.stderr).toContain("error[DF3005]: the list is not whole: it lacks acme/sites.deep");
  expect(run.stderr).toContain(says);
  expect([run.code, mutations(platform)]).toEqual([1, []]);
});
