import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { type Run, runDocform } from "../support/processes/run-docform.ts";
import { copyOfProject } from "../support/projects/copy-project.ts";

/** Applies a scenario, or other manifests of it, undoes that, and looks what there is to do then. */
async function undoneScenario(
  name: string,
  manifests: Readonly<Record<string, string>> = {},
  { faults = [], code = 0 }: { readonly faults?: readonly object[]; readonly code?: number } = {},
) {
  const folder = join(import.meta.dirname, "../scenarios", name);
  const platform = await startTestPlatform(join(folder, "live.yaml"), faults);
  const surroundings = { cwd: copyOfProject(folder), env: platform.env, sleep: platform.sleep };
  for (const [file, text] of Object.entries(manifests))
    writeFileSync(join(surroundings.cwd, "manifests", file), text);
  const run = (...argv: readonly string[]): Promise<Run> => runDocform(argv, surroundings);
  expect(await run("apply", "--yes")).toMatchObject({ code });
  const held = await run("undo", "--yes");
  const allow = /--allow-deletes \d+/.exec(held.stdout)?.[0].split(" ") ?? [];
  const undo = held.code === 3 ? await run("undo", "--yes", ...allow) : held;
  return { undo, plan: await run("plan") };
}

const away = "it went to another organization: only a transfer from there brings it back";

const transfer = {
  "acme.yaml": "organization: acme\ncollections:\n  docs: { title: Docs, transferTo: globex }\n",
  "globex.yaml": "organization: globex\n",
};

test("of a transfer that the platform refused, an undo does not say that it was done", async () => {
  const faults = [{ operation: "transferCollection", fault: "answer", status: 412 }];
  const { undo } = await undoneScenario("space-copy-of-what-arrives", transfer, { faults, code: 5 });
  expect(undo).toMatchObject({ code: 0, stdout: expect.stringContaining("No changes.") });
  expect(undo.stdout).not.toContain(away);
});

test("a collection that was transferred is not created again: it is where it went", async () => {
  const { undo, plan } = await undoneScenario("space-copy-of-what-arrives", transfer);
  expect(undo.stdout).toContain(away);
  expect(undo.stdout).not.toContain("created again");
  expect(plan.stdout).toContain("No changes.");
});
