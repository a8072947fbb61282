import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import { countCalls } from "../../src/planner/calls-of-steps.ts";
import { runDocform } from "../support/processes/run-docform.ts";
import { startExample } from "../support/projects/example-projects.ts";

const folder = import.meta.dirname;
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test.each(names)(
  "a rehearsal foresees how %s ends: every call is done, and nothing is left",
  async (name) => {
    const scenario = join(folder, name);
    const platform = await startExample(scenario);
    const secrets = {
      SIGN_ON_URL: "https://okta.example/sso/7f9a-hidden",
      EMAIL_DOMAIN: "hidden.acme.example",
    };
    const surroundings = { cwd: scenario, env: { ...platform.env, ...secrets } };
    const { stdout } = await runDocform(["plan", "--rehearse", "--format", "json"], surroundings);
    for (const { rehearsal, steps } of plansIn(stdout))
      expect(rehearsal).toMatchObject({ converged: true, calls: countCalls(steps), failed: [], left: [] });
    for (const secret of Object.values(secrets)) expect(stdout).not.toContain(secret);
    expect(platform.takeRequests().some(({ mutates }) => mutates)).toBe(false);
  },
);

/** The plan that a text in JSON is, or those of several organizations. */
function plansIn(text: string): readonly PlanDocument[] {
  const document = JSON.parse(text);
  const { organizations } = document;
  return Array.isArray(organizations) ? organizations.map(({ plan }) => plan) : [document];
}
