import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { PolicyTestDocument } from "../../src/model/documents/checks/policy-test-document.ts";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { runDocform } from "../support/processes/run-docform.ts";
import { copyOfProject } from "../support/projects/copy-project.ts";

test("each of the ten policies in examples/policies has examples that hold and that fail, and all come out so", async () => {
  const { code, stdout } = await runDocform(["policy", "test", "examples/policies", "--format", "json"], {
    cwd: ".",
  });
  const { rules, summary }: PolicyTestDocument = JSON.parse(stdout);
  expect([code, summary.rules, summary.failed]).toEqual([0, 10, 0]);
  for (const { name, examples } of rules)
    expect([name, ...new Set(examples.map(({ expected }) => expected))]).toEqual(
      expect.arrayContaining([name, "holds", "fails"]),
    );
});

test("they can be asked about every change of a project with all kinds", async () => {
  const cwd = copyOfProject("examples/acme");
  cpSync("examples/policies", join(cwd, "policies"), { recursive: true });
  const { env, sleep } = await startTestPlatform("examples/acme/live.yaml");
  const now = () => Date.parse("2026-01-09T09:00:00Z");
  const { code, stdout } = await runDocform(["plan", "--format", "json"], { cwd, env, sleep, now });
  const { guards, diagnostics }: PlanDocument = JSON.parse(stdout);
  expect(code).toBe(0);
  const told = guards.flatMap(({ policy, address, held }) =>
    held && policy ? [`${policy} ${address}`] : [],
  );
  expect(told.filter((one) => !one.startsWith("no-delete-on-friday"))).toEqual([
    "admins-by-the-platform-team acme/members.greta.lindqvist@acme.example",
    "ask-before-public acme/sites.developer-hub",
    "share-links-have-an-end acme/sites.partner-portal.shareLinks.beta",
    "share-links-have-an-end acme/sites.partner-portal.shareLinks.resellers-americas",
    "share-links-have-an-end acme/sites.partner-portal.shareLinks.resellers-emea",
    "ask-before-public acme/sites.trust-center",
    "no-site-for-everybody acme/sites.trust-center",
    "sites-belong-to-a-team acme/sites.trust-center",
  ]);
  expect(told).toContain("no-delete-on-friday acme/teams.docs-old");
  expect(diagnostics.filter((one) => one.code === "DF6002")).toEqual([]);
});
