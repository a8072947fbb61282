import { expect, test } from "vitest";
import type { Source } from "../../model/diagnostic.ts";
import type { Edit } from "./edit.ts";
import { editText } from "./edit-text.ts";

/** The place of the first text like this, or of the n-th. */
function at(text: string, what: string, nth = 1): Source {
  let offset = -1;
  for (let count = 0; count < nth; count++) offset = text.indexOf(what, offset + 1);
  if (offset < 0) throw new Error(`${what} is not in the text`);
  const before = text.slice(0, offset).split("\n");
  return { file: "a.yaml", line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

type Make = (place: (what: string, nth?: number) => Source) => readonly Edit[];

/** The text after edits whose places are named by what stands there; and why what was refused was refused. */
function edited(text: string, make: Make): string | readonly string[] {
  const result = editText(
    "a.yaml",
    text,
    make((what, nth) => at(text.replace("\uFEFF", ""), what, nth)),
  );
  return result.refused.length === 0 ? result.text : result.refused.map(({ reason }) => reason);
}

const teams = `# yaml-language-server: $schema=x
organization: acme   # ours

teams:
  # the writers
  docs:
    title: 'Docs'  # what people see
    members: { ana@x.io: owner, li@x.io: member }
  # the others
  dev:
    title: Dev
    # nothing more
`;

test.each<[promise: string, text: string, make: Make, after: string]>([
  [
    "the last item of a list gets another entry, and the list another item behind it",
    "list:\n  - a: 1\nnext: 2\n",
    (place) => [
      { type: "arrangeList", in: { key: place("list") }, items: [{ keep: place("1") }, { add: { a: 2 } }] },
      { type: "addEntry", in: { item: place("1") }, key: "b", value: 3, after: "a" },
    ],
    "list:\n  - a: 1\n    b: 3\n  - a: 2\nnext: 2\n",
  ],
  [
    "a new item of a list leaves the comment at its end in the list",
    "list:\n  - a: 1\n  # - a: 3\nnext: 2\n",
    (place) => [
      { type: "arrangeList", in: { key: place("list") }, items: [{ keep: place("1") }, { add: { a: 2 } }] },
    ],
    "list:\n  - a: 1\n  - a: 2\n  # - a: 3\nnext: 2\n",
  ],
  [
    "a text keeps its quotes and its comment",
    teams,
    (place) => [{ type: "setValue", at: place("title"), value: "Writers' room" }],
    teams.replace("'Docs'", "'Writers'' room'"),
  ],
  [
    "a plain text gets quotes where it needs them",
    teams,
    (place) => [{ type: "setValue", at: place("title", 2), value: "yes: no" }],
    teams.replace("Dev\n", '"yes: no"\n'),
  ],
  [
    "one role in braces",
    teams,
    (place) => [
      { type: "setValue", at: place("members"), value: { "ana@x.io": "owner", "li@x.io": "owner" } },
    ],
    teams.replace("li@x.io: member", "li@x.io: owner"),
  ],
  [
    "one person comes, another goes, in braces",
    teams,
    (place) => [
      { type: "setValue", at: place("members"), value: { "li@x.io": "member", "max@x.io": "owner" } },
    ],
    teams.replace("{ ana@x.io: owner, li@x.io: member }", "{ li@x.io: member, max@x.io: owner }"),
  ],
  [
    "an entry goes with its comment",
    teams,
    (place) => [{ type: "removeEntry", at: place("docs") }],
    teams.replace(/ {2}# the writers\n(.*\n){3}/, ""),
  ],
  [
    "the last entry goes with the comments in it",
    teams,
    (place) => [{ type: "removeEntry", at: place("dev") }],
    teams.replace(/\n {2}# the others\n(.*\n){3}$/, "\n"),
  ],
  [
    "new entries stand where they are told to, and look like their siblings",
    teams,
    (place) => [
      { type: "addEntry", in: { key: place("teams") }, key: "ops", value: { title: "Ops" } },
      { type: "addEntry", in: { key: place("teams") }, key: "art", value: { title: "Art" }, after: "docs" },
      { type: "addEntry", in: { key: place("teams") }, key: "api", value: {}, before: "docs" },
      { type: "addEntry", in: { document: place("teams") }, key: "sites", value: { hub: { title: "Hub" } } },
    ],
    `${teams
      .replace("  # the writers\n", "  api: {}\n  # the writers\n")
      .replace("  # the others\n", "  art:\n    title: Art\n  # the others\n")}  ops:
    title: Ops
sites:
  hub:
    title: Hub
`,
  ],
  [
    "an entry goes, and one comes after it",
    teams,
    (place) => [
      { type: "removeEntry", at: place("title", 2) },
      { type: "addEntry", in: { key: place("dev") }, key: "members", value: {}, after: "title" },
      { type: "addEntry", in: { key: place("teams") }, key: "ops", value: {} },
    ],
    teams.replace("    title: Dev\n    # nothing more\n", "    members: {}\n    # nothing more\n  ops: {}\n"),
  ],
  [
    "the only entry goes: an empty map stays",
    "a:\n  b: # c\n    d: 1\ne: 2\n",
    (place) => [{ type: "removeEntry", at: place("d") }],
    "a:\n  b: {} # c\ne: 2\n",
  ],
  [
    "something comes into what is empty",
    "a: {} # none\nb:\nc: ~\nd: [ ] # none\n",
    (place) => [
      { type: "addEntry", in: { key: place("a") }, key: "x", value: 1 },
      { type: "addEntry", in: { key: place("a") }, key: "y", value: { z: true } },
      { type: "addEntry", in: { key: place("b") }, key: "x", value: "t" },
      { type: "setValue", at: place("c"), value: ["p", { q: 1, r: [2] }] },
      { type: "arrangeList", in: { key: place("d") }, items: [{ add: "p" }] },
    ],
    "a: # none\n  x: 1\n  y:\n    z: true\nb:\n  x: t\nc:\n  - p\n  - q: 1\n    r:\n      - 2\nd: # none\n  - p\n",
  ],
  [
    "CRLF and a byte order mark stay; there is no line end at the end",
    "\uFEFFa: 1\r\nb:\r\n    c: x",
    (place) => [
      { type: "setValue", at: place("a"), value: "two\nlines\n" },
      { type: "addEntry", in: { key: place("b") }, key: "d", value: { e: 1 } },
    ],
    "\uFEFFa: |\r\n    two\r\n    lines\r\nb:\r\n    c: x\r\n    d:\r\n        e: 1",
  ],
  [
    "the first two entries of a file go",
    "a: 1\nb: 2\nc: 3\n",
    (place) => [
      { type: "removeEntry", at: place("a") },
      { type: "removeEntry", at: place("b") },
    ],
    "c: 3\n",
  ],
  [
    "an item comes to the end of a list, and a key after the list",
    "a:\n  b:\n    - c: 1\n",
    (place) => [
      { type: "arrangeList", in: { key: place("b") }, items: [{ keep: place("c") }, { add: { c: 2 } }] },
      { type: "addEntry", in: { key: place("a") }, key: "d", value: 3 },
    ],
    "a:\n  b:\n    - c: 1\n    - c: 2\n  d: 3\n",
  ],
  [
    "a block scalar stays one",
    "a: |  # why\n  one\n  two\n\nb: >-\n  folded\n  text\nc: 1\n",
    (place) => [
      { type: "setValue", at: place("a"), value: "one\nthree\n" },
      { type: "setValue", at: place("b"), value: "short" },
    ],
    "a: |  # why\n  one\n  three\n\nb: short\nc: 1\n",
  ],
])("%s", (_, text, make, after) => {
  expect(edited(text, make)).toBe(after);
});

const site = `sites:
  hub:
    structure:
    # first
    - section: guides
      title: Guides # shown

    - section: api
      spaces: [{ space: rest }, {space: sdk, path: "sdk"}]

    # loose words

    # last
    - { section: blog }
`;

test.each<[promise: string, make: Make, after: string]>([
  [
    "items move with their comments, and change while they move",
    (place) => [
      {
        type: "arrangeList",
        in: { key: place("structure") },
        items: [{ keep: place("blog") }, { keep: place("guides") }, { keep: place("api") }],
      },
      { type: "setValue", at: place("title"), value: "Guide" },
      { type: "addEntry", in: { item: place("guides") }, key: "icon", value: "book" },
    ],
    `sites:
  hub:
    structure:
    # last
    - { section: blog }

    # first
    - section: guides
      title: Guide # shown
      icon: book

    # loose words

    - section: api
      spaces: [{ space: rest }, {space: sdk, path: "sdk"}]
`,
  ],
  [
    "items come and go",
    (place) => [
      {
        type: "arrangeList",
        in: { key: place("structure") },
        items: [{ keep: place("guides") }, { add: { section: "new", spaces: [] } }, { keep: place("blog") }],
      },
    ],
    site.replace(/- section: api\n.*\n/, "- section: new\n      spaces: []\n"),
  ],
  [
    "items in brackets",
    (place) => [
      {
        type: "setValue",
        at: place("spaces"),
        value: [{ space: "sdk", path: "kit" }, { space: "rest" }, { space: "new" }],
      },
    ],
    site.replace(/spaces: .*/, 'spaces: [{space: sdk, path: "kit"}, { space: rest }, { space: new }]'),
  ],
])("%s", (_, make, after) => {
  expect(edited(site, make)).toBe(after);
});

test.each<[promise: string, text: string, make: Make, reasons: string | readonly string[]]>([
  [
    "what an alias repeats is not changed",
    "a: &x { t: 1 }\nb: *x\n",
    (place) => [{ type: "setValue", at: place("t"), value: 2 }],
    ["an alias repeats this value elsewhere"],
  ],
  [
    "nothing is added to what stands elsewhere",
    "a: &x { t: 1 }\nb: *x\nc: &y [1]\nd: *y\n",
    (place) => [
      { type: "addEntry", in: { key: place("b") }, key: "u", value: 2 },
      { type: "arrangeList", in: { key: place("d") }, items: [{ add: 2 }] },
    ],
    ["an alias repeats this value elsewhere", "an alias repeats this value elsewhere"],
  ],
  [
    "an alias gives way to a value of its own",
    "a: &x One\nb: *x # same\n",
    (place) => [{ type: "setValue", at: place("b"), value: "Two" }],
    "a: &x One\nb: Two # same\n",
  ],
  [
    "an anchor that nothing repeats is nothing special",
    "a: &x One\n",
    (place) => [{ type: "setValue", at: place("a"), value: "Two" }],
    "a: &x Two\n",
  ],
  [
    "what is put in from elsewhere stays",
    'a: "${env:A}"\nb: { c: "x ${file:y}", d: 1 }\n',
    (place) => [
      { type: "setValue", at: place("a"), value: "secret" },
      { type: "setValue", at: place("b"), value: { c: "z", d: 2 } },
    ],
    [
      "the text there takes its value from elsewhere: ${env:A}",
      "the text there takes its value from elsewhere: x ${file:y}",
    ],
  ],
  [
    "a lone dollar is written in two ways, and means the same",
    "a: 5 $\nb: 5 $$ {}\n",
    (place) => [
      { type: "setValue", at: place("a"), value: "5 $$" },
      { type: "setValue", at: place("b"), value: "5 $ {}" },
    ],
    "a: 5 $\nb: 5 $$ {}\n",
  ],
  [
    "edits that name nothing, or what is there already",
    "a: 1\nb: [x]\n",
    (place) => [
      { type: "removeEntry", at: place("x") },
      { type: "addEntry", in: { document: place("a") }, key: "b", value: 1 },
      { type: "addEntry", in: { key: place("b") }, key: "b", value: 1 },
      { type: "arrangeList", in: { key: place("b") }, items: [{ keep: place("a") }] },
    ],
    [
      "what it names is not there",
      'the key "b" is there already',
      "it does not hold a map",
      "what it names is not there",
    ],
  ],
  [
    "a file with mistakes is left alone",
    "a: 1\na: 2\n",
    (place) => [{ type: "setValue", at: place("a"), value: 3 }],
    ["the file has mistakes of its own"],
  ],
  [
    "one that cannot be written does not keep the others",
    "? a\n: 1\nb: 2\nc: 3\n",
    (place) => [
      { type: "setValue", at: place("c"), value: 4 },
      { type: "removeEntry", at: place("b") },
    ],
    ["docform edits no `? key`, and nothing in braces with a comment among them"],
  ],
])("%s", (_, text, make, reasons) => {
  expect(edited(text, make)).toEqual(reasons);
});
