import { execFile, execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTimeout, builtDocform } from "./support/built-docform.ts";
import { serviceNames, startPullPipeline } from "./support/services/pipeline.ts";

/** A copy, since some of it is spoilt. */
const built = resolve(mkdtempSync(join("node_modules", ".spoilt-")));
const cli = join(built, "cli.cjs");

beforeAll(async () => cpSync(await builtDocform(), built, { recursive: true }), buildTimeout);

afterAll(() => rmSync(built, { recursive: true, force: true }));

/** Loads all modules, and says of each whether V8 took what it had made of it. */
const loadAll = `
  const { compiledFile, loadCompiled } = require(${JSON.stringify(cli)});
  loadCompiled((file, { cachedDataRejected }) => console.log(cachedDataRejected === false, compiledFile(file)));
  for (const name of require("node:fs").readdirSync(${JSON.stringify(join(built, "chunks"))}))
    require(${JSON.stringify(join(built, "chunks"))} + "/" + name);
`;

function load(): readonly string[] {
  const output = execFileSync(process.execPath, ["-e", loadAll], { encoding: "utf8" });
  return output.trimEnd().split("\n");
}

test("what V8 made of the modules when they were built is taken when they are loaded", () => {
  const loaded = load();
  expect(loaded.length).toBe(readdirSync(join(built, "chunks")).length);
  expect(loaded.filter((line) => !line.startsWith("true "))).toEqual([]);
});

test.each([
  ["was made by another V8", (file: string) => writeFileSync(file, "made by another V8")],
  ["is not there", (file: string) => rmSync(file)],
])("a command runs as ever when what V8 made %s", (_, spoil) => {
  const files = load().map((line) => line.slice(line.indexOf(" ") + 1));
  for (const file of files) spoil(file);
  const { status, stdout } = spawnSync(process.execPath, [cli, "validate", "-C", "examples/acme"], {
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^Valid: \d+ resources/)]);
});

test.each(serviceNames)("the libraries of %s are built in, and a comment is put", async (name) => {
  const { repository, server, env } = await startPullPipeline(name);
  const argv = [cli, "comment", "README.md", "--mark", "readme"];
  const { stdout } = await promisify(execFile)(process.execPath, argv, { env: { ...process.env, ...env } });
  expect(stdout).toMatch(/^https:/);
  expect(repository.comments.map(({ text }) => text.split("\n")[0])).toEqual(["<!-- docform readme -->"]);
  expect(server.problems).toEqual([]);
});
