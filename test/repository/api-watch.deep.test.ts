import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderWith } from "../support/processes/cli-fixture.ts";

test("the command ends with 2 when something breaks, and with 1 when it was not asked right", () => {
  const operation = { operationId: "patchSite", responses: {} };
  const next = JSON.stringify({ paths: { "/sites/{siteId}": { patch: operation } } });
  const document = join(folderWith({ "next.json": next }), "next.json");
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, ["scripts/run-ts.mjs", "scripts/api-watch.ts", ...args], {
      encoding: "utf8",
    });
  const broken = run("--document", document);
  expect(broken.stdout).toContain("\n  gone: updateSite: PATCH /orgs/{organizationId}/sites/{siteId}\n");
  expect(broken.status).toBe(2);
  const same = run("--document", "node_modules/@gitbook/api/spec/openapi.json");
  expect(same.stdout).toContain("Breaks docform: nothing\n");
  expect(same.status).toBe(0);
  expect(run("latest")).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("Usage: ") });
});
