import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Check, doctorDocument } from "../../src/model/documents/doctor-document.ts";
import {
  canary,
  folderWith,
  manifest,
  mutations,
  type Project,
  project,
  quietly,
  twoSteps,
} from "../support/processes/cli-fixture.ts";
import type { Surroundings } from "../support/processes/run-docform.ts";

/** The findings of the doctor, by name; the document is as its schema says. */
async function examined(
  { docform }: Project,
  more: Partial<Surroundings> = {},
): Promise<{ readonly code: number; readonly checks: Readonly<Record<string, Check>> }> {
  const { code, stdout, stderr } = await docform("doctor --format json", more);
  expect(stderr).toBe("");
  const { checks, healthy } = doctorDocument.strict().parse(JSON.parse(stdout));
  expect(healthy).toBe(checks.every(({ status }) => status !== "fail"));
  expect(code).toBe(healthy ? 0 : 1);
  return { code, checks: Object.fromEntries(checks.map((check) => [check.name, check])) };
}

test("a set-up that is right has a line for each thing, changes nothing, and exits 0", async () => {
  const { docform, platform } = await project(twoSteps);
  const { code, stdout, stderr } = await docform("doctor");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const settled = stdout.replaceAll(platform.url, "URL").replace(/Node [\d.]+/, "Node VERSION");
  expect(settled).toBe(`ok       node      Node VERSION
ok       project   2 resources in 2 files
ok       token     from DOCFORM_TOKEN
ok       platform  URL answers, and takes the token; API edition reference
ok       clock     within 60 s of the platform's
ok       rights    the platform refuses nothing that the manifests manage
ok       state     in the folder .docform
ok       lock      no run holds it
ok       journal   there was no run yet
ok       record    no record; nothing needs one

Nothing is wrong.
`);
  expect(mutations(platform)).toEqual([]);
});

interface Trouble {
  readonly name: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly more?: Partial<Surroundings>;
  readonly env?: Readonly<Record<string, string>>;
  /** The finding about it: name, status, words of message and fix. */
  readonly finds: readonly (readonly [string, Check["status"], RegExp, RegExp?])[];
}

const lock = (pid: number, host: string) =>
  JSON.stringify({ id: "10c4", command: "apply", host, pid, at: "2026-01-01T00:00:00.000Z" });
const hour = 3_600_000;

const troubles: readonly Trouble[] = [
  {
    name: "Node is too old",
    more: { node: "20.9.1" },
    finds: [["node", "fail", /Node 20\.9\.1 is too old/, /install Node 20\.19 or newer/]],
  },
  { name: "Node is newer", more: { node: "22.0.0" }, finds: [["node", "ok", /Node 22\.0\.0/]] },
  {
    name: "a manifest has mistakes",
    files: manifest("teams:\n  docs: { titel: Docs }\n  other: { titel: Docs }\n"),
    finds: [
      [
        "project",
        "fail",
        /unknown field "titel" \(manifests\/all\.yaml:3\), and \d+ more error/,
        /docform validate/,
      ],
      ["platform", "ok", /answers/],
      ["rights", "skipped", /the project has errors/],
    ],
  },
  {
    name: "there is no token",
    env: { DOCFORM_TOKEN: "" },
    finds: [
      ["token", "fail", /there is no access token/, /DOCFORM_TOKEN/],
      ["platform", "fail", /access token/],
      ["clock", "skipped", /not looked at/],
      ["rights", "skipped", /not looked at/],
    ],
  },
  {
    name: "the token is refused",
    env: { DOCFORM_TOKEN: "canary-4711-wrong" },
    finds: [
      ["token", "ok", /DOCFORM_TOKEN/],
      ["platform", "fail", /401/, /Check DOCFORM_TOKEN/],
      ["clock", "ok", /within 60 s/],
    ],
  },
  {
    name: "the platform does not answer",
    env: { DOCFORM_BASE_URL: "http://127.0.0.1:9" },
    finds: [["platform", "fail", /no connection/, /baseUrl/]],
  },
  {
    name: "the clock is ahead",
    more: { now: () => Date.now() + hour },
    finds: [["clock", "warn", /^3[56]\d\d s ahead of the clock of the platform$/, /NTP/]],
  },
  {
    name: "the clock is behind",
    more: { now: () => Date.now() - hour },
    finds: [["clock", "warn", /^3[56]\d\d s behind the clock of the platform$/, /NTP/]],
  },
  {
    name: "the token may only read",
    env: { DOCFORM_TOKEN: canary.reader },
    finds: [["rights", "warn", /lacks "admin" of the .*acme\/teams\./, /to plan, none of them is needed/]],
  },
  {
    name: "the organization is not there",
    files: { ...twoSteps, "docform.yaml": "organizations: { acme: { id: org_gone } }\n" },
    finds: [["rights", "fail", /org_gone/, /docform\.yaml/]],
  },
  {
    name: "a run on another machine holds the folder",
    files: { ...twoSteps, ".docform/lock": lock(7, "elsewhere") },
    finds: [["lock", "warn", /docform apply on elsewhere/, /force-unlock 10c4/]],
  },
  {
    name: "a run that is gone left its lock",
    files: { ...twoSteps, ".docform/lock": lock(7, "test") },
    finds: [["lock", "warn", /which is gone/, /takes it over/]],
  },
  {
    name: "a pipeline loses the state that lies in its folder",
    env: { CI: "true" },
    finds: [["state", "warn", /which this pipeline loses: no lock, no record/, /state: \{ git: /]],
  },
  {
    name: "a state of this machine lies in a repository that others work on",
    files: { ...twoSteps, ".git/config": '[remote "origin"]\n\turl = x\n', ".git/HEAD": "" },
    finds: [
      ["state", "warn", /this repository has a remote: others get no lock/, /state migrate --from local/],
    ],
  },
  {
    name: "a state of this machine lies in a repository of this machine, whose hooks cannot call docform",
    files: { ...twoSteps, ".git/config": "[core]\n", ".git/HEAD": "" },
    finds: [
      ["state", "ok", /in the folder \.docform/],
      ["command", "warn", /cannot call docform/, /vendor\//],
    ],
  },
  {
    name: "hooks can call docform",
    files: { ...twoSteps, ".git/HEAD": "", "node_modules/.bin/docform": "" },
    finds: [["command", "ok", /can call docform/]],
  },
  {
    name: "a state is where it cannot be reached",
    files: { ...twoSteps, "docform.yaml": "organizations: { acme: { id: org_acme } }\nstate: { git: {} }\n" },
    finds: [
      ["state", "fail", /has no Git remote "origin"/, /run docform in a clone/],
      ["lock", "skipped", /not looked at/],
    ],
  },
  {
    name: "the record is damaged",
    files: { ...twoSteps, ".docform/record.json": "{" },
    finds: [["record", "warn", /it is not JSON/, /delete the file/]],
  },
  {
    name: "a journal is damaged",
    files: { ...twoSteps, ".docform/runs/20260101-000000000-00ff.jsonl": "nothing of this\n" },
    finds: [["journal", "warn", /20260101-000000000-00ff cannot be read/, /./]],
  },
];

describe("doctor finds that", () => {
  test.each(troubles)("$name", async ({ files = twoSteps, env = {}, more = {}, finds }) => {
    const made = await project(files);
    const { checks } = await examined(made, { ...more, env: { ...made.platform.env, ...env } });
    for (const [name, status, message, fix] of finds) {
      expect(checks[name]).toMatchObject({ status, message: expect.stringMatching(message) });
      if (fix !== undefined) expect(checks[name]?.fix).toMatch(fix);
    }
    // A check that is not ok says what to do, unless it was skipped.
    for (const { status, fix } of Object.values(checks))
      expect(fix !== undefined).toBe(/warn|fail/.test(status));
    expect(mutations(made.platform)).toEqual([]);
  });

  test("the last run was broken off, and that an ended one was not", async () => {
    const made = await project(twoSteps);
    await made.docform("apply --yes");
    const { checks } = await examined(made);
    expect(checks.journal?.message).toMatch(/has ended$/);
    expect(checks.record).toMatchObject({ status: "ok", message: "it can be read" });
    const runs = join(made.folder, ".docform", "runs");
    const [run = ""] = readdirSync(runs);
    const [header = ""] = readFileSync(join(runs, run), "utf8").split("\n");
    writeFileSync(join(runs, run), `${header}\n`);
    expect((await examined(made)).checks.journal).toMatchObject({ status: "ok" });
    rmSync(join(made.folder, ".docform", "record.json"));
    const { journal } = (await examined(made)).checks;
    expect(journal).toMatchObject({ status: "warn", fix: expect.stringContaining("docform runs show") });
    expect(journal?.message).toMatch(/did not end/);
  });

  test("others can read the token", async () => {
    const { docform, folder } = await project(twoSteps);
    writeFileSync(join(folder, "token"), canary.admin);
    chmodSync(join(folder, "token"), 0o644);
    const { code, stdout, stderr } = await docform("doctor --token-file token");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^warn {5}token +token can be read by others.*\n +=.* chmod 600 token$/m);
  });

  test("there is no project", async () => {
    const { code, stdout } = await quietly("doctor", { cwd: folderWith({}) });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^fail {5}project .*docform\.yaml/m);
  });
});
