import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const files = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"))
  .map((file) => ({ file, text: readFileSync(join("src", file), "utf8") }));

const comments = files.flatMap(commentsOf);

const commentsAround = ["test", "bench", "scripts"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
    .map((file) => ({ file: join(folder, file), text: readFileSync(join(folder, file), "utf8") }))
    .flatMap(commentsOf),
);

function commentsOf({ file, text }: { readonly file: string; readonly text: string }): readonly string[] {
  return [...text.matchAll(/\/\*\*?([\s\S]*?)\*\/|^\s*\/\/(.*)$/gm)].map(
    ([, block, line]) => `${file}: ${(block ?? line ?? "").trim().replace(/^\* /, "")}`,
  );
}

const withoutNoun = /^\S+: (?:What|Who)(?:ever)?\b(?!.*\?$)/;

const faults: readonly (readonly [string, RegExp])[] = [
  ["begins with a clause that has no noun", withoutNoun],
  [
    "has a word of its own for a common one",
    /\b(?:stands? in|anew|comes? to stand|speaks? of|goes along|takes? along)\b/,
  ],
];

test.each(faults)("no comment %s", (_, fault) => {
  expect(comments.length).toBeGreaterThan(4000);
  expect(comments.filter((comment) => fault.test(comment))).toEqual([]);
});

test("no comment of tests, benches and scripts begins with a clause that has no noun", () => {
  expect(commentsAround.length).toBeGreaterThan(1000);
  expect(commentsAround.filter((comment) => withoutNoun.test(comment))).toEqual([]);
});

test("no name of a function is in more than four files, so that a search for it leads to its file", () => {
  const found = new Map<string, Set<string>>();
  for (const { file, text } of files)
    for (const [, name = ""] of text.matchAll(/^\s*(?:export )?(?:async )?function\*? (\w+)/gm))
      found.set(name, (found.get(name) ?? new Set()).add(file));
  expect(found.size).toBeGreaterThan(1000);
  expect([...found].filter(([, { size }]) => size > 4).map(([name]) => name)).toEqual([]);
});
