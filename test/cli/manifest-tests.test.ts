import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import type { TestsDocument } from "../../src/model/documents/tests-document.ts";
import { folderWith } from "../support/processes/cli-fixture.ts";
import { ioOf, runDocform } from "../support/processes/run-docform.ts";
import { copyOfProject } from "../support/projects/copy-project.ts";
import { junitForm, parseXml } from "../support/services/junit-form.ts";

type Files = Readonly<Record<string, string>>;

const project: Files = {
  "docform.yaml": `platform: { baseUrl: "https://docs.example" }
organizations: { acme: { id: org_acme } }
variables: { team: Writers }
environments:
  staging: { overlays: [overlays/staging.yaml] }
`,
  "manifests/all.yaml":
    'organization: acme\nteams:\n  docs: { id: team_docs, title: "$' +
    '{var:team}" }\n  new: { title: New }\n',
  "overlays/staging.yaml": "organization: acme\nteams:\n  docs: { title: Staging }\n",
  "tests/overlays/one.yaml": "organization: acme\nteams:\n  docs: { title: Laid over }\n",
  "tests/overlays/wrong.yaml": "organization: acme\nteams:\n  docs: { titel: Laid over }\n",
  "live.yaml": `organizations:
  - id: org_acme
    title: Acme
    members: [{ email: ana@acme.example, role: admin }]
    teams: [{ id: team_docs, title: Docs, members: { ana@acme.example: owner } }]
`,
};

/** Runs `docform test` in a folder with the project, and whatever the test adds; nothing may leave the process. */
async function testing(files: Files, ...argv: readonly string[]) {
  const cwd = folderWith({ ...project, ...files });
  const run = await runDocform(["test", ...argv], { cwd });
  return { ...run, cwd };
}

const given = "given: { seed: live.yaml }";
const oneTest = (expectations: string, more = given): Files => ({
  "tests/a.yaml": `name: it\n${more}\nexpect:\n${expectations.replaceAll(/^/gm, "  ")}\n`,
});

async function resultsOf(files: Files, ...argv: readonly string[]): Promise<TestsDocument> {
  const { stdout, stderr } = await testing(files, "--format", "json", ...argv);
  expect(stderr).toBe("");
  return JSON.parse(stdout) as TestsDocument;
}

describe("the policies of the project", () => {
  const policies = {
    "policies/titles.yaml": `rules:
  - name: only-ana
    when: { kind: team, action: update, field: title }
    assert: author == "ana"
    message: Only Ana renames a team.
  - name: not-on-friday
    when: { kind: team }
    assert: now.getDayOfWeek() != 5
    message: Not on Friday.
    severity: warn
`,
  };
  const friday =
    "given: { platform: { now: 2026-11-27T10:00:00Z, organizations: [{ id: org_acme, title: Acme }] } }";

  test.each([
    ["hold a plan", "policies: [only-ana]\nheld: [policy]", given],
    ["know the author of the test", "policies: []\nheld: []\nconverges: true", `${given}\nauthor: ana`],
    ["know the time of the seed, and warn", "policies: []\ndiagnostics: [DF6002]", friday],
  ])("%s", async (_, expectations, more) => {
    const manifests =
      more === friday ? { "manifests/all.yaml": "organization: acme\nteams:\n  new: { title: New }\n" } : {};
    const { tests } = await resultsOf({ ...policies, ...manifests, ...oneTest(expectations, more) });
    expect(tests).toMatchObject([{ failures: [] }]);
  });

  test("fail a test that does not expect them, with their message", async () => {
    const [one] = (await resultsOf({ ...policies, ...oneTest("policies: []") })).tests;
    expect(one?.failures).toMatchObject([{ expectation: "policies", came: ["only-ana"] }]);
    expect(one?.failures[0]?.note).toMatch(/Only Ana renames a team/);
  });

  test("that cannot be used end the command", async () => {
    const wrong = { "policies/titles.yaml": "rules: [{ name: it, assert: 1 +, message: No. }]\n" };
    expect(await testing({ ...wrong, ...oneTest("held: []") })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("DF6001"),
    });
  });
});

describe("an expectation comes true:", () => {
  const updates = "changes: { teams.docs: { update: { title: Writers } }, teams.new: create }\nonly: true";
  test.each([
    ["changes with fields, and no others", updates],
    ["an action alone", "changes: { teams.docs: update }"],
    ["names of fields", "changes: { teams.docs: { update: [title] } }"],
    ["an address with its organization", "changes: { acme/teams.docs: update }"],
    ["a number of calls", "calls: 2"],
    ["a number of calls at most", "calls: { at-most: 5 }"],
    ["nothing holds, is blocked or said", "held: []\nblocked: []\ndiagnostics: []"],
    ["it converges", "converges: true"],
  ])("%s", async (_, expectations) => {
    expect(await resultsOf(oneTest(expectations))).toMatchObject({ passed: 1, failed: 0 });
  });

  const inline = "given:\n  platform:\n    organizations: [{ id: org_acme, title: Acme }]";
  test.each([
    ["env", `${given}\nenv: staging`, "changes: { teams.docs: { update: { title: Staging } } }"],
    [
      "an overlay",
      `${given}\noverlay: tests/overlays/one.yaml`,
      "changes: { teams.docs: { update: { title: Laid over } } }",
    ],
    [
      "variables",
      `${given}\nvariables: { team: Authors }`,
      "changes: { teams.docs: { update: { title: Authors } } }",
    ],
    ["nothing", "given: { nothing: true }", "diagnostics: [DF3003]"],
    ["a platform in the test", inline, "diagnostics: [DF3003]"],
    [
      "people who wait",
      inline.replace("title: Acme", "title: Acme, members: [{ email: ana@x.example, role: admin }]"),
      "waiting: [members.new@x.example]\nblocked: []",
      { "manifests/all.yaml": "organization: acme\nmembers: { new@x.example: { role: read } }\n" },
    ],
    ["mistakes of manifests", `${given}\noverlay: tests/overlays/wrong.yaml`, "diagnostics: [DF1004]"],
  ])("with %s", async (_, more, expectations, files: Readonly<Record<string, string>> = {}) => {
    const results = await resultsOf({ ...files, ...oneTest(expectations, more) });
    expect(results.tests[0]?.failures).toEqual([]);
  });
});

describe("an expectation that does not come true says what was expected, what came and where it is written:", () => {
  test.each([
    ["changes: { teams.docs: create }", "changes.teams.docs", "create", "update", "4:14"],
    [
      "changes:\n  teams.docs: { update: { title: X } }",
      "changes.teams.docs",
      { update: { title: "X" } },
      { update: { title: "Writers" } },
      "5:5",
    ],
    [
      "changes: { teams.docs: { update: [members] } }",
      "changes.teams.docs",
      { update: ["members"] },
      { update: ["title"] },
      "4:14",
    ],
    ["changes: { teams.dosc: update }", "changes.teams.dosc", "update", undefined, "4:14"],
    ["changes: { teams.docs: update }\nonly: true", "only", undefined, { "teams.new": "create" }, "5:9"],
    ["calls: 3", "calls", 3, 2, "4:10"],
    ["calls: { at-most: 1 }", "calls", { "at-most": 1 }, { "at-most": 2 }, "4:3"],
    ["held: [team-owner]", "held", ["team-owner"], [], "4:3"],
    ["blocked: [teams.docs]", "blocked", ["teams.docs"], [], "4:3"],
    ["waiting: [teams.docs]", "waiting", ["teams.docs"], [], "4:3"],
    ["diagnostics: [DF3007]", "diagnostics", ["DF3007"], [], "4:3"],
    ["converges: false", "converges", false, true, "4:14"],
  ])("%s", async (expectations, expectation, expected, came, place) => {
    const { code, stdout } = await testing(oneTest(expectations), "--format", "json");
    const [one] = (JSON.parse(stdout) as TestsDocument).tests;
    expect(code).toBe(1);
    expect(one?.failures).toHaveLength(1);
    const { source, ...failure } = one?.failures[0] ?? { source: { line: 0, column: 0 } };
    expect(failure).toMatchObject({ expectation, ...(expected === undefined ? {} : { expected }) });
    expect("came" in failure ? failure.came : undefined).toEqual(came);
    // A place counts from the line of `expect`, which is the third.
    expect(`${source.line}:${source.column}`).toBe(place);
  });

  test("with manifests that have errors, by the first of them", async () => {
    const files = oneTest("calls: 2\nheld: []", `${given}\noverlay: tests/overlays/wrong.yaml`);
    const [one] = (await resultsOf(files)).tests;
    expect(one?.failures).toMatchObject([{ expectation: "manifests", came: ["DF1004"] }]);
    expect(one?.failures[0]?.note).toMatch(/^tests\/overlays\/wrong\.yaml:3:11: unknown field "titel"/);
  });

  test("with something blocked, unless that is expected", async () => {
    const files = { "manifests/more.yaml": "organization: acme\nspaces:\n  handbook: { title: Handbook }\n" };
    const space = "changes: { teams.docs: update, teams.new: create }\nonly: true\nblocked: ";
    const some = await resultsOf({ ...oneTest(`${space}[spaces.handbook]`), ...files });
    expect(some.tests[0]?.failures).toEqual([]);
    const none = await resultsOf({ ...oneTest(`${space}[]`), ...files });
    expect(none.tests[0]?.failures).toMatchObject([
      { expectation: "only", came: { "spaces.handbook": "blocked" } },
      {
        expectation: "blocked",
        expected: [],
        came: ["spaces.handbook"],
        note: expect.stringContaining("no such space"),
      },
    ]);
  });

  test("a held plan is not applied, so it does not converge", async () => {
    const overlay = "organization: acme\nteams:\n  docs: { members: { ana@acme.example: member } }\n";
    const files = {
      ...oneTest("held: [team-owner]\nconverges: true", `${given}\noverlay: tests/overlays/held.yaml`),
      "tests/overlays/held.yaml": overlay,
    };
    const [one] = (await resultsOf(files)).tests;
    expect(one?.failures).toMatchObject([
      { expectation: "converges", came: false, note: "an apply does not run: team-owner holds the plan" },
    ]);
  });
});

describe("a mistake in a test is told with its place, and ends with 1:", () => {
  const nothing = "given: { nothing: true }";
  test.each<[string, Files, RegExp]>([
    ["nothing is expected", oneTest("only: false"), /DF1006.*expects nothing[\s\S]*tests\/a\.yaml:3:1/],
    ["changes of nothing", oneTest("changes: {}"), /DF1006.*expects nothing/],
    ["only without changes", oneTest("only: true\ncalls: 2"), /DF1006.*only is about changes/],
    [
      "an unknown key",
      { "tests/a.yaml": `nmae: it\n${nothing}\nexpect: { calls: 1 }\n` },
      /DF1004.*"nmae"[\s\S]*a\.yaml:1:1/,
    ],
    [
      "an unknown expectation",
      oneTest("call: 1"),
      /DF1004.*"call"[\s\S]*a\.yaml:4:3[\s\S]*did you mean "calls"/,
    ],
    ["an unknown guard", oneTest("held: [deletes]"), /DF1005.*must be one of[\s\S]*a\.yaml:4:10/],
    ["an unknown action", oneTest("changes: { teams.docs: chnage }"), /DF1005[\s\S]*a\.yaml:4:26/],
    ["no name", { "tests/a.yaml": `${nothing}\nexpect: { calls: 1 }\n` }, /DF1006.*name is missing/],
    ["no platform", oneTest("calls: 1", "given: {}"), /DF1006.*given says nothing/],
    [
      "two platforms",
      oneTest("calls: 1", "given: { nothing: true, seed: live.yaml }"),
      /DF1005.*given takes one of/,
    ],
    [
      "a seed that is not there",
      oneTest("calls: 1", "given: { seed: gone.yaml }"),
      /DF1010.*no seed "gone.yaml"[\s\S]*a\.yaml:2:16/,
    ],
    [
      "a seed outside",
      oneTest("calls: 1", "given: { seed: ../live.yaml }"),
      /DF1009.*outside the project folder[\s\S]*a\.yaml:2:16/,
    ],
    [
      "a wrong seed",
      { ...oneTest("calls: 1"), "live.yaml": "organizations: [{ titel: A }]\n" },
      /DF5005[\s\S]*live\.yaml:1:/,
    ],
    ["an empty seed", { ...oneTest("calls: 1"), "live.yaml": "" }, /DF5005.*organizations is missing/],
    [
      "a contradiction in a seed",
      oneTest(
        "calls: 1",
        "given: { platform: { organizations: [{ id: org_acme, title: Acme, order: [sp_x] }] } }",
      ),
      /DF5005[\s\S]*a\.yaml:2:/,
    ],
    [
      "an unknown environment",
      oneTest("calls: 1", `${given}\nenv: stagin`),
      /DF1011.*"stagin"[\s\S]*a\.yaml:3:6[\s\S]*did you mean "staging"/,
    ],
    [
      "an overlay that is not there",
      oneTest("calls: 1", `${given}\noverlay: gone`),
      /DF1010.*no overlay "gone"/,
    ],
    ["no tests", {}, /DF1010.*there are no tests in tests\b/],
    ["no YAML", { "tests/a.yaml": "a: [\n" }, /DF1001[\s\S]*tests\/a\.yaml/],
    ["a text", { "tests/a.yaml": "hello\n" }, /DF1005[\s\S]*must be a map/],
  ])("%s", async (_, files, said) => {
    const { code, stdout, stderr } = await testing(files);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(said);
  });

  test("no project", async () => {
    const { code, stderr } = await runDocform(["test"], { cwd: folderWith({}) });
    expect(code).toBe(1);
    expect(stderr).toContain("there is no docform.yaml");
  });

  test("a seed among the tests: one error, and where it belongs", async () => {
    const live = `now: 2026-01-05T09:00:00Z\n${project["live.yaml"]}`;
    const { code, stderr } = await testing({ ...oneTest("calls: 2"), "tests/live.yaml": live });
    expect(code).toBe(1);
    expect(stderr).toBe(`error[DF1005]: tests/live.yaml looks like a seed, not like a test
  ┌ tests/live.yaml:2:1
1 │ now: 2026-01-05T09:00:00Z
2 │ organizations:
  │ ^^^^^^^^^^^^^
  = move it into a folder below tests/, and name it in a test: given: { seed: tests/seeds/live.yaml }
  = docform explain DF1005

1 error in 1 of 3 files
`);
  });

  test("an argument that is not there", async () => {
    const { code, stderr } = await testing(oneTest("calls: 2"), "tests/nope.yaml");
    expect(code).toBe(1);
    expect(stderr).toContain('error[DF5001]: there is no file or folder "tests/nope.yaml"\n');
    expect(stderr).toContain(
      "  = correct the path: it is relative to the folder in which the command runs\n",
    );
  });

  test("a name that no test has", async () => {
    const { code, stderr } = await testing(oneTest("calls: 2"), "--only", "its");
    expect(code).toBe(1);
    expect(stderr).toContain('no test has the name "its"');
    expect(stderr).toContain('did you mean "it"?');
  });
});

describe("--update writes what is seen, and leaves the rest of the file as it is", () => {
  const before = `# of the launch
name: it # keep
given: { seed: live.yaml }
expect:
  changes: # here
    teams.docs: { update: { title: X } } # the title
    teams.gone: create
  only: true
  calls: { at-most: 1 }   # few
  held: [ team-owner ]
  converges: false
---
name: as it is
given: { seed: live.yaml }
expect: { calls: 2 }
`;

  test("in one run, after which all pass", async () => {
    const { code, stdout, cwd } = await testing({ "tests/a.yaml": before }, "--update");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^-.*title: X.*\n-.*teams\.gone: create\n\+.*title: Writers/m);
    expect(stdout).toMatch(/1 passed, 1 updated, 0 failed\n$/);
    const after = before
      .replace("title: X", "title: Writers")
      .replace("    teams.gone: create\n", "    teams.new: create\n")
      .replace("at-most: 1", "at-most: 2")
      .replace("[ team-owner ]", "[]")
      .replace("converges: false", "converges: true");
    expect(readFileSync(join(cwd, "tests/a.yaml"), "utf8")).toBe(after);
    expect(await runDocform(["test"], { cwd })).toMatchObject({ code: 0, stdout: "2 passed, 0 failed\n" });
  });

  test.each([
    ["would expect nothing then", oneTest("changes: { teams.gone: create }")],
    ["would expect no change then", oneTest("changes: { teams.dosc: update }\nconverges: false")],
    ["has manifests with errors", oneTest("calls: 9", `${given}\noverlay: tests/overlays/wrong.yaml`)],
  ])("but not of a test that %s", async (_, files) => {
    const { code, stdout, cwd } = await testing(files, "--update");
    expect(code).toBe(1);
    expect(stdout).toMatch(/0 passed, 1 failed\n$/);
    expect(readFileSync(join(cwd, "tests/a.yaml"), "utf8")).toBe(files["tests/a.yaml"]);
  });
});

describe("what is run", () => {
  const two: Files = {
    "tests/a.yaml": `- name: one\n  ${given}\n  expect: { calls: 2 }\n- name: two\n  ${given}\n  expect: { calls: 2 }\n`,
    "more/b.yaml": `name: three\n${given}\nexpect: { calls: 9 }\n`,
  };
  test.each([
    ["the folder tests", [], ["one", "two"]],
    ["a file", ["more/b.yaml"], ["three"]],
    ["folders", ["tests", "more"], ["one", "two", "three"]],
    ["a name", ["--only", "two"], ["two"]],
  ])("is %s", async (_, argv, names) => {
    const { tests } = await resultsOf(two, ...argv);
    expect(tests.map(({ name }) => name)).toEqual(names);
  });

  test("reads the manifests once for each environment and overlay", async () => {
    const tests = Array.from(
      { length: 6 },
      (_, at) => `- { name: n${at}, ${given}, env: staging, expect: { calls: 2 } }`,
    );
    const cwd = folderWith({ ...project, "tests/a.yaml": `${tests.join("\n")}\n` });
    const { disk } = ioOf({ cwd });
    let reads = 0;
    const counting = {
      ...disk,
      read: (path: string) => {
        if (path.endsWith("all.yaml")) reads++;
        return disk.read(path);
      },
    };
    expect(await runDocform(["test"], { cwd, disk: counting })).toMatchObject({ code: 0 });
    expect(reads).toBe(1);
  });
});

describe("the forms of a result:", () => {
  const files = {
    ...oneTest("calls: 3\nheld: [team-owner]"),
    "tests/b.yaml": `name: it\n${given}\nexpect: { calls: 2 }\n`,
  };

  test("text", async () => {
    const { stdout } = await testing(files);
    expect(stdout).toBe(`failed  it                                              tests/a.yaml:1:7
  calls                                                 tests/a.yaml:4:10
    expected  3
    came      2
  held                                                  tests/a.yaml:5:3
    expected  ["team-owner"]
    came      []

1 passed, 1 failed
`);
  });

  test("JUnit", async () => {
    const { code, stdout } = await testing(files, "--format", "junit");
    expect(code).toBe(1);
    const [suite] = junitForm.parse(parseXml(stdout)).children;
    expect(suite.attributes).toMatchObject({ name: "docform test", tests: "2", failures: "1" });
    expect(suite.children.map(({ attributes: { file }, children }) => [file, children.length])).toEqual([
      ["tests/a.yaml", 1],
      ["tests/b.yaml", 0],
    ]);
    expect(stdout).toContain("tests/a.yaml:5:3 held: expected");
  });

  test.each(["text", "json", "junit"])("--format %s shows no control character of a test", async (format) => {
    const text =
      'name: "it\\e[31m"\ngiven: { seed: live.yaml }\nexpect: { changes: { "teams.\\e[2J]]>": create } }\n';
    const hostile = { "tests/a.yaml": text };
    const { stdout } = await testing(hostile, "--format", format);
    expect(stdout).toContain("teams.");
    expect(stdout.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
    if (format === "junit") expect(() => parseXml(stdout)).not.toThrow();
  });

  test("JSON fits its schema", async () => {
    const fits = schemaNamed("test-results");
    expect(fits(await resultsOf(files)), JSON.stringify(fits.errors)).toBe(true);
  });
});

function schemaNamed(name: string) {
  const formats = { "date-time": true, email: true, uri: true } as const;
  const ajv = new Ajv({ strict: false, formats, code: { optimize: false } });
  return ajv.compile(JSON.parse(readFileSync(`schema/${name}.schema.json`, "utf8")) as object);
}

describe("examples/hub", () => {
  test("passes its own tests, without a token or an address", async () => {
    const cwd = copyOfProject("examples/hub");
    const { code, stdout, stderr } = await runDocform(["test"], { cwd });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "4 passed, 0 failed\n", stderr: "" });
  });

  test("its tests fit the schema", () => {
    const fits = schemaNamed("test");
    for (const name of ["launch", "other-platforms"])
      for (const document of parseAllDocuments(readFileSync(`examples/hub/tests/${name}.yaml`, "utf8")))
        expect(fits(document.toJS()), JSON.stringify(fits.errors)).toBe(true);
  });
});
