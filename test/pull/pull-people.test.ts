import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import {
  canary,
  editOn,
  folderWith,
  manifest,
  project,
  quietly,
  seedWithTwins,
} from "../support/processes/cli-fixture.ts";

const body = `members:
  ana: { email: ana@acme.example }
  boss: { email: "\${env:BOSS}" }
teams:
  docs: { id: team_docs, title: Docs, members: { li@acme.example: member } }
`;
const textIn = (folder: string): string => readFileSync(join(folder, "manifests/all.yaml"), "utf8");

test("who is in a team goes by email, or by id where the email is hidden: never by a key that plans do not know", async () => {
  const { docform, platform, folder } = await project(manifest(body));
  const env = { ...platform.env, BOSS: "bo@acme.example" };
  const team = "/orgs/org_acme/teams/team_docs/members";
  await editOn(platform, ["PUT", team, { add: ["bo@acme.example", "li@acme.example"] }]);
  expect(await docform("pull --declared teams", { env })).toMatchObject({ code: 0, stderr: "" });
  expect(textIn(folder)).toMatch(
    /members: \{ li@acme.example: member, ana@acme.example: owner, (?!bo@|boss)\S+: member \} \}/,
  );
  expect(await docform("validate", { env })).toMatchObject({ code: 0 });
  expect((await docform("plan --target teams", { env })).stdout).toContain("No changes");
});

test("by id as well where the email is the key of somebody else", async () => {
  const files = manifest(`members:
  ana@acme.example: { email: li@acme.example }
teams:
  docs: { id: team_docs, title: Docs, members: {} }
`);
  const { docform, folder } = await project(files);
  expect(await docform("pull --declared teams")).toMatchObject({ code: 0, stderr: "" });
  expect(textIn(folder)).toMatch(/members: \{ ?[^@\s]+: owner ?\}/);
  expect((await docform("plan --target teams")).stdout).toContain("No changes");
});

test("so do the people of merge rules", async () => {
  const rule = (user: string): string =>
    `settings: { mergeRules: { type: rules, rules: [{ rule: require_specific_reviewers, users: [${user}] }] } }\n`;
  const { docform, platform, folder } = await project(manifest(`${body}${rule("li@acme.example")}`));
  const env = { ...platform.env, BOSS: "bo@acme.example" };
  await docform("apply --yes --target settings", { env });
  const written = textIn(folder);
  const { url, token } = platform;
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/v1/orgs/org_acme/members`, { headers });
  const { items } = (await answer.json()) as { items: { id: string; user: { email: string } }[] };
  const ana = items.find(({ user }) => user.email.startsWith("ana"));
  const mergeRules = { type: "rules", rules: [{ rule: "require_specific_reviewers", users: [ana?.id] }] };
  await editOn(platform, ["PATCH", "/orgs/org_acme", { mergeRules }]);
  expect(await docform("pull --declared settings", { env })).toMatchObject({ code: 0, stderr: "" });
  expect(textIn(folder)).toBe(written.replace(rule("li@acme.example"), rule("ana@acme.example")));
});

test("somebody of two organizations goes by email in both, whatever the other calls them", async () => {
  const [acme, globex] = seedWithTwins.organizations;
  const shared = { ...globex, members: [{ email: "ana@acme.example", role: "admin" }] };
  const platform = await startTestPlatform({ ...seedWithTwins, organizations: [acme, shared] });
  const folder = folderWith({
    "docform.yaml": "organizations: { acme: { id: org_acme }, globex: { id: org_globex } }\n",
    "manifests/globex.yaml": "organization: globex\nmembers: { chief: { email: ana@acme.example } }\n",
    "manifests/all.yaml":
      "organization: acme\nteams: { docs: { id: team_docs, title: Docs, members: {} } }\n",
  });
  const env = { ...platform.env, DOCFORM_TOKEN: canary.admin };
  expect(await quietly("pull --declared acme/teams", { cwd: folder, ...platform, env })).toMatchObject({
    code: 0,
    stderr: "",
  });
  expect(textIn(folder)).toContain("members: { ana@acme.example: owner }");
});
