import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { bareRepository, cloneIn, fileAllowed } from "../backends/git-server.ts";
import { newFolder } from "../backends/places.ts";
import { type StateServerKind, startStateServer } from "../backends/state-server.ts";
import { type Project, project, settings, twoSteps } from "../support/processes/cli-fixture.ts";

/** A project with its state on a server. */
async function onServer(as: StateServerKind = "Gitea") {
  const server = await startStateServer({ as });
  onTestFinished(server.close);
  const state = `state: { http: { address: "${server.url}/state" } }\n`;
  return { server, state, ...(await project({ ...twoSteps, "docform.yaml": settings + state })) };
}

/** A project with its state in a ref of this bare repository. */
async function onGit() {
  const bare = bareRepository(join(newFolder(), "state.git"));
  const made = await project({ ...twoSteps, "docform.yaml": `${settings}state: { git: {} }\n` });
  cloneIn(made.folder, `file://${bare}`);
  const env = { ...made.platform.env, ...fileAllowed, PATH: process.env.PATH ?? "", HOME: made.folder };
  return { bare, ...made, docform: (line: string) => made.docform(line, { env }) };
}

/** Writes a file into the state ref, as no docform would. */
function commit(bare: string, file: string, text: string): void {
  const env = Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((who) => [
      [`GIT_${who}_NAME`, "a"],
      [`GIT_${who}_EMAIL`, "a@acme.example"],
    ]),
  );
  const git = (input: string, ...args: string[]): string =>
    execFileSync("git", ["--git-dir", bare, ...args], {
      input,
      encoding: "utf8",
      env: { PATH: process.env.PATH, ...env },
    }).trimEnd();
  const blob = git(text, "hash-object", "-w", "--stdin");
  const tree = git(`${git("", "ls-tree", "docform-state")}\n100644 blob ${blob}\t${file}\n`, "mktree");
  git("", "update-ref", "refs/heads/docform-state", git("", "commit-tree", tree, "-m", "Ours"));
}

async function checkOf({ docform }: Pick<Project, "docform">, name: string) {
  const { checks } = JSON.parse((await docform("doctor --format json")).stdout);
  return checks.find((one: { readonly name: string }) => one.name === name);
}

test.each(["https://state.example/docs", "mysql://user:canary@db.example/docs"])(
  "a database is not looked for at %s",
  async (url) => {
    const made = await project({ ...twoSteps, "docform.yaml": `${settings}state: { postgres: {} }\n` });
    const env = { ...made.platform.env, DOCFORM_STATE_URL: url };
    const { code, stderr } = await made.docform("plan", { env });
    expect(code).toBe(1);
    expect(stderr).toContain(
      `error[DF5040]: DOCFORM_STATE_URL begins with ${new URL(url).protocol}, and state.postgres needs an address of postgres:`,
    );
    expect(stderr).toContain("write it as postgres://user:password@host/database");
  },
);

describe("a lock that names nobody", () => {
  test("is found by the doctor and removed from a Git ref as its message says", async () => {
    const made = await onGit();
    const { docform } = made;
    expect(await docform("apply --yes")).toMatchObject({ code: 0 });
    commit(made.bare, "lock.json", "garbage\n");
    const refused = await docform("apply --yes");
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("force-unlock unreadable") });
    expect(await checkOf(made, "lock")).toMatchObject({
      status: "warn",
      message: "a lock is there that does not say who holds it",
      fix: "when no run is in progress: docform force-unlock unreadable",
    });
    expect(await docform("force-unlock unreadable")).toMatchObject({
      code: 0,
      stderr: "Removed a lock that did not say who holds it.\n",
    });
    expect(await checkOf(made, "lock")).toMatchObject({ status: "ok" });
    expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  });

  test("is found by the doctor in a folder, where the next run takes it over", async () => {
    const made = await project({ ...twoSteps, ".docform/lock": "" });
    expect(await checkOf(made, "lock")).toMatchObject({ status: "warn", fix: "the next run takes it over" });
    expect(await made.docform("force-unlock unreadable")).toMatchObject({ code: 0 });
    expect(await checkOf(made, "lock")).toMatchObject({ status: "ok", message: "no run holds it" });
  });
});

describe("a server that does not tell who holds its lock", () => {
  test("is taken at its word by the doctor", async () => {
    const made = await onServer();
    made.server.steal({ ID: "0a1b2c3d" });
    expect(await checkOf(made, "lock")).toEqual({
      name: "lock",
      status: "skipped",
      message: "this place does not say who holds it",
    });
  });

  test.each<StateServerKind>(["GitLab", "Gitea", "silent"])(
    "keeps the lock of another id: %s",
    async (as) => {
      const { docform, server } = await onServer(as);
      server.steal({ ID: "0a1b2c3d" });
      const { code, stderr } = await docform("force-unlock ffff0000");
      expect(code).toBe(1);
      expect(stderr).toContain(
        `error[DF5033]: the state at ${server.url}/state has no lock with the id "ffff0000"`,
      );
      expect(await docform("force-unlock 0a1b2c3d")).toMatchObject({
        code: 0,
        stderr: "Removed the lock.\n",
      });
    },
  );

  test("leaves open whether the last run goes on", async () => {
    const { state, ...made } = await onServer();
    writeFileSync(join(made.folder, "docform.yaml"), settings);
    expect(await made.docform("apply --yes")).toMatchObject({ code: 0 });
    const runs = join(made.folder, ".docform", "runs");
    const [run = ""] = readdirSync(runs);
    const [header = ""] = readFileSync(join(runs, run), "utf8").split("\n");
    writeFileSync(join(runs, run), `${header}\n`);
    rmSync(join(made.folder, ".docform", "record.json"));
    expect((await made.docform("plan")).stderr).toMatch(/the last run \S+ did not end: /);
    writeFileSync(join(made.folder, "docform.yaml"), settings + state);
    const { stderr } = await made.docform("plan");
    expect(stderr).toMatch(/the last run \S+ did not end, or still runs: 0 of 2 steps done/);
    expect(stderr).toContain("if it still runs, plan again when it has ended");
    expect((await checkOf(made, "journal")).message).toContain(
      "did not end, or still runs: 0 steps in doubt",
    );
  });
});
