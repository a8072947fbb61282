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

test("the first step of .ci/run is npm test, whole", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(scripts.test).toBe("node scripts/install.mjs && vitest run");
  expect(readFileSync(".ci/run", "utf8")).toMatch(/^tests "npm test" npx vitest run$/m);
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
