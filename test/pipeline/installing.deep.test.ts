import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { folderWith } from "../support/processes/cli-fixture.ts";

const project = '{ "name": "hub", "private": true }';
const run = (program: string, args: readonly string[], cwd: string): string =>
  execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const npm = (cwd: string, ...args: readonly string[]): string =>
  run("npm", [...args, "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"], cwd);

/** A repository with the files of this one as they are now, and its commit. */
function repositoryOfNow(): { readonly folder: string; readonly commit: string } {
  const folder = folderWith({});
  for (const path of run("git", ["ls-files"], ".").trim().split("\n").filter(existsSync)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(path, join(folder, path));
  }
  const as = ["-c", "user.name=ana", "-c", "user.email=ana@acme.example"];
  run("git", ["init", "--quiet"], folder);
  run("git", ["add", "."], folder);
  run("git", [...as, "commit", "--quiet", "-m", "Now"], folder);
  return { folder, commit: run("git", ["rev-parse", "HEAD"], folder).trim() };
}

test("docform installs from a commit with scripts, and from a tarball in the repository without", () => {
  const { folder, commit } = repositoryOfNow();
  const first = folderWith({ "package.json": project });
  npm(first, "install", "--save-dev", `git+file://${folder}#${commit}`);
  expect(run("npx", ["--no-install", "docform", "--version"], first)).toMatch(/^\d+\.\d+\.\d+\n$/);

  // The tarball of a release is what npm pack makes of it.
  const second = folderWith({ "package.json": project, "vendor/README.md": "" });
  npm(join(second, "vendor"), "pack", join(first, "node_modules/docform"), "--ignore-scripts");
  const [tarball = ""] = readdirSync(join(second, "vendor")).filter((name) => name.endsWith(".tgz"));
  npm(second, "install", "--save-dev", "--ignore-scripts", `./vendor/${tarball}`);
  const third = folderWith({});
  for (const path of ["package.json", "package-lock.json", "vendor"])
    cpSync(join(second, path), join(third, path), { recursive: true });
  npm(third, "ci", "--ignore-scripts");
  expect(run("npx", ["--no-install", "docform", "--version"], third)).toMatch(/^\d+\.\d+\.\d+\n$/);
});
