import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { manifest, type Project, project } from "../support/processes/cli-fixture.ts";

async function rolesIn({ docform }: Project): Promise<string> {
  const { stdout } = await docform("api listTeamMembers organizationId=org_acme teamId=team_docs");
  const items = JSON.parse(stdout).items as readonly {
    readonly organization: { readonly user: { readonly email: string } };
    readonly team: { readonly role: string };
  }[];
  return items
    .map(({ organization, team }) => `${organization.user.email.split("@")[0]}:${team.role}`)
    .sort()
    .join(" ");
}

const members = (people: string): Readonly<Record<string, string>> =>
  manifest(`teams: { docs: { id: team_docs, members: { ana@acme.example: owner${people} } } }\n`);

test.each([
  ["an added person", "ana:owner li:owner", members(", LI@acme.example: owner")],
  [
    "a changed role",
    "ana:member",
    manifest("teams: { docs: { id: team_docs, members: { Ana@acme.example: member } } }\n"),
  ],
])("undo takes back %s whose email the manifest writes in another case", async (_, after, files) => {
  const acme = await project(files);
  expect(await acme.docform("apply --yes --allow-ownerless")).toMatchObject({ code: 0 });
  expect(await rolesIn(acme)).toBe(after);
  expect(await acme.docform("undo --yes")).toMatchObject({ code: 0 });
  expect(await rolesIn(acme)).toBe("ana:owner");
});

test("undo takes back a person whose email has changed on the platform since: a person is an id", async () => {
  const acme = await project(members(", li@acme.example: owner"));
  expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
  // The run is told as if the person had had another email then.
  const [name = ""] = readdirSync(join(acme.folder, ".docform", "runs"));
  const journal = join(acme.folder, ".docform", "runs", name);
  const text = readFileSync(journal, "utf8");
  expect(text).toContain("members.li@acme.example");
  writeFileSync(journal, text.replaceAll("members.li@acme.example", "members.wei@acme.example"));
  expect(await acme.docform("undo --yes")).toMatchObject({ code: 0 });
  expect(await rolesIn(acme)).toBe("ana:owner");
});

test.each([
  "plan --target members.li@ACME.example",
  "explain members.li@ACME.example",
  "explain acme/members.li@ACME.example",
  "pull members.li@ACME.example --dry-run",
])("an address names a person in any case: %s", async (line) => {
  const acme = await project(manifest("members: { Li@acme.example: { role: read } }\n"));
  const run = await acme.docform(line);
  expect(run, run.stderr).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Li@acme.example"),
  });
});
