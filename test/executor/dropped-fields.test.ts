import { expect, test } from "vitest";
import { startProxy } from "../support/network/proxy.ts";
import { editOn, manifest, project } from "../support/processes/cli-fixture.ts";

/** Applies on a platform that keeps another title than it was sent: it answers well, and then has its own. */
async function applyOn(title: string, format: "text" | "json") {
  const { docform, platform } = await project(
    manifest("teams:\n  docs: { id: team_docs, title: Platform Writers }\n"),
  );
  let isSent = false;
  const proxy = await startProxy(platform.url, {
    before: async ({ method }) => {
      if (isSent && method === "GET") {
        isSent = false;
        await editOn(platform, ["PATCH", "/orgs/org_acme/teams/team_docs", { title }]);
      }
      if (method === "PATCH") isSent = true;
      return undefined;
    },
  });
  const env = { ...platform.env, DOCFORM_BASE_URL: proxy.url };
  return docform(`apply --yes --format ${format}`, { env });
}

test("a value that the platform writes in its own way is said to be that", async () => {
  const run = await applyOn("platform  writers", "text");
  expect(run.code).toBe(5);
  expect(run.stdout).toContain(
    `A second plan is not empty: teams.docs still differs.
  teams.docs title: wanted "Platform Writers", live "platform  writers"; it was sent, and the platform writes it in its own way: case, spaces or slashes
`,
  );
});

test("in JSON, what is left is told field by field, with what is live and why", async () => {
  const run = await applyOn("Another\u001b[31m", "json");
  const lines = run.stdout.trim().split("\n");
  expect(JSON.parse(lines.at(-1) ?? "").summary).toMatchObject({
    converged: false,
    left: ["acme/teams.docs"],
    leftFields: [
      {
        address: "acme/teams.docs",
        field: "title",
        wanted: "Platform Writers",
        live: "Another\u001b[31m",
        why: "it was sent and answered well, and the platform has another value",
      },
    ],
  });
});

const writers = manifest("teams:\n  docs: { id: team_docs, title: Writers }\n");
const unusable = /\n +answer {2}.*Invalid input/;

test("a call with an answer that cannot be used was not done when the second plan shows so", async () => {
  const wrong = { fault: "answer", status: 200, body: { id: "team_docs", title: 1 } };
  const { docform } = await project(writers, [{ operation: "updateTeam", ...wrong }]);
  const { code, stdout, stderr } = await docform("apply --yes");
  expect(code).toBe(5);
  expect(stderr).toMatch(/^unknown {2}teams\.docs +updateTeam +it may have been done\n/);
  expect(stderr).toMatch(unusable);
  expect(stderr).toContain("next    a new plan shows whether it was done\n");
  expect(stdout).toContain(
    'title: wanted "Writers", live "Docs"; its call ended unknown: it was not done, or somebody has changed it since\n',
  );
  expect(stdout + stderr).not.toContain("the answer was lost");
});

test("a call with an answer that cannot be used was done when the second plan shows so", async () => {
  const { docform, platform } = await project(writers);
  const proxy = await startProxy(platform.url, {
    after: ({ method }, right) =>
      method === "PATCH" ? { ...right, body: JSON.stringify({ id: "team_docs", title: 1 }) } : right,
  });
  const { code, stdout, stderr } = await docform("apply --yes", {
    env: { ...platform.env, DOCFORM_BASE_URL: proxy.url },
  });
  expect(code).toBe(5);
  expect(stderr).toMatch(unusable);
  expect(stdout).toContain(
    "A second plan is empty: apart from what it cannot see of the unknown call, the platform is as the manifests say.\n",
  );
});

test("what a call that was not done would have placed is not said to have changed", async () => {
  const { docform } = await project(
    manifest(`spaces:
  one: { title: One }
  two: { title: Two }
sites:
  deep:
    title: Deep site
    structure:
      - group: all
        title: All
        sections:
          - { section: first, title: First, path: first, spaces: [{ space: one }] }
          - { section: fresh, title: Fresh, path: fresh, spaces: [{ space: two }] }
`),
    [{ operation: "createSiteSectionGroup", fault: "answer", status: 403 }],
  );
  const { code, stdout } = await docform("apply --yes --allow-deletes 5");
  expect(code, stdout).toBe(5);
  const behind = "a call that leads to its place was not done";
  expect(stdout).toContain(`
  sites.deep.sections.first container: wanted "All", live "(root)"; ${behind}
  sites.deep.sections.first position: place 1; ${behind}
  sites.deep.sections.fresh container: wanted "All", live "(root)"; ${behind}
  sites.deep.sections.fresh position: wanted 2, live 5; ${behind}
`);
});
