import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { diagnosticDocs, runExamples } from "../../scripts/diagnostic-docs/diagnostic-docs.ts";
import { diagnosticCodes } from "../../src/model/diagnostic-codes.ts";

const runs = await runExamples(diagnosticCodes);
const pages = new Map(diagnosticDocs(diagnosticCodes, runs));
const names = Object.keys(diagnosticCodes);

test("there are sixty codes and more, each with its own page, and no other pages", () => {
  expect(names.length).toBeGreaterThanOrEqual(60);
  const files = readdirSync("docs/reference/diagnostics").map((name) => `docs/reference/diagnostics/${name}`);
  expect(files.sort()).toEqual([...pages.keys()].sort());
});

test.each([...runs])("to the example of %s, docform says that code and no other", (name, { output }) => {
  const said = [...output.matchAll(/\b(?:error|warning)\[(DF\d{4})\]/g)].map(([, code]) => code);
  expect([...new Set(said)], output).toEqual([name]);
});

test.each([...pages])("%s is fresh: npm run generate changes nothing", (file, text) => {
  expect(readFileSync(file, "utf8")).toBe(text);
});

describe("what an example leaves to the reader:", () => {
  test.each(Object.entries(diagnosticCodes))("%s says what to do next", (_, { title, meaning, next }) => {
    for (const text of [title, meaning, next]) expect(text.trim()).not.toBe("");
  });

  const others = Object.entries(diagnosticCodes).flatMap(([name, { example }]) =>
    "notShown" in example ? [[name, ...example.test.split(": ")] as const] : [],
  );
  test.each(others)("%s, which no example shows, is held by another test", (_, file = "", promise = "") => {
    expect(existsSync(file), file).toBe(true);
    expect(readFileSync(file, "utf8")).toContain(`"${promise}"`);
  });
});

test("no two areas have a code in common", () => {
  const files = readdirSync("src/model/codes").map((name) => readFileSync(`src/model/codes/${name}`, "utf8"));
  const written = files.flatMap((text) =>
    [...text.matchAll(/^ {2}(DF\d{4}): \{$/gm)].map(([, name]) => name),
  );
  expect(written.sort()).toEqual([...names].sort());
});
