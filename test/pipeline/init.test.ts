import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { nodeDisk } from "../../src/io/node-disk.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { folderWith, mutations, quietly, seedWithTwins } from "../support/processes/cli-fixture.ts";
import { runDocform } from "../support/processes/run-docform.ts";

/** All files below a folder, by path. */
function filesIn(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

const beside = [
  ".docform/schema/manifest.schema.json",
  ".docform/schema/overlay.schema.json",
  ".docform/schema/project.schema.json",
  ".gitignore",
  ".vscode/extensions.json",
  "docform.yaml",
];

async function started(seed: string | object = seedWithTwins) {
  const platform = await startTestPlatform(seed);
  const folder = folderWith({});
  const docform = (line: string, env: object = {}) =>
    quietly(line, { cwd: folder, env: { ...platform.env, ...env }, sleep: platform.sleep });
  return { platform, folder, docform };
}

describe("docform init, from nothing,", () => {
  test("writes a project that is valid, without a network", async () => {
    const folder = folderWith({});
    const run = await quietly("init --organization acme=org_1 --base-url https://docs.example", {
      cwd: folder,
    });
    expect(run).toMatchObject({ code: 0, stderr: "" });
    const files = filesIn(folder);
    expect(Object.keys(files)).toEqual([...beside, "manifests/acme.yaml"].sort());
    expect(files["docform.yaml"]).toBe(`# yaml-language-server: $schema=.docform/schema/project.schema.json
platform:
  baseUrl: https://docs.example

organizations:
  acme:
    id: org_1

manifests:
  - manifests
`);
    expect(files[".gitignore"]).toBe("node_modules/\n.docform/*\n!.docform/schema/\ndocform-plan/\n");
    expect(files["manifests/acme.yaml"]).toContain(
      "# yaml-language-server: $schema=../.docform/schema/manifest.schema.json\norganization: acme\n",
    );
    expect(await quietly("validate", { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
    for (const file of Object.keys(files))
      expect([file, run.stdout.includes(`+ ${file}\n`)]).toEqual([file, true]);
  });

  test.each([
    ["HTTPS://Docs.example/api/", "https://docs.example/api"],
    ["http://docs.example --insecure-http", "http://docs.example"],
  ])("takes the address %s", async (option, baseUrl) => {
    const folder = folderWith({});
    const line = `init --organization acme=org_1 --base-url ${option}`;
    expect(await quietly(line, { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
    expect(parse(readFileSync(join(folder, "docform.yaml"), "utf8")).platform).toEqual({ baseUrl });
    expect(await quietly("validate", { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
  });

  test("leaves out what is not wanted", async () => {
    const folder = folderWith({});
    const run = await quietly("init --organization org_1 --editor none", { cwd: folder });
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("DOCFORM_BASE_URL in the environment"),
    });
    expect(existsSync(join(folder, ".vscode"))).toBe(false);
    expect(parse(readFileSync(join(folder, "docform.yaml"), "utf8"))).toEqual({
      organizations: { "org-1": { id: "org_1" } },
      manifests: ["manifests"],
    });
  });
});

test.each([
  ["--base-url https://api.gitbook.com", "platform:\n  baseUrl: https://api.gitbook.com\n\n"],
  ["--base-url https://docs.example --api gitbook", "  baseUrl: https://docs.example\n  api: gitbook\n"],
  ["--api gitbook", "platform:\n  api: gitbook\n"],
])("docform init %s writes settings and schemas of that edition", async (options, settings) => {
  const folder = folderWith({});
  await quietly(`init --organization acme=org_1 ${options}`, { cwd: folder });
  const files = filesIn(folder);
  expect(files["docform.yaml"]).toContain(settings);
  const schema = files[".docform/schema/manifest.schema.json"] ?? "";
  expect(schema.includes("agentsContext")).toBe(settings.includes("api: reference"));
  expect(await quietly("validate", { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
});

test("docform init writes nothing for an edition that the address does not speak", async () => {
  const folder = folderWith({});
  const options = "--organization acme=org_1 --base-url https://api.gitbook.com --api reference";
  const run = await quietly(`init ${options}`, { cwd: folder });
  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("speaks the edition gitbook") });
  expect(filesIn(folder)).toEqual({});
});

describe("docform init --from-platform", () => {
  test("leads to the state of each environment, from the folder in which it was started", async () => {
    const { docform } = await started("examples/library/live.yaml");
    const { stdout } = await docform(
      "init -C handbook --from-platform --ci github --environment staging --environment live",
    );
    const next = stdout
      .split("\n")
      .flatMap((line) => /^ {2}(docform .*?) (?:brings|shows|says) /.exec(line)?.[1] ?? []);
    expect(next).toEqual([
      "docform state migrate --from local -C handbook --env staging",
      "docform state migrate --from local -C handbook --env live",
      "docform plan -C handbook --env staging",
      "docform doctor -C handbook --env staging",
    ]);
  });

  test.each([
    ["examples/acme/live.yaml", "--organization acme=org_acme"],
    ["examples/library/live.yaml", ""],
  ])("of %s %s: one command, and the plan is empty", async (seed, named) => {
    const { docform, platform, folder } = await started(seed);
    const run = await docform(`init --from-platform ${named}`);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    const variables = [...run.stdout.matchAll(/^ {2}([A-Z][A-Z0-9_]+) {3}\S+ of /gm)].map(([, name = ""]) => [
      name,
      "not known here",
    ]);
    const env = Object.fromEntries(variables);
    expect(await docform("validate", env)).toMatchObject({ code: 0 });
    if (variables.length === 0) {
      expect(run.stdout).toMatch(/^The plan is empty: \d+ resources, all as on the platform\.$/m);
      expect(await docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
    }
    expect(await docform("fmt --check", env)).toMatchObject({ code: 0 });
    for (const [path, text] of Object.entries(filesIn(folder)))
      if (path.startsWith("manifests/"))
        expect([path, text]).toEqual([path, expect.stringMatching(/^# yaml-language-server: /)]);
    expect(mutations(platform)).toEqual([]);
  });

  test("who has access is written also where it is the default, so that drift sees it change", async () => {
    const { docform, folder } = await started("examples/acme/live.yaml");
    await docform("init --from-platform --organization acme=org_acme");
    expect(parse(filesIn(folder)["docform.yaml"] ?? "")).toMatchObject({ guards: { exposure: "hold" } });
    const text = Object.values(filesIn(folder)).join("");
    for (const field of ["visibility: public", "published: false", "defaultLevel: inherit"])
      expect(text).toContain(field);
    const [site] = JSON.parse((await docform("api listSites organizationId=org_acme")).stdout).items;
    const other = site.visibility === "public" ? "unlisted" : "public";
    await docform(`api updateSite organizationId=org_acme siteId=${site.id} visibility=${other} --yes`);
    const drift = await docform("drift");
    expect(drift).toMatchObject({ code: 2, stdout: expect.stringContaining("visibility") });
  });

  test("what is given another name afterwards is still known", async () => {
    const { docform } = await started("examples/library/live.yaml");
    await docform("init --from-platform");
    const [space] = JSON.parse((await docform("api listSpaces organizationId=org_fern")).stdout).items;
    await docform(`api updateSpace spaceId=${space.id} title=Renamed --yes`);
    const { stdout } = await docform("plan --format json");
    expect(JSON.parse(stdout).changes).toMatchObject([{ action: "update", id: space.id }]);
  });

  test("names the organizations to choose from when there are several, and takes those that are named", async () => {
    const { docform, folder } = await started("examples/northlane/live.yaml");
    const run = await docform("init --from-platform");
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toMatch(
      /error\[DF5001\]: the token sees \d organizations\n {2}= it sees org_.*\. For the first: docform init /,
    );
    expect(filesIn(folder)).toEqual({});
    const [, command = "", alias = "", id = ""] =
      /For the first: docform (init --from-platform --organization ([\w-]+)=(org_\w+))\n/.exec(run.stderr) ??
      [];
    expect(await docform(command)).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(parse(readFileSync(join(folder, "docform.yaml"), "utf8")).organizations).toEqual({
      [alias]: { id },
    });
    expect(await docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
  });
});

describe("docform init writes nothing", () => {
  const refusals = [
    [
      "where nobody can be asked",
      "init",
      /DF5001\]: init has to know the id of the organization[\s\S]*--organization ALIAS=ID/,
    ],
    ["where nobody may be asked", "init --no-input", /DF5001\]: init has to know the id/],
    [
      "without an address",
      "init --from-platform",
      /DF5001\]: init has to know where the platform is[\s\S]*--base-url URL/,
      { DOCFORM_BASE_URL: "" },
    ],
    ["without a token", "init --from-platform", /DF4001/, { DOCFORM_TOKEN: "" }],
    ["with a wrong token", "init --from-platform", /DF4002/, { DOCFORM_TOKEN: "canary-4711-wrong" }],
    [
      "for an organization that is not there",
      "init --from-platform --organization org_gone",
      /DF5001\]: the token sees no organization "org_gone"[\s\S]*it sees org_acme \(Acme/,
    ],
    [
      "for an alias that cannot be one",
      "init --organization a.b=org_1",
      /DF5001\]: "a\.b" cannot be an alias/,
    ],
    [
      "for one alias twice",
      "init --organization a=org_1 --organization a=org_2",
      /DF5001\]: two organizations have the alias "a"/,
    ],
    [
      "for two aliases with one variable",
      "init --organization a-b=org_1 --organization A_b=org_2",
      /DF5001\]: two organizations have the alias "A_b"/,
    ],
    [
      "for one organization twice",
      "init --organization a=org_1 --organization b=org_1",
      /DF5001\]: the organization "org_1" is named twice/,
    ],
    ["for an empty id", "init --organization acme=", /DF5001\]: "" cannot be the id of an organization/],
    ["for an id that is a path", "init --organization ..", /DF5001\]: "\.\." cannot be the id/],
    [
      "for an address that is none",
      "init --organization org_1 --base-url docs",
      /DF4007\]: the address is not a web address/,
    ],
    [
      "for an address with /v1",
      "init --organization org_1 --base-url https://docs.example/v1",
      /DF4007\]: the address of docs\.example ends in \/v1; leave that out/,
    ],
    [
      "for an address with a password, which it does not show",
      "init --organization org_1 --base-url https://me:canary@docs.example",
      /DF4007\]: the address of docs\.example holds a user name or password/,
    ],
    [
      "for an address of the environment with a password",
      "init --organization org_1",
      /DF4007\]: the address of docs\.example holds a user name or password/,
      { DOCFORM_BASE_URL: "https://me:canary@docs.example" },
    ],
    [
      "for an address with a query",
      "init --organization org_1 --base-url https://docs.example?q=1#f",
      /DF4007\]: the address of docs\.example holds a query or a fragment/,
    ],
    [
      "for an address on which others could read the token",
      "init --organization org_1 --base-url http://docs.example",
      /DF4007\]: the address of docs\.example is not encrypted[\s\S]*--insecure-http/,
    ],
    [
      "for a CI that it does not know",
      "init --organization org_1 --ci githb",
      /DF5001.*Allowed choices are github, gitlab, none/,
    ],
  ] as const;
  test.each(refusals)("%s", async (_, line, says, env: object = {}) => {
    const { docform, folder } = await started();
    const run = await docform(line, env);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toMatch(says);
    expect(filesIn(folder)).toEqual({});
  });

  test.each([
    "docform.yaml",
    "manifests/acme.yaml",
    ".vscode/extensions.json",
    ".github/workflows/docform.yml",
  ])("when %s is there already", async (path) => {
    const folder = folderWith({ [path]: "mine\n" });
    const run = await quietly("init --organization acme=org_1 --ci github", { cwd: folder });
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain(`error[DF5101]: ${path} is there already\n`);
    expect(filesIn(folder)).toEqual({ [path]: "mine\n" });
  });

  test("for an empty organization", async () => {
    const folder = folderWith({});
    const run = await runDocform(["init", "--organization", ""], { cwd: folder });
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain('error[DF5001]: "" cannot be the id of an organization\n');
    expect(filesIn(folder)).toEqual({});
  });

  test.each(["manifests", ".docform", ".github/workflows"])(
    "when a file %s is where a folder is needed, which is said once",
    async (path) => {
      const folder = folderWith({ [path]: "mine\n" });
      const run = await quietly("init --organization acme=org_1 --ci github", { cwd: folder });
      expect(run).toMatchObject({ code: 1, stdout: "" });
      expect(run.stderr).toContain(`error[DF5101]: ${path} is a file, and a folder is needed there\n`);
      expect(run.stderr).toContain("1 error\n");
      expect(filesIn(folder)).toEqual({ [path]: "mine\n" });
    },
  );

  test("when the disk is full before the last file: what was written is taken back", async () => {
    const folder = folderWith({ ".gitignore": ".docform/*\n" });
    const create: typeof nodeDisk.create = (path, ...more) =>
      path.includes("manifests")
        ? Promise.reject(Object.assign(new Error(), { code: "ENOSPC" }))
        : nodeDisk.create(path, ...more);
    const line = "init --organization acme=org_1";
    const run = await quietly(line, { cwd: folder, disk: { ...nodeDisk, create } });
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toMatch(/error\[DF5004\]: cannot write \S+acme\.yaml: the disk is full\n/);
    expect(run.stderr).toContain("= no file is changed\n");
    expect(filesIn(folder)).toEqual({ ".gitignore": ".docform/*\n" });
    expect(await quietly(line, { cwd: folder })).toMatchObject({ code: 0 });
  });
});

test("a .gitignore that is there stays as it is, and what it lacks is said", async () => {
  const folder = folderWith({ ".gitignore": "node_modules/\n.docform/*\n" });
  const run = await quietly("init --organization acme=org_1", { cwd: folder });
  expect(run.stdout).toContain("Add these lines to the .gitignore that is there:\n  !.docform/schema/\n");
  expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe("node_modules/\n.docform/*\n");
});

/** The command lines of docform in a pipeline, as a shell would give them to it. */
function commandsIn(text: string): readonly string[] {
  // Nothing is fetched by its name alone: whoever has that name in a registry would get the token.
  expect(text).not.toMatch(/npx (?!--no-install docform )/);
  return [...text.matchAll(/npx --no-install docform ([^\n>]*)/g)].map(([, line = ""]) =>
    line.replace(/["']$/, "").trim(),
  );
}

describe("the pipeline of init", () => {
  const services = [
    ["github", ".github/workflows/docform.yml"],
    ["gitlab", ".gitlab-ci.yml"],
  ] as const;
  test.each(services)(
    "for %s checks, applies and watches, with a state that the next run finds",
    async (service, path) => {
      const { docform, folder } = await started();
      const run = await docform(`init --from-platform --organization org_acme --ci ${service}`);
      expect(run).toMatchObject({ code: 0, stderr: "" });
      expect(run.stdout).toMatch(/^ {2}the state is in the /m);
      const text = readFileSync(join(folder, path), "utf8");
      const commands = commandsIn(text);
      // test/shared-state/pipelines.deep.test.ts runs them.
      const tests = ["policy test; fi", "test; fi"];
      expect(commands).toEqual([
        "ci plan",
        ...tests,
        'ci apply ${DOCFORM_EXPECT:+--expect="$DOCFORM_EXPECT"}',
        "ci drift",
      ]);
      const { state } = parse(readFileSync(join(folder, "docform.yaml"), "utf8"));
      expect(state).toEqual({ github: { git: { ref: "docform-state" } }, gitlab: { http: {} } }[service]);
      expect(await docform("validate")).toMatchObject({ code: 0 });
      // The variable pins the address that docform.yaml names.
      expect(text.includes("DOCFORM_BASE_URL: ${{ vars.DOCFORM_BASE_URL }}")).toBe(service === "github");
    },
  );

  test("for GitHub: each job on its event, the token only where it is needed", () => {
    const folder = folderWith({});
    return quietly("init --organization acme=org_1 --ci github", { cwd: folder }).then(() => {
      const workflow = parse(readFileSync(join(folder, ".github/workflows/docform.yml"), "utf8"));
      expect(Object.keys(workflow.on)).toEqual([
        "pull_request",
        "merge_group",
        "push",
        "schedule",
        "workflow_dispatch",
      ]);
      expect(workflow.permissions).toEqual({ contents: "read" });
      const env = (token: string) => ({
        [token]: `\${{ secrets.${token} }}`,
        GITHUB_TOKEN: "${{ github.token }}",
        DOCFORM_BASE_URL: "${{ vars.DOCFORM_BASE_URL }}",
        DOCFORM_STATE: "${{ vars.DOCFORM_STATE }}",
      });
      const { check, apply, drift } = workflow.jobs;
      // The state is a branch: only the job that writes it may push.
      expect([check.permissions, apply.permissions, drift.permissions]).toEqual([
        { contents: "read", "pull-requests": "write" },
        { contents: "write", "pull-requests": "write" },
        { contents: "read", issues: "write" },
      ]);
      expect([check.environment, apply.environment, drift.environment]).toEqual([
        undefined,
        "production",
        undefined,
      ]);
      expect(check.if).toBe("github.event_name == 'pull_request' || github.event_name == 'merge_group'");
      expect(apply.if).toContain("default_branch");
      const given = [check, apply, drift].flatMap(({ steps }) =>
        steps.flatMap((step: { env?: object }) => step.env ?? []),
      );
      // A value that a person gives is never part of a script.
      expect(given).toEqual([
        env("DOCFORM_READ_TOKEN"),
        { ...env("DOCFORM_TOKEN"), DOCFORM_EXPECT: "${{ inputs.expect }}" },
        env("DOCFORM_READ_TOKEN"),
      ]);
      expect(apply.concurrency).toEqual({ group: "docform-apply", queue: "max" });
      expect(drift.if).toMatch(/^github.event_name == 'schedule' \|\| /);
    });
  });

  test("lies at the root of the repository, where GitHub looks for it", async () => {
    const root = folderWith({ ".git/HEAD": "ref: refs/heads/main\n", "docs/README.md": "" });
    const { stdout } = await quietly("init -C docs --organization acme=org_1 --ci github", { cwd: root });
    expect(stdout).toContain("\n  + ../.github/workflows/docform-docs.yml\n");
    expect(existsSync(join(root, ".github/workflows/docform-docs.yml"))).toBe(true);
  });

  test("for GitLab: each job by its rule, and one apply at a time", async () => {
    const folder = folderWith({});
    await quietly("init --organization acme=org_1 --ci gitlab", { cwd: folder });
    const text = readFileSync(join(folder, ".gitlab-ci.yml"), "utf8");
    const pipeline = parse(text);
    const jobs = ["check", "test", "apply", "drift"].map((job) => `docform-${job}`);
    expect(Object.keys(pipeline)).toEqual(["variables", ...jobs]);
    expect(pipeline["docform-apply"]).toMatchObject({
      resource_group: "docform",
      environment: { name: "production" },
      rules: [{ if: expect.stringContaining("$CI_DEFAULT_BRANCH") }],
    });
    expect(text).toContain("# Set also, masked: DOCFORM_BASE_URL.\n");
  });
});
