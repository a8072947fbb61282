import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import type { Disk } from "../../src/io/disk.ts";
import { nodeDisk } from "../../src/io/node-disk.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import {
  canary,
  editOn,
  folderWith,
  manifest,
  mutations,
  project,
  quietly,
  seedWithTwins,
  settings,
} from "../support/processes/cli-fixture.ts";
import { runDocform } from "../support/processes/run-docform.ts";
import { copyOfProject } from "../support/projects/copy-project.ts";

/** The manifests of a folder by path. */
function manifestsIn(folder: string): Readonly<Record<string, string>> {
  const at = join(folder, "manifests");
  const files = existsSync(at) ? readdirSync(at, { recursive: true, encoding: "utf8" }) : [];
  const yaml = files.filter((file) => file.endsWith(".yaml")).sort();
  return Object.fromEntries(yaml.map((file) => [file, readFileSync(join(at, file), "utf8")]));
}

interface Provider {
  readonly certificate?: string;
}

test.each([
  ["acme", "files"],
  ["library", "single"],
  ["northlane", "files"],
])(
  "what an example has on the platform is pulled into manifests that are valid, plan empty and are in canonical form: %s",
  async (example, layout) => {
    const platform = await startTestPlatform(`examples/${example}/live.yaml`);
    const { organizations } = parse(readFileSync(`examples/${example}/live.yaml`, "utf8"));
    const named = organizations.map(({ id }: { readonly id: string }) => [id.replace("org_", ""), { id }]);
    const env: Record<string, string> = { ...platform.env };
    const cwd = folderWith({ "docform.yaml": stringify({ organizations: Object.fromEntries(named) }) });
    const docform = (...argv: readonly string[]) => runDocform(argv, { cwd, sleep: platform.sleep, env });
    const pulled = await docform("pull", "--layout", layout);
    expect(pulled).toMatchObject({ code: 0, stderr: "" });
    // The person who pulls sets the listed variables: here, to the values of the seed.
    const providers = organizations.flatMap(({ saml = [] }: { readonly saml?: readonly Provider[] }) => saml);
    const certificate = providers.find((one: Provider) => one.certificate !== undefined)?.certificate;
    for (const [, name = ""] of pulled.stdout.matchAll(/(\w+) {3}certificate of/g)) env[name] = certificate;
    expect(mutations(platform)).toEqual([]);
    expect(await docform("validate")).toMatchObject({ code: 0, stderr: "" });
    expect(await docform("plan", "--detailed-exitcode")).toMatchObject({ code: 0 });
    expect(await docform("fmt", "--check", "manifests")).toMatchObject({ code: 0, stdout: "", stderr: "" });
    const first = manifestsIn(cwd);
    expect((await docform("pull")).stdout).toContain("nothing to write");
    expect(manifestsIn(cwd)).toEqual(first);
  },
);

test("the manifests of an example take over what is live, and keep the rest of their text", async () => {
  const platform = await startTestPlatform("examples/acme/live.yaml");
  const cwd = copyOfProject("examples/acme");
  const docform = (...argv: readonly string[]) => runDocform(argv, { cwd, ...platform });
  const before = manifestsIn(cwd);
  const shown = await docform("pull", "--declared", "--dry-run");
  expect(shown).toMatchObject({ code: 0, stderr: "" });
  expect(manifestsIn(cwd)).toEqual(before);
  expect(await docform("pull", "--declared")).toMatchObject({ code: 0, stderr: "" });
  const { "members.yaml": members = "" } = manifestsIn(cwd);
  expect(members).toContain("{ role: admin, sso: true } # was admin until he handed over to Hannah\n");
  expect(Object.keys(manifestsIn(cwd))).toEqual(Object.keys(before));
  const plan = JSON.parse((await docform("plan", "--format", "json")).stdout);
  expect(plan.summary).toMatchObject({ update: 0, move: 0 });
});

const team =
  "# Who writes\norganization: acme\nteams:\n  # the writers\n  docs: { title: 'Docs', id: team_docs } # ours\n";

test("one value that somebody changed is the only one that changes in the file", async () => {
  const { docform, platform, folder } = await project({
    "manifests/teams.yaml": `\uFEFF${team.replaceAll("\n", "\r\n")}`,
  });
  await editOn(platform, ["PATCH", "/orgs/org_acme/teams/team_docs", { title: "Writers & ${editors}" }]);
  expect(await docform("pull teams.docs --declared")).toMatchObject({ code: 0, stderr: "" });
  const text = readFileSync(join(folder, "manifests/teams.yaml"), "utf8");
  expect(text.replaceAll("\r\n", "\n").replace("\uFEFF", "")).toContain(
    "title: 'Writers & $${editors}', id: team_docs",
  );
  expect(text).toContain("} # ours\r\n");
  expect((await docform("plan")).stdout).toContain("No changes");
});

test("a new manifest names its schema where the project keeps the schemas", async () => {
  const { docform, folder } = await project({ ".docform/schema/manifest.schema.json": "{}\n" });
  expect(await docform("pull teams")).toMatchObject({ code: 0, stderr: "" });
  expect(manifestsIn(folder)["teams.yaml"]).toMatch(
    /^# yaml-language-server: \$schema=\.\.\/\.docform\/schema\/manifest\.schema\.json\norganization: acme\n/,
  );
  expect(await docform("fmt --check manifests")).toMatchObject({ code: 0, stdout: "" });
});

test("manifests go into Git: a new one has the rights of any new file, another keeps its own", async () => {
  const { docform, folder, platform } = await project({});
  const rightsOf = (file: string) => statSync(join(folder, file)).mode & 0o777;
  writeFileSync(join(folder, "any"), "");
  await docform("pull teams");
  expect(rightsOf("manifests/teams.yaml")).toBe(rightsOf("any"));
  chmodSync(join(folder, "manifests/teams.yaml"), 0o640);
  await editOn(platform, ["PATCH", "/orgs/org_acme/teams/team_docs", { title: "Writers" }]);
  await docform("pull teams");
  expect(manifestsIn(folder)["teams.yaml"]).toContain("Writers");
  expect(rightsOf("manifests/teams.yaml")).toBe(0o640);
});

test("drift --accept writes what is live of one thing, and nothing else", async () => {
  const files = { "manifests/teams.yaml": `${team}  twin: { id: team_twin_a, title: Two }\n` };
  const { docform, folder } = await project(files);
  const accepted = await docform("drift --accept teams.twin");
  expect(accepted).toMatchObject({ code: 0, stderr: "" });
  expect(readFileSync(join(folder, "manifests/teams.yaml"), "utf8")).toBe(
    files["manifests/teams.yaml"].replace("Two", "Twin"),
  );
});

test("a certificate becomes a variable that is named, and its value is nowhere", async () => {
  const [acme, ...others] = seedWithTwins.organizations;
  const saml = [{ id: "saml_okta", label: "Okta", certificate: "canary-certificate" }];
  const platform = await startTestPlatform({
    ...seedWithTwins,
    organizations: [{ ...acme, saml }, ...others],
  });
  const cwd = folderWith({ "docform.yaml": settings });
  const run = await quietly("pull", { cwd, ...platform });
  expect(run.stdout).toContain("ACME_SAML_OKTA_CERTIFICATE   certificate of acme/saml.okta");
  expect(JSON.stringify(manifestsIn(cwd))).not.toContain("canary");
  expect(manifestsIn(cwd)["saml.yaml"]).toContain("certificate: ${env:ACME_SAML_OKTA_CERTIFICATE}\n");
  const env = { ...platform.env, ACME_SAML_OKTA_CERTIFICATE: "canary-certificate" };
  expect(await quietly("plan --detailed-exitcode", { cwd, env })).toMatchObject({ code: 0 });
});

test("teams of one name are told apart by their ids, and by nothing else", async () => {
  const { docform, folder } = await project({});
  expect(await docform("pull teams")).toMatchObject({ code: 0, stderr: "" });
  expect(Object.keys(manifestsIn(folder))).toEqual(["teams.yaml"]);
  expect(manifestsIn(folder)["teams.yaml"]).toMatch(/ {2}docs:\n {4}title: Docs\n/);
  expect(manifestsIn(folder)["teams.yaml"]?.match(/id: team_twin_[ab]/g)).toHaveLength(2);
  expect((await docform("plan")).stdout).toContain("No changes");
});

test("a collection that was named by its id is named by its key, once an order places its children", async () => {
  const org = {
    id: "org_acme",
    title: "Acme",
    collections: [{ id: "col_0", title: "Shelf", order: ["sp_2", "sp_1"] }],
    spaces: [
      { id: "sp_1", title: "Guide", collection: "col_0" },
      { id: "sp_2", title: "Reference", collection: "col_0" },
    ],
  };
  const platform = await startTestPlatform({ organizations: [org] });
  const cwd = folderWith({
    "docform.yaml": "organizations: { acme: { id: org_acme } }\n",
    "manifests/all.yaml":
      "organization: acme\norder: []\nspaces:\n  guide: { title: Guide, collection: id:col_0 }\n",
  });
  const docform = (...argv: readonly string[]) => runDocform(argv, { cwd, ...platform });
  expect(await docform("pull")).toMatchObject({ code: 0, stderr: "" });
  expect(manifestsIn(cwd)["all.yaml"]).toContain("guide: { title: Guide, collection: shelf }");
  expect(await docform("plan", "--detailed-exitcode")).toMatchObject({ code: 0 });
});

test("what is declared and not there stays, until it is pruned", async () => {
  const { docform, folder } = await project({
    "manifests/teams.yaml": `${team}  gone: { title: Gone, id: team_gone }\n`,
  });
  const kept = await docform("pull --declared");
  expect(kept).toMatchObject({ code: 0, stderr: "" });
  expect(kept.stdout).toContain("acme/teams.gone");
  expect(manifestsIn(folder)["teams.yaml"]).toContain("gone:");
  expect(await docform("pull --declared --prune")).toMatchObject({ code: 0, stderr: "" });
  expect(manifestsIn(folder)["teams.yaml"]).toBe(team);
});

test("a file that changes meanwhile is not written over", async () => {
  const { docform, folder, platform } = await project({ "manifests/teams.yaml": team });
  await editOn(platform, ["PATCH", "/orgs/org_acme/teams/team_docs", { title: "Writers" }]);
  const file = join(folder, "manifests/teams.yaml");
  let reads = 0;
  const disk = await import("../../src/io/node-disk.ts").then(({ nodeDisk }) => ({
    ...nodeDisk,
    read: async (path: string) => {
      const bytes = await nodeDisk.read(path);
      // Once it was read for editing, somebody else writes it.
      if (path === file && ++reads === 2) writeFileSync(file, `${team}# mine\n`);
      return bytes;
    },
  }));
  const run = await docform("pull", { disk });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain(
    "error[DF5101]: manifests/teams.yaml was changed while docform read the platform",
  );
  expect(readFileSync(file, "utf8")).toBe(`${team}# mine\n`);
  expect(Object.keys(manifestsIn(folder))).toEqual(["teams.yaml"]);
});

test("a kill between two files leaves a valid project: what declares is written before what names it, and goes after it", async () => {
  const { docform, platform } = await project({});
  const codes: number[] = [];
  const disk: Disk = {
    ...nodeDisk,
    rename: async (from, to) => {
      await nodeDisk.rename(from, to);
      if (to.endsWith(".yaml")) codes.push((await docform("validate")).code);
    },
  };
  expect(await docform("pull", { disk })).toMatchObject({ code: 0, stderr: "" });
  expect(codes.length).toBeGreaterThan(5);
  await editOn(platform, ["DELETE", "/orgs/org_acme/teams/team_docs"]);
  await editOn(platform, ["DELETE", "/spaces/sp_one"]);
  expect(await docform("pull --prune", { disk })).toMatchObject({ code: 0, stderr: "" });
  expect(new Set(codes)).toEqual(new Set([0]));
});

describe("when the second of two files cannot be written", () => {
  const two = {
    "manifests/teams.yaml": "organization: acme\nteams: { docs: { id: team_docs, title: Old } } # mine\n",
    "manifests/twins.yaml": "organization: acme\nteams: { a: { id: team_twin_a, title: Old } }\n",
  };
  const full = (isFull: (path: string) => boolean): Disk => ({
    ...nodeDisk,
    create: (path, ...more) =>
      isFull(path)
        ? Promise.reject(Object.assign(new Error(), { code: "ENOSPC" }))
        : nodeDisk.create(path, ...more),
  });

  test("the first is as it was again", async () => {
    const { docform, folder } = await project(two);
    const run = await docform("pull --declared", { disk: full((path) => path.includes("teams")) });
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain("= no file is changed\n");
    expect(manifestsIn(folder)).toEqual({
      "teams.yaml": two["manifests/teams.yaml"],
      "twins.yaml": two["manifests/twins.yaml"],
    });
  });

  test("and the first not again either, it is named", async () => {
    const { docform } = await project(two);
    let writes = 0;
    const disk = full((path) => path.includes("manifests") && ++writes > 1);
    const run = await docform("pull --declared", { disk });
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain("= written anyway: manifests/twins.yaml\n");
  });
});

test("an address that is nowhere is an error with the nearest one; a token that may only read is enough", async () => {
  const { docform, platform } = await project({});
  const run = await docform("pull teams.dosc");
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("did you mean teams.docs?");
  const env = { ...platform.env, DOCFORM_TOKEN: canary.reader };
  expect(await docform("pull", { env })).toMatchObject({ code: 0, stderr: "" });
});

test.each([
  ["no manifests", {}],
  ["manifests of another one", manifest("teams: {}\n")],
])(
  "an organization that the platform does not know is named where docform.yaml has it, with %s",
  async (_, files: Readonly<Record<string, string>>) => {
    const { docform, folder } = await project({
      "docform.yaml": "organizations:\n  acme: { id: org_acme }\n  wrong: { id: org_acme_wrong }\n",
      ...files,
    });
    const run = await docform("pull");
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(
      'error[DF3004]: the platform does not know the organization "org_acme_wrong" (wrong)',
    );
    expect(run.stderr).toContain("docform.yaml:3:3");
    expect(run.stdout).toMatch(/^acme +written .*\nwrong +not read/m);
    expect(Object.values(manifestsIn(folder)).join("")).not.toContain("organization: wrong");
  },
);

describe("with two organizations, an address", () => {
  const files = {
    "docform.yaml": "organizations: { p: { id: org_public }, i: { id: org_inside } }\n",
    "manifests/p.yaml": "organization: p\nteams: { docs-abcd: { title: One } }\n",
    "manifests/i.yaml": "organization: i\nteams: { docs-ab: { title: Two } }\n",
  };
  async function pulled(address: string) {
    const platform = await startTestPlatform("examples/northlane/live.yaml");
    const folder = folderWith(files);
    const { env, sleep } = platform;
    return { folder, run: await quietly(`pull ${address}`, { cwd: folder, env, sleep }) };
  }

  test.each(["p/openapi.courier", "p/openapi"])("is pulled from that one alone: %s", async (address) => {
    const { folder, run } = await pulled(address);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(join(folder, "manifests/p.yaml"), "utf8")).toContain("courier:");
    expect(readFileSync(join(folder, "manifests/i.yaml"), "utf8")).toBe(files["manifests/i.yaml"]);
  });

  test.each([
    ["teams", '"teams" is in 2 organizations', "write i/teams or p/teams, or both"],
    ["openapi", '"openapi" names nothing that is declared', "write an address, such as i/teams.docs-ab"],
    ["i/openapi.courier", '"i/openapi.courier" is neither', "write an address, such as i/members"],
  ])("that is not clear is an error with what to write: %s", async (address, says, hint) => {
    const { run } = await pulled(address);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain(`error[DF5011]: the address ${says}`);
    expect(run.stderr).toContain(`= ${hint}\n`);
  });
});
