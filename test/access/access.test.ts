import { expect, test } from "vitest";
import { editOn, manifest, mutations, type Project, project } from "../support/processes/cli-fixture.ts";

const gitbook = (body: string): Promise<Project> => project(manifest(body), [], "gitbook");
const space = (access: string, more = "") => `spaces: { one: { id: sp_one, access: ${access}${more} } }\n`;
const path = "/v1/spaces/sp_one/permissions";

/** Gives entries on the platform, as somebody else. */
async function giveAccess({ platform }: Project, role: string, who: object): Promise<void> {
  await editOn(platform, ["POST", "/spaces/sp_one/permissions", { role, ...who }]);
  platform.takeRequests();
}

test("each role and sort of entry takes one call, a new team included, and a second plan is empty", async () => {
  const people = "ana@acme.example: admin, li@acme.example: edit, id:usr_bo: edit";
  const acme = await gitbook(
    `teams: { new: { title: New } }\n${space(`{ teams: { new: read }, users: { ${people} } }`)}`,
  );
  const { stdout } = await acme.docform("plan");
  expect(stdout).toContain("access       + team new          read");
  expect(stdout).toContain('! id:usr_bo, li@acme.example get "edit"');
  expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
  expect([...mutations(acme.platform)].sort()).toEqual([
    ...[1, 2, 3].map(() => `POST ${path} 204`),
    "PUT /v1/orgs/org_acme/teams 201",
  ]);
  expect((await acme.docform("plan")).stdout).toContain("No changes");
});

test("a changed role and an entry that goes take one call each, and what narrows goes first", async () => {
  const acme = await gitbook(space("{ teams: { id:team_docs: edit }, users: { li@acme.example: read } }"));
  await giveAccess(acme, "edit", { users: ["usr_li", "usr_bo"] });
  await giveAccess(acme, "read", { teams: ["team_docs"] });
  expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
  const calls = mutations(acme.platform);
  expect([...calls].sort()).toEqual([
    `DELETE ${path}/users/usr_bo 205`,
    `PATCH ${path}/teams/team_docs 204`,
    `PATCH ${path}/users/usr_li 204`,
  ]);
  expect(calls.at(-1)).toContain("team_docs");
});

test("entries that are not named stay where access is listed, and where it is not written", async () => {
  const listed = await gitbook(space("{ users: { li@acme.example: read } }", ", manage: { access: listed }"));
  await giveAccess(listed, "edit", { users: ["usr_bo"] });
  expect(await listed.docform("apply --yes")).toMatchObject({ code: 0 });
  expect(mutations(listed.platform)).toEqual([`POST ${path} 204`]);
  const unwritten = await gitbook("spaces: { one: { id: sp_one, title: One } }\n");
  await giveAccess(unwritten, "edit", { users: ["usr_bo"] });
  expect((await unwritten.docform("plan")).stdout).toContain("No changes");
});

test("who has not joined waits, and a removal does not rest on a name that nobody has", async () => {
  const acme = await gitbook(space("{ users: { new@acme.example: read } }"));
  await giveAccess(acme, "edit", { users: ["usr_bo"] });
  const held = await acme.docform("apply --yes");
  expect(held.code).toBe(3);
  expect(held.stdout).toContain("bo@acme.example would leave, while nobody is found for");
  expect(await acme.docform("apply --yes --allow-removals")).toMatchObject({ code: 0 });
  const { stdout } = await acme.docform("plan");
  expect(stdout).toMatch(/^ {4}new@acme\.example +since \S+ +spaces\.one$/m);
  expect(stdout).toContain("invite them on the platform, or correct the address");
});

test("plan, comment and page say how many people are behind a team, and how much it gives access to", async () => {
  const people = "ana@acme.example: owner, bo@acme.example: member";
  const acme = await gitbook(
    `teams: { docs: { id: team_docs, members: { ${people} } } }\n${space("{ teams: { docs: edit } }")}`,
  );
  await giveAccess(acme, "comment", { teams: ["team_docs"] });
  const text = (await acme.docform("plan")).stdout;
  expect(text).toContain("~ team docs  comment → edit (2 people)");
  expect(text).toContain("gives access to 1 space\n");
  const comment = (await acme.docform("plan --format markdown")).stdout;
  expect(comment).toContain("team docs  comment → edit (2 people)");
  expect(comment).toContain("`bo@acme.example` joins, and the team gives access to 1 space");
  const page = (await acme.docform("plan --format html")).stdout;
  expect(page).toContain("<code>team docs</code> (2 people)");
  expect(page).toContain("gives access to 1 space");
  const { changes } = JSON.parse((await acme.docform("plan --format json")).stdout);
  expect(changes).toMatchObject([
    { address: "acme/spaces.one", fields: [{ path: "access.teams.docs", people: 2 }] },
    { address: "acme/teams.docs", givesAccess: { space: 1 } },
  ]);
});

test("access goes before the team that has it", async () => {
  const acme = await gitbook(`teams: { docs: { id: team_docs, absent: true } }\n${space("{}")}`);
  await giveAccess(acme, "edit", { teams: ["team_docs"] });
  expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
  expect(mutations(acme.platform)).toEqual([
    `DELETE ${path}/teams/team_docs 205`,
    "DELETE /v1/orgs/org_acme/teams/team_docs 205",
  ]);
});

test.each([
  ["{ users: { li@acme.example: boss } }", "li@acme.example"],
  ["{ users: { li@acme.example: null } }", "li@acme.example"],
  ["{ teams: { nobody: read } }", 'there is no team "nobody"'],
  ["{ people: {} }", "people"],
  ["null", "cannot be null"],
])("access %s is an error of validate at its line", async (access, said) => {
  const acme = await gitbook(space(access));
  const { code, stdout, stderr } = await acme.docform("validate");
  expect({ code, said: `${stdout}${stderr}` }).toMatchObject({
    code: 1,
    said: expect.stringContaining(said),
  });
  expect(`${stdout}${stderr}`).toContain("manifests/all.yaml:2");
});

test("a pull writes access as it is, and drift, undo and a round trip see it", async () => {
  const acme = await gitbook(space("{ users: { li@acme.example: read } }"));
  await acme.docform("apply --yes");
  await giveAccess(acme, "edit", { users: ["usr_bo"] });
  await giveAccess(acme, "comment", { teams: ["team_docs"] });
  const drift = await acme.docform("drift");
  expect(drift.stdout).toContain("bo@acme.example");
  expect(await acme.docform("pull --declared")).toMatchObject({ code: 0 });
  expect((await acme.docform("plan")).stdout).toContain("No changes");
  expect(await acme.docform("undo --yes")).toMatchObject({ code: 0 });
  const { url, token } = acme.platform;
  const answer = await fetch(`${url}${path}/users`, { headers: { authorization: `Bearer ${token}` } });
  const { items } = (await answer.json()) as { items: readonly { user: { id: string } }[] };
  expect(items.map(({ user }) => user.id)).toEqual(["usr_bo"]);
});

test("the user of the token keeps access, unless that is allowed; who is an admin is outside", async () => {
  const acme = await gitbook(space("{ users: { li@acme.example: read } }"));
  await giveAccess(acme, "edit", { users: ["usr_ana", "usr_li"] });
  expect((await acme.docform("plan")).stdout).not.toContain("held");
  await editOn(acme.platform, ["PATCH", "/orgs/org_acme/members/usr_ana", { role: "edit" }]);
  const held = await acme.docform("apply --yes");
  expect(held.code).toBe(3);
  expect(held.stdout).toContain(
    "the user of the token has access to acme/spaces.one by users.ana@acme.example, and would lose it",
  );
  expect(await acme.docform("apply --yes --allow-access")).toMatchObject({ code: 0 });
});

test.each([
  ["ana@acme.example: { role: edit }", 'lose "admin" in the organization'],
  ["ana@acme.example: { absent: true }", "leave the organization"],
])("the user of the token does not lock itself out by %s", async (own, told) => {
  const acme = await gitbook(`members: { ${own}, bo@acme.example: { role: admin } }\n`);
  const held = await acme.docform("apply --yes");
  expect([held.code, held.stdout]).toEqual([
    3,
    expect.stringContaining(`the user of the token would ${told}`),
  ]);
  const other = await gitbook("members: { li@acme.example: { role: admin } }\n");
  expect((await other.docform("plan")).stdout).not.toContain("held");
});

test("a plan that leaves access without an admin is held", async () => {
  const acme = await gitbook(space("{ users: { li@acme.example: read } }"));
  await giveAccess(acme, "admin", { users: ["usr_li"] });
  const held = await acme.docform("apply --yes");
  expect(held.code).toBe(3);
  expect(held.stdout).toContain("acme/spaces.one is left without an admin");
  expect(held.stdout).toContain('! li@acme.example loses "admin"; no admin remains');
});

test.each(["access: { users: { bo@acme.example: read } }", "defaultLevel: null"])(
  "the first %s of a site is held, and told with who can open it now",
  async (first) => {
    const acme = await gitbook(`sites: { flat: { id: site_flat, ${first} } }\n`);
    const held = await acme.docform("apply --yes");
    expect(held.code).toBe(3);
    expect(held.stdout).toContain("2 people can open it now: 1 admin, 1 edit");
    expect(await acme.docform("apply --yes --allow-access")).toMatchObject({ code: 0 });
    expect((await acme.docform("plan")).stdout).toContain("No changes");
  },
);

test("docform access shows entries, and the role that the platform gives by all rules, in each form", async () => {
  const acme = await gitbook(space("{ users: { bo@acme.example: comment } }"));
  await giveAccess(acme, "comment", { users: ["usr_bo"] });
  const one = await acme.docform("access --of spaces.one");
  expect(one.stdout).toContain("acme/spaces.one\n  entries\n    bo@acme.example  comment\n");
  expect(one.stdout).toMatch(/by all rules\n {4}ana@acme.example {2}admin\n {4}bo@acme.example {3}comment/);
  const csv = await acme.docform("access --person BO@acme.example --format csv");
  expect(csv.stdout.split("\r\n")).toEqual([
    '"address","type","name","role"',
    '"acme/sites.id:site_deep","effective","bo@acme.example","comment"',
    '"acme/sites.id:site_flat","effective","bo@acme.example","comment"',
    '"acme/spaces.one","entry","bo@acme.example","comment"',
    '"acme/spaces.one","effective","bo@acme.example","comment"',
    "",
  ]);
  const json = JSON.parse((await acme.docform("access --format json")).stdout);
  expect(json.owners.map(({ address }: { address: string }) => address)).toContain(
    "acme/sites.id:site_empty",
  );
  expect((await acme.docform("access --format markdown")).stdout).toContain(
    "| address | type | name | role |",
  );
  expect((await acme.docform("access --person usr_bo --of acme --format csv")).stdout).toBe(csv.stdout);
});

test("docform access says by which team somebody has a role", async () => {
  const acme = await gitbook(`teams: { docs: { id: team_docs } }\n${space("{}")}`);
  await giveAccess(acme, "comment", { teams: ["team_docs"] });
  const { stdout } = await acme.docform("access --person ana@acme.example --of spaces.one");
  expect(stdout).toContain("  entries\n    team docs  comment\n");
  expect(stdout).toMatch(/^ {4}ana@acme\.example {2}admin {2}by team docs$/m);
  const others = await acme.docform("access --person bo@acme.example --of spaces.one");
  expect(others.stdout).not.toContain("team docs");
});

test.each([
  ["--of spaces.on", "did you mean spaces.one?"],
  ["--person nobody@acme.example", 'nobody in the organization has the email or id "nobody@acme.example"'],
])("docform access %s is an error that says what is wrong", async (options, said) => {
  const acme = await gitbook(space("{ users: { bo@acme.example: comment } }"));
  const { code, stdout, stderr } = await acme.docform(`access ${options} --format csv`);
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: "", stderr: expect.stringContaining(said) });
});

test("docform access is an error in an edition that shows no access", async () => {
  const acme = await project(manifest("spaces: { one: { id: sp_one } }\n"));
  const { code, stderr } = await acme.docform("access");
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("it is in gitbook") });
});

test("an apply says who really gained or lost access, by all rules", async () => {
  const acme = await gitbook(
    space("{ teams: { id:team_docs: read }, users: { bo@acme.example: comment, li@acme.example: read } }"),
  );
  const { stdout } = await acme.docform("apply --yes");
  expect(stdout).toContain("Access that people gained or lost, as the platform says it:");
  expect(stdout).toContain("  spaces.one  bo@acme.example: none → comment\n");
  expect(stdout).toContain("  spaces.one  li@acme.example: edit → read\n");
  expect(stdout).not.toContain("ana@acme.example: admin");
});

test("an apply says who gained access by a team that they joined", async () => {
  const people = "ana@acme.example: owner, bo@acme.example: member";
  const acme = await gitbook(
    `teams: { docs: { id: team_docs, members: { ${people} } } }\n${space("{ teams: { docs: comment } }")}`,
  );
  await giveAccess(acme, "comment", { teams: ["team_docs"] });
  const { stdout } = await acme.docform("apply --yes");
  expect(stdout).toContain("platform says it:\n  spaces.one  bo@acme.example: none → comment\nRun ");
});

test("a space in a new closed collection, as the only target, takes the level and access of the collection along", async () => {
  const acme = await gitbook(
    "collections: { inside: { title: Inside, defaultLevel: null, access: { users: { li@acme.example: read } } } }\n" +
      "spaces: { new: { title: New, collection: inside } }\n",
  );
  expect(await acme.docform("apply --yes --target spaces.new")).toMatchObject({ code: 0 });
  const calls = mutations(acme.platform).map((call) => call.split(" ").slice(0, 2).join(" "));
  expect(calls).toHaveLength(4);
  expect(calls.filter((call) => call.startsWith("PATCH /v1/collections/"))).toHaveLength(1);
});

test("a policy sees the entries of access, and holds a role that it does not want", async () => {
  const rule = `rules:
  - name: no-outside-admins
    when: { kind: space, field: access }
    assert: change.after != "admin"
    message: Nobody is an admin of a space by an entry.
`;
  const files = manifest(space("{ teams: { id:team_docs: edit }, users: { bo@acme.example: admin } }"));
  const acme = await project({ ...files, "policies/access.yaml": rule }, [], "gitbook");
  const { code, stdout } = await acme.docform("apply --yes");
  expect([code, mutations(acme.platform)]).toEqual([3, []]);
  expect(stdout).toContain("policy no-outside-admins, access.users.bo@acme.example");
});
