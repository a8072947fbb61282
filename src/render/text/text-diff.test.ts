import { applyPatch } from "diff";
import { expect, test } from "vitest";
import { plain } from "./style.ts";
import { renderFileDiff } from "./text-diff.ts";

const linesOf = (count: number, lineOf: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => lineOf(at)).join("");
const same = linesOf(10, (at) => `same: ${at}\n`);
const indented = (width: number, count: number): string =>
  linesOf(count, (at) => `${" ".repeat(width)}team-${at}:\n`);

test.each<[string, string, string, number]>([
  ["a few lines", `${same}a: 1\n${same}b: 1\n${same}`, `${same}a: 2\n${same}b: 2\n${same}`, 2],
  ["each line", indented(4, 20_000), indented(2, 20_000), 1],
  ["each line between equal ones", same + indented(4, 3000) + same, same + indented(2, 3000) + same, 1],
  ["thousands of lines at the end", same, same + indented(2, 3000), 1],
  ["thousands of lines at the beginning", indented(2, 3000) + same, same, 1],
  ["each line, and the last newline", indented(4, 3000), indented(2, 3000).trimEnd(), 1],
])(
  "the diff of a file leads from one to the other, and its work is bounded: %s",
  (_, before, after, hunks) => {
    const diff = renderFileDiff("teams.yaml", before, after, plain);
    expect(applyPatch(before, diff)).toBe(after);
    expect(diff.match(/^@@ /gm)).toHaveLength(hunks);
  },
);

test("a diff of many edits has the lines around the change only", () => {
  const diff = renderFileDiff(
    "teams.yaml",
    same + indented(4, 3000) + same,
    same + indented(2, 3000) + same,
    plain,
  );
  expect(diff.split("\n").filter((line) => line.startsWith(" same"))).toHaveLength(6);
});
