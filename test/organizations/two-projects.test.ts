import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startProxy } from "../support/network/proxy.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { folderWith, mutations, quietly } from "../support/processes/cli-fixture.ts";

const user = "ana@acme.example";
const seed = {
  tokens: { "canary-all": { user, rights: "admin" } },
  organizations: [
    {
      id: "org_acme",
      title: "Acme",
      members: [{ email: user, role: "admin" }],
      teams: [{ id: "team_free", title: "Free", members: { [user]: "owner" } }],
      collections: [{ id: "col_public", title: "Public" }],
      spaces: [
        { id: "sp_in", title: "In", collection: "col_public" },
        { id: "sp_stray", title: "Stray", collection: "col_public" },
        { id: "sp_out", title: "Out" },
      ],
    },
  ],
};

/** A project as docform.yaml and its manifest say it. */
interface Declared {
  readonly settings: string;
  readonly manifest: string;
}

const docs: Declared = {
  settings: "project: docs\nscope: [teams.docs-*, collections.public]\n",
  manifest: [
    "manage: { teams: exact, spaces: exact }",
    "teams: { docs-writers: { title: Writers } }",
    "collections: { public: { title: Public } }",
    "spaces: { in: { title: In, collection: public } }",
  ].join("\n"),
};
const api: Declared = {
  settings: "project: api\nscope: [teams.api-*, sites]\n",
  manifest:
    "manage: { teams: exact }\nteams: { api-all: { title: Api } }\nsites: { api: { title: Api, visibility: unlisted } }",
};

/** Projects whose state is in one place: each comes into the same folder. */
async function sharedPlace() {
  const platform = await startTestPlatform(seed);
  const folder = folderWith({});
  const run = ({ settings, manifest }: Declared, line: string) => {
    const rest = "organizations: { acme: { id: org_acme } }\nmanifests: [all.yaml]\n";
    writeFileSync(join(folder, "docform.yaml"), settings + rest);
    writeFileSync(join(folder, "all.yaml"), `organization: acme\n${manifest}\n`);
    return quietly(line, { cwd: folder, env: platform.env, sleep: platform.sleep });
  };
  return { platform, folder, run };
}

test("two projects on one organization manage what is theirs, and neither sees what is the other's", async () => {
  const { platform, run } = await sharedPlace();
  const held = await run(docs, "apply --yes");
  expect([held.code, held.stdout]).toEqual([3, expect.stringContaining("--allow-deletes 1")]);
  expect(await run(docs, "apply --yes --allow-deletes 1")).toMatchObject({ code: 0 });
  expect(mutations(platform).filter((one) => one.startsWith("DELETE"))).toEqual([
    "DELETE /v1/spaces/sp_stray 205",
  ]);
  expect(await run(api, "apply --yes")).toMatchObject({ code: 0 });
  for (const project of [docs, api]) {
    const plan = await run(project, "plan --detailed-exitcode");
    expect([plan.code, plan.stdout]).toEqual([0, expect.not.stringMatching(/Free|Out|not in the manifests/)]);
    expect((await run(project, "drift")).stdout).not.toMatch(/Free|Out|Writers|Api/);
  }
  const listed = (await run(api, "state list")).stdout;
  expect([listed.includes("teams.api-all"), listed.includes("docs-writers")]).toEqual([true, false]);
  // The record is JSON: a name of what each object has is no part of it.
  const third = { settings: "project: constructor\nscope: [members]\n", manifest: "" };
  expect(await run(third, "plan")).toMatchObject({ code: 0, stderr: "" });
});

test("a run of another project is neither undone, nor taken in when it broke off", async () => {
  const { run } = await sharedPlace();
  await run(docs, "apply --yes --allow-deletes 1");
  const [id = ""] = (await run(docs, "runs")).stdout.split(" ");
  expect((await run(api, `undo --yes ${id}`)).stderr).toContain(`the run ${id} is of the project "docs"`);
  expect((await run(api, "undo --yes")).stderr).toContain("there is no run yet");
});

test("a run is not undone with a narrower scope: what it did may be another project's by now", async () => {
  const { platform, run } = await sharedPlace();
  await run(docs, "apply --yes --allow-deletes 1");
  const [id = ""] = (await run(docs, "runs")).stdout.split(" ");
  platform.takeRequests();
  const narrow = { ...docs, settings: docs.settings.replace("teams.docs-*, ", ""), manifest: "spaces: {}" };
  const { code, stderr } = await run(narrow, `undo --yes ${id}`);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining("the scope of the project was teams.docs-*, collections.public"),
  ]);
  expect(mutations(platform)).toEqual([]);
  const wide = { ...docs, settings: docs.settings.replace("[", "[settings, ") };
  expect(await run(wide, `undo --yes ${id}`)).toMatchObject({ code: 0 });
});

test("scopes that meet are an error before anything is read, until one is applied narrower", async () => {
  const { platform, run } = await sharedPlace();
  await run(docs, "apply --yes --allow-deletes 1");
  const wide = { ...api, settings: "project: api\nscope: [sites, teams]\n" };
  platform.takeRequests();
  for (const line of ["plan", "apply --yes"]) {
    const { code, stderr } = await run(wide, line);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(
        'DF5042]: two projects may manage the same in org_acme: "api" has teams in its scope, and "docs" has teams.docs-*',
      ),
    ]);
  }
  expect(mutations(platform)).toEqual([]);
  const renamed = { ...docs, settings: docs.settings.replace("project: docs", "project: handbook") };
  expect((await run(renamed, "plan")).stderr).toContain("give it the old one again: project: docs");
  const everything = { ...api, settings: "project: api\n" };
  expect((await run(everything, "plan")).stderr).toContain('"api" has everything in its scope');
  // The scope alone changes: that is written, too.
  const narrow = { ...docs, settings: docs.settings.replace("teams.docs-*", "teams.docs-writers") };
  expect(await run(narrow, "apply --yes")).toMatchObject({ code: 0 });
  const other = { ...api, settings: "project: api\nscope: [sites, teams.api-*, teams.docs-b]\n" };
  expect(await run(other, "plan")).toMatchObject({ code: 0 });
});

test("a project with a name and one without cannot share a place, and a record gets a name by a push", async () => {
  const { folder, run } = await sharedPlace();
  const nameless = { ...docs, settings: "" };
  const [own] = docs.manifest.split("\n").slice(1);
  await run({ ...nameless, manifest: own ?? "" }, "apply --yes");
  const refused = await run(docs, "plan");
  expect(refused.stderr).toContain("is of a project without a name");
  writeFileSync(join(folder, "record.json"), (await run(nameless, "state pull")).stdout);
  expect(await run(docs, "state push --force record.json")).toMatchObject({ code: 0 });
  expect((await run(docs, "state list")).stdout).toContain("teams.docs-writers");
  const back = await run(nameless, "apply --yes");
  expect([back.code, back.stderr]).toEqual([1, expect.stringContaining("is of the project docs")]);
});

test("what the scope does not have is no longer the project's: it is not listed, pruned or kept in the record", async () => {
  const { run } = await sharedPlace();
  await run(docs, "apply --yes --allow-deletes 1");
  const moved = { settings: "project: docs\nscope: [settings]\nprune: created\n", manifest: "" };
  const plan = await run({ ...moved, manifest: "settings: { title: Acme }" }, "apply --yes");
  expect([plan.code, plan.stdout]).toEqual([0, expect.not.stringMatching(/Writers|no longer/)]);
  expect((await run(moved, "state list")).stdout).not.toContain("docs-writers");
});

test("pull takes nothing new from outside of the scope", async () => {
  const { folder, run } = await sharedPlace();
  const wide = { ...docs, settings: docs.settings.replace("teams.docs-*", "teams.free") };
  const [, , collections = ""] = docs.manifest.split("\n");
  expect(await run({ ...wide, manifest: `teams: {}\nspaces: {}\n${collections}` }, "pull")).toMatchObject({
    code: 0,
  });
  const pulled = readFileSync(join(folder, "all.yaml"), "utf8");
  expect(pulled).toMatch(/free:[\s\S]*in:[\s\S]*stray:/);
  expect(pulled).not.toMatch(/out:|members:\n {2}ana/);
});

test("a pull with a scope ends, also where the platform puts collections into each other", async () => {
  const collections = ["one", "two"].map((name) => ({ id: `col_${name}`, title: name }));
  const [organization] = seed.organizations;
  const platform = await startTestPlatform({
    ...seed,
    organizations: [{ ...organization, collections, spaces: [] }],
  });
  const proxy = await startProxy(platform.url, {
    after: ({ path }, answer) => {
      if (!path.includes("/collections")) return answer;
      const list = JSON.parse(answer.body);
      for (const one of list.items) one.parent = one.id === "col_one" ? "col_two" : "col_one";
      return { ...answer, body: JSON.stringify(list) };
    },
  });
  const settings = "project: docs\nscope: [teams]\norganizations: { acme: { id: org_acme } }\n";
  const cwd = folderWith({ "docform.yaml": settings });
  const env = { ...platform.env, DOCFORM_BASE_URL: proxy.url };
  const run = await quietly("pull", { cwd, env, sleep: platform.sleep });
  expect([run.code, run.stderr]).toEqual([0, ""]);
  expect(run.stdout).not.toContain("collections");
});
