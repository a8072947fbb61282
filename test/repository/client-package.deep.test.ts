import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectGolden } from "../support/golden.ts";
import { codeBlocks } from "../support/pages/code-blocks.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { builtDocform } from "../support/processes/built-docform.ts";

const run = promisify(execFile);

/** A program that has docform as a dependency. It stands here so that docform finds its own dependencies. */
const consumer = resolve(`node_modules/.cache/client-package-${process.pid}`);
const installed = join(consumer, "node_modules/docform");
const [example = ""] = codeBlocks("docs/reference/client.md", "ts");
const mistakes = readFileSync("test/fixtures/client-mistakes.ts.txt", "utf8");

/** As a careful program has it: libraries are checked too, so that no type of the client is quietly `any`. */
const tsconfig = {
  compilerOptions: {
    target: "ES2022",
    lib: ["ES2022", "DOM"],
    module: "NodeNext",
    moduleResolution: "NodeNext",
    strict: true,
    skipLibCheck: false,
    types: ["node"],
    noEmit: true,
  },
  files: ["example.ts", "mistakes.ts"],
};

beforeAll(async () => {
  mkdirSync(installed, { recursive: true });
  cpSync(await builtDocform(), join(installed, "dist"), { recursive: true });
  cpSync("package.json", join(installed, "package.json"));
  writeFileSync(join(consumer, "package.json"), '{"type": "module"}');
  writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify(tsconfig));
  writeFileSync(join(consumer, "example.ts"), example);
  writeFileSync(join(consumer, "mistakes.ts"), mistakes);
  writeFileSync(join(consumer, "example.mjs"), (await transform(example, { loader: "ts" })).code);
});

afterAll(() => rmSync(consumer, { recursive: true, force: true }));

test("the example compiles against the package, and mistakes do not", async () => {
  const compile = run(process.execPath, ["node_modules/typescript/bin/tsc", "-p", consumer]);
  const { stdout } = await compile.catch((failure: { stdout: string }) => failure);
  expect(stdout).toBe("");
  expect(mistakes.match(/@ts-expect-error/g)?.length).toBeGreaterThan(8);
});

test("the example runs", async () => {
  const platform = await startTestPlatform("examples/acme/live.yaml");
  const env = { ...process.env, ...platform.env };
  const { stdout, stderr } = await run(process.execPath, [join(consumer, "example.mjs")], { env });
  expect(stderr).toBe("");
  expectGolden("test/golden/client-example.txt", stdout);
  expect(new Set(platform.takeRequests().map(({ operation }) => operation))).toEqual(
    new Set([
      "getSite",
      "listMembers",
      "listTeams",
      "createTeam",
      "updateTeamMembers",
      "getTeam",
      "deleteTeam",
    ]),
  );
});
