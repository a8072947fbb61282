import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadProject } from "../../src/manifest/load/load-project.ts";
import { memoryFiles } from "../../src/manifest/read/project-files.ts";
import { gitbookSettings, type PeopleProject, peopleProject } from "../support/gitbook/people-project.ts";
import { editOn, folderWith } from "../support/processes/cli-fixture.ts";
import type { Run } from "../support/processes/run-docform.ts";
import { line } from "../support/projects/load-manifests.ts";

const path = "/orgs/org_acme/sites/site_partners/publishing/auth";

/** Each private key of the embedded platform begins so. */
const key = "visitor-auth-key-";

const sites = [
  {
    id: "site_partners",
    title: "Partners",
    visibility: "visitor-auth",
    published: true,
    visitorAuth: { backend: "custom", fallbackURL: "https://login.acme.example/old" },
  },
];

function partners(fallback: string, published = true): string {
  return `sites:
  partners:
    id: site_partners
    title: Partners
    type: basic
    published: ${published}
    visitorAuth: { backend: custom, fallbackURL: ${fallback} }
  new:
    title: New
    type: basic
    visibility: visitor-auth
    visitorAuth: { backend: integration }
`;
}

const declared = partners("https://login.acme.example/docs");

/** Everything that a project wrote, by file. */
function filesIn(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [file, readFileSync(file, "latin1")]);
}

async function keyOf({ platform }: PeopleProject): Promise<string> {
  const headers = { authorization: `Bearer ${platform.token}` };
  const answer = (await (await fetch(`${platform.url}/v1${path}`, { headers })).json()) as {
    readonly privateKey: string;
  };
  return answer.privateKey;
}

/** Every command that reads, changes, shows or keeps visitor authentication, with all that it says. */
const commands: readonly (readonly [line: string, code: number])[] = [
  ["validate", 0],
  ["plan --log-level debug", 0],
  ["plan --format json", 0],
  ["plan --format markdown", 0],
  ["plan --format html", 0],
  ["plan --out plan.json", 0],
  ["show plan.json --full", 0],
  ["graph plan.json", 0],
  ["explain sites.partners.visitorAuth", 0],
  ["apply plan.json --yes --log-level debug", 0],
  ["plan", 0],
  ["state show sites.partners.visitorAuth", 0],
  ["runs --format json", 0],
];

test("the private key is in no file, output or log, whatever docform does with the site", async () => {
  const project = await peopleProject(declared, { organization: { sites } });
  const { platform, folder } = project;
  const other = folderWith({});
  const said: (readonly [string, string])[] = [];
  const run = async (words: string, code: number, cwd = folder): Promise<Run> => {
    const done = await project.docform(words, { cwd });
    expect(`${done.code} of ${words}\n${done.stderr}`).toMatch(new RegExp(`^${code} of`));
    said.push([words, done.stdout + done.stderr]);
    return done;
  };
  for (const [words, code] of commands) await run(words, code);
  await editOn(platform, ["PATCH", path, { backend: "custom", logoutURL: "https://login.acme.example/out" }]);
  await editOn(platform, ["PATCH", path, { backend: "integration" }]);
  for (const format of ["text", "json", "markdown", "html"]) await run(`drift --format ${format}`, 2);
  const drift = await run("drift --record", 2);
  expect(drift.stdout).toContain("visitorAuth");
  await run("pull --declared", 0);
  expect(readFileSync(join(folder, "manifests/all.yaml"), "latin1")).toContain("backend: integration");
  project.declare(declared);
  await run("apply --yes --rehearse --allow-exposure", 0);
  await run("undo --yes --allow-exposure", 0);
  project.declare(declared);
  await run("init --from-platform --api gitbook --organization acme=org_acme", 0, other);
  await run(`api GET ${path} --api gitbook`, 0);
  await run(`api PATCH ${path} backend=custom --api gitbook --format yaml --yes`, 0);
  await run(`api POST ${path}/regenerate --api gitbook --yes`, 0);
  said.push(["log of the platform", JSON.stringify(platform.takeRequests())]);
  said.push(["page of the platform", await (await fetch(platform.url)).text()]);

  expect(await keyOf(project)).toBe(`${key}2-of-site_partners`);
  const all = [...said, ...filesIn(folder), ...filesIn(other)];
  expect(all.length).toBeGreaterThan(40);
  expect(all.filter(([, text]) => text.includes(key)).map(([name]) => name)).toEqual([]);
});

test("docform api shows the key to whoever asks for it, and warns before it makes another one", async () => {
  const project = await peopleProject(declared, { organization: { sites } });
  const { docform, folder } = project;
  const hidden = await docform(`api GET ${path} --api gitbook`);
  expect(JSON.parse(hidden.stdout)).not.toHaveProperty("privateKey");
  expect(hidden.stderr).toBe("Left out of the answer: privateKey. --show-secrets shows it.\n");
  const shown = await docform(`api GET ${path} --api gitbook --show-secrets`);
  expect(shown.stderr).toBe("");
  expect(JSON.parse(shown.stdout)).toMatchObject({ privateKey: `${key}1-of-site_partners` });
  const refused = await docform(`api POST ${path}/regenerate --api gitbook`, { typed: "no\n" });
  expect(refused.stderr).toMatch(/^Warning: Every token .* is invalid at once.*\n.*\n/);
  expect(await keyOf(project)).toBe(`${key}1-of-site_partners`);
  const made = await docform(`api POST ${path}/regenerate --api gitbook --yes --show-secrets`);
  expect(made.stderr).toMatch(/^Warning: Every token .* is invalid at once/);
  expect(JSON.parse(made.stdout)).toMatchObject({ privateKey: `${key}2-of-site_partners` });
  expect(filesIn(folder).filter(([, text]) => text.includes(key))).toEqual([]);
});

test.each([
  ["is no JSON", 200, `privateKey: ${key}9`, "the answer is not JSON: 200 OK"],
  ["is cut short", 200, `{"backend": "custom", "privateKey": "${key}9`, "cut short"],
  ["has another form", 200, { backend: 7, privateKey: `${key}9` }, "publishing-auth"],
  ["refuses with the object", 409, { object: "publishing-auth", privateKey: `${key}9` }, "Conflict"],
  ["refuses with text", 403, `privateKey: ${key}9`, "Forbidden"],
  ["refuses with a page", 401, `<title>${key}9</title>`, "Unauthorized"],
  ["refuses in words", 400, { error: { message: "no such backend" } }, "no such backend"],
])("an answer with the key that %s is not quoted", async (_, status, body, told) => {
  const faults = [{ operation: "getVisitorAuth", fault: "answer", status, body }];
  const { docform } = await peopleProject(declared, { organization: { sites }, faults });
  for (const words of ["plan --log-level debug", `api GET ${path} --api gitbook --show-secrets`]) {
    const { code, stdout, stderr } = await docform(words);
    expect([code, stderr]).toEqual([1, expect.stringContaining(told)]);
    expect(stdout + stderr).not.toContain(key);
  }
});

test("a site is taken down and published again, and undo takes back either", async () => {
  const project = await peopleProject(declared, { organization: { sites } });
  const { docform, folder, declare, platform } = project;
  const isPublished = () => platform.state.organizations.byId.org_acme?.sites.byId.site_partners?.published;
  expect((await docform("apply --yes")).code).toBe(0);
  declare(partners("https://login.acme.example/docs", false));
  const down = await docform("apply --yes");
  expect(down.stdout).toContain("the site goes offline");
  expect([down.code, isPublished()]).toEqual([0, false]);
  expect((await docform("plan")).code).toBe(0);
  expect((await docform("undo --yes --allow-exposure")).code).toBe(0);
  expect(isPublished()).toBe(true);
  writeFileSync(
    join(folder, "manifests/all.yaml"),
    `organization: acme\n${partners("https://x.example", false)}`,
  );
  expect((await docform("apply --yes")).code).toBe(0);
  declare(partners("https://x.example"));
  expect((await docform("apply --yes --allow-exposure")).code).toBe(0);
  expect((await docform("undo --yes")).code).toBe(0);
  expect(isPublished()).toBe(false);
});

test.each([
  [
    "fallbackURL: 'https://login.acme.example/?next=1&location=/docs'",
    "DF1005 manifests/a.yaml:3:83 fallbackURL must not have location in its query: the platform adds it, to lead the visitor back",
  ],
  ["fallbackURL: 'javascript:alert(1)'", expect.stringContaining("DF1005 manifests/a.yaml:3:83 fallbackURL")],
  ["privateKey: abc", expect.stringContaining('DF1004 manifests/a.yaml:3:70 unknown field "privateKey"')],
])("%s is an error at its place", async (field, expected) => {
  const text = `organization: acme\nsites:\n  p: { title: Partners, type: basic, visitorAuth: { backend: custom, ${field} } }\n`;
  const files = { "docform.yaml": gitbookSettings, "manifests/a.yaml": text };
  const { diagnostics } = await loadProject("/project", memoryFiles(files), { env: {} });
  expect(diagnostics.map(line)).toEqual([expected]);
});
