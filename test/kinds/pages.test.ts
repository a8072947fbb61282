import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { kindDocs } from "../../scripts/kind-docs/kind-docs.ts";
import { nameOf } from "../../src/explain/kind-facts.ts";
import { kinds } from "../../src/kinds/kinds.ts";

const pages = new Map(kindDocs(kinds));

test("docs/reference/manifests has the pages of the kinds there are, and no others", () => {
  const files = readdirSync("docs/reference/manifests").map((name) => `docs/reference/manifests/${name}`);
  expect(files.sort()).toEqual([...pages.keys()].sort());
});

test("the page of planning has a bound for every kind, held by a test that is there", () => {
  const page = readFileSync("docs/explanation/how-docform-decides.md", "utf8");
  const table = page.slice(page.indexOf("## The bound of each kind"), page.indexOf("## Fields, members"));
  const rows = table
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1);
  const cells = rows.map((row) => row.split(" | "));
  expect(cells.map(([name = ""]) => name.slice(2)).sort()).toEqual([...kinds.map(nameOf), "order"].sort());
  for (const tests of cells.map((row) => row.at(-1) ?? "")) {
    const [, file = ""] = /`([^`]+)`/.exec(tests) ?? [];
    expect(existsSync(file), file).toBe(true);
  }
});

test("no heading of the page of planning has nothing under it", () => {
  const parts = readFileSync("docs/explanation/how-docform-decides.md", "utf8").split(/^#+ /m).slice(1);
  expect(parts.filter((part) => part.trim().split("\n").length < 2)).toEqual([]);
});

describe.each([...pages])("%s", (file, text) => {
  test("its links lead to pages and headings that are there", () => {
    for (const [, target = "", anchor] of text.matchAll(/\]\(([\w-]+\.md)?(?:#([\w-]+))?\)/g)) {
      const page = target === "" ? text : pages.get(join(dirname(file), target));
      expect(page, target).toBeDefined();
      if (anchor !== undefined) expect(headings(page ?? "")).toContain(anchor);
    }
  });

  test("every row of its tables has the cells of the head", () => {
    for (const block of text.split("\n\n").filter((part) => part.startsWith("|"))) {
      const widths = block
        .split("\n")
        .filter(Boolean)
        .map((row) => row.replaceAll("\\|", "").split("|").length);
      expect(new Set(widths).size, block).toBe(1);
    }
  });
});

/** Anchors that a Markdown page has for its headings. */
function headings(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) => title.toLowerCase().replaceAll(" ", "-"));
}
