import { existsSync, readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { builtDocform } from "../support/processes/built-docform.ts";
import {
  canary,
  editOn,
  folderWith,
  manifest,
  settings,
  twoSteps,
} from "../support/processes/cli-fixture.ts";
import { nodeProgram } from "../support/processes/node-program.ts";
import { install, installedFiles, runAction } from "../support/services/action-runner.ts";
import { type Occasion, pipelineVariables, pipelineWorld } from "../support/services/pipeline-world.ts";
import { token } from "../support/services/service-server.ts";

let built: string;

beforeAll(async () => {
  built = await builtDocform();
});

/** A repository with docform installed, on GitHub, and the Action in its workflow. */
async function workflow(node: string) {
  const world = await pipelineWorld("github", manifest("teams: { docs: { id: team_docs, title: Docs } }\n"));
  world.repository.push("change", twoSteps);
  const pull = world.repository.openPull("change");
  const folder = folderWith({ ...installedFiles, "docform.yaml": settings, ...twoSteps });
  install(folder, built);
  const [runner, { DOCFORM_TOKEN: _, ...address }] = [
    folderWith({}),
    world.platform.env as Record<string, string>,
  ];
  /** Runs a step with the secrets that its job has. */
  const step = async (
    given: Readonly<Record<string, string>>,
    occasion: Occasion,
    secrets: Readonly<Record<string, string>>,
  ) => {
    const { GITHUB_TOKEN: _, ...variables } = pipelineVariables("github", runner, folder, occasion) as Record<
      string,
      string
    >;
    const env = { ...variables, ...address, ...secrets, GITHUB_API_URL: world.server.apiUrl };
    const run = await runAction(folder, { node, env, with: { "github-token": token, ...given } });
    for (const secret of [token, canary.admin, canary.reader]) expect(run.log).not.toContain(secret);
    return run;
  };
  return { ...world, pull, folder, step };
}

const reading = { DOCFORM_READ_TOKEN: canary.reader };

describe.each([20, 24])("the Action on Node %i", (major) => {
  let node: string;
  beforeAll(() => {
    node = nodeProgram(major);
  });

  test("plans on a pull request, applies the merge, and finds drift", async () => {
    const { repository, platform, pull, step } = await workflow(node);
    const fork = await step({ command: "plan" }, { pull, isFork: true }, {});
    expect([fork.code, fork.log]).toEqual([0, expect.stringContaining("comes from a fork")]);

    const plan = await step({ command: "plan" }, { pull }, reading);
    expect([plan.code, plan.log]).toEqual([0, expect.stringContaining("2 API calls")]);
    expect(plan.summary).toContain("2 API calls");
    expect(repository.comments).toHaveLength(1);
    const [comment] = repository.comments;
    const digest = /docform-digest ([0-9a-f]{64})/.exec(comment?.text ?? "")?.[1];
    const counts = { changes: "2", deletes: "0", calls: "2", blocked: "0", waiting: "0", held: "0" };
    expect(plan.outputs).toEqual({ ...counts, digest, html: "docform-plan/plan.html" });

    const commit = repository.merge(pull);
    const writing = { DOCFORM_TOKEN: canary.admin };
    const apply = await step({ command: "apply", "lock-timeout": "1m" }, { commit }, writing);
    expect([apply.code, apply.log]).toEqual([0, expect.stringContaining("Apply: 2 done.")]);

    await editOn(platform, ["PATCH", "/orgs/org_acme/teams/team_docs", { title: "Scribes" }]);
    const drift = await step({ command: "drift" }, {}, reading);
    expect([drift.code, drift.outputs]).toEqual([2, expect.objectContaining({ changes: "1" })]);
    expect(repository.issues).toMatchObject([{ isOpen: true }]);
  });

  test("what is in the inputs starts nothing and steers nothing", async () => {
    const { pull, folder, step } = await workflow(node);
    const before = readdirSync(folder);
    for (const value of [
      "a\n::stop-commands::x",
      "a\r::error::x",
      "$(touch stolen)",
      "; touch stolen #",
      "--yes",
    ])
      for (const name of ["directory", "env", "allow-deletes"]) {
        const { code, log } = await step({ command: "plan", [name]: value }, { pull }, reading);
        expect([name, value, code]).not.toEqual([name, value, 0]);
        expect(log.split(/[\r\n]+/).filter((line) => /^\s*::(?!error )/.test(line))).toEqual([]);
        expect([readdirSync(folder), existsSync("stolen")]).toEqual([before, false]);
      }
  });
});
