import { describe, expect, test } from "vitest";
import { type Interference, startProxy } from "../support/network/proxy.ts";
import {
  folderWith,
  manifest,
  mutations,
  project,
  quietly,
  settings,
  twoSteps,
} from "../support/processes/cli-fixture.ts";

/** One mistake: what is typed in which project, and everything that the answer must say. */
interface Mistake {
  readonly name: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly line?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly code?: number;
  readonly says: readonly string[];
}

const inManifests: readonly Mistake[] = [
  {
    name: "an unknown field",
    files: manifest("teams:\n  docs: { titel: Docs }\n"),
    says: ['error[DF1004]: unknown field "titel"', "manifests/all.yaml:3:11", 'did you mean "title"?'],
  },
  {
    name: "a wrong type",
    files: manifest("teams:\n  docs: { title: [Docs] }\n"),
    says: ["error[DF1005]: title must be text, not a list", "manifests/all.yaml:3:11", "Write a value"],
  },
  {
    name: "a duplicate key",
    files: manifest("teams:\n  docs: { title: Docs, title: Two }\n"),
    says: [
      'error[DF1002]: duplicate key "title"',
      "manifests/all.yaml:3:24",
      "all.yaml:3:11",
      "Remove or rename",
    ],
  },
  {
    name: "an unknown reference",
    files: manifest("teams:\n  docs: { title: Docs }\nsaml:\n  okta: { label: Okta, defaultTeam: dosc }\n"),
    says: ['error[DF2001]: there is no team "dosc"', "manifests/all.yaml:5:37", 'the nearest is "docs"'],
  },
  {
    name: "two resources that match one live object",
    files: manifest(
      "teams:\n  docs: { title: Guides, previously: Docs }\n  writers: { title: Writers, previously: Docs }\n",
    ),
    says: [
      'error[DF3002]: acme/teams.docs and acme/teams.writers both match the live team "team_docs"',
      "manifests/all.yaml:4:3",
      "the other one: manifests/all.yaml:3:3",
      "pin each with id:",
    ],
  },
  {
    name: "one resource that matches two live objects",
    files: manifest("teams:\n  twin: { title: Twin }\n"),
    says: [
      'fits 2 live objects: "team_twin_a" (Twin), "team_twin_b" (Twin)',
      "manifests/all.yaml:3:3",
      "id: team_twin_a",
    ],
  },
  {
    name: "a pinned id that is not there",
    files: manifest("teams:\n  docs: { id: team_gone, title: Docs }\n"),
    says: [
      'error[DF3003]: acme/teams.docs is pinned to id "team_gone"',
      "manifests/all.yaml:3:11",
      "correct the id",
    ],
  },
  {
    name: "a missing environment variable",
    files: manifest("teams:\n  docs: { title: '${env:TEAM_TITLE}' }\n"),
    says: [
      "error[DF1008]: the environment variable TEAM_TITLE is not set",
      "manifests/all.yaml:3:18",
      "Set the variable",
    ],
  },
  {
    name: "a file outside the project folder",
    files: manifest("saml:\n  okta: { label: Okta, certificate: '${file:../../secret.pem}' }\n"),
    says: [
      'error[DF1009]: the file "../../secret.pem" lies outside the project folder',
      "manifests/all.yaml:3:37",
      "stays inside",
    ],
  },
  {
    name: "an organization that docform.yaml does not list",
    files: { "manifests/all.yaml": "organization: acmee\nteams: {}\n" },
    says: [
      'error[DF2003]: docform.yaml has no organization "acmee"',
      "manifests/all.yaml:1:15",
      'did you mean "acme"?',
    ],
  },
  {
    name: "an organization that the platform does not know",
    files: { ...twoSteps, "docform.yaml": "organizations: { acme: { id: org_nope } }\n" },
    says: [
      'error[DF3004]: the platform does not know the organization "org_nope" (acme)',
      "docform.yaml:1:18",
      "correct its id in docform.yaml",
    ],
  },
  {
    name: "a folder without docform.yaml",
    line: "plan -C nowhere",
    says: ["error[DF1010]: there is no docform.yaml in", "nowhere", "-C DIR"],
  },
  {
    name: "a project without manifests",
    says: ["error[DF1010]: there is no manifest folder", "correct manifests in docform.yaml"],
  },
  {
    name: "an unknown environment",
    files: twoSteps,
    line: "plan --env prod",
    says: ['error[DF1011]: docform.yaml has no environment "prod"', "docform.yaml:1:1"],
  },
];

const inConnection: readonly Mistake[] = [
  {
    name: "no token",
    env: { DOCFORM_TOKEN: "" },
    says: ["error[DF4001]: there is no access token", "set DOCFORM_TOKEN"],
  },
  {
    name: "a token with a blank in it",
    env: { DOCFORM_TOKEN: "canary and more" },
    says: ["error[DF4001]: the token holds a blank", "DOCFORM_TOKEN"],
  },
  {
    name: "a wrong token",
    env: { DOCFORM_TOKEN: "canary-4711-wrong" },
    says: ["error[DF4002]", "401", "GET /orgs/org_acme", "Check DOCFORM_TOKEN"],
  },
  {
    name: "no address",
    env: { DOCFORM_BASE_URL: "" },
    says: [
      "error[DF4007]: docform does not know where the platform is",
      "set platform.baseUrl",
      "DOCFORM_BASE_URL",
    ],
  },
  {
    name: "an address that ends in /v1",
    env: { DOCFORM_BASE_URL: "http://127.0.0.1:9/v1" },
    says: ["error[DF4007]: the address of 127.0.0.1 ends in /v1", "https://api.example.com"],
  },
  {
    name: "an address without a scheme",
    env: { DOCFORM_BASE_URL: "docs.example" },
    says: [
      'error[DF4007]: the address "docs.example" is not a web address; it is from DOCFORM_BASE_URL',
      "https://docs.example",
    ],
  },
  {
    name: "a proxy that is no address",
    env: { HTTPS_PROXY: "socks5://me:secret@proxy.example" },
    says: ["error[DF4007]: HTTPS_PROXY is not the address of an http proxy"],
  },
  {
    name: "an address without encryption",
    env: { DOCFORM_BASE_URL: "http://api.docs.example" },
    says: ["error[DF4007]: the address of api.docs.example is not encrypted", "https://"],
  },
  {
    name: "no server",
    env: { DOCFORM_BASE_URL: "http://127.0.0.1:9" },
    says: ["error[DF4004]: no connection to the platform", "127.0.0.1:9", "Check platform.baseUrl"],
  },
];

const inUsage: readonly Mistake[] = [
  {
    name: "an unknown option",
    line: "plan --detailed-exitcod",
    says: [
      "error[DF5001]: unknown option '--detailed-exitcod'",
      "Did you mean --detailed-exitcode?",
      "docform plan --help",
    ],
  },
  {
    name: "an unknown command",
    line: "paln",
    says: ["error[DF5001]: unknown command 'paln'", "Did you mean plan?"],
  },
  {
    name: "a concurrency of none",
    line: "plan --concurrency 0",
    says: ["error[DF5001]", '--concurrency "0"', "a whole number from 1 to 64"],
  },
  {
    name: "a concurrency that is no number",
    line: "plan --concurrency many",
    says: ["error[DF5001]", '"many"', "a whole number"],
  },
  {
    name: "a format that there is not",
    line: "plan --format yaml",
    says: ["error[DF5001]", '"yaml"', "text, json, markdown, html"],
  },
  {
    name: "an argument too many",
    line: "plan extra",
    says: ["error[DF5001]: too many arguments for 'plan'", "docform plan --help"],
  },
  {
    name: "a code that there is not",
    line: "explain DF10004",
    says: ['there is nothing called "DF10004"', "DF1004?"],
  },
  {
    name: "a plan that cannot be saved",
    line: "plan --out nowhere/plan.json",
    says: [
      "error[DF5004]: cannot write",
      "nowhere/plan.json: there is no such file or folder",
      "Check the path",
    ],
  },
];

const inApply: readonly Mistake[] = [
  {
    name: "a digest that is too short",
    line: "apply --yes --expect abc",
    says: [
      "--expect takes at least 16 hexadecimal",
      "= copy the digest after --expect from the output of docform plan",
    ],
  },
  {
    name: "the digest of another plan",
    line: "apply --yes --expect 0123456789abcdef",
    code: 4,
    says: [
      "error[DF3006]: the plan has the digest",
      "not the one that was reviewed",
      "run docform plan again",
    ],
  },
  {
    name: "a file that is no plan",
    files: { ...twoSteps, "plan.json": "{}" },
    line: "apply --yes plan.json",
    says: ["error[DF5003]: plan.json is not a plan", "docform plan --out FILE"],
  },
  {
    name: "a plan file that is not there",
    line: "apply --yes nope.json",
    says: ["error[DF5004]: cannot read nope.json: there is no such file"],
  },
];

async function expectRefused({
  files = twoSteps,
  line = "plan",
  env = {},
  code = 1,
  says,
}: Mistake): Promise<void> {
  const { docform, platform } = await project(files);
  const run = await docform(line, { env: { ...platform.env, ...env } });
  for (const text of says) expect(run.stderr).toContain(text);
  expect(run).toMatchObject({ code, stdout: "" });
  expect(mutations(platform)).toEqual([]);
}

describe("says what, where and what to do, and sends nothing:", () => {
  const all = [...inManifests.map((one) => ({ files: {}, ...one })), ...inConnection, ...inUsage, ...inApply];
  test.each(all)("$name", (mistake) => expectRefused(mistake));

  test.each(inManifests.filter(({ line, name }) => line === undefined && !/live|platform|pinned/.test(name)))(
    "$name, without network or token, as a result on stdout",
    async ({ files = {}, says }) => {
      const folder = folderWith({ "docform.yaml": "organizations: { acme: { id: org_acme } }\n", ...files });
      const run = await quietly("validate", { cwd: folder });
      for (const text of says) expect(run.stdout).toContain(text);
      expect(run).toMatchObject({ code: 1, stderr: "" });
    },
  );
});

describe("stops before it plans when an answer cannot be trusted:", () => {
  const html = "<!doctype html><html><head><title>Sign in</title></head><body>canary-free</body></html>";
  const page = (status: number): Interference => ({
    before: () => ({ status, body: html, type: "text/html" }),
  });
  const isTeams = ({ path }: { path: string }): boolean => path.includes("/teams?");
  const teams = (body: object): Interference => ({
    before: (request) => (isTeams(request) ? { status: 200, body: JSON.stringify(body) } : undefined),
  });

  const cases: readonly (readonly [string, Interference, readonly string[]])[] = [
    [
      "a web page instead of JSON",
      page(200),
      ["error[DF4005]: the answer is not JSON", "Sign in", "without /v1"],
    ],
    [
      "a web page with an error",
      page(502),
      ["error[DF4006]: the platform failed: 502 Sign in", "tell those who run the platform"],
    ],
    [
      "a list that fails",
      { before: (request) => (isTeams(request) ? { status: 500, body: "" } : undefined) },
      ["error[DF4006]: the platform failed: 500", "listTeams"],
    ],
    [
      "a list that is not to be read",
      {
        before: (request) =>
          isTeams(request)
            ? { status: 403, body: '{"error":{"code":403,"message":"not yours"}}' }
            : undefined,
      },
      [
        "error[DF4003]: the token has no right to do this: 403 not yours",
        "listTeams: GET /orgs/org_acme/teams",
      ],
    ],
    [
      "a list that is shorter than it says",
      {
        after: (request, answer) =>
          isTeams(request)
            ? { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), count: 9 }) }
            : answer,
      },
      ["error[DF3005]: the list could not be read whole", "counts 9 items and sent 3", "listTeams"],
    ],
    [
      "a list whose cursor comes again",
      teams({ items: [], next: { page: "again" } }),
      ["error[DF3005]", "circle"],
    ],
    ["a list whose cursor is empty", teams({ items: [], next: { page: "" } }), ["error[DF3005]", "cursor"]],
    [
      "a list without items",
      teams({ teams: [] }),
      ["error[DF4005]: the answer is not what the API promises", "listTeams"],
    ],
  ];

  test.each(cases)("%s", async (_, interference, says) => {
    const { docform, platform } = await project({ ...twoSteps });
    const proxy = await startProxy(platform.url, interference);
    const env = { ...platform.env, DOCFORM_BASE_URL: proxy.url };
    for (const line of ["plan", "apply --yes", "drift"]) {
      const run = await docform(line, { env });
      for (const text of says) expect(run.stderr).toContain(text);
      expect(run).toMatchObject({ code: 1, stdout: "" });
    }
    expect(mutations(platform)).toEqual([]);
  });
});

describe("asks before it changes anything:", () => {
  test("without a terminal it shows the plan, says that nobody is there to ask, and sends nothing", async () => {
    const { docform, platform } = await project(twoSteps);
    const run = await docform("apply");
    expect(run).toMatchObject({ code: 1, stdout: expect.stringContaining("2 API calls") });
    expect(run.stderr).toContain("error[DF5002]");
    expect(run.stderr).toContain("docform apply --yes");
    expect(mutations(platform)).toEqual([]);
  });

  const refusals = [
    { name: "in CI, even on a terminal", line: "apply", env: { CI: "true" }, says: "DF5002" },
    { name: "with --no-input", line: "apply --no-input", env: {}, says: "DF5002" },
    { name: "when the answer is no", line: "apply", env: {}, says: "Run these 2 API calls?" },
  ];
  test.each(refusals)("$name it sends nothing", async ({ line, env, says }) => {
    const { docform, platform } = await project(twoSteps);
    const run = await docform(line, { typed: "no\n", env: { ...platform.env, ...env } });
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining(says) });
    const last = says === "DF5002" ? run.stderr : run.stdout;
    const why = says === "DF5002" ? "there is no terminal to ask for confirmation" : "it was not confirmed";
    expect(last.split("\n").at(-2)).toContain(`Nothing was changed: ${why}.`);
    expect(mutations(platform)).toEqual([]);
  });

  test("when the answer is yes it runs", async () => {
    const { docform, platform } = await project(twoSteps);
    expect(await docform("apply", { typed: "yes\n" })).toMatchObject({ code: 0 });
    expect(mutations(platform)).toHaveLength(2);
  });
});

describe("says how it is used:", () => {
  test.each(["", "--help", "plan --help", "apply --help", "help plan"])("docform %s", async (line) => {
    const run = await quietly(line, { cwd: folderWith({}) });
    expect(run).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("Usage: docform") });
  });

  test("docform --version", async () => {
    const run = await quietly("--version", { cwd: folderWith({}) });
    expect(run).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });
});

describe("colours a terminal, or what FORCE_COLOR names, and never against NO_COLOR:", () => {
  const colour = "\u001b[";
  const terminals = [
    { name: "a terminal", typed: "", env: {}, isColoured: true },
    { name: "a pipe", env: {}, isColoured: false },
    { name: "a terminal with NO_COLOR", typed: "", env: { NO_COLOR: "1" }, isColoured: false },
    { name: "a pipe with FORCE_COLOR", env: { FORCE_COLOR: "1" }, isColoured: true },
    { name: "a pipe with FORCE_COLOR=0", env: { FORCE_COLOR: "0" }, isColoured: false },
    { name: "FORCE_COLOR and NO_COLOR", env: { FORCE_COLOR: "1", NO_COLOR: "1" }, isColoured: false },
    { name: "a dumb terminal", typed: "", env: { TERM: "dumb" }, isColoured: false },
  ];
  test.each(terminals)("$name", async ({ env, isColoured, ...streams }) => {
    const { docform, platform } = await project(twoSteps);
    const run = await docform("plan", { ...streams, env: { ...platform.env, ...env } });
    expect(run.stdout.includes(colour)).toBe(isColoured);
    const wrong = await docform("plan", { ...streams, env: { ...env, DOCFORM_BASE_URL: platform.url } });
    expect(wrong.stderr.includes(colour)).toBe(isColoured);
  });
});

test("--log-level debug names each request on stderr, without the token", async () => {
  const { docform } = await project(twoSteps);
  const run = await docform("plan --log-level debug");
  expect(run.stderr).toMatch(/^GET http:.*\/v1\/orgs\/org_acme\/teams\?limit=1000 200 \d+ ms$/m);
});

test("a fault of docform is told as one, with where it came from", async () => {
  const env = {
    get TITLE(): string {
      throw new TypeError("what is this?\u001b[2J");
    },
  };
  const files = { "docform.yaml": settings, ...manifest("teams:\n  docs: { title: '${env:TITLE}' }\n") };
  const run = await quietly("validate", { cwd: folderWith(files), env });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("error[DF5009]: docform has a fault: what is this?\\x1b[2J");
  expect(run.stderr).toMatch(/\n {4}at .*command-line\.test\.ts/);
});
