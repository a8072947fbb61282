import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Rooms, or folders of them, whose comments were read once for this rule. The others follow. */
const held = [
  "contract",
  "kinds",
  "manifest",
  "manifest-tests",
  "model",
  "planner/diff",
  "planner/guards",
  "planner/match",
  "planner/order",
  "planner/state",
  "policy",
  "pull",
];

const comments = held.flatMap((folder) =>
  readdirSync(join("src", folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"))
    .flatMap((file) => {
      const text = readFileSync(join("src", folder, file), "utf8");
      return [...text.matchAll(/\/\*\*?([\s\S]*?)\*\/|^\s*\/\/(.*)$/gm)].map(
        ([, block, line]) => `${folder}/${file}: ${(block ?? line ?? "").trim().replace(/^\* /, "")}`,
      );
    }),
);

const faults: readonly (readonly [string, RegExp])[] = [
  ["begins with a clause that has no noun", /^\S+: (?:What|Who)(?:ever)?\b(?!.*\?$)/],
  ["has a word of its own for a common one", /\bstands? in\b|\banew\b|\bcomes? to stand\b|\bspeaks? of\b/],
];

test.each(faults)("no comment %s", (_, fault) => {
  expect(comments.length).toBeGreaterThan(500);
  expect(comments.filter((comment) => fault.test(comment))).toEqual([]);
});

test("no name of a function is in more than four files, so that a search for it leads to its file", () => {
  const files = new Map<string, Set<string>>();
  const all = readdirSync("src", { recursive: true, encoding: "utf8" });
  for (const file of all.filter((one) => /\.tsx?$/.test(one) && !one.endsWith(".test.ts"))) {
    const text = readFileSync(join("src", file), "utf8");
    for (const [, name = ""] of text.matchAll(/^\s*(?:export )?(?:async )?function\*? (\w+)/gm))
      files.set(name, (files.get(name) ?? new Set()).add(file));
  }
  expect(files.size).toBeGreaterThan(1000);
  expect([...files].filter(([, { size }]) => size > 4).map(([name]) => name)).toEqual([]);
});
