import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runDocform } from "../support/run-docform.ts";
import { startTestPlatform } from "../support/start-platform.ts";

function all(folder: string): Record<string, string> {
  return Object.fromEntries((readdirSync(folder, { recursive: true, encoding: "utf8" }) as string[]).filter((f) => f.endsWith(".yaml")).sort().map((f) => [f, readFileSync(join(folder, f), "utf8")]));
}

test("new", {timeout: 90000}, async () => {
  const { env, sleep, url, token } = await startTestPlatform("examples/acme/live.yaml");
  const cwd = mkdtempSync(join(tmpdir(), "pull-"));
  writeFileSync(join(cwd, "docform.yaml"), "organizations: { acme: { id: org_acme } }\n");
  const docform = (...argv: string[]) => runDocform(argv, { cwd, env, sleep });
  console.log((await docform("pull")));
  const first = all(cwd);
  console.log((await docform("validate")));
  console.log((await docform("plan", "--detailed-exitcode")).stdout);
  console.log((await docform("pull")));
  expect(all(cwd)).toEqual(first);
  const live = await (await fetch(`${url}/v1/orgs/org_acme/sites`, { headers: { authorization: `Bearer ${token}` } })).json() as any;
  await fetch(`${url}/v1/orgs/org_acme/sites/${live.items[0].id}`, { method: "PATCH", headers: { authorization: `Bearer ${token}`, "content-type": "application/json" }, body: JSON.stringify({ title: "New $ ${title}" }) });
  console.log((await docform("pull", "--dry-run")).stdout);
  console.log((await docform("pull")).stdout);
  console.log((await docform("plan", "--detailed-exitcode")).stdout);
});

test("again", {timeout:90000}, async () => {
  const { env, sleep } = await startTestPlatform("examples/acme/live.yaml");
  const cwd = mkdtempSync(join(tmpdir(), "pull-"));
  cpSync("examples/acme", cwd, { recursive: true });
  const docform = (...argv: string[]) => runDocform(argv, { cwd, env, sleep });
  const run = await docform("pull", "--dry-run", "--declared");
  console.log(run.stdout, run.stderr);
  const run2 = await docform("pull");
  console.log(run2.stdout, run2.stderr);
  console.log((await docform("validate")));
  const plan = (await docform("plan", "--detailed-exitcode"));
  console.log(plan.stdout, plan.stderr);
  const first = all(cwd);
  console.log((await docform("pull")).stdout);
  expect(all(cwd)).toEqual(first);
});
