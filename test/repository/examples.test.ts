import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import { expectGolden } from "../support/golden.ts";
import { runDocform } from "../support/processes/run-docform.ts";
import { copyOfProject } from "../support/projects/copy-project.ts";
import { exampleProjects, startExample } from "../support/projects/example-projects.ts";

const folder = join(import.meta.dirname, "../../examples");

/** The plan of a project, or those of its organizations. */
function plansIn(json: PlanDocument | { readonly organizations: readonly { plan: PlanDocument }[] }) {
  return Array.isArray(json.organizations)
    ? json.organizations.map(({ plan }: { plan: PlanDocument }) => plan)
    : [json as PlanDocument];
}

/** Every example in each of its environments; without one, as it is. `acme.test.ts` promises more of the largest one. */
const others = exampleProjects().filter((example) => example !== "acme");
const cases = others.flatMap((example) => {
  const { environments = {} } = parse(readFileSync(join(folder, example, "docform.yaml"), "utf8")) as {
    readonly environments?: Readonly<Record<string, unknown>>;
  };
  return [undefined, ...Object.keys(environments)].map((environment) => ({ example, environment }));
});

describe.each(cases)("examples/$example (environment $environment)", ({ example, environment }) => {
  const cwd = join(folder, example);
  const options = environment === undefined ? [] : ["--env", environment];

  test("is valid, its plan is the one beside it, and once applied nothing is left but what is blocked", async () => {
    const { env, sleep } = await startExample(cwd);
    const copy = copyOfProject(cwd);
    const docform = (...argv: readonly string[]) =>
      runDocform([...argv, ...options], { cwd: copy, env, sleep });
    expect(await docform("validate")).toMatchObject({ code: 0, stderr: "" });
    const name = environment === undefined ? "plan.txt" : `plan.${environment}.txt`;
    const json = (await docform("plan", "--format", "json")).stdout;
    const plans = plansIn(JSON.parse(json));
    const { stdout } = await docform("plan");
    const digests = plans.flatMap(({ digest }) => [digest.slice(0, 16), digest.slice(0, 8)]);
    const text = digests.reduce((rest, part) => rest.replaceAll(part, "DIGEST"), stdout);
    expectGolden(join(cwd, name), text.replaceAll(/\d+\.\d s\b/g, "0.1 s"));

    const isBlocked = plans.some(({ summary }) => summary.blocked > 0);
    for (const { summary } of plans) expect(summary.calls).toBeGreaterThan(0);
    expect(await docform("apply", "--yes")).toMatchObject({ code: isBlocked ? 3 : 0 });
    expect(await docform("plan", "--detailed-exitcode")).toMatchObject({ code: 0 });
  });
});
