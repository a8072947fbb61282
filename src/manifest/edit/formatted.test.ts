import { expect, test } from "vitest";
import { kinds } from "../../kinds/kinds.ts";
import type { Source } from "../../model/diagnostic.ts";
import type { Json } from "../../text/json.ts";
import { formatYaml } from "../format/format-yaml.ts";
import { manifestLayout } from "../write/field-order.ts";
import { editText } from "./edit-text.ts";

const layout = manifestLayout(kinds);
const formatted = (text: string): string => formatYaml("a.yaml", text, layout).text;

const rule = (user: string): Json => ({ rule: "allowed", users: [user], teams: [] });
const head = "organization: acme\n\n";

/** Canonical texts in which an edit names the first key of this name. */
const texts: readonly (readonly [where: string, text: string, key: string])[] = [
  ["of a resource in lines", `${head}spaces:\n  one:\n    title: One\n    x: old\n`, "x"],
  ["of a resource in braces", `${head}spaces:\n  one: { title: One, x: old }\n`, "x"],
  ["that is empty", `${head}spaces:\n  one:\n    title: One\n    x:\n`, "x"],
  ["with a map in braces", `${head}spaces:\n  one:\n    title: One\n    x: { a: b }\n`, "x"],
  ["with a list in brackets", `${head}spaces:\n  one:\n    title: One\n    x: [{ a: b }, c]\n`, "x"],
  [
    "with a list in lines",
    `${head}spaces:\n  one:\n    title: One\n    x:\n      - { a: b }\n      - c\n`,
    "x",
  ],
];

const values: readonly Json[] = [
  "text",
  "two\nlines\n",
  7,
  true,
  [],
  {},
  ["a", "b"],
  [["a"], ["b", "c"]],
  [{ a: "b" }],
  { a: "b", c: ["d", "e"] },
  { rules: [rule("ana@acme.example"), rule("li@acme.example")] },
  [{ deep: { er: [{ lists: ["of", { maps: [] }] }] } }],
  ["- a", "a: b", "[c]", "{ d }"],
];

/** The place of the first key of this name. */
function at(text: string, key: string): Source {
  const before = text.slice(0, text.indexOf(`${key}:`)).split("\n");
  return { file: "a.yaml", line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

const cases = texts.flatMap(([where, text, key]) =>
  values.map((value) => ({ where, text, key, value, said: JSON.stringify(value) })),
);

test.each(cases)("what is written over a value $where is as fmt leaves it: $said", ({ text, key, value }) => {
  expect(formatted(text)).toBe(text);
  const { text: after, refused } = editText("a.yaml", text, [{ type: "setValue", at: at(text, key), value }]);
  expect(refused).toEqual([]);
  expect(formatted(after)).toBe(after);
});

test.each(cases)("so is an entry that is added next to a value $where: $said", ({ text, key, value }) => {
  const { text: after, refused } = editText("a.yaml", text, [
    { type: "addEntry", in: { key: at(text, "one") }, key: "y", value, after: key },
  ]);
  expect(refused).toEqual([]);
  expect(formatted(after)).toBe(after);
});

test.each(values.map((value) => [JSON.stringify(value), value] as const))(
  "so is what is added to a list: %s",
  (_, value) => {
    for (const [, text] of texts.slice(4)) {
      const { text: after, refused } = editText("a.yaml", text, [
        { type: "arrangeList", in: { key: at(text, "x") }, items: [{ add: value }] },
      ]);
      expect(refused).toEqual([]);
      expect(formatted(after)).toBe(after);
    }
  },
);
