import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const map = readFileSync(`${import.meta.dirname}/README.md`, "utf8");
const named = [...map.matchAll(/`([a-z][a-z0-9-]+)`/g)].map(([, name = ""]) => name);

test("every scenario stands below what it shows, and the map names no other", () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect([...new Set(named)].sort()).toEqual(folders.map(({ name }) => name).sort());
});

test("the tests that the map names are there", () => {
  const files = [...map.matchAll(/`([\w/-]+\.test\.ts)`/g)].map(([, name = ""]) => name);
  const paths = files.map((name) => (name.includes("/") ? name : `test/scenarios/${name}`));
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  expect(paths.length).toBeGreaterThan(5);
});
