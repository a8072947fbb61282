import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runServe, type Serving } from "../support/processes/run-serve.ts";

function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "docform-serve-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Sends one call; fails unless it succeeds. */
async function call({ url, token }: Serving, method: string, path: string, body?: object) {
  const answer = await fetch(`${url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === "" ? {} : JSON.parse(text);
}

const acme = "organizations: [{ id: org_acme, title: Acme, teams: [{ id: team_docs, title: Docs }] }]";

test("state survives a restart with --data, and ids go on where they were", async () => {
  const cwd = folderWith({ "seed.yaml": acme });
  const first = await runServe(["--seed", "seed.yaml", "--data", "data.json"], { cwd });
  const created = await call(first, "PUT", "/orgs/org_acme/teams", { title: "New" });
  expect(await first.stop()).toBe(0);
  const second = await runServe(["--data", "data.json"], { cwd });
  expect(second.token).toBe(first.token);
  expect(await call(second, "GET", `/orgs/org_acme/teams/${created.id}`)).toMatchObject({ title: "New" });
  const next = await call(second, "PUT", "/orgs/org_acme/teams", { title: "Newer" });
  expect(next.id).not.toBe(created.id);
  expect(await second.stop()).toBe(0);
  expect(readdirSync(cwd).sort()).toEqual(["data.json", "seed.yaml"]);
  expect(statSync(join(cwd, "data.json")).mode & 0o777).toBe(0o600);
});

test("it speaks the edition that --api names", async () => {
  const cwd = folderWith({ "seed.yaml": acme });
  const [gitbook, reference] = await Promise.all([
    runServe(["--seed", "seed.yaml", "--api", "gitbook"], { cwd }),
    runServe(["--seed", "seed.yaml"], { cwd }),
  ]);
  expect(await call(gitbook, "GET", "/user")).toMatchObject({ object: "user" });
  await expect(call(reference, "GET", "/user")).rejects.toThrow("404");
  const pathsOf = async ({ url }: Serving) => {
    const answer = await fetch(`${url}/openapi.json`);
    return Object.keys(((await answer.json()) as { paths: object }).paths);
  };
  expect(await pathsOf(gitbook)).toContain("/orgs/{organizationId}/sites/{siteId}/structure/sort");
  expect(await pathsOf(reference)).not.toContain("/user");
  await Promise.all([gitbook.stop(), reference.stop()]);
});

test("a platform lives in the time of its seed: what was deleted just before can be restored", async () => {
  const deleted = "spaces: [{ id: sp_old, title: Old, deletedAt: 2020-02-28T00:00:00Z }]";
  const seed = `now: 2020-03-01T00:00:00Z\norganizations: [{ id: org_acme, title: Acme, ${deleted} }]`;
  const serving = await runServe(["--seed", "seed.yaml"], { cwd: folderWith({ "seed.yaml": seed }) });
  await call(serving, "POST", "/spaces/sp_old/restore");
  const space = await call(serving, "GET", "/spaces/sp_old");
  expect(space).toMatchObject({ updatedAt: expect.stringMatching(/^2020-03-01/) });
  await serving.stop();
});

test("a change is on disk before it is answered", async () => {
  const cwd = folderWith({ "seed.yaml": acme });
  const serving = await runServe(["--seed", "seed.yaml", "--data", "data.json"], { cwd });
  for (const title of ["One", "Two", "Three"]) {
    await call(serving, "PATCH", "/orgs/org_acme/teams/team_docs", { title });
    const saved = JSON.parse(readFileSync(join(cwd, "data.json"), "utf8"));
    expect(saved.state.organizations.byId.org_acme.teams.byId.team_docs.title).toBe(title);
  }
  await serving.stop();
});

test("a data file that is there wins over the seed, and the log says so", async () => {
  const cwd = folderWith({ "seed.yaml": acme });
  const argv = ["--seed", "seed.yaml", "--data", "data.json"];
  const first = await runServe(argv, { cwd });
  await call(first, "PATCH", "/orgs/org_acme/teams/team_docs", { title: "Kept" });
  expect(first.log.join()).not.toContain("is not read");
  await first.stop();
  const second = await runServe(argv, { cwd });
  expect(JSON.parse(second.log[0]!)).toMatchObject({
    level: "warn",
    message: "data.json is there already, so it is served, and seed.yaml is not read",
  });
  expect(await call(second, "GET", "/orgs/org_acme/teams/team_docs")).toMatchObject({ title: "Kept" });
  await second.stop();
});

test("work that takes time goes on over a restart, and the clock never goes back", async () => {
  const cwd = folderWith({ "seed.yaml": `now: 2026-03-01T00:00:00Z\n${acme}` });
  let time = 600_000;
  const now = () => time;
  const first = await runServe(["--seed", "seed.yaml", "--data", "data.json"], { cwd, now });
  const path = "/orgs/org_acme/openapi/petstore";
  const spec = await call(first, "PUT", path, { source: { text: "openapi: 3.1.0" } });
  expect(spec.processingState).toBe("pending");
  await first.stop();
  time = 0;
  const second = await runServe(["--data", "data.json"], { cwd, now });
  expect((await call(second, "GET", path)).processingState).toBe("pending");
  const created = await call(second, "PUT", "/orgs/org_acme/teams", { title: "New" });
  expect(created.createdAt).toBe("2026-03-01T00:00:00.000Z");
  time += 70_000;
  expect((await call(second, "GET", path)).processingState).toBe("complete");
  await second.stop();
});

test("a second server on one data file is refused, until the first has ended", async () => {
  const cwd = folderWith({ "seed.yaml": acme });
  const argv = ["--seed", "seed.yaml", "--data", "data.json"];
  const first = await runServe(argv, { cwd });
  const refused = runServe(argv, { cwd });
  await expect(refused).rejects.toThrow(
    /exit 1[\s\S]*DF5005[\s\S]*another server has data.json: docform serve/,
  );
  await first.stop();
  await (await runServe(argv, { cwd })).stop();
  expect(readdirSync(cwd).sort()).toEqual(["data.json", "seed.yaml"]);
});

test("when somebody else writes the data file, the server refuses to", async () => {
  const cwd = folderWith({ "seed.yaml": acme });
  const serving = await runServe(["--seed", "seed.yaml", "--data", "data.json"], { cwd });
  writeFileSync(join(cwd, "data.json"), good);
  const rename = call(serving, "PATCH", "/orgs/org_acme/teams/team_docs", { title: "First" });
  await expect(rename).rejects.toThrow("500");
  expect(serving.log.join()).toContain("was changed by somebody else");
  await expect(serving.stop()).resolves.toBe(1);
});

const good = JSON.stringify({ format: "docform platform data", formatVersion: 1, savedAt: 0, state: {} });

const badData: readonly [string, string, string][] = [
  ["cut off", good.slice(0, 50), "it is damaged: not valid JSON"],
  ["empty", "", "it is damaged: not valid JSON"],
  ["another program's", '{"name": "docform"}', "it is no data file of docform serve"],
  [
    "of a later version",
    good.replace('"formatVersion":1', '"formatVersion":2'),
    "its format is 2, and this docform reads 1",
  ],
  ["without its parts", good, "it is damaged: state."],
];

test("a data file of a wrong form is an error that names the field", async () => {
  const cwd = folderWith({ "seed.yaml": acme });
  await (await runServe(["--seed", "seed.yaml", "--data", "data.json"], { cwd })).stop();
  const file = join(cwd, "data.json");
  const text = readFileSync(file, "utf8");
  const fields = [
    ...["nextId", "tokens", "users", "organizations", "spaces", "collections", "templates"],
    ...["organizations.byId", "organizations.order", "organizations.byId.org_acme.teams"],
  ];
  for (const field of fields) {
    const saved = JSON.parse(text);
    const path = ["state", ...field.split(".")];
    const owner = path.slice(0, -1).reduce((value, key) => value[key], saved);
    owner[path.at(-1) ?? ""] = null;
    writeFileSync(file, JSON.stringify(saved));
    const started = runServe(["--data", "data.json"], { cwd });
    await expect(started).rejects.toThrow(/exit 1[\s\S]*DF5005/);
    await expect(started).rejects.toThrow(`data.json cannot be used: it is damaged: state.${field}: `);
  }
});

test.each(badData)("a data file that is %s is told, and left as it is", async (_, text, message) => {
  const cwd = folderWith({ "data.json": text });
  const started = runServe(["--data", "data.json"], { cwd });
  await expect(started).rejects.toThrow(/exit 1[\s\S]*DF5005/);
  await expect(started).rejects.toThrow(`data.json cannot be used: ${message}`);
  expect(readFileSync(join(cwd, "data.json"), "utf8")).toBe(text);
});

test("a data file that cannot be written is told at once", async () => {
  const started = runServe(["--data", "no/such/folder/data.json"], { cwd: folderWith() });
  await expect(started).rejects.toThrow(/exit 1[\s\S]*cannot write/);
});

test("the files of a seed folder are one seed", async () => {
  const cwd = folderWith({
    "seed/1-tokens.yaml": "tokens: { one: { user: ana@acme.example, rights: admin } }",
    "seed/2-acme.yaml":
      "organizations: [{ id: org_acme, title: Acme, members: [{ email: ana@acme.example }] }]",
    "seed/3-globex.json": '{"organizations": [{"id": "org_globex", "title": "Globex"}]}',
    "seed/4-more.yml":
      "tokens: { two: { user: ana@acme.example, rights: read } }\n---\norganizations: [{ title: Third }]",
    "seed/README.md": "no seed",
  });
  const serving = await runServe(["--seed", "seed"], { cwd });
  const { items } = await call(serving, "GET", "/orgs");
  expect(items.map(({ title }: { title: string }) => title)).toEqual(["Acme", "Globex", "Third"]);
  await call({ ...serving, token: "two" }, "GET", "/orgs/org_globex");
  await serving.stop();
});

const badSeeds: readonly [string, Readonly<Record<string, string>>, string | RegExp][] = [
  ["nothing in it", { "seed/README.md": "" }, "there is no YAML or JSON file in the folder"],
  [
    "a token twice",
    {
      "seed/a.yaml": "tokens: { one: { user: x, rights: read } }",
      "seed/b.yaml": "tokens: { one: { user: y, rights: admin } }",
    },
    /tokens\.one is written twice\n.*seed\/b\.yaml:1:11[\s\S]*the other one is here[\s\S]*seed\/a\.yaml:1:11/,
  ],
  [
    "two starts of the clock",
    { "seed/a.yaml": "now: 2026-01-01T00:00:00Z", "seed/b.yaml": "now: 2026-01-02T00:00:00Z" },
    /now has two values\n.*seed\/b\.yaml:1:1[\s\S]*the other one is here[\s\S]*seed\/a\.yaml:1:1/,
  ],
  [
    "a mistake in the second file",
    {
      "seed/a.yaml": "organizations: [{ title: One }]",
      "seed/b.yaml": "organizations: [{ title: Two }, { name: Three }]",
    },
    /organizations\[1\]\.title is missing\n.*seed\/b\.yaml:1:33/,
  ],
  [
    "an organization twice",
    {
      "seed/a.yaml": "organizations: [{ id: org_a, title: One }]",
      "seed/b.yaml": "organizations: [{ id: org_a, title: Two }]",
    },
    /two objects have the id org_a\n.*seed\/b\.yaml:1:23/,
  ],
  [
    "a person who is nowhere, under a key with a dot",
    {
      "seed/a.yaml": "organizations: [{ title: Acme }]",
      "seed/b.yaml": 'tokens: { one: { user: x, rights: read }, "one.two": { user: ana, rights: read } }',
    },
    /there is no person ana in the seed\n.*seed\/b\.yaml:1:62/,
  ],
  [
    "no organizations",
    { "seed/a.yaml": "now: 2026-01-01T00:00:00Z" },
    /organizations is missing\n.*seed\/a\.yaml:1:1/,
  ],
  ["a list", { "seed/a.yaml": "- one" }, /a seed is a map.*\n.*seed\/a\.yaml:1:1/],
  ["a key twice", { "seed/a.yaml": "organizations: []\norganizations: []" }, "DF1002"],
];

test.each(badSeeds)("a seed folder with %s is told with file and place", async (_, files, message) => {
  const started = runServe(["--seed", "seed"], { cwd: folderWith(files) });
  await expect(started).rejects.toThrow("exit 1");
  await expect(started).rejects.toThrow(message);
});

test("faults of a file happen", async () => {
  const cwd = folderWith({
    "seed.yaml": acme,
    "faults.yaml": "faults: [{ operation: getTeam, calls: 2, fault: answer, status: 503 }]",
  });
  const serving = await runServe(["--seed", "seed.yaml", "--faults", "faults.yaml"], { cwd });
  const get = () => call(serving, "GET", "/orgs/org_acme/teams/team_docs");
  await get();
  await expect(get()).rejects.toThrow("503");
  await get();
  await serving.stop();
});

test.each([
  ["faults: [{ operation: getTeams, fault: cut }]", /no operation "getTeams".*\n.*faults\.yaml:1:23/],
  ["faults: [{ operation: getTeam, fault: cutt }]", /fault must be one of .*\n.*faults\.yaml:1:39/],
  ["faults: []\n---\nfaults: []", /a fault file is one map, .*\n.*faults\.yaml:3:1/],
  ["", /a fault file is one map, with faults\n.*faults\.yaml:1:1/],
  ["faults: [", "DF1001"],
])("a fault file that holds %j is told", async (text, message) => {
  const started = runServe(["--faults", "faults.yaml"], { cwd: folderWith({ "faults.yaml": text }) });
  await expect(started).rejects.toThrow("exit 1");
  await expect(started).rejects.toThrow(message);
});

test("the server tells its API as an OpenAPI document, without a token", async () => {
  const serving = await runServe([], { cwd: folderWith() });
  const answer = await fetch(`${serving.url}/openapi.json`);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(await answer.json()).toMatchObject({ openapi: "3.1.0", servers: [{ url: `${serving.url}/v1` }] });
  expect((await fetch(`${serving.url}/openapi.json`)).status).toBe(200);
  expect((await fetch(`${serving.url}/nothing`)).status).toBe(404);
  await serving.stop();
});

test("what is no call of the API counts for no rate limit", async () => {
  const serving = await runServe(["--rate", "1"], { cwd: folderWith(), now: () => Date.UTC(2026, 0, 1) });
  const statuses: number[] = [];
  for (const path of ["/v1/orgs", "/openapi.json", "/", "/v1/orgs"])
    statuses.push((await fetch(`${serving.url}${path}`)).status);
  expect(statuses).toEqual([401, 200, 200, 429]);
  await serving.stop();
});

test("says that a port is taken, and what to do", async () => {
  const cwd = folderWith({});
  const first = await runServe([], { cwd });
  const { port } = new URL(first.url);
  const second = runServe(["--port", port], { cwd });
  await expect(second).rejects.toThrow(new RegExp(`DF5004.*port ${port}[^]*--port, or 0 for any free one`));
  await first.stop();
});
