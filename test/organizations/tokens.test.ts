import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readingEnvironment, tokenCommandVariable, tokensIn } from "../../src/io/token-variables.ts";
import { tokenFor } from "../../src/project/token/token.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform/start-platform.ts";
import { folderWith, quietly } from "../support/processes/cli-fixture.ts";
import { ioOf } from "../support/processes/run-docform.ts";

/** Two organizations, a token that reaches each of them, and one that reaches both. */
const seed = {
  tokens: {
    "canary-acme": { user: "ana@acme.example", rights: "admin", organizations: ["org_acme"] },
    "canary-press": { user: "ana@acme.example", rights: "admin", organizations: ["org_press"] },
    "canary-both": { user: "ana@acme.example", rights: "admin" },
  },
  organizations: ["acme", "press"].map((name) => ({
    id: `org_${name}`,
    title: name,
    members: [{ email: "ana@acme.example", role: "admin" }],
    teams: [{ title: "Docs", members: { "ana@acme.example": "owner" } }],
  })),
};

const acmeAlone = {
  "docform.yaml": "organizations: { acme: { id: org_acme } }\n",
  "manifests/acme.yaml": "organization: acme\nteams: { docs: { title: Docs } }\n",
};

function environment({ env }: TestPlatform, more: Readonly<Record<string, string>>) {
  const { DOCFORM_TOKEN: _, ...others } = env;
  return { ...others, ...more };
}

/** The setting of a program that runs this JavaScript. */
function program(script: string): string {
  return JSON.stringify([process.execPath, "-e", script]);
}

describe("the token of an organization", () => {
  test.each<[string, Readonly<Record<string, string>>, string]>([
    [
      "its own variable",
      { DOCFORM_TOKEN_EU_DOCS: "own", DOCFORM_TOKEN: "all" },
      "own from DOCFORM_TOKEN_EU_DOCS",
    ],
    ["the one for all", { DOCFORM_TOKEN: "all", DOCFORM_TOKEN_US: "us" }, "all from DOCFORM_TOKEN"],
    [
      "the one for all when its own is blank",
      { DOCFORM_TOKEN: "all", DOCFORM_TOKEN_EU_DOCS: " " },
      "all from DOCFORM_TOKEN",
    ],
    ["none", {}, " from DOCFORM_TOKEN"],
    [
      "the program, before the one for all",
      {
        DOCFORM_TOKEN: "all",
        [tokenCommandVariable]: program("console.log('for-' + process.env.DOCFORM_ORGANIZATION_ID)"),
      },
      "for-org_1 from DOCFORM_TOKEN_COMMAND",
    ],
  ])("is %s", async (_, env, expected) => {
    const io = ioOf({ cwd: folderWith({}), env });
    const options = { directory: ".", logLevel: "warn" } as const;
    const { text, from } = await tokenFor(io, options, [{ alias: "eu-docs", id: "org_1" }]);
    expect(`${text} from ${from}`).toBe(expected);
  });

  test("is masked from the start, whatever its variable", () => {
    const env = {
      DOCFORM_TOKEN: "a",
      DOCFORM_READ_TOKEN_X: " b ",
      DOCFORM_TOKEN_Y: "c",
      DOCFORM_TOKEN_COMMAND: "[]",
    };
    expect(tokensIn(env)).toEqual(["a", "b", "c"]);
  });

  test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, boolean]>([
    ["nothing for reading changes nothing", { DOCFORM_TOKEN: "w" }, { DOCFORM_TOKEN: "w" }, false],
    [
      "the one for all hides all that write",
      { DOCFORM_TOKEN: "w", DOCFORM_TOKEN_A: "wa", DOCFORM_TOKEN_COMMAND: "[]", DOCFORM_READ_TOKEN: "r" },
      { DOCFORM_TOKEN: "r", DOCFORM_READ_TOKEN: "r" },
      true,
    ],
    [
      "one of an organization is for that one",
      { DOCFORM_TOKEN: "w", DOCFORM_TOKEN_A: "wa", DOCFORM_READ_TOKEN_A: "ra" },
      { DOCFORM_TOKEN: "w", DOCFORM_TOKEN_A: "ra", DOCFORM_READ_TOKEN_A: "ra" },
      true,
    ],
  ])("for reading: %s", (_, env, expected, isReader) => {
    expect(readingEnvironment(env)).toEqual({ env: expected, isReader });
  });
});

describe("a plan", () => {
  test("uses the token of its organization", async () => {
    const platform = await startTestPlatform(seed);
    const cwd = folderWith(acmeAlone);
    const env = environment(platform, { DOCFORM_TOKEN: "canary-press", DOCFORM_TOKEN_ACME: "canary-acme" });
    expect(await quietly("plan", { cwd, env })).toMatchObject({ code: 0, stderr: "" });
  });

  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      "of another organization is an error that names both",
      { DOCFORM_TOKEN_ACME: "canary-press" },
      [
        'error[DF4003]: the token of DOCFORM_TOKEN_ACME does not reach the organization "org_acme" (acme)',
        "docform.yaml:1:18",
        "reaches no organization of this project; correct its id in docform.yaml, or put the right token into DOCFORM_TOKEN_ACME",
      ],
    ],
    [
      "for all that does not reach it is one, too",
      { DOCFORM_TOKEN: "canary-press" },
      ["the token of DOCFORM_TOKEN does not reach", "set DOCFORM_TOKEN_ACME to one that reaches it"],
    ],
    [
      "is not accepted is told with the variables of its organization",
      { DOCFORM_TOKEN_ACME: "canary-nobody", DOCFORM_TOKEN: "canary-both" },
      [
        "error[DF4002]",
        "Check DOCFORM_TOKEN_ACME (in docform ci plan and docform ci drift DOCFORM_READ_TOKEN_ACME)",
      ],
    ],
    [
      "is missing where another one has its own",
      { DOCFORM_TOKEN_PRESS: "canary-press" },
      [
        "error[DF4001]: there is no access token for acme",
        "set DOCFORM_TOKEN_ACME, or DOCFORM_TOKEN for all",
      ],
    ],
  ])("a token that %s", async (_, more, says) => {
    const platform = await startTestPlatform(seed);
    const cwd = folderWith(acmeAlone);
    const run = await quietly("apply --yes", { cwd, env: environment(platform, more) });
    for (const text of says) expect(run.stderr).toContain(text);
    expect(run.code).toBe(1);
    expect(platform.takeRequests().filter(({ mutates }) => mutates)).toEqual([]);
  });

  test("that does not reach an organization of a table leads to the id in that table", async () => {
    const platform = await startTestPlatform(seed);
    const cwd = folderWith({
      ...acmeAlone,
      "docform.yaml": "organizations: { from: all.csv }\n",
      "all.csv": "alias,id\nacme,org_acme\n",
    });
    const run = await quietly("plan", { cwd, env: environment(platform, { DOCFORM_TOKEN: "canary-press" }) });
    expect(run.stderr).toContain(
      "correct its id in all.csv, or set DOCFORM_TOKEN_ACME to one that reaches it",
    );
  });

  test("with a transfer needs one token for both", async () => {
    const platform = await startTestPlatform(seed);
    const cwd = folderWith({
      "docform.yaml": "organizations: { acme: { id: org_acme }, press: { id: org_press } }\n",
      "manifests/acme.yaml": "organization: acme\nspaces: { news: { title: News, transferTo: press } }\n",
      "manifests/press.yaml": "organization: press\nspaces: {}\n",
    });
    const tokens = { DOCFORM_TOKEN_ACME: "canary-acme", DOCFORM_TOKEN_PRESS: "canary-press" };
    const run = await quietly("plan", { cwd, env: environment(platform, tokens) });
    expect(run.stderr).toContain(
      "error[DF4012]: acme and press have different tokens, and one token must reach both here",
    );
    expect(platform.takeRequests()).toEqual([]);
    const same = { DOCFORM_TOKEN_ACME: "canary-both", DOCFORM_TOKEN_PRESS: "canary-both" };
    expect((await quietly("plan", { cwd, env: environment(platform, same) })).stderr).not.toContain("DF4012");
  });
});

test("doctor looks at the rights of each organization with the token of its own", async () => {
  const platform = await startTestPlatform(seed);
  const cwd = folderWith({
    "docform.yaml": "organizations: { acme: { id: org_acme }, press: { id: org_press } }\n",
    "manifests/all.yaml": "organizations: [acme, press]\nteams: { docs: { title: Docs } }\n",
  });
  const own = { DOCFORM_TOKEN_ACME: "canary-acme", DOCFORM_TOKEN_PRESS: "canary-press" };
  const { stdout } = await quietly("doctor", { cwd, env: environment(platform, own) });
  expect(stdout).toContain("from DOCFORM_TOKEN_ACME, DOCFORM_TOKEN_PRESS");
  expect(stdout).toContain("the platform refuses nothing that the manifests manage");
  const one = environment(platform, { DOCFORM_TOKEN_ACME: "canary-acme" });
  expect((await quietly("doctor", { cwd, env: one })).stdout).toContain("there is no access token for press");
  const refused = environment(platform, { ...own, DOCFORM_TOKEN_PRESS: "canary-unknown" });
  const { stdout: told } = await quietly("doctor", { cwd, env: refused });
  expect(told).toMatch(/^ok +rights +the platform refuses nothing .*\n^skipped +rights +not looked at/m);
});

describe("DOCFORM_TOKEN_COMMAND", () => {
  async function plan(
    command: string,
    cwd = folderWith(acmeAlone),
    more: Readonly<Record<string, string>> = {},
  ) {
    const platform = await startTestPlatform(seed);
    const run = await quietly("plan", {
      cwd,
      env: environment(platform, { [tokenCommandVariable]: command, ...more }),
    });
    return { ...run, requests: platform.takeRequests().length };
  }

  test("prints the token, and gets the alias and the id, and no token", async () => {
    const script = `
      const { DOCFORM_ORGANIZATION: alias, DOCFORM_ORGANIZATION_ID: id, ...env } = process.env;
      const told = Object.keys(env).filter((name) => /TOKEN(?!_COMMAND)/.test(name)).length;
      console.log(alias === "acme" && id === "org_acme" && told === 0 ? "canary-acme" : "wrong");`;
    expect(await plan(program(script), undefined, { DOCFORM_TOKEN: "canary-press" })).toMatchObject({
      code: 0,
      stderr: "",
    });
  });

  test.each<[string, string, string]>([
    ["is no JSON", "vault read", "DOCFORM_TOKEN_COMMAND is not a JSON list of texts"],
    ["is an empty list", "[]", "is not a JSON list of texts"],
    ["holds a number", '["vault", 1]', "is not a JSON list of texts"],
    ["is not there", '["no-such-program-4711"]', "cannot be started: there is no such file or folder"],
    ["fails", program("console.log('canary-x'); process.exit(3)"), "for acme failed with exit code 3"],
    ["prints nothing", program(""), "printed nothing"],
    [
      "prints two lines",
      program("console.log('canary-acme\\ncanary-b')"),
      "printed 2 lines, and a token is one line",
    ],
    [
      "prints without an end",
      program("console.log('canary-' + 'x'.repeat(100_000))"),
      "printed more than a token",
    ],
    ["is a file beside the project", '["./token"]', "names a file that a pull request can change"],
  ])("that %s is an error, and nothing is sent", async (_, command, says) => {
    const run = await plan(command);
    expect(run.stderr).toContain("error[DF4011]");
    expect(run.stderr).toContain(says);
    expect([run.code, run.requests]).toEqual([1, 0]);
  });

  test("is no file of the repository, and finds no program there", async () => {
    const cwd = folderWith({ ...acmeAlone, ".git/HEAD": "ref: refs/heads/main\n" });
    mkdirSync(join(cwd, "bin"));
    writeFileSync(join(cwd, "bin", "print-token"), "#!/bin/sh\necho canary-acme\n", { mode: 0o755 });
    const whole = await plan(JSON.stringify([join(cwd, "bin", "print-token")]), cwd);
    expect(whole.stderr).toContain("names a file that a pull request can change");
    const argument = await plan(JSON.stringify(["sh", join(cwd, "bin", "print-token")]), cwd);
    expect(argument.stderr).toContain("names a file that a pull request can change");
    const PATH = `${join(cwd, "bin")}:${process.env.PATH}`;
    const named = await plan('["print-token"]', cwd, { PATH });
    expect(named.stderr).toContain("cannot be started: there is no such file or folder");
  });
});
