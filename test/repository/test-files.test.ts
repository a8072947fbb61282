import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const files = ["src", "test"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => join(folder, file)),
);

test("what npm test leaves out is left out by its name, and .ci/run runs it by that name", () => {
  const config = readFileSync("vitest.config.ts", "utf8");
  expect(config.match(/DEEP === "1" \? \[\] : (.*);/)?.[1]).toBe('["**/*.deep.test.ts"]');
  const script = readFileSync(".ci/run", "utf8").replaceAll("\\\n", " ");
  const commands = script.split("\n").filter((line) => /^DEEP=1 .* vitest run/.test(line));
  expect(
    commands.filter((line) => / \.deep\.test\.ts( |$)/.test(line) && !line.includes("--exclude")),
  ).toHaveLength(1);
});

test("what the first step of .ci/run leaves out, its later ones run with more cases", () => {
  const config = readFileSync("vitest.config.ts", "utf8");
  const [, drawn = ""] = /const drawn = \[([^\]]*)\]/.exec(config) ?? [];
  const lines = readFileSync(".ci/run", "utf8").replaceAll("\\\n", " ").split("\n");
  const runs: Readonly<Record<string, readonly RegExp[]>> = {
    "test/laws/**": [/^LAW_RUNS=400 .* vitest run test\/laws$/],
    "test/{fuzz,simulation}/*.test.ts": [
      /simulate.mjs --exhaustive/,
      /simulate.mjs --seeds/,
      /fuzz.mjs --runs/,
    ],
    "src/manifest/{edit,format}/**": [/ EDIT_RUNS=.* src\/manifest\/edit src\/manifest\/format /],
    "src/manifest/read/yaml.test.ts": [/ READ_RUNS=.* src\/manifest\/read\/yaml$/],
  };
  expect([...drawn.matchAll(/"(.*?)"/g)].map(([, path]) => path)).toEqual(Object.keys(runs));
  for (const run of Object.values(runs).flat()) expect(lines).toContainEqual(expect.stringMatching(run));
});

test("no test is skipped, left for later, or the only one that runs", () => {
  const own = join("test", "repository", "test-files.test.ts");
  const leaving =
    /\b(?:test|describe|it)(?:\.\w+)*\.(?:skip|todo|only|fails|skipIf)\b|\bx(?:test|it|describe)\(/;
  const found = files.filter((file) => file !== own && leaving.test(readFileSync(file, "utf8")));
  expect(found).toEqual([]);
});

test("a test file is run: its name is one that vitest looks for", () => {
  const named = readdirSync("test", { recursive: true, encoding: "utf8" }).filter((file) =>
    /[.-](?:spec|tests?)\.\w+$/.test(file),
  );
  expect(named.filter((file) => !file.endsWith(".test.ts"))).toEqual([]);
});

test("no test ends after a time of its own: a busy machine takes longer, and what hangs ends by vitest.config.ts", () => {
  const timed = files.filter((file) => {
    const text = readFileSync(file, "utf8");
    return /performance\.now\(\) - \w+\)\.toBeLess|\{ timeout: [\d_]+ \}, async|^\s*\}, \d[\d_]+\);$/m.test(
      text,
    );
  });
  expect(timed).toEqual([]);
});
