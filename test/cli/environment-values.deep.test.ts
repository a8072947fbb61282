import { mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import {
  folderWith,
  manifest,
  mutations,
  project,
  quietly,
  seedWithTwins,
  twoSteps,
} from "../support/processes/cli-fixture.ts";
import { pipelineWorld } from "../support/services/pipeline-world.ts";

const organizationId = "canary-org-4711";

/** A project whose docform.yaml takes the address and the id of its organization from the environment. */
async function fromEnvironment(files: Readonly<Record<string, string>>) {
  const [acme, ...others] = seedWithTwins.organizations;
  const organizations = [{ ...acme, id: organizationId }, ...others];
  const platform = await startTestPlatform({ ...seedWithTwins, organizations });
  const settings =
    "platform: { baseUrl: '${env:ADDRESS}' }\norganizations: { acme: { id: '${env:ORGANIZATION}' } }\n";
  const folder = folderWith({ "docform.yaml": settings, ...files });
  const env = { ...platform.env, ADDRESS: platform.url, ORGANIZATION: organizationId };
  const docform = (line: string, more: Readonly<Record<string, string>> = {}) =>
    quietly(line, { cwd: folder, env: { ...env, ...more }, sleep: platform.sleep });
  return { platform, folder, docform };
}

describe("a value of the environment in docform.yaml", () => {
  test("is in no output, and a saved plan of it can be shown and applied", async () => {
    const { docform, platform } = await fromEnvironment(twoSteps);
    for (const line of [
      "validate",
      "config",
      "config --format json",
      "plan --unmanaged --log-level debug",
      "plan --format json",
      "plan --format markdown",
      "plan --format html",
      "drift --format json",
      "explain acme/teams.docs",
      "pull --dry-run",
      "plan --out plan.json",
      "show plan.json",
      "show plan.json --format json",
      "apply plan.json --yes --log-level debug",
      "runs",
      "state list --format json",
    ]) {
      const { stdout, stderr } = await docform(line);
      expect(stdout + stderr, line).not.toContain(platform.url);
      expect(stderr, line).not.toContain("error[");
    }
    expect(mutations(platform)).toHaveLength(2);
    expect((await docform("plan --detailed-exitcode")).code).toBe(0);
  });

  test("a plan that was printed with masks is no plan to apply, and the message says why", async () => {
    const { docform, folder } = await fromEnvironment(twoSteps);
    writeFileSync(join(folder, "plan.json"), (await docform("plan --format json")).stdout);
    const { code, stderr } = await docform("apply plan.json --yes");
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("plan.json was printed with [redacted] in place of secrets"),
    ]);
  });

  test.each<[code: string, env: Readonly<Record<string, string>>]>([
    ["DF3004", { ORGANIZATION: "canary-org-none" }],
    ["DF3003", { TEAM: "canary-team-none" }],
    ["DF4009", { ADDRESS: "https://canary-host.example" }],
  ])("is not in the error %s either", async (code, env) => {
    const { docform } = await fromEnvironment(
      manifest("teams: { docs: { id: '${env:TEAM:-team_docs}', title: Docs } }\n"),
    );
    for (const format of ["text", "json"]) {
      const { stdout, stderr } = await docform(`plan --format ${format}`, env);
      expect(stdout + stderr).toContain(code);
      expect(stdout + stderr).toContain("[redacted]");
    }
  });

  test("is not in the comment of a pull request, nor in the summary of the job", async () => {
    const world = await pipelineWorld("github", manifest("teams: {}\n"));
    const settings = "organizations: { acme: { id: '${env:ORGANIZATION}' } }\n";
    world.repository.push("change", { "docform.yaml": settings, ...twoSteps });
    const env = { ORGANIZATION: "canary-org-none" };
    await world.run("ci plan", { pull: world.repository.openPull("change"), env });
    const told = [
      ...world.repository.comments.map(({ text }) => text),
      readFileSync(world.files.summary, "utf8"),
    ];
    for (const text of told) {
      expect(text).toContain("redacted");
      expect(text).not.toContain("canary");
    }
  });
});

describe("a text is cut after it is masked:", () => {
  const secret = "Zq7-Xw3kPv9-Rt5mLs1-Hd8nBy4-Gc6jFu2-Ea0oTi";
  const env = { SECRET: secret };
  /** Does a text hold a part of the secret that tells something? */
  const leaked = (text: string): string | undefined =>
    Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8)).find((part) =>
      text.includes(part),
    );
  const declared = manifest("teams: { docs: { id: team_docs, title: '${env:SECRET}' } }\n");

  test("what the platform answers, in the terminal, in events and in the journal", async () => {
    const { docform, platform, folder } = await project(declared, [
      ...[100, 440, 460, 480].map((before, at) => ({
        operation: "updateTeam",
        fault: "answer",
        calls: at + 1,
        status: 400,
        body: { error: { code: 400, message: `${"x ".repeat(before / 2)}${secret} is taken` } },
      })),
    ]);
    for (const format of ["text", "json", "text", "json"]) {
      const run = await docform(`apply --yes --format ${format}`, { env: { ...platform.env, ...env } });
      expect(run.code).toBe(5);
      expect(leaked(run.stdout + run.stderr)).toBeUndefined();
    }
    const journals = readdirSync(join(folder, ".docform/runs"));
    const texts = journals.map((name) => readFileSync(join(folder, ".docform/runs", name), "utf8"));
    expect(journals).toHaveLength(4);
    expect(leaked(texts.join(""))).toBeUndefined();
  });

  test("titles that the platform has, at any place of the cut, in every form", async () => {
    const titles = Array.from({ length: 24 }, (_, at) => `${"y".repeat(at * 5)}${secret}${"z".repeat(90)}`);
    const { docform, platform } = await project(
      {
        ...declared,
        "manifests/more.yaml": `organization: acme\nteams:\n${titles.map((_, at) => `  t${at}: { id: team_${at}, title: T${at} }\n`).join("")}`,
      },
      [
        {
          operation: "listTeams",
          fault: "answer",
          status: 200,
          body: {
            items: [
              { id: "team_docs", title: "Docs" },
              ...titles.map((title, at) => ({ id: `team_${at}`, title })),
            ].map((team) => ({ object: "team", members: 0, createdAt: "2024-01-01T00:00:00.000Z", ...team })),
            count: 25,
          },
        },
      ],
    );
    for (const line of [
      ...["text", "json", "markdown", "html"].map((format) => `plan --format ${format}`),
      ...["text", "json", "markdown", "html"].map((format) => `drift --format ${format}`),
    ]) {
      const run = await docform(line, { env: { ...platform.env, ...env } });
      expect(run.stdout, line).toContain("[redacted]");
      expect([line, leaked(run.stdout + run.stderr)]).toEqual([line, undefined]);
    }
  });
});

describe("a secret goes nowhere but where it belongs:", () => {
  const secrets = {
    GITHUB_TOKEN: "canary-github",
    CI_JOB_TOKEN: "canary-job-token",
    CUSTOM_SECRET: "canary-custom",
  };

  test.each<[place: string, files: (elsewhere: string) => Readonly<Record<string, string>>]>([
    ["state.git", (to) => withState(`{ git: { remote: '${to}/\${env:CUSTOM_SECRET}' } }`)],
    ["state.http", (to) => withState(`{ http: { address: '${to}/\${env:CUSTOM_SECRET}' } }`)],
    [
      "state.http.username",
      (to) => withState(`{ http: { address: '${to}', username: '\${env:GITHUB_TOKEN}' } }`),
    ],
    [
      "platform",
      (to) => ({
        "docform.yaml": `platform: { baseUrl: '${to}/\${env:DOCFORM_READ_TOKEN}' }\n${acmeSettings}`,
      }),
    ],
    ["an id", () => ({ "docform.yaml": "organizations: { acme: { id: '${env:CI_JOB_TOKEN}' } }\n" })],
    ["a title", () => manifest("teams: { docs: { id: team_docs, title: 'x ${env:GITHUB_TOKEN}' } }\n")],
    [
      "a variable",
      () => ({
        "docform.yaml": `${acmeSettings}variables: { x: '\${env:AWS_SESSION_TOKEN}' }\n`,
        ...manifest("teams: { docs: { id: team_docs, title: '${var:x}' } }\n"),
      }),
    ],
  ])("%s with one is refused, and nothing is sent", async (_, files) => {
    const [acme, evil] = [await project(twoSteps), await project(twoSteps)];
    const written = { ...twoSteps, ...files(evil.platform.url) };
    for (const [path, text] of Object.entries(written)) writeFileSync(join(acme.folder, path), text);
    for (const line of ["plan", "apply --yes", "runs"]) {
      const run = await acme.docform(line, { env: { ...acme.platform.env, ...secrets } });
      if (line === "runs" && run.code === 0) continue;
      expect(run.code).toBe(1);
      expect(run.stderr).toMatch(/error\[DF1007\].*\n[^\n]*(?:docform|manifests\/all)\.yaml:\d+:\d+/);
    }
    expect(evil.platform.takeRequests()).toEqual([]);
    expect(acme.platform.takeRequests()).toEqual([]);
  });

  test("what git keeps is no content, by no name and by no link, and no manifest", async () => {
    const { docform, folder, platform } = await project({
      ...manifest(
        "teams: { docs: { id: team_docs, title: '${file:.git/config}' }, new: { title: '${file:link}' } }\n",
      ),
    });
    mkdirSync(join(folder, ".git"));
    writeFileSync(join(folder, ".git/config"), "AUTHORIZATION: basic canary: {\n");
    symlinkSync(".git/config", join(folder, "link"));
    const run = await docform("plan");
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('the file ".git/config" lies in .git or .docform');
    expect(run.stderr).toContain('the file "link" lies in .git or .docform');
    writeFileSync(join(folder, "docform.yaml"), `${acmeSettings}manifests: [.git/config]\n`);
    expect((await docform("plan")).stderr).toContain("lies in .git or .docform");
    expect(platform.takeRequests()).toEqual([]);
  });

  test.each(["plan", "apply --yes", "drift", "api listTeams organizationId=org_acme"])(
    "%s sends nothing while Node checks no certificates",
    async (line) => {
      const { docform, platform } = await project(twoSteps);
      const run = await docform(line, { env: { ...platform.env, NODE_TLS_REJECT_UNAUTHORIZED: "0" } });
      expect([run.code, run.stderr]).toEqual([1, expect.stringContaining("error[DF4010]")]);
      expect(platform.takeRequests()).toEqual([]);
    },
  );
});

test("an id of a megabyte makes no message of a megabyte", async () => {
  const twin = (end: string) => ({
    object: "team",
    id: `${"i".repeat(1024 * 1024)}${end}`,
    title: "Twin",
    members: 0,
    createdAt: "2024-01-01T00:00:00.000Z",
  });
  const { docform } = await project(manifest("teams: { twin: { title: Twin } }\n"), [
    {
      operation: "listTeams",
      fault: "answer",
      status: 200,
      body: { items: [twin("a"), twin("b")], count: 2 },
    },
  ]);
  for (const format of ["text", "json"]) {
    const { code, stdout, stderr } = await docform(`plan --format ${format}`);
    expect([code, stdout + stderr]).toEqual([1, expect.stringContaining("fits 2 live objects")]);
    expect((stdout + stderr).length).toBeLessThan(5000);
  }
});

test("show reads no more of a file than a plan can have", async () => {
  const folder = folderWith({});
  writeFileSync(join(folder, "plan.json"), "{}");
  truncateSync(join(folder, "plan.json"), 300 * 1024 * 1024);
  for (const [file, most] of [
    ["plan.json", 256],
    ["/dev/zero", 64],
  ] as const) {
    const { code, stderr } = await quietly(`show ${file}`, { cwd: folder });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`it is larger than ${most} MiB`)]);
  }
});

const acmeSettings = "organizations: { acme: { id: org_acme } }\n";

function withState(state: string): Readonly<Record<string, string>> {
  return { "docform.yaml": `${acmeSettings}state: ${state}\n` };
}
