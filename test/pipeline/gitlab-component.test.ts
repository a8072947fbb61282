import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { folderWith, quietly } from "../support/processes/cli-fixture.ts";
import {
  type ComponentJob,
  componentHeader,
  includedPipeline,
  pipelineProblems,
} from "../support/services/gitlab-component.ts";

describe("templates/docform.yml", () => {
  test("fits the schema that GitLab publishes, header and jobs", () => {
    expect(pipelineProblems(componentHeader)).toEqual([]);
    expect(pipelineProblems(includedPipeline().pipeline)).toEqual([]);
  });

  test.each([
    ["stage", { "docform-plan": { script: "true", stage: 1 } }],
    ["resource_group", { "docform-plan": { script: "true", resource_group: [] } }],
    ["rule", { "docform-plan": { script: "true", rules: [{ iff: "x" }] } }],
    ["type of an input", { spec: { inputs: { a: { type: "list" } } } }],
  ])("another %s would not fit it", (_, wrong) => {
    expect(pipelineProblems(wrong)).not.toEqual([]);
  });

  test("has four jobs; only apply is in the environment, and one runs at a time", () => {
    const { jobs } = includedPipeline();
    const guarded = { environment: { name: "production" }, resource_group: "docform", stage: "deploy" };
    expect(Object.keys(jobs)).toEqual(["docform-plan", "docform-test", "docform-apply", "docform-drift"]);
    expect(jobs["docform-apply"]).toMatchObject(guarded);
    for (const name of ["docform-plan", "docform-test", "docform-drift"]) {
      expect(jobs[name]).toMatchObject({ stage: "test", image: "node:24" });
      expect(jobs[name]).not.toHaveProperty("environment");
      expect(jobs[name]?.variables.DOCFORM_DIRECTORY).toEqual({ value: ".", expand: false });
    }
  });

  test("has the variables, artifacts and guards of the pipeline that init writes", async () => {
    const cwd = folderWith({});
    await quietly("init --organization acme=org_1 --ci gitlab", { cwd });
    const { variables: all, ...written } = parse(readFileSync(join(cwd, ".gitlab-ci.yml"), "utf8"));
    const { DOCFORM_EXPECT: _, ...variables } = all;
    const { environment, resource_group, rules } = written["docform-apply"];
    const { jobs } = includedPipeline();
    expect(jobs["docform-plan"]?.variables).toMatchObject(variables);
    expect(jobs["docform-apply"]).toMatchObject({ environment, resource_group, rules });
    expect(jobs["docform-test"]).toMatchObject({ rules: written["docform-test"].rules });
    const { paths, reports, ...kept } = written["docform-check"].artifacts;
    const inFolder = (path: string) => `./${path}`;
    expect(jobs["docform-plan"]?.artifacts).toEqual({
      ...kept,
      paths: paths.map(inFolder),
      reports: Object.fromEntries(
        Object.entries<string>(reports).map(([name, path]) => [name, inFolder(path)]),
      ),
    });
  });

  test("can be included a second time, with rules of its own", () => {
    const rules = [{ if: "$CI_COMMIT_TAG" }];
    const { pipeline, jobs } = includedPipeline({ prefix: "staging", env: "staging", "apply-rules": rules });
    expect(pipelineProblems(pipeline)).toEqual([]);
    expect(jobs["staging-apply"]).toMatchObject({ rules, resource_group: "staging" });
  });
});

/** Runs the script of a job by sh; answers what npm and npx were started with, and in which folder. */
function started({ before_script, script, variables }: ComponentJob, cwd: string): readonly string[] {
  const show =
    '#!/bin/sh\nprintf "%s|" "$(basename "$0")" "$(basename "$PWD")" "$@" >> "$SHOWN"\necho >> "$SHOWN"\n';
  const tools = folderWith({ npm: show, npx: show, shown: "" });
  for (const name of ["npm", "npx"]) chmodSync(join(tools, name), 0o755);
  const texts = Object.entries(variables).map(([name, value]) => [
    name,
    typeof value === "string" ? value : value.value,
  ]);
  const env = {
    PATH: `${tools}:${process.env.PATH}`,
    SHOWN: join(tools, "shown"),
    ...Object.fromEntries(texts),
  };
  execFileSync("sh", ["-e", "-c", [...before_script, ...script].join("\n")], { cwd, env });
  return execFileSync("cat", [join(tools, "shown")], { encoding: "utf8" })
    .trimEnd()
    .split("\n");
}

describe("its scripts", () => {
  test("install what the lock file pins, and run it in the folder of the project", () => {
    const root = folderWith({ "platform/docform.yaml": "", "platform/tests/a.yaml": "expect: {}" });
    const { jobs } = includedPipeline({ directory: "platform", env: "production" });
    expect(Object.values(jobs).map((job) => started(job, root))).toEqual(
      [
        "ci|plan|--env=production|",
        "test|--env=production|",
        "ci|apply|--env=production|--lock-timeout=5m|",
        "ci|drift|--env=production|",
      ].map((rest) => ["npm|platform|ci|--ignore-scripts|", `npx|platform|--no-install|docform|${rest}`]),
    );
  });

  test.each(["$(touch stolen)", "`touch stolen`", "a; touch stolen", "' \" && touch stolen #", "-P"])(
    "take %j as a name",
    (value) => {
      const root = folderWith({});
      mkdirSync(join(root, value));
      const { jobs } = includedPipeline({ directory: value, env: value });
      const [, line] = started(jobs["docform-plan"] as ComponentJob, root);
      expect(line).toBe(`npx|${value}|--no-install|docform|ci|plan|--env=${value}|`);
      expect(existsSync(join(root, "stolen")) || existsSync(join(root, value, "stolen"))).toBe(false);
    },
  );
});
