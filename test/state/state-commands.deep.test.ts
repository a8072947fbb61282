import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { stateListDocument, stateShowDocument } from "../../src/model/documents/state-document.ts";
import { runIdAt } from "../../src/state/run-id.ts";
import { bareRepository, cloneIn, fileAllowed } from "../backends/git-server.ts";
import { newFolder } from "../backends/places.ts";
import { startStateServer } from "../backends/state-server.ts";
import {
  manifest,
  mutations,
  type Project,
  project,
  settings,
  twoSteps,
} from "../support/processes/cli-fixture.ts";

const twoTeams = manifest("teams:\n  docs: { id: team_docs }\n  twin: { id: team_twin_a, protect: true }\n");

/** A project whose record has two teams, one of them protected. */
async function applied(files = twoTeams): Promise<Project> {
  const acme = await project(files);
  expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
  acme.platform.takeRequests();
  return acme;
}

const recordFile = ({ folder }: Project): string => join(folder, ".docform", "record.json");
const recordOf = (acme: Project): string => readFileSync(recordFile(acme), "utf8");
const isLocked = ({ folder }: Project): boolean => existsSync(join(folder, ".docform", "lock"));
const list = async ({ docform }: Project, options = "") =>
  stateListDocument.parse(JSON.parse((await docform(`state list --format json ${options}`)).stdout));
const addresses = async (acme: Project, options = ""): Promise<readonly string[]> =>
  (await list(acme, options)).organizations.flatMap(({ resources }) =>
    resources.map(({ address }) => address),
  );

/** Changes the text of the record, as somebody who edits it. */
function editRecord(acme: Project, edit: (record: RecordShape) => void): void {
  const record = JSON.parse(recordOf(acme));
  edit(record);
  writeFileSync(recordFile(acme), JSON.stringify(record));
}

interface RecordShape {
  salt: string;
  formatVersion: number;
  platforms: Record<
    string,
    Record<string, { lastApply: { at: string }; resources: Record<string, { kind: string; id: string }> }>
  >;
}

describe("docform state list", () => {
  test("lists the addresses of the project, and with --all those of others", async () => {
    const acme = await applied();
    expect(await addresses(acme)).toEqual(["acme/teams.docs", "acme/teams.twin"]);
    const text = await acme.docform("state list");
    expect(text).toMatchObject({ code: 0, stderr: "" });
    expect(text.stdout).toMatch(/^acme \(org_acme\) on http:\S+, last apply \S+Z\b/);
    expect(text.stdout).toMatch(/\n {2}acme\/teams\.twin +team +team_twin_a +protected\n/);
    const resources = { "teams.x": { kind: "team", id: "t\u001b[2J" } };
    editRecord(acme, ({ platforms }) => {
      platforms["https://other.example"] = { org_z: { lastApply: { at: "2026-01-01" }, resources } };
    });
    expect(await addresses(acme)).toEqual(["acme/teams.docs", "acme/teams.twin"]);
    expect(await addresses(acme, "--all")).toEqual(["acme/teams.docs", "acme/teams.twin", "teams.x"]);
    expect((await acme.docform("state list --all")).stdout).toContain("t\\x1b[2J");
  });

  test("says so when there is nothing", async () => {
    const acme = await project(twoTeams);
    expect(await acme.docform("state list")).toMatchObject({
      code: 0,
      stdout: "The record in the folder .docform has nothing of this project's organizations.\n",
    });
  });

  test("names no salt and no hash, and needs neither token nor platform", async () => {
    const acme = await applied();
    const { salt } = JSON.parse(recordOf(acme));
    const env = { DOCFORM_BASE_URL: acme.platform.url };
    const hash = /[0-9a-f]{16}/;
    for (const line of [
      "state list",
      "state list --format json",
      "state show teams.docs",
      "state show teams.docs --format json",
    ]) {
      const { code, stdout } = await acme.docform(line, { env });
      expect(code).toBe(0);
      expect(stdout).not.toContain(salt);
      expect(stdout).not.toMatch(hash);
    }
    expect(acme.platform.takeRequests()).toEqual([]);
  });
});

describe("docform state show", () => {
  test("shows one address, with or without the alias", async () => {
    const acme = await applied();
    const { stdout } = await acme.docform("state show teams.twin --format json");
    const shown = stateShowDocument.parse(JSON.parse(stdout));
    expect(shown).toMatchObject({
      address: "acme/teams.twin",
      kind: "team",
      id: "team_twin_a",
      alias: "acme",
    });
    expect(shown.protected?.at).toBeDefined();
    const text = await acme.docform("state show acme/teams.twin");
    expect(text.stdout).toMatch(/^address +acme\/teams\.twin\nkind +team\nid +team_twin_a\n/);
    expect(text.stdout).toMatch(/\nprotected +since \S+Z/);
  });

  test("names the nearest address for a wrong one", async () => {
    const acme = await applied();
    const run = await acme.docform("state show teams.dosc");
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toMatch(/DF5041.*no address "teams\.dosc"[\s\S]*did you mean teams\.docs\?/);
  });
});

test.each([
  "state list",
  "state show teams.docs",
  "state rm --yes teams.docs",
  "state mv --yes teams.docs teams.x",
])("docform %s tells a record that cannot be used, and leaves it", async (line) => {
  const acme = await applied();
  writeFileSync(recordFile(acme), "{\n");
  expect(await acme.docform(line)).toMatchObject({ code: 1, stderr: expect.stringContaining("DF5020") });
  expect(recordOf(acme)).toBe("{\n");
  expect(isLocked(acme)).toBe(false);
});

test.each([
  ["has a mistake", "organizations: 1\n", "DF1005"],
  ["is not there", undefined, "DF1010"],
])("says what is wrong where docform.yaml %s", async (_, text, code) => {
  const acme = await applied();
  if (text === undefined) rmSync(join(acme.folder, "docform.yaml"));
  else writeFileSync(join(acme.folder, "docform.yaml"), text);
  expect(await acme.docform("state list")).toMatchObject({ code: 1, stderr: expect.stringContaining(code) });
});

test("a document of a server that would be too large to read again loses its oldest runs, and that is said", async () => {
  const server = await startStateServer({ as: "Gitea" });
  onTestFinished(server.close);
  const state = `state: { http: { address: "${server.url}/state" } }\n`;
  const acme = await project({
    ...manifest("teams:\n  a: { title: A }\n"),
    "docform.yaml": settings + state,
  });
  expect((await acme.docform("apply --yes")).code).toBe(0);
  const stored = JSON.parse(server.stored ?? "");
  const [[run = "", text = ""] = []] = Object.entries<string>(stored.docform.runs);
  const old = run.replace(/^..../, "2020");
  stored.docform.runs = { [old]: text + " ".repeat(60 * 1024 * 1024), [run]: text };
  server.stored = JSON.stringify(stored);
  writeFileSync(join(acme.folder, "manifests/all.yaml"), "organization: acme\nteams:\n  b: { title: B }\n");
  const next = await acme.docform("apply --yes");
  expect(next.code, next.stderr).toBe(0);
  expect(next.stderr).toContain(`has no room for 1 older run: ${old}`);
  expect(Object.keys(JSON.parse(server.stored ?? "").docform.runs)).toEqual([run, expect.any(String)]);
});

test("docform state pull prints the record as it is stored, and push takes it again", async () => {
  const acme = await applied();
  const before = recordOf(acme);
  const pulled = await acme.docform("state pull");
  expect(pulled).toEqual({ code: 0, stdout: before, stderr: "" });
  expect(await acme.docform("state push -", { piped: pulled.stdout })).toMatchObject({
    code: 0,
    stderr: "The record in the folder .docform is the same already.\n",
  });
  rmSync(recordFile(acme));
  expect(await acme.docform("state pull")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("DF5020"),
  });
  expect(await acme.docform("state push -", { piped: before })).toMatchObject({ code: 0 });
  expect(recordOf(acme)).toBe(before);
  expect(isLocked(acme)).toBe(false);
});

describe("docform state push", () => {
  const refused: readonly (readonly [string, (record: RecordShape) => unknown, string])[] = [
    ["is no JSON", () => "{", "it is not JSON"],
    ["is no record", () => ({}), "it is not a record of this version"],
    [
      "is of a newer docform",
      (record) => ({ ...record, formatVersion: 2 }),
      "it is not a record of this version",
    ],
    ["is of another platform", (record) => ({ ...record, platforms: {} }), "it is of another platform"],
    ["is of another lineage", (record) => ({ ...record, salt: "0".repeat(32) }), "it is of another lineage"],
    ["is older", ({ platforms, ...record }) => ({ ...record, platforms: olderOf(platforms) }), "it is older"],
  ];

  test.each(refused)("refuses what %s, and writes nothing", async (_, make, why) => {
    const acme = await applied();
    const before = recordOf(acme);
    const made = make(JSON.parse(before));
    writeFileSync(join(acme.folder, "given.json"), typeof made === "string" ? made : JSON.stringify(made));
    const run = await acme.docform("state push given.json");
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain("error[DF5041]: given.json cannot be pushed: ");
    expect(run.stderr).toContain(why);
    expect(recordOf(acme)).toBe(before);
    expect(isLocked(acme)).toBe(false);
  });

  test("--force pushes anyway, and says what is lost; no force pushes what is no record", async () => {
    const acme = await applied();
    const record = JSON.parse(recordOf(acme));
    const given = JSON.stringify({ ...record, platforms: olderOf(record.platforms, { resources: {} }) });
    writeFileSync(join(acme.folder, "given.json"), given);
    const run = await acme.docform("state push --force given.json");
    expect(run).toMatchObject({ code: 0, stdout: "" });
    expect(run.stderr).toMatch(/Lost of org_acme on http:\S+: 2 addresses, and the last apply, \d{4}-\S+Z/);
    expect(recordOf(acme)).toBe(given);
    writeFileSync(join(acme.folder, "given.json"), "{}");
    expect(await acme.docform("state push --force given.json")).toMatchObject({ code: 1 });
    expect(recordOf(acme)).toBe(given);
  });

  test("replaces what cannot be read with --force only", async () => {
    const acme = await applied();
    writeFileSync(join(acme.folder, "saved.json"), recordOf(acme));
    writeFileSync(recordFile(acme), "{\n");
    expect((await acme.docform("state push saved.json")).stderr).toContain("cannot be compared with it");
    expect(await acme.docform("state push --force saved.json")).toMatchObject({ code: 0 });
    expect(await addresses(acme)).toEqual(["acme/teams.docs", "acme/teams.twin"]);
  });

  test("tells a file that cannot be read, and a lock that another run holds", async () => {
    const acme = await applied();
    expect((await acme.docform("state push nothing.json")).stderr).toContain("DF5004");
    const lock = { id: "0a1b", command: "apply", host: "elsewhere", pid: 7, at: "2026-11-25T01:00:00.000Z" };
    writeFileSync(join(acme.folder, ".docform", "lock"), JSON.stringify(lock));
    for (const line of ["state push -", "state rm --yes teams.docs", "state mv --yes teams.docs teams.x"])
      expect((await acme.docform(line, { piped: recordOf(acme) })).stderr).toContain("error[DF5033]");
    expect(await addresses(acme)).toEqual(["acme/teams.docs", "acme/teams.twin"]);
  });
});

/** Platforms whose applies were long ago. */
function olderOf(platforms: RecordShape["platforms"], more = {}): RecordShape["platforms"] {
  const text = JSON.stringify(platforms, (key, value) =>
    key === "lastApply" ? { at: "2020-01-01T00:00:00.000Z" } : value,
  );
  const older: RecordShape["platforms"] = JSON.parse(text);
  for (const organizations of Object.values(older))
    for (const organization of Object.values(organizations)) Object.assign(organization, more);
  return older;
}

describe("docform state rm", () => {
  test("forgets addresses: the next plan finds the objects by their names", async () => {
    const acme = await applied();
    const run = await acme.docform("state rm --yes acme/teams.docs");
    expect(run).toEqual({ code: 0, stdout: "", stderr: "Forgot 1 address. The platform is as it was.\n" });
    expect(await addresses(acme)).toEqual(["acme/teams.twin"]);
    expect(await acme.docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
    expect(mutations(acme.platform)).toEqual([]);
  });

  test("asks, and only a yes forgets; where nobody can be asked, it says how to go on", async () => {
    const acme = await applied();
    const before = recordOf(acme);
    const alone = await acme.docform("state rm teams.docs");
    expect(alone).toMatchObject({ code: 1, stderr: expect.stringContaining("error[DF5002]") });
    expect(alone.stderr).toContain("state rm changes 1 address in the record");
    expect(await acme.docform("state rm teams.docs --no-input", { typed: "yes\n" })).toMatchObject({
      code: 1,
    });
    const no = await acme.docform("state rm teams.docs", { typed: "no\n" });
    expect(no).toMatchObject({ code: 1, stderr: expect.stringContaining("Forget this address?") });
    expect(no.stderr).toMatch(/^ {2}acme\/teams\.docs\n/);
    expect(no.stderr).toContain("Nothing was forgotten.");
    expect(recordOf(acme)).toBe(before);
    expect(isLocked(acme)).toBe(false);
    expect(await acme.docform("state rm teams.docs teams.twin", { typed: "yes\n" })).toMatchObject({
      code: 0,
    });
    expect(await addresses(acme)).toEqual([]);
  });

  test("forgets none when one is not there", async () => {
    const acme = await applied();
    const before = recordOf(acme);
    const run = await acme.docform("state rm --yes teams.docs teams.twni");
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("did you mean teams.twin?") });
    expect(recordOf(acme)).toBe(before);
  });
});

describe("docform state mv", () => {
  test("the object goes on at the new address, and nothing is sent", async () => {
    const acme = await applied();
    const run = await acme.docform("state mv --yes teams.twin teams.second");
    expect(run).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Moved 1 address\./) });
    const { stdout } = await acme.docform("state show teams.second --format json");
    expect(JSON.parse(stdout)).toMatchObject({ id: "team_twin_a", fields: [], protected: {} });
    // Its name tells nothing: there are two teams of that title.
    const renamed = "organization: acme\nteams:\n  docs: { id: team_docs }\n  second: { title: Twin }\n";
    writeFileSync(join(acme.folder, "manifests", "all.yaml"), renamed);
    expect(await acme.docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
    expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
    expect(mutations(acme.platform)).toEqual([]);
  });

  test.each([
    ["teams.nix teams.x", 'no address "teams.nix"'],
    ["teams.docs teams.twin", "has acme/teams.twin already, for team_twin_a"],
    ["teams.docs sites.docs", "would be in sites"],
    ["teams.docs other/teams.docs", "in another organization"],
  ])("refuses %s", async (words, why) => {
    const acme = await applied();
    const before = recordOf(acme);
    const run = await acme.docform(`state mv --yes ${words}`);
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("error[DF5041]") });
    expect(run.stderr).toContain(why);
    expect(recordOf(acme)).toBe(before);
  });

  test("asks as rm does", async () => {
    const acme = await applied();
    expect((await acme.docform("state mv teams.docs teams.x")).stderr).toContain("DF5002");
    const no = await acme.docform("state mv teams.docs teams.x", { typed: "n\n" });
    expect(no).toMatchObject({ code: 1, stderr: expect.stringContaining("Nothing was moved.") });
    expect(await acme.docform("state mv teams.docs teams.x", { typed: "yes\n" })).toMatchObject({ code: 0 });
    expect(await addresses(acme)).toEqual(["acme/teams.twin", "acme/teams.x"]);
  });
});

const gitSettings = `${settings}state: { git: {} }\n`;

/** A project that was applied with its state in the folder, and has a remote now. */
async function appliedWithRemote(): Promise<Project & { readonly remote: string }> {
  const acme = await applied(twoSteps);
  const remote = bareRepository(join(newFolder(), "state.git"));
  cloneIn(acme.folder, `file://${remote}`);
  writeFileSync(join(acme.folder, "docform.yaml"), gitSettings);
  const env = { ...acme.platform.env, ...fileAllowed, PATH: process.env.PATH ?? "", HOME: acme.folder };
  return { ...acme, remote, docform: (line, more) => acme.docform(line, { env, ...more }) };
}

/** A file of the state in the remote. */
function inRemote(remote: string, file: string): string {
  const args = ["--git-dir", remote, "show", `docform-state:${file}`];
  return execFileSync("git", args, { encoding: "utf8", stdio: "pipe" });
}

const journals = ({ folder }: Project): readonly string[] =>
  readdirSync(join(folder, ".docform", "runs")).sort();

describe("docform state migrate", () => {
  test("moves the record and all runs to a Git ref, byte for byte, and back", async () => {
    const acme = await appliedWithRemote();
    expect((await acme.docform("state list")).stdout).toContain("has nothing");
    const moved = await acme.docform("state migrate --from local");
    expect(moved).toMatchObject({ code: 0, stdout: "" });
    expect(moved.stderr).toContain(
      "Copied the record and 1 run from the folder .docform to the Git ref docform-state of origin, and read it back",
    );
    expect(moved.stderr).toContain("What is in the folder .docform stays as it is");
    expect(inRemote(acme.remote, "record.json")).toBe(recordOf(acme));
    const [run = ""] = journals(acme);
    expect(inRemote(acme.remote, `runs/${run}`)).toBe(
      readFileSync(join(acme.folder, ".docform", "runs", run), "utf8"),
    );
    expect(() => inRemote(acme.remote, "lock.json")).toThrow();
    expect(await addresses(acme)).toEqual(["acme/teams.docs", "acme/teams.new"]);
    expect(await acme.docform("undo --yes")).toMatchObject({ code: 0 });

    // The folder has an older record now, and one run less.
    expect((await acme.docform("state migrate --to local")).stderr).toMatch(
      /DF5041.*is not empty: it has another record/,
    );
    expect(await acme.docform("state migrate --to local --force")).toMatchObject({ code: 0 });
    expect(recordOf(acme)).toBe(inRemote(acme.remote, "record.json"));
    expect(journals(acme)).toHaveLength(2);
    expect(isLocked(acme)).toBe(false);
  });

  test("can be made again after it broke off, and refuses a place that has something else", async () => {
    const acme = await appliedWithRemote();
    const first = await acme.docform("state migrate --from local");
    expect(await acme.docform("state migrate --from local --to configured")).toEqual(first);
    editRecord(acme, (record) => {
      record.salt = "another salt of a record";
    });
    const refused = await acme.docform("state migrate --from local");
    expect(refused.stderr).toMatch(
      /DF5041.*the Git ref docform-state of origin is not empty: it has another record/,
    );
    expect(await acme.docform("state migrate --from local --force")).toMatchObject({ code: 0 });
    expect(inRemote(acme.remote, "record.json")).toBe(recordOf(acme));
  });

  test("push and rm work on the place that docform.yaml names", async () => {
    const acme = await appliedWithRemote();
    await acme.docform("state migrate --from local");
    const saved = (await acme.docform("state pull")).stdout;
    expect(await acme.docform("state rm --yes teams.new")).toMatchObject({ code: 0 });
    expect(inRemote(acme.remote, "record.json")).not.toContain("teams.new");
    expect(await acme.docform("state push -", { piped: saved })).toMatchObject({ code: 0 });
    expect(inRemote(acme.remote, "record.json")).toBe(saved);
    expect(recordOf(acme)).toBe(saved);
  });

  test("says how many runs a state server leaves out", async () => {
    const acme = await applied(twoSteps);
    const server = await startStateServer({ as: "Gitea" });
    onTestFinished(server.close);
    const state = `{ http: { address: "${server.url}/state", lockAddress: "${server.url}/state/lock", unlockAddress: "${server.url}/state/lock", lockMethod: POST, unlockMethod: DELETE } }`;
    writeFileSync(join(acme.folder, "docform.yaml"), `${settings}state: ${state}\n`);
    const [only = ""] = journals(acme);
    const text = readFileSync(join(acme.folder, ".docform", "runs", only), "utf8");
    for (let day = 1; day <= 12; day += 1) {
      const run = runIdAt(Date.UTC(2020, 0, day), undefined, Uint8Array.of(1, day));
      writeFileSync(join(acme.folder, ".docform", "runs", `${run}.jsonl`), text);
    }
    const moved = await acme.docform("state migrate --from local");
    expect(moved).toMatchObject({ code: 0 });
    expect(moved.stderr).toContain("Copied the record and 10 runs");
    expect(moved.stderr).toMatch(/Left out 3 older runs: the state at \S+ keeps the last 10 only\./);
    expect(Object.keys(JSON.parse(server.stored ?? "").docform.runs)).toHaveLength(10);
    expect(await acme.docform("state migrate --from local")).toEqual(moved);
  });

  test("stops when a place does not give back what was written", async () => {
    const acme = await applied(twoSteps);
    const server = await startStateServer({ as: "Gitea" });
    onTestFinished(server.close);
    const state = `{ http: { address: "${server.url}/state" } }`;
    writeFileSync(join(acme.folder, "docform.yaml"), `${settings}state: ${state}\n`);
    const forgetting = Object.defineProperty(server, "stored", { get: () => undefined, set: () => {} });
    expect(forgetting.stored).toBeUndefined();
    const run = await acme.docform("state migrate --from local");
    expect(run).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("does not give back what was written"),
    });
    expect(isLocked(acme)).toBe(false);
  });

  test.each([
    ["", "state migrate needs --from or --to"],
    ["--from local --to local", "from the folder .docform into itself"],
    ["--from configured --to configured", "from a place into itself"],
    ["--from local", "from the folder .docform into itself"],
    ["--from git", "Allowed choices are local, configured."],
  ])("cannot be used as %j where the state is local", async (words, why) => {
    const acme = await applied();
    const run = await acme.docform(`state migrate ${words}`);
    expect(run).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("error[DF5001]") });
    expect(run.stderr).toContain(why);
  });

  test.each([
    ["nothing", {}, "there is nothing to move"],
    ["no record", { ".docform/record.json": "{\n" }, "cannot be moved: it is not JSON"],
  ])("does not move a folder that has %s", async (_, files, why) => {
    const acme = await project({ ...twoTeams, ...files });
    const remote = bareRepository(join(newFolder(), "state.git"));
    cloneIn(acme.folder, `file://${remote}`);
    writeFileSync(join(acme.folder, "docform.yaml"), gitSettings);
    const env = { ...acme.platform.env, ...fileAllowed, PATH: process.env.PATH ?? "", HOME: acme.folder };
    const run = await acme.docform("state migrate --from local", { env });
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining(why) });
    expect(() => inRemote(remote, "record.json")).toThrow();
  });
});
