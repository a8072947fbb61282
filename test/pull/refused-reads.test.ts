import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { peopleProject } from "../support/gitbook/people-project.ts";
import { folderWith } from "../support/processes/cli-fixture.ts";

const site = (at: number, more: object = {}) => ({
  id: `site_${at}`,
  title: `Docs ${at}`,
  type: "basic",
  ...more,
});
const partners = (at: number) => site(at, { visibility: "visitor-auth", visitorAuth: { backend: "custom" } });

/** The platform answers each read of these with a status. */
const refusing = (status: number, ...operations: readonly string[]) =>
  operations.map((operation) => ({
    operation,
    fault: "answer",
    status,
    body: { error: { message: "not in your plan" } },
  }));

const init = "init --from-platform --api gitbook --organization acme=org_acme --ci none";
const singletons = ["getAgentInstructions", "getVisitorAuth", "getSiteCustomization", "getAdaptiveSchema"];

test.each([400, 403, 404])(
  "what the platform refuses with %i to show of an organization or a site blocks nothing else",
  async (status) => {
    const sites = [1, 2, 3, 4, 5, 6].map(partners);
    const { docform } = await peopleProject("", {
      organization: { sites: [...sites, site(7)] },
      faults: refusing(status, ...singletons),
    });
    const cwd = folderWith({});
    const { code, stdout, stderr } = await docform(init, { cwd });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(
      `sites.docs-1.visitorAuth and 5 more: the platform does not show it: getVisitorAuth answers ${status} not in your plan`,
    );
    expect(stdout).toContain(
      "agentInstructions: the platform does not show it: getAgentInstructions answers",
    );
    expect(stdout).not.toMatch(/docs-7.visitorAuth|customization/);
    expect(readFileSync(join(cwd, "manifests/sites.yaml"), "utf8")).toContain("docs-7");
    expect(await docform("plan --detailed-exitcode", { cwd })).toMatchObject({ code: 0 });
    expect(await docform("pull", { cwd })).toMatchObject({ code: 0 });
  },
);

test("a whole pull names the look that it could not read, and init writes no visitors of a public site", async () => {
  const sites = [partners(1), site(2, { visitorAuth: { backend: "custom" } })];
  const { docform } = await peopleProject("", {
    organization: { sites },
    faults: refusing(403, "getSiteCustomization"),
  });
  const cwd = folderWith({});
  expect(await docform(init, { cwd })).toMatchObject({ code: 0 });
  expect(readFileSync(join(cwd, "manifests/sites.yaml"), "utf8").match(/visitorAuth/g)).toHaveLength(1);
  const full = await docform("pull --full --dry-run", { cwd });
  expect([full.code, full.stdout]).toEqual([
    0,
    expect.stringContaining(
      "sites.docs-1.customization: the platform does not show it: getSiteCustomization answers 403",
    ),
  ]);
});

test.each([
  [403, "visitorAuth: { backend: custom }", "getVisitorAuth"],
  [403, "customization: { title: Ours }", "getSiteCustomization"],
  [401, "", "getVisitorAuth"],
])(
  "a read refused with %i, of a site that declares %j, ends the pull with its call",
  async (status, more, operation) => {
    const body = `sites: { docs: { id: site_1, title: Docs 1, type: basic, ${more} } }\n`;
    const { docform } = await peopleProject(body, {
      organization: { sites: [site(1)] },
      faults: refusing(status, operation),
    });
    const { code, stderr } = await docform("pull");
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(new RegExp(`${status} not in your plan \\(${operation}: GET`)),
    ]);
  },
);
