import { execFile, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtDocform } from "../support/processes/built-docform.ts";
import { serviceNames, startPullPipeline } from "../support/services/pipeline.ts";

/** A copy, since some of it is spoilt. */
const built = resolve(mkdtempSync(join("node_modules", ".spoilt-")));
const cli = join(built, "cli.cjs");

beforeAll(async () => cpSync(await builtDocform(), built, { recursive: true }));

afterAll(() => rmSync(built, { recursive: true, force: true }));

/** Runs a command, and says how it ended. */
function validate() {
  const args = [cli, "validate", "-C", "examples/acme"];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return [status, stdout];
}

test("the command runs, also when what Node kept for its start is spoilt", () => {
  const valid = [0, expect.stringMatching(/^Valid: \d+ resources/)];
  expect(validate()).toEqual(valid);
  for (const file of kept()) writeFileSync(file, "spoilt");
  expect(validate()).toEqual(valid);
});

/** Files that Node keeps for the next start: none before version 22.8. */
function kept(): readonly string[] {
  const folder = join(built, "compiled");
  if (!existsSync(folder)) return [];
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

test.each(serviceNames)("the libraries of %s are built in, and a comment is put", async (name) => {
  const { repository, server, env } = await startPullPipeline(name);
  const argv = [cli, "comment", "README.md", "--mark", "readme"];
  const { stdout } = await promisify(execFile)(process.execPath, argv, { env: { ...process.env, ...env } });
  expect(stdout).toMatch(/^https:/);
  expect(repository.comments.map(({ text }) => text.split("\n")[0])).toEqual(["<!-- docform readme -->"]);
  expect(server.problems).toEqual([]);
});
