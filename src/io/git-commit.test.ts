import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commitFiles } from "../manifest/read/commit-files.ts";
import { diskFiles, type ProjectFiles } from "../manifest/read/project-files.ts";
import { readText } from "../manifest/read/read-file.ts";
import { type Commit, openCommit } from "./git-commit.ts";
import { nodeDisk } from "./node-disk.ts";
import { runCommand } from "./run-command.ts";

const top = mkdtempSync(join(tmpdir(), "docform-commit-"));
const folder = join(top, "docs");

function git(...args: readonly string[]): string {
  const settings = ["user.name=ana", "user.email=ana@acme.example", "commit.gpgsign=false"];
  return execFileSync("git", ["-C", top, ...settings.flatMap((one) => ["-c", one]), ...args], {
    encoding: "utf8",
  });
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

function openAt(revision: string): Promise<Commit> {
  return openCommit({ runCommand, disk: nodeDisk, env: process.env, folder }, revision);
}

const files = {
  "docform.yaml": "organizations: {}\n",
  "manifests/über uns.yaml": "organization: acme\n",
  "manifests/deep/er.yml": "\uFEFFa: ü\r\n",
  "manifests/.hidden/no.yaml": "a: 1\n",
  "manifests/notes.txt": "a\n\nb",
  "empty.yaml": "",
};

beforeAll(() => {
  git("init", "--quiet", "--initial-branch=main");
  git("config", "core.autocrlf", "false");
  for (const [path, text] of Object.entries(files)) write(path, text);
  git("add", "-A");
  git("commit", "--quiet", "-m", "First");
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

test("the files of a commit are what a checkout of it has, whatever is in the folder now", async () => {
  const disk = diskFiles(folder, nodeDisk);
  const all = async (io: ProjectFiles) => ({
    listed: await io.listYaml("."),
    below: await io.listYaml("manifests"),
    texts: await Promise.all(Object.keys(files).map((path) => readText(io, `./${path}`, 1000))),
    status: (
      await Promise.all(["manifests", "manifests/deep", "no", "../docs"].map((path) => io.status(path)))
    ).map((found) => found?.type),
    real: await io.realPath("manifests/./deep/er.yml"),
  });
  const expected = await all(disk);
  expect(expected.texts.every((read) => "text" in read)).toBe(true);
  write("manifests/new.yaml", "a: 1\n");
  write("docform.yaml", "other: 1\n");
  const commit = await openAt("HEAD");
  expect(commit.id).toBe(git("rev-parse", "HEAD").trim());
  // A folder above is outside of what a commit of the project has.
  expect(await all(commitFiles(commit))).toEqual({
    ...expected,
    status: [...expected.status.slice(0, -1), undefined],
  });
});

test("many files are read by one run of git", async () => {
  const commit = await openAt("main");
  let runs = 0;
  const io = commitFiles({
    files: commit.files,
    read: (ids) => {
      runs++;
      return commit.read(ids);
    },
  });
  await Promise.all(Object.keys(files).map((path) => io.read(path)));
  expect(runs).toBe(1);
});

test("a link and what is no text are errors, and no one else's file is read", async () => {
  symlinkSync("/etc", join(folder, "manifests", "more"));
  symlinkSync("../../secret.yaml", join(folder, "manifests", "link.yaml"));
  write("bytes.yaml", new Uint8Array([0x61, 0xff, 0xfe, 0x0a]));
  git("add", "-A");
  git("commit", "--quiet", "-m", "Second");
  const io = commitFiles(await openAt("main"));
  const listed = await io.listYaml("manifests");
  expect(listed).toContain("manifests/more");
  for (const path of ["manifests/more", "manifests/more/hosts.yaml", "manifests/link.yaml"])
    expect(await readText(io, path, 1000)).toMatchObject({ problem: expect.stringContaining("is a link") });
  expect(await readText(io, "bytes.yaml", 1000)).toMatchObject({
    problem: expect.stringContaining("not UTF-8 text"),
  });
  git("reset", "--quiet", "--hard", "HEAD~1");
});

test.each(["--output=x", "-h", "", "main:docs", ":/First", "a b", "main..HEAD", "no/such", "0".repeat(40)])(
  "%j is no commit of the repository",
  async (revision) => {
    await expect(openAt(revision)).rejects.toMatchObject({ lacks: "revision" });
  },
);

test("a commit without the folder, and a folder without a repository, are told", async () => {
  git("checkout", "--quiet", "--orphan", "other");
  git("rm", "-r", "--quiet", "--cached", ".");
  git("commit", "--quiet", "--allow-empty", "-m", "Nothing");
  await expect(openAt("other")).rejects.toMatchObject({ lacks: "folder" });
  const outside = openCommit({ runCommand, disk: nodeDisk, env: process.env, folder: tmpdir() }, "main");
  await expect(outside).rejects.toMatchObject({ lacks: "repository" });
});
