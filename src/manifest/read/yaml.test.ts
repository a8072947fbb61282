import fc from "fast-check";
import { expect, test } from "vitest";
import { line, load } from "../../../test/support/projects/load-manifests.ts";
import { parseYaml } from "./parse-yaml.ts";
import { toJson } from "./tree.ts";

function read(text: string): readonly unknown[] {
  const { documents, diagnostics } = parseYaml("a.yaml", text);
  return [documents.map(toJson), diagnostics.map(line)];
}

const bomb = [
  "a: &a0 [x, x]",
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `b${n}: &a${n} [*a${n - 1}, *a${n - 1}]`),
];

test.each<[promise: string, text: string, documents: unknown[], mistakes: string[]]>([
  ["an empty file has no documents", "", [], []],
  ["comments and empty documents are left out", "# a\n---\n---\n# b\n", [], []],
  ["BOM and CRLF", "\uFEFFa: 1\r\nb: [x,\r\n  y]\r\n", [{ a: 1, b: ["x", "y"] }], []],
  ["several documents", "a: 1\n---\nb: 2\n", [{ a: 1 }, { b: 2 }], []],
  [
    "YAML 1.2: no and on are text",
    "a: [no, on, 0o17, 0x1F, 1.5, ~]",
    [{ a: ["no", "on", 15, 31, 1.5, null] }],
    [],
  ],
  ["YAML 1.2 whatever the directive says", "%YAML 1.1\n---\na: no\n", [{ a: "no" }], []],
  [
    "keys are text as it is written",
    "2024: a\n1.10: b\ntrue: c\n",
    [{ "2024": "a", "1.10": "b", true: "c" }],
    [],
  ],
  ["aliases", "a: &x { k: 1 }\nb: *x\nc: [*x]", [{ a: { k: 1 }, b: { k: 1 }, c: [{ k: 1 }] }], []],
  ["an alias means the anchor before it", "a: &x 1\nb: *x\nc: &x 2\nd: *x", [{ a: 1, b: 1, c: 2, d: 2 }], []],
  [
    "merge keys are refused in one way wherever they stand, and nothing else is said of the document",
    "a: &x { k: 1 }\nb: { <<: *x }\nc: [{ <<: [*x] }, *none]",
    [],
    [
      "DF1004 a.yaml:2:6 docform does not support merge keys (<<)",
      "DF1004 a.yaml:3:7 docform does not support merge keys (<<)",
    ],
  ],
  ["a key in quotes is no merge key", 'a: { "<<": 1 }', [{ a: { "<<": 1 } }], []],
  [
    "a syntax error does not hide the other documents",
    "a: b: c\n---\nok: 1\n---\n'x\n",
    [{ ok: 1 }],
    [
      'DF1001 a.yaml:1:4 not valid YAML: a value that holds ": " needs quotes',
      "DF1001 a.yaml:6:1 not valid YAML: Missing closing 'quote",
    ],
  ],
  [
    "a tag",
    "a: !!binary eA==",
    [],
    ["DF1001 a.yaml:1:4 not valid YAML: Unresolved tag: tag:yaml.org,2002:binary"],
  ],
  ["an unknown alias", "a: *x", [], ["DF1001 a.yaml:1:4 not valid YAML: no anchor &x before this alias"]],
  [
    "a map as a key",
    "? {a: 1}\n: x",
    [],
    ["DF1001 a.yaml:1:3 not valid YAML here: a key must be text, not a map or a list"],
  ],
  [
    "duplicate keys",
    "a: 1\nb: { c: 1, c: 2, c: 3 }\na: 2",
    [{ a: 1, b: { c: 1 } }],
    [
      'DF1002 a.yaml:2:12 duplicate key "c"',
      'DF1002 a.yaml:2:18 duplicate key "c"',
      'DF1002 a.yaml:3:1 duplicate key "a"',
    ],
  ],
  [
    "__proto__",
    "a: { __proto__: { b: 1 } }",
    [{ a: {} }],
    ['DF1003 a.yaml:1:6 the key "__proto__" is not allowed'],
  ],
  [
    "a number without an end",
    "a: .inf",
    [{ a: "" }],
    ["DF1005 a.yaml:1:4 this number is not finite, which JSON cannot say"],
  ],
  [
    "an alias in itself",
    "a: &x [*x]",
    [],
    ["DF1003 a.yaml:1:8 this alias is inside the value that it repeats"],
  ],
  ["a bomb of aliases", bomb.join("\n"), [], ["DF1003 a.yaml:6:15 more than 100 aliases"]],
  ["100 levels", "[".repeat(100) + "]".repeat(100), [expect.anything()], []],
  [
    "101 levels",
    "[".repeat(101) + "]".repeat(101),
    [],
    ["DF1003 a.yaml:1:101 nested deeper than 100 levels"],
  ],
])("%s", (_, text, documents, mistakes) => {
  expect(read(text)).toEqual([documents, mistakes]);
});

test.each(["[", "{a: ", "- ", "? ", ": ", "- - ["])(
  "%j a hundred thousand times is refused by one mistake",
  (piece) => {
    const { documents, diagnostics } = parseYaml("a.yaml", piece.repeat(100_000));
    expect([documents, diagnostics.length]).toEqual([[], 1]);
  },
);

test("aliases cannot repeat a large value many times", () => {
  const text = `a: &x [${"1,".repeat(20_000)}]\nb: [${"*x,".repeat(10)}]`;
  expect(read(text)).toEqual([[], ["DF1003 a.yaml:2:17 aliases repeat more than 100000 values"]]);
});

test("duplicates are found in a map of few entries and of more, whichever of them comes twice", () => {
  const keys = Array.from({ length: 10 }, (_, at) => `k${at}: ${at}`);
  expect(read([...keys, "k0: 1", "k8: 1", "k9: 1", "k9: 2"].join("\n"))[1]).toEqual([
    'DF1002 a.yaml:11:1 duplicate key "k0"',
    'DF1002 a.yaml:12:1 duplicate key "k8"',
    'DF1002 a.yaml:13:1 duplicate key "k9"',
    'DF1002 a.yaml:14:1 duplicate key "k9"',
  ]);
});

test("a wide map with a duplicate at its end is read in linear time", () => {
  const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`);
  expect(read([...keys, "k0: 2"].join("\n"))[1]).toEqual(['DF1002 a.yaml:20001:1 duplicate key "k0"']);
});

test("a duplicate names the first place; lengths end with the line", () => {
  const [duplicate] = parseYaml("a.yaml", "key: 1\nkey: 2").diagnostics;
  expect(duplicate).toMatchObject({
    source: { file: "a.yaml", line: 2, column: 1, length: 3 },
    related: [{ message: "first written here", source: { file: "a.yaml", line: 1, column: 1, length: 3 } }],
  });
  const [document] = parseYaml("a.yaml", "a: |\n  text\n  more\n").documents;
  expect(document).toMatchObject({ entries: [{ value: { source: { line: 1, column: 4, length: 1 } } }] });
});

const piece = fc.oneof(
  fc.constantFrom(
    "teams:",
    "sites:",
    "organization: acme\n",
    "structure:",
    "members:",
    "manage:",
    "\n",
    "\n  ",
    "\n    ",
  ),
  fc.constantFrom(
    "- ",
    ": ",
    "{",
    "}",
    "[",
    "]",
    "&a ",
    "*a",
    "|\n",
    ">\n",
    "---\n",
    "...\n",
    "? ",
    "!x ",
    "#",
    "'",
    '"',
  ),
  fc.constantFrom(
    "${env:X}",
    "${file:x}",
    "${",
    "$$",
    "docs",
    "title",
    "section: a",
    "space: id:x",
    "null",
    "1",
    "__proto__",
  ),
  fc.string(),
);

/** Cases of what is drawn: few for npm test; .ci/run says more. */
const numRuns = Number(process.env.READ_RUNS ?? 100);

test("whatever a manifest and docform.yaml hold, they give diagnostics or resources, and nothing throws", async () => {
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
  await fc.assert(
    fc.asyncProperty(text, fc.oneof(text, fc.constant(undefined)), async (manifest, settings) => {
      const files = { "manifests/a.yaml": `organization: acme\n${manifest}`, "manifests/b.yaml": manifest };
      const project = await load(settings === undefined ? files : { ...files, "docform.yaml": settings });
      for (const { source } of project.diagnostics) expect(source?.line ?? 1).toBeGreaterThan(0);
    }),
    { numRuns },
  );
});

test("whatever bytes a file has", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" })), (text) => {
      const { documents, diagnostics, complete } = parseYaml("a.yaml", text);
      expect(complete || diagnostics.length > 0).toBe(true);
      documents.map(toJson);
    }),
    { numRuns },
  );
});
