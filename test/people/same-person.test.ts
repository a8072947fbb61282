import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { planFor, read, run, type Scope, simulate } from "../laws/harness/simulation.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { applyWhile } from "../support/processes/apply-while.ts";
import { folderWith, quietly } from "../support/processes/cli-fixture.ts";
import type { Surroundings } from "../support/processes/run-docform.ts";

/** A person has one id in every organization (API: "the same person in every organization"). */
const email = (id: string): string => `${id}@acme.example`;

interface Organization {
  readonly members?: Readonly<Record<string, string>>;
  readonly teams?: readonly object[];
  readonly [part: string]: unknown;
}

/** Two organizations with members by id and role. */
function seedOf(acme: Organization, globex: Organization): object {
  const whole = (id: string, { members = {}, ...more }: Organization): object => ({
    id,
    title: id,
    ...more,
    members: Object.entries(members).map(([person, role]) => ({ id: person, email: email(person), role })),
  });
  return { organizations: [whole("org_acme", acme), whole("org_globex", globex)] };
}

const manifests = (acme: object, globex: object) =>
  read({
    "acme.yaml": { organization: "acme", ...acme },
    "globex.yaml": { organization: "globex", ...globex },
  });

async function documentOf(seed: object, acme: object, globex: object, scope: Scope = {}) {
  return (await planFor(simulate(seed), await manifests(acme, globex), scope)).document;
}

const byRole = (members: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(members).map(([person, role]) => [email(person), { role }]));

const numbered = (from: number, to: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: to - from }, (_, at) => [`p${from + at}`, "read"]));

describe("guards, when a person is in two organizations", () => {
  const guards = { minAdmins: 1, requiredAdmins: [email("u1")], exposure: "show" } as const;

  test("the last admin of one is held, though the same person becomes admin in the other", async () => {
    const seed = seedOf({ members: { u1: "admin", u2: "read" } }, { members: { u1: "read", u2: "admin" } });
    const acme = { members: byRole({ u1: "read" }) };
    const globex = { members: byRole({ u1: "admin" }) };
    for (const [first, second] of [
      [acme, globex],
      [acme, {}],
    ]) {
      const { guards: verdicts } = await documentOf(seed, first ?? {}, second ?? {}, { guards });
      const held = verdicts.flatMap(({ rule, held: isHeld }) => (isHeld ? [rule] : []));
      expect(held).toEqual(["min-admins", "required-admins"]);
    }
  });

  test("a required admin whom nobody is is told once, also where both lose an admin", async () => {
    const people = { boss: "admin", u1: "admin" };
    const demoted = { members: byRole({ u1: "read" }) };
    const { guards: verdicts } = await documentOf(
      seedOf({ members: people }, { members: people }),
      demoted,
      demoted,
      { guards: { minAdmins: 0, requiredAdmins: ["nobody@acme.example"], exposure: "show" } },
    );
    expect(verdicts.map(({ rule }) => rule)).toEqual(["required-admins"]);
  });

  test("deletes are counted in the list of their organization, not in that of another one", async () => {
    const seed = seedOf(
      { members: { boss: "admin", ...numbered(0, 8) } },
      { members: { boss: "admin", ...numbered(0, 60) } },
    );
    const acme = { members: byRole({ boss: "admin" }), manage: { members: "exact" } };
    const { guards: verdicts } = await documentOf(seed, acme, { members: {} });
    expect(verdicts).toEqual([
      expect.objectContaining({
        rule: "too-many-deletes",
        message: expect.stringContaining("and 5 more in acme/members, which"),
      }),
    ]);
  });

  test("who leaves one leaves no team of the other", async () => {
    const seed = seedOf(
      { members: { boss: "admin", u5: "read" } },
      { members: { boss: "admin", u5: "read" }, teams: [{ title: "X", members: { u5: "owner" } }] },
    );
    const acme = { members: { [email("u5")]: { absent: true } } };
    const globex = { teams: { x: { title: "X", members: {}, manage: { members: "listed" } } } };
    expect((await documentOf(seed, acme, globex)).guards).toEqual([]);
    const leaving = { ...globex, members: { [email("u5")]: { absent: true } } };
    expect((await documentOf(seed, {}, leaving)).guards).toEqual([
      expect.objectContaining({ rule: "team-owner", address: "globex/teams.x" }),
    ]);
  });

  test("nothing undeclared is kept from the list because its id is changed in the other", async () => {
    const people = { boss: "admin", ...numbered(0, 8) };
    const seed = seedOf({ members: people }, { members: people });
    const acme = { members: byRole(numbered(0, 3)), manage: { members: "exact" } };
    const document = await documentOf(seed, acme, { members: {} });
    expect(document.unmanaged).toHaveLength(9);
    expect(document.summary.unmanaged).toBe(9);
  });

  test("a call for one waits for nothing that the other does", async () => {
    const seed = seedOf(
      { members: { boss: "admin", u5: "read" }, teams: [{ title: "X", members: { u5: "member" } }] },
      { members: { boss: "admin", u5: "read" } },
    );
    const { steps } = await documentOf(
      seed,
      { teams: { x: { title: "X", members: {} } } },
      { members: { [email("u5")]: { absent: true } } },
    );
    expect(steps.map(({ operation, after }) => [operation, after])).toEqual([
      ["updateTeamMembers", []],
      ["removeMember", []],
    ]);
  });
});

test("a person who is changed in two organizations is as declared in both, and nobody else", async () => {
  const people = { boss: "admin", u1: "read", u2: "read" };
  const simulation = simulate(seedOf({ members: people }, { members: people }));
  const desired = await manifests(
    { members: { [email("u1")]: { absent: true }, [email("u2")]: { role: "edit" } } },
    { members: { [email("u1")]: { role: "review" } } },
  );
  await run(simulation, await planFor(simulation, desired), { concurrency: 4 });
  expect((await planFor(simulation, desired)).document.steps).toEqual([]);
  const rolesIn = (id: string) =>
    Object.values(simulation.platform.state.organizations.byId[id]!.members.byId).map((one) => one.role);
  expect(rolesIn("org_acme")).toEqual(["admin", "edit"]);
  expect(rolesIn("org_globex")).toEqual(["admin", "review", "read"]);
});

describe("commands, when a person is in two organizations", () => {
  const settings = "organizations: { acme: { id: org_acme }, globex: { id: org_globex } }\n";
  const people = { boss: "admin", u1: "read" };

  async function projectOf(acme: string, globex: string, faults: readonly object[] = []) {
    const teams = [{ id: "team_x", title: "X", members: { u1: "member" } }];
    const seed = seedOf({ members: people, teams }, { members: people });
    const tokens = { "canary-4711-admin": { user: email("boss"), rights: "admin" } };
    const platform = await startTestPlatform({ ...seed, tokens }, faults);
    const folder = folderWith({
      "docform.yaml": settings,
      "manifests/acme.yaml": `organization: acme\n${acme}`,
      "manifests/globex.yaml": `organization: globex\n${globex}`,
    });
    const docform = (line: string, more: Partial<Surroundings> = {}) =>
      quietly(line, { cwd: folder, env: platform.env, sleep: platform.sleep, ...more });
    const roleIn = async (organization: string): Promise<unknown> => {
      const answer = await fetch(`${platform.url}/v1/orgs/${organization}/members/u1`, {
        headers: { authorization: `Bearer ${platform.token}` },
      });
      return ((await answer.json()) as { readonly role?: string }).role;
    };
    return { platform, folder, docform, roleIn };
  }

  test("undo sets back the role in the organization in which it was changed", async () => {
    const { docform, roleIn } = await projectOf(
      `members: { ${email("u1")}: { role: edit } }\n`,
      "members: {}\n",
    );
    expect(await docform("apply --yes")).toMatchObject({ code: 0 });
    expect([await roleIn("org_acme"), await roleIn("org_globex")]).toEqual(["edit", "read"]);
    expect(await docform("undo --yes --target acme")).toMatchObject({ code: 0 });
    expect([await roleIn("org_acme"), await roleIn("org_globex")]).toEqual(["read", "read"]);
  });

  test("undo of a change in both sets back both, and says of who left one that nobody can add them", async () => {
    const { docform, roleIn } = await projectOf(
      `members: { ${email("u1")}: { absent: true } }\n`,
      `members: { ${email("u1")}: { role: edit } }\n`,
    );
    expect(await docform("apply --yes")).toMatchObject({ code: 0 });
    expect(await docform("undo --yes --target globex")).toMatchObject({ code: 0 });
    const undo = await docform("undo --yes --target acme");
    expect(undo.code).toBe(3);
    expect(undo.stdout).toMatch(/members\.u1@acme\.example.*\n.*(cannot|API|invite)/);
    expect([await roleIn("org_acme"), await roleIn("org_globex")]).toEqual([undefined, "read"]);
  });

  test("what somebody else changed in one is seen, though the person is removed from the other", async () => {
    const { platform, docform, roleIn } = await projectOf(
      `collections: { first: { title: First } }\nmembers: { ${email("u1")}: { role: edit } }\n`,
      `members: { ${email("u1")}: { absent: true } }\n`,
    );
    const run = await applyWhile({ platform, docform }, [
      ["PATCH", "/orgs/org_acme/members/u1", { role: "review" }],
    ]);
    expect(run.stdout).toContain("Apply: 1 done, 1 stale.");
    expect(await roleIn("org_acme")).toBe("review");
  });

  test("the record forgets nobody of one because the other one has them, where no second plan was made", async () => {
    const members = `members: { ${email("u1")}: { role: read } }\n`;
    // The first apply reads both lists, and so does the plan of the second one: the next read fails.
    const { docform, folder } = await projectOf(members, members, [
      { operation: "listMembers", calls: { from: 5 }, fault: "answer", status: 503 },
    ]);
    const recorded = (): readonly unknown[] => {
      return ["org_acme", "org_globex"].flatMap((id) => {
        const text = readFileSync(join(folder, `.docform/organizations/${id}/record.json`), "utf8");
        const record = JSON.parse(text) as { readonly platforms: Readonly<Record<string, object>> };
        return Object.values(record.platforms).flatMap((of) =>
          Object.values(of).map(({ resources }) => Object.keys(resources)),
        );
      });
    };
    const person = `members.${email("u1")}`;
    writeFileSync(join(folder, "manifests/acme.yaml"), `organization: acme\n${members}`);
    expect(await docform("apply --yes")).toMatchObject({ code: 0 });
    expect(recorded()).toEqual([[person], [person]]);
    writeFileSync(
      join(folder, "manifests/acme.yaml"),
      "organization: acme\ncollections: { first: { title: First } }\n",
    );
    const { code, stdout } = await docform("apply --yes");
    expect({ code, stdout }).toMatchObject({
      code: 5,
      stdout: expect.stringContaining("A second plan was not made"),
    });
    expect(recorded()).toEqual([["collections.first", person], [person]]);
  });

  test("pull names a person in a team by the key of the team's organization", async () => {
    const { docform, folder } = await projectOf(
      `members: { ${email("u1")}: { role: read } }\nmanage: { teams: exact }\n`,
      "members: { U1@ACME.example: { role: read } }\n",
    );
    expect(await docform("pull")).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, "manifests/acme.yaml"), "utf8")).toContain(`${email("u1")}: member`);
  });
});
