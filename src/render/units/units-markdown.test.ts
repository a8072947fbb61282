import { expect, test } from "vitest";
import { unitTableMarkdown } from "./units-markdown.ts";

test("a table of Markdown has each cell whole, and nothing in it makes another cell or a mention", () => {
  const row = {
    organization: "acme",
    state: "no changes",
    changes: 12,
    calls: 8,
    milliseconds: 900,
  } as const;
  const next = "ask @ana | or <b>run</b> it again";
  const table = unitTableMarkdown([row, { ...row, organization: "b-1", state: "held", next }], [], 0);
  expect(table.split("\n").slice(2)).toEqual([
    "| organization | state | changes | deletes | access | requests | time | next |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    "| acme | no changes | 12 |  |  | 8 | 0.9 s |  |",
    "| `b-1` | held | 12 |  |  | 8 | 0.9 s | ask `@ana` \\| or `<b>run</b>` it again |",
    "",
  ]);
});

test("a table of very many organizations fits into a comment: those without changes are left out first", () => {
  const rows = Array.from({ length: 2_000 }, (_, at) => ({
    organization: `o${at}`,
    state: at % 1_000 === 7 ? ("held" as const) : ("no changes" as const),
    calls: 8,
    milliseconds: 900,
  }));
  const table = unitTableMarkdown(rows, [], 3);
  expect(table.length).toBeLessThan(30_000);
  expect(table.match(/^\| o\d+ \| \w+/gm)).toEqual(["| o7 | held", "| o1007 | held"]);
  expect(table).toContain("organizations left out: 1998 in the table, 3 below it.");
});

test("an organization that failed is in the table, however many others have changes before it", () => {
  const row = { state: "changes", changes: 12, calls: 8, milliseconds: 900 } as const;
  const others = Array.from({ length: 2_000 }, (_, at) => ({ ...row, organization: `o${at}` }));
  const last = { ...row, organization: "zoo", state: "not read" } as const;
  const table = unitTableMarkdown([...others, last], [], 0);
  expect(table.length).toBeLessThan(30_000);
  expect(table).toContain("| o0 | changes |");
  expect(table).toContain("| zoo | not read |");
});
