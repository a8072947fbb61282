import { expect, test } from "vitest";
import { memoryFiles } from "../manifest/read/project-files.ts";
import type { Change, FieldChange } from "../model/documents/plan-document.ts";
import { fieldsAsked, subjectOf } from "../planner/guards/policy.ts";
import type { JsonObject } from "../text/json.ts";
import { policiesOf } from "./policies.ts";
import { readRules } from "./rules.ts";

/** The results of a rule for a change, one for each time it is asked. */
async function asked(
  when: string,
  assert: string,
  change: Pick<Change, "kind" | "action" | "fields">,
  { desired = {}, live = {} }: { readonly desired?: JsonObject; readonly live?: JsonObject } = {},
): Promise<readonly (boolean | string)[]> {
  const text = `rules:\n  - name: rule\n    when: ${when}\n    assert: ${JSON.stringify(assert)}\n    message: M\n`;
  const { rules, diagnostics } = await readRules(memoryFiles({ "policies/a.yaml": text }), [
    "policies/a.yaml",
  ]);
  expect(diagnostics).toEqual([]);
  const now = Date.parse("2026-01-09T09:00:00Z");
  return policiesOf(rules, { now, author: "ana" }).flatMap((policy) =>
    fieldsAsked(policy.scope, change).map((field) => {
      const result = policy.holds(subjectOf({ address: "acme/x", ...change }, field, { desired, live }));
      return typeof result === "boolean" ? result : result.message;
    }),
  );
}

const role = (before: string, after: string): FieldChange => ({ path: "role", before, after });
const member = { kind: "member", action: "update", fields: [role("read", "admin")] } as const;
const people: FieldChange[] = [
  { path: "members.ana@acme.example", after: "owner" },
  { path: "members.li@acme.example", before: "owner", after: "member" },
  { path: "title", before: "A", after: "B" },
];
const team = { kind: "team", action: "update", fields: people } as const;

test.each([
  ["everything by an empty when", "{}", "true", member, [true]],
  ["one kind", "{ kind: member }", "false", member, [false]],
  ["not another kind", "{ kind: team }", "false", member, []],
  ["several kinds", "{ kind: [team, member] }", "false", member, [false]],
  ["not another action", "{ action: [create, delete] }", "false", member, []],
  ["a field", "{ field: role }", 'change.before == "read" && change.after == "admin"', member, [true]],
  ["not another field", "{ field: sso }", "false", member, []],
  ["each person in a field", "{ field: members }", 'change.after != "owner"', team, [false, true]],
  ["a person in any case", "{ field: members.Li@Acme.example }", 'change.after == "owner"', team, [false]],
  [
    "people in lower case, whoever wrote them",
    "{ field: members }",
    'change.field == "members.ana@acme.example"',
    { ...team, fields: [{ path: "members.ANA@acme.example", after: "owner" }] },
    [true],
  ],
  [
    "each of several fields",
    "{ field: [members.li@acme.example, title] }",
    'change.after == "B"',
    team,
    [false, true],
  ],
  [
    "nothing for a field of a change without any",
    "{ field: title }",
    "false",
    { kind: "team", action: "delete" },
    [],
  ],
] as const)("a rule is asked about %s", async (_, when, assert, change, expected) => {
  expect(
    await asked(when, assert, { ...change, fields: "fields" in change ? [...change.fields] : [] }),
  ).toEqual(expected);
});

const about = {
  desired: { title: "Hub", position: 3, ratio: 0.5, tags: ["a", "b"], nothing: null },
  live: { title: "Old", rules: { type: "any" } },
};

test.each([
  ['change.kind == "member" && change.action == "update" && change.address == "acme/x"', true],
  ['change.field == "" && change.before == null && change.after == null', true],
  ['desired.title == "Hub" && live.title == "Old"', true],
  ["desired.position == 3 && desired.position > 2 && desired.ratio < 1.0", true],
  ['desired.tags.exists(tag, tag == "b") && "a" in desired.tags', true],
  ["desired.nothing == null && !has(desired.missing) && has(live.title)", true],
  ['live.rules.type == "any" && desired.?missing.orValue("none") == "none"', true],
  ['author == "ana" && now.getDayOfWeek() == 5', true],
  ['now < timestamp("2026-01-09T10:00:00Z")', true],
  ['size(live) == 2 && live.title.matches("^O[a-z]+$")', true],
  ["has(live.constructor)", false],
  ["live.missing == 1", "the policy rule cannot be used for acme/x: No such key: missing"],
  ["live.title > 1", "the policy rule cannot be used for acme/x: no such overload: dyn<string> > int"],
  [`desired.title.matches("^\\\\p{L}+$") && !"zürich?".matches("^[[:alpha:]]+$")`, true],
  ['duration("1h30m") == duration("90m")', true],
  [
    'live.title.matches(live.title + "(?=x)")',
    "the policy rule cannot be used for acme/x: RE2 does not take the pattern: invalid or unsupported Perl syntax: `(?=`",
  ],
  [
    "desired.position.matches('x')",
    "the policy rule cannot be used for acme/x: found no matching overload for 'int.matches(string)'",
  ],
  [
    '"a,b".split(",").join("-") == "a-b" && "äb".size() == 2 && size([1, 2]) == 2 && {"a": 1}.size() == 1',
    true,
  ],
  ['"Abc".lowerAscii() + string(1) == "abc1" && size(bytes("ä")) == 2 && bytes("a").hex() == "61"', true],
  ['"abc".indexOf("c", 1) == 2 && "abc".substring(1, 2) == "b" && " a ".trim() == "a"', true],
  [
    '"abc".substring(7) == ""',
    "the policy rule cannot be used for acme/x: string.substring(start, end): start index out of range",
  ],
  [
    "desired.position.contains('x')",
    "the policy rule cannot be used for acme/x: found no matching overload for 'int.contains(string)'",
  ],
  ["desired.title", "the policy rule cannot be used for acme/x: it gives string, not bool"],
  ["desired.nothing", "the policy rule cannot be used for acme/x: it gives null, not bool"],
])("%s gives %s", async (assert, expected) => {
  expect(await asked("{}", assert, { kind: "member", action: "update" }, about)).toEqual([expected]);
});

const long = {
  text: `${"a".repeat(60_000)}!`,
  digits: "1".repeat(60_000),
  items: Array.from({ length: 50 }, (_, at) => at),
};

test.each([
  ["a pattern that JavaScript would try for ever", '!desired.text.matches("(a+)+$")', true],
  ["a list of 50 in itself twice", "desired.items.all(a, desired.items.all(b, a + b >= 0))", true],
  [
    "a number of a duration that has no end",
    'duration(desired.digits) > duration("1s")',
    "the policy rule cannot be used for acme/x: duration() takes at most 100 characters",
  ],
  ...[
    ["a list of 50 in itself four times", everywhere("a + b + c + d >= 0")],
    ["the same, where an error does not end a macro", everywhere("d / 0 == 1")],
    ["the same, with a way round", `${everywhere("d / 0 == 1")} || true`],
    ["by other macros", "desired.items.map(a, desired.items.filter(b, desired.items.exists_one(c, c == 1)))"],
    ...[
      ...["contains('b')", "startsWith('b')", "endsWith('b')", "indexOf('b', 1) > 0", "lastIndexOf('b') > 0"],
      ...["lowerAscii() == ''", "upperAscii() == ''", "trim() == ''", "size() == 0", "substring(1) == ''"],
      ...["split('b').size() == 0", "split('').join() == ''"],
    ].map((call) => [
      `a long text, again and again: ${call}`,
      `desired.items.all(a, desired.items.all(b, !(desired.text.${call})))`,
    ]),
    [
      "a long text as bytes, again and again",
      "desired.items.all(a, desired.items.all(b, size(bytes(desired.text)) > 0))",
    ],
    ["a search for a long text", "[1, 2, 3, 4].exists(a, desired.text.contains(desired.digits))"],
    ["a large pattern, again and again", 'desired.items.exists(a, desired.text.matches("(a{1,100}){10}b"))'],
  ].map(
    ([what = "", assert = ""]) =>
      [
        what,
        `${assert} == ${assert}`,
        "the policy rule cannot be asked about acme/x: it takes more than 100,000 steps",
      ] as const,
  ),
] as const)("the work of a rule has a bound: %s", async (_, assert, expected) => {
  expect(await asked("{}", assert, { kind: "member", action: "update" }, { desired: long })).toEqual([
    expected,
  ]);
});

function everywhere(predicate: string): string {
  return ["a", "b", "c", "d"].reduceRight((inner, name) => `desired.items.all(${name}, ${inner})`, predicate);
}

/** The mistakes of a rule whose expression begins in line 3, column 13. */
test.each([
  ["in its line", "assert: chang.after == 1", "Unknown variable: chang", [3, 13, 5]],
  ["in quotes", 'assert: "true && chang.after == 1"', "Unknown variable: chang", [3, 22, 5]],
  ["in a block", "assert: |\n      true\n        && chang.after == 1", "Unknown variable: chang", [5, 12, 5]],
  ["folded", "assert: >\n      true &&\n      chang.after == 1", "Unknown variable: chang", [3, 13, 1]],
  [
    "with a pattern that goes back",
    `assert: '"a".matches("(a)\\\\1")'`,
    "RE2 does not take the pattern: invalid escape sequence: `\\1`",
    [3, 26, 8],
  ],
  ["that is no text", "assert: true", "rules[0].assert must be text, not true", [3, 13, 4]],
])("a mistake of an expression %s is marked", async (_, assert, message, place) => {
  const text = `rules:\n  - name: rule\n    ${assert}\n    message: M\n`;
  const { diagnostics } = await readRules(memoryFiles({ "policies/a.yaml": text }), ["policies/a.yaml"]);
  expect(diagnostics).toHaveLength(1);
  const [{ message: said, source: { line, column, length } = {} } = { message: "" }] = diagnostics;
  expect(said).toContain(message);
  expect([line, column, length]).toEqual(place);
});

test("a rule that names an email with capitals would never fit, and cannot be used", async () => {
  const text = "rules:\n  - { name: a, when: {}, assert: 'author == \"Ana@acme.example\"', message: M }\n";
  const { diagnostics } = await readRules(memoryFiles({ "policies/a.yaml": text }), ["policies/a.yaml"]);
  expect(diagnostics).toMatchObject([
    { code: "DF6001", hint: expect.stringContaining('"ana@acme.example"') },
  ]);
});
