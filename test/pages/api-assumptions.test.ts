import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assumptionsFile } from "../../scripts/api-parts.ts";

const page = readFileSync(assumptionsFile, "utf8");

/** The numbers that the page explains: its assumptions, and its rows. */
const explained = new Set(
  [...page.matchAll(/^(?:- \*\*(A\d+)\*\*|\| (\d[\d.]*) \|)/gm)].map((row) => row[1] ?? row[2]),
);

const files = ["src", "test", "docs", "scripts", "bench"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
);

/** Each citation: an assumption anywhere, and a chapter where it is in parentheses, such as `(2.15, A11)`. */
const cited = files
  .filter((file) => /\.(?:tsx?|mjs|md)$/.test(file) && file !== assumptionsFile)
  .flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const assumptions = text.match(/(?<=[ (/`"])A[1-9]\d?(?=[:;,.)`]| (?!\d))/g) ?? [];
    const chapters = text.match(/(?<=\/[/*].*\((?:[A\d.]+, )*)[2-4]\.[1-9]\d?(?=[,)])/g) ?? [];
    return [...assumptions, ...chapters].map((number) => ({ file, number }));
  });

test("each number that is cited is explained", () => {
  expect(cited.filter(({ number }) => !explained.has(number))).toEqual([]);
});

test("each assumption is cited", () => {
  const numbers = new Set(cited.map(({ number }) => number));
  expect([...explained].filter((number) => number?.startsWith("A") && !numbers.has(number))).toEqual([]);
});

test("the file of a chapter exists, and cites it", () => {
  const rows = [...page.matchAll(/^\| (2\.\d+) \| .* \| `(.*)` \|$/gm)];
  expect(rows).toHaveLength(23);
  for (const [, number = "", file = ""] of rows) {
    expect(existsSync(file), file).toBe(true);
    expect(readFileSync(file, "utf8"), `${file} cites ${number}`).toMatch(new RegExp(`\\b${number}\\b`));
  }
});
