import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { runCommand } from "../../src/io/run-command.ts";
import { gitBackend } from "../../src/state/backends/git/git.ts";
import { bareRepository, cloneIn, fileAllowed } from "../backends/git-server.ts";
import { newFolder, runnerIo } from "../backends/places.ts";
import { folderWith, manifest, quietly, settings } from "../support/processes/cli-fixture.ts";

const path = process.env.PATH ?? "";
const team = manifest("teams:\n  docs: { id: team_docs, title: Docs }\n");

/** A program that leaves a mark and fails, as a setting of git names it. */
function marking(mark: string): string {
  return `sh -c 'touch ${mark}; exit 1' --`;
}

/** A clone with its project in docs/ and its state in the remote `origin`. `mark` is a file that a stranger makes. */
function cloneOf(origin: string, files: Readonly<Record<string, string>> = {}) {
  const project = { "docs/docform.yaml": `${settings}state: { git: {} }\n` };
  const folder = folderWith(project);
  for (const [name, text] of Object.entries({ ...team, ...files })) {
    const file = join(folder, "docs", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  cloneIn(folder, origin);
  const mark = join(folderWith({}), "ran");
  const docform = (line: string, env: Readonly<Record<string, string>> = {}) =>
    quietly(`${line} -C docs`, {
      cwd: folder,
      env: { PATH: path, HOME: folder, DOCFORM_BASE_URL: "http://127.0.0.1:1", DOCFORM_TOKEN: "x", ...env },
      sleep: async () => {},
    });
  return { folder, mark, docform };
}

const stateRemote = () => `file://${bareRepository(join(newFolder(), "state.git"))}`;

test("a project folder that a pull request makes a repository runs no program of its settings", async () => {
  const { folder, mark, docform } = cloneOf(stateRemote(), { "node_modules/.bin/docform": "" });
  const program = marking(mark);
  const config = `[core]\nbare = true\nsshCommand = ${program}\nfsmonitor = ${program}\n[remote "origin"]\nurl = ssh://git@127.0.0.1/x\n`;
  const files = { HEAD: "ref: refs/heads/main\n", config, "objects/.k": "", "refs/.k": "" };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, "docs", name)), { recursive: true });
    writeFileSync(join(folder, "docs", name), text);
  }
  for (const line of ["runs", "plan", "force-unlock 0a1b2c3d", "hook install"]) {
    expect((await docform(line, fileAllowed)).stderr, line).not.toContain("DF5040");
    expect(existsSync(mark), line).toBe(false);
  }
  expect(existsSync(join(folder, ".git/hooks/pre-commit"))).toBe(true);
  expect(existsSync(join(folder, "docs/hooks"))).toBe(false);
});

test("settings come from an included file outside of the work tree, and from none in it", async () => {
  const { folder, mark, docform } = cloneOf("ssh://git@127.0.0.1/x.git");
  const outside = join(folderWith({}), "credentials");
  const read = join(dirname(mark), "read");
  writeFileSync(outside, `[core]\nsshCommand = "${marking(read)}"\n`);
  writeFileSync(join(folder, "docs/theirs"), `[core]\nsshCommand = "${marking(mark)}"\n`);
  const config = join(folder, ".git/config");
  const include = `[includeIf "gitdir:${folder}/.git"]\npath = ${outside}\n[include]\npath = ../docs/theirs\n`;
  writeFileSync(config, `[remote "origin"]\nurl = ssh://git@127.0.0.1/x.git\n${include}`);
  const { code, stderr } = await docform("runs");
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("git fetch says") });
  expect(existsSync(read)).toBe(true);
  expect(existsSync(mark)).toBe(false);
});

test("a linked work tree has the remote of its repository", async () => {
  const { folder, docform } = cloneOf(stateRemote());
  const linked = join(folderWith({}), "linked");
  const tree = join(folder, ".git/worktrees/linked");
  mkdirSync(tree, { recursive: true });
  mkdirSync(join(linked, "docs"), { recursive: true });
  writeFileSync(join(tree, "HEAD"), "ref: refs/heads/linked\n");
  writeFileSync(join(tree, "commondir"), "../..\n");
  writeFileSync(join(tree, "gitdir"), `${linked}/.git\n`);
  writeFileSync(join(linked, ".git"), `gitdir: ${tree}\n`);
  writeFileSync(join(linked, "docs/docform.yaml"), `${settings}state: { git: {} }\n`);
  expect(await docform(`runs -C ${linked}/docs`, fileAllowed)).toMatchObject({ code: 0, stderr: "" });
});

describe("a remote", () => {
  test.each([
    "ext::sh -c touch% MARK",
    "fd::17",
    "/srv/state.git",
    "file:///srv/state.git",
    "http://git.example/x",
  ])("of the repository is reached by https or ssh alone: %s", async (url) => {
    const { mark, docform } = cloneOf(url);
    const { code, stderr } = await docform("runs");
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /git fetch says: fatal: transport '\w+' not allowed\n {2}= docform reaches a remote by/,
    );
    expect(existsSync(mark)).toBe(false);
  });
});

/** A backend of a process that is in a namespace of its own, where no other process runs. */
function backendIn(namespace: string, folder: string, remote: string) {
  const io = { ...runnerIo(), now: Date.now };
  const machine = {
    ...io.machine,
    isRunning: (pid: number) => pid === io.machine.pid,
    process: { boot: "b", started: "1", namespace },
  };
  const env = { PATH: path, HOME: folder, ...fileAllowed };
  return gitBackend({ io: { ...io, machine }, runCommand, env, folder, remote, ref: "docform-state" });
}

test("a clean-up removes repositories of docform's own names alone, of processes that are gone", async () => {
  const folder = newFolder();
  cloneIn(folder, stateRemote());
  const git = join(folder, ".docform/git");
  const [gone, living, own] = ["one", "other", "one"].map((name) => backendIn(name, folder, "origin"));
  for (const backend of [gone, living]) await backend?.record.read();
  const before = readdirSync(git);
  const [mark = ""] = before.flatMap((name) => /-\w+-/.exec(name) ?? []);
  const foreign = ["-1", "12x", "99999999-zz", "99999999-0a1b2c3d", `99999999${mark}zz`, "notes"];
  for (const name of foreign) mkdirSync(join(git, name));
  await own?.record.read();
  await own?.close();
  const left = readdirSync(git).filter((name) => !foreign.includes(name));
  expect(readdirSync(git)).toEqual(expect.arrayContaining(foreign));
  expect(left, "that of the other namespace, whose process nobody here can ask for").toHaveLength(1);
  expect(before).toContain(left[0]);
  await living?.record.read();
});

describe("git that never ends", () => {
  test("is ended with all that it started", async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const sockets = new Set<{ destroyed: boolean }>();
    const closed = new Promise<void>((resolve) => {
      silent.on("connection", (socket) => {
        sockets.add(socket);
        socket.once("close", resolve).resume();
      });
    });
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const folder = newFolder();
    cloneIn(folder, `http://127.0.0.1:${port}/x.git`);
    const backend = gitBackend({
      io: { ...runnerIo(), now: Date.now },
      runCommand: (command) =>
        runCommand({ ...command, timeLimit: command.args.includes("fetch") ? 500 : command.timeLimit }),
      env: { PATH: path, HOME: folder },
      folder,
      remote: "origin",
      ref: "docform-state",
    });
    await expect(backend.record.read()).rejects.toThrow("git fetch did not end within 120 s, and was ended");
    // The program that git started for http holds the connection, until it is ended too.
    await closed;
    expect(sockets.size).toBe(1);
    await backend.close();
  });
});
