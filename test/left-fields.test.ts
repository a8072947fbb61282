import { expect, test } from "vitest";
import { editOn, manifest, project } from "./cli-fixture.ts";
import { startProxy } from "./support/proxy.ts";

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
