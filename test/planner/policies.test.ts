import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import { manifest, mutations, type Project, project, settings } from "../support/processes/cli-fixture.ts";

/** A policy file with one rule on the titles of teams. */
const titles = (
  more = "",
  assert = 'change.after.contains("Wr") == false',
): Readonly<Record<string, string>> => ({
  "policies/titles.yaml": `rules:
  - name: plain-titles
    when: { kind: team, field: title }
    assert: ${assert}
    message: A title is plain.
${more}`,
});

const renamed = manifest("teams:\n  docs: { id: team_docs, title: Writers }\n  new: { title: New }\n");
const ask = "    severity: ask\n";

function write({ folder }: Project, file: string, text: string): void {
  mkdirSync(join(folder, "policies"), { recursive: true });
  writeFileSync(join(folder, file), text);
}

describe("a policy that a plan breaks", () => {
  test("holds it: apply sends nothing and exits 3; every form names the rule and its message", async () => {
    const { docform, platform } = await project({ ...renamed, ...titles() });
    const said = "policy plain-titles, title: A title is plain (manifests/all.yaml:3)";
    const { code, stdout } = await docform("apply --yes");
    expect(code).toBe(3);
    expect(stdout).toContain(said);
    expect(mutations(platform)).toEqual([]);
    const document: PlanDocument = JSON.parse((await docform("plan --format json")).stdout);
    expect(document.summary.held).toBe(1);
    expect(document.guards).toMatchObject([
      { rule: "policy", policy: "plain-titles", held: true, address: "acme/teams.docs" },
    ]);
    expect((await docform("plan --format markdown")).stdout).toContain("policy plain-titles, title");
    expect((await docform("plan --format html")).stdout).toContain("policy plain-titles, title");
  });

  test("is a warning with severity: warn", async () => {
    const { docform, platform } = await project({ ...renamed, ...titles("    severity: warn\n") });
    const { code, stdout } = await docform("apply --yes");
    expect(code).toBe(0);
    expect(stdout).toContain(
      "warning[DF6002]: acme/teams.docs: policy plain-titles, title: A title is plain",
    );
    expect(mutations(platform)).toHaveLength(2);
  });

  test("with severity: ask holds it until the rule is approved", async () => {
    const { docform, platform } = await project({ ...renamed, ...titles(ask) });
    const held = await docform("apply --yes");
    expect(held.code).toBe(3);
    expect(held.stdout).toContain("to allow it: --approve plain-titles");
    expect(held.stdout).toMatch(/docform apply --expect \S+ --approve plain-titles\n/);
    const unknown = await docform("apply --yes --approve plain-title");
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining("did you mean") });
    expect(mutations(platform)).toEqual([]);
    expect(await docform("apply --yes --approve plain-titles")).toMatchObject({ code: 0 });
    expect(mutations(platform)).toHaveLength(2);
  });
});

test("an undo is held as well, and approved as well", async () => {
  const acme = await project(renamed);
  await acme.docform("apply --yes");
  const text = titles(ask, 'change.after != "Docs"')["policies/titles.yaml"] ?? "";
  write(acme, "policies/titles.yaml", text);
  expect(await acme.docform("undo --yes")).toMatchObject({ code: 3 });
  expect(await acme.docform("undo --yes --approve plain-titles")).toMatchObject({ code: 0 });
});

test("policies are no manifests where all of the project folder holds those", async () => {
  const { docform } = await project({
    "docform.yaml": `${settings}manifests: ["."]\n`,
    ...renamed,
    ...titles(),
  });
  expect(await docform("validate")).toMatchObject({ code: 0 });
});

describe("a saved plan", () => {
  test("is held by a policy that came after it was saved", async () => {
    const acme = await project(renamed);
    await acme.docform("plan --out plan.json");
    write(acme, "policies/titles.yaml", titles()["policies/titles.yaml"] ?? "");
    const { code, stdout } = await acme.docform("apply --yes plan.json");
    expect(code).toBe(3);
    expect(stdout).toContain("A title is plain; it was not so when the plan was saved");
    expect(mutations(acme.platform)).toEqual([]);
  });

  test("that was made with --approve runs, and takes no --approve itself", async () => {
    const { docform, platform } = await project({ ...renamed, ...titles(ask) });
    await docform("plan --approve plain-titles --out plan.json");
    const refused = await docform("apply --yes plan.json --approve plain-titles");
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("takes no --approve") });
    expect(await docform("apply --yes plan.json")).toMatchObject({ code: 0 });
    expect(mutations(platform)).toHaveLength(2);
  });

  test("does not run while a policy cannot be used", async () => {
    const acme = await project(renamed);
    await acme.docform("plan --out plan.json");
    write(acme, "policies/titles.yaml", titles("", "live.emoji == 1")["policies/titles.yaml"] ?? "");
    expect(await acme.docform("apply --yes plan.json")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("DF6001"),
    });
    expect(mutations(acme.platform)).toEqual([]);
  });
});

describe("a policy that cannot be used ends plan and apply with its place, and nothing is sent:", () => {
  test.each([
    [
      "a syntax error",
      "change.after ==",
      "6001]: the policy plain-titles cannot be used: Unexpected token",
      4,
      28,
    ],
    ["an unknown variable", 'chang.after == ""', "cannot be used: Unknown variable: chang", 4, 13],
    ["an unknown part", "change.aftr == 1", "cannot be used: No such key: aftr", 4, 20],
    ["no bool", "change.field", "cannot be used: it gives string, not bool", 4, 13],
    [
      "a bool only sometimes",
      "change.after",
      "cannot be used for acme/teams.docs: it gives string, not bool",
      4,
      13,
    ],
    ["a missing key", 'live.emoji == "x"', "cannot be used for acme/teams.docs: No such key: emoji", 4, 18],
  ])("%s", async (_, assert, message, line, column) => {
    const { docform, platform } = await project({ ...renamed, ...titles("", assert) });
    const { code, stderr } = await docform("apply --yes");
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).toContain(`policies/titles.yaml:${line}:${column}`);
    expect(mutations(platform)).toEqual([]);
  });

  test.each([
    ["an unknown key", "    sverity: warn\n", 'unknown field "sverity"', "6:5"],
    ["an unknown severity", "    severity: hold\n", 'severity must be one of "error", "warn", "ask"', "6:15"],
    [
      "a name twice",
      "  - { name: plain-titles, assert: 'true', message: Again }\n",
      "two policies have the name",
      "6:13",
    ],
    [
      "a field that is not there",
      "  - { name: x, when: { kind: team, field: tite }, assert: 'true', message: X }\n",
      'no team has a field "tite"',
      "6:43",
    ],
  ])("%s, which validate shows too", async (_, more, message, place) => {
    const { docform } = await project({ ...renamed, ...titles(more) });
    for (const line of ["plan", "validate"]) {
      const { code, stdout, stderr } = await docform(line);
      expect(code).toBe(1);
      expect(stdout + stderr).toContain(message);
      expect(stdout + stderr).toContain(`policies/titles.yaml:${place}`);
    }
  });
});

test.each(["", "    severity: warn\n"])(
  "a policy that runs out of steps holds the plan, with its place%s",
  async (more) => {
    const assert = `cel.bind(l, ${JSON.stringify([...Array(20).keys()])}, l.all(a, l.all(b, l.all(c, l.all(d, a < 20)))))`;
    const { docform, platform } = await project({ ...renamed, ...titles(more, assert) });
    const { code, stdout } = await docform("apply --yes");
    expect(code).toBe(3);
    expect(stdout).toContain(
      "warning[DF6004]: the policy plain-titles cannot be asked about acme/teams.docs: it takes more than 100,000 steps",
    );
    expect(stdout).toContain("policies/titles.yaml:4:13");
    expect(stdout).toContain("held: the policy plain-titles cannot be asked about");
    expect(mutations(platform)).toEqual([]);
  },
);

describe("a policy file without rules is a warning with its place", () => {
  test.each([
    ["nothing in it", "", "1:1"],
    ["comments alone", "# none yet\n", "1:1"],
    ["an empty list", "# none\nrules: []\n", "2:1"],
  ])("%s", async (_, text, place) => {
    const { docform } = await project({ ...renamed, ...titles(), "policies/r.yaml": text });
    for (const line of ["plan", "validate", "policy test", "apply --yes"]) {
      const { code, stdout, stderr } = await docform(line);
      expect(stdout + stderr).toContain("warning[DF6003]: the policy file policies/r.yaml has no rules");
      expect(stdout + stderr).toContain(`policies/r.yaml:${place}`);
      expect(code).toBe(line === "policy test" ? 1 : line === "apply --yes" ? 3 : 0);
    }
  });

  test("docform policy test names it when there is no other", async () => {
    const { docform } = await project({ ...renamed, "policies/r.yaml": "" });
    for (const line of ["policy test", "policy test policies/r.yaml"]) {
      const { code, stderr } = await docform(line);
      expect(code).toBe(1);
      expect(stderr).toContain("the policy file policies/r.yaml has no rules");
      expect(stderr).toContain("there are no policies to test\n  = write rules into these files\n");
    }
  });
});

describe("a policy that cannot be asked for a change shows its line, and what to write:", () => {
  test.each([
    [
      "a missing key",
      'live.emoji == "x"',
      'Not every change has this key. Ask has(….emoji) first, or write ….?emoji.orValue("").',
    ],
    [
      "types that cannot be compared",
      "live.title > 1",
      "Compare values of one type. int(…), double(…) and string(…) convert a value.",
    ],
  ])("%s", async (_, assert, hint) => {
    const acme = await project({ ...renamed, ...titles("", assert) });
    for (const line of ["plan", "apply --yes"]) {
      const { code, stderr } = await acme.docform(line);
      expect(code).toBe(1);
      expect(stderr).toContain(`4 │     assert: ${assert}\n`);
      expect(stderr).toContain(`  = ${hint}\n`);
    }
  });

  test("once, also when a saved plan is applied", async () => {
    const acme = await project(renamed);
    await acme.docform("plan --out plan.json");
    write(acme, "policies/titles.yaml", titles("", "live.emoji == 1")["policies/titles.yaml"] ?? "");
    const { stderr } = await acme.docform("apply --yes plan.json");
    expect(stderr).toContain("4 │     assert: live.emoji == 1\n");
    expect(stderr.split("teams.docs: No such key: emoji")).toHaveLength(2);
  });
});

test("a policy never sees what must not be shown, neither declared, live nor changed", async () => {
  const assert = "!has(desired.title) && !has(live.title) && change.before == null && change.after == null";
  const policies = `rules:
  - name: nothing-to-see
    when: { kind: team, field: title }
    assert: "${assert}"
    message: A policy sees a hidden title.
  - name: all-to-see
    when: { kind: team, field: title }
    assert: "!(${assert})"
    message: A policy sees no title.
`;
  const teams =
    'teams:\n  docs: { id: team_docs, title: "${env:TITLE}" }\n  b: { id: team_twin_b, title: B }\n';
  const { docform, platform } = await project({ ...manifest(teams), "policies/all.yaml": policies });
  const env = { ...platform.env, TITLE: "Hidden title 4711" };
  const { guards }: PlanDocument = JSON.parse((await docform("plan --format json", { env })).stdout);
  expect(guards.map(({ policy, address }) => `${policy} ${address}`)).toEqual([
    "nothing-to-see acme/teams.b",
    "all-to-see acme/teams.docs",
  ]);
});

describe("docform policy test", () => {
  const examples = (expected: string) => `    examples:
      - name: a team of writers
        given: { kind: team, action: update, field: title, before: Docs, after: Writers }
        expect: ${expected}
      - name: a new site
        given: { kind: site, action: create }
        expect: does not apply
`;

  test("runs the examples, and shows those that come out otherwise", async () => {
    const acme = await project({ ...renamed, ...titles(examples("fails")) });
    expect(await acme.docform("policy test")).toMatchObject({
      code: 0,
      stdout: "1 rule: 2 examples passed.\n",
    });
    // `holds` is the former word for `passes`.
    for (const word of ["holds", "passes"]) {
      write(acme, "policies/titles.yaml", titles(examples(word))["policies/titles.yaml"] ?? "");
      const { code, stdout } = await acme.docform("policy test policies/titles.yaml");
      expect([word, code, stdout]).toEqual([
        word,
        1,
        "failed: plain-titles (policies/titles.yaml:2:11): a team of writers\n  expected: passes   came out: fails\n1 rule: 1 example passed, 1 failed.\n",
      ]);
    }
    const document = JSON.parse((await acme.docform("policy test --format json")).stdout);
    expect(document).toMatchObject({
      passed: false,
      summary: { rules: 1, examples: 2, failed: 1, untested: 0 },
    });
  });

  test("says which rule has none", async () => {
    const { docform } = await project({ ...renamed, ...titles() });
    const { code, stdout } = await docform("policy test");
    expect(code).toBe(1);
    expect(stdout).toContain("warning: plain-titles (policies/titles.yaml:2:11) has no examples\n");
  });

  test("says which argument is not there", async () => {
    const { docform } = await project({ ...renamed, ...titles() });
    const { code, stderr } = await docform("policy test policies/titles.yaml policies/nope.yaml");
    expect(code).toBe(1);
    expect(stderr).toContain('error[DF5001]: there is no file or folder "policies/nope.yaml"\n');
    expect(stderr).toContain(
      "  = correct the path: it is relative to the folder in which the command runs\n",
    );
  });

  test("says that there is nothing to test", async () => {
    const { docform } = await project(renamed);
    expect(await docform("policy test")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("DF5001"),
    });
  });
});

test("a rule that names a person fits however a manifest names them", async () => {
  const acme = await project({
    "policies/people.yaml":
      "rules:\n  - name: not-li\n    when: { kind: team, field: members.li@acme.example }\n    assert: \"!(change.field.endsWith('li@acme.example') && 'li@acme.example' in desired.members)\"\n    message: Not Li.\n",
  });
  const id = "usr_li";
  for (const name of ["li@acme.example", "LI@acme.example", id, `id:${id}`]) {
    const members = `{ ana@acme.example: owner, ${name}: member }`;
    const [[file = "", text = ""] = []] = Object.entries(
      manifest(`teams: { docs: { id: team_docs, members: ${members} } }\n`),
    );
    mkdirSync(join(acme.folder, "manifests"), { recursive: true });
    writeFileSync(join(acme.folder, file), text);
    const { stdout } = await acme.docform("plan");
    expect(stdout, name).toContain("1 held.");
    expect(stdout, name).toContain("policy not-li, members.li@acme.example: Not Li");
  }
});
