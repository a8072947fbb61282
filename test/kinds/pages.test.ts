import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { kindDocs } from "../../scripts/kind-docs/kind-docs.ts";

const pages = new Map(kindDocs());

test("docs/reference/manifests has the pages of the kinds there are, and no others", () => {
  const files = readdirSync("docs/reference/manifests").map((name) => `docs/reference/manifests/${name}`);
  expect(files.sort()).toEqual([...pages.keys()].sort());
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

test("a page says what the edition gitbook lacks, and what it has otherwise", () => {
  const [, section = ""] =
    pages.get("docs/reference/manifests/site.md")?.split("## In the edition gitbook") ?? [];
  expect(section).toContain("- Only in the edition reference: `agentsContext`\n");
  expect(section).toContain("| `type` | needed | no | no |");
});
