import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import { renderPlanMarkdown } from "../../src/render/markdown/plan-markdown.ts";
import { differences, stateOf, withOldIds } from "../support/platform/compare-states.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { folderWith, quietly } from "../support/processes/cli-fixture.ts";
import { realSizeSeed } from "../support/projects/real-size.ts";
import { editRealSize, leaving } from "../support/projects/real-size-edit.ts";

const edited = ["members", "teams", "sites"].map((name) => `manifests/${name}.yaml`);

/** A project that `init` writes for an organization of a real size. */
async function adopted() {
  const platform = await startTestPlatform(realSizeSeed());
  const folder = folderWith({});
  const certificates = { ACME_SAML_OKTA_CERTIFICATE: "PEM", ACME_SAML_ENTRA_CERTIFICATE: "PEM" };
  const surroundings = { cwd: folder, env: { ...platform.env, ...certificates }, sleep: platform.sleep };
  const docform = (line: string) => quietly(line, { ...surroundings, columns: 120 });
  const made = await docform("init --from-platform --organization acme=org_acme --no-input");
  expect(made.stdout).toMatch(/The plan is empty: [\d,]+ resources, all as on the platform/);
  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  };
  const files = () =>
    Object.fromEntries(edited.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
  return { platform, docform, write, files, state: async () => (await stateOf(surroundings))[0] ?? [] };
}

test("an organization of 1,300 people converges, and an undo takes back all but the people who left", async () => {
  const { platform, docform, write, files, state } = await adopted();
  const [old, before] = [files(), await state()];

  write(editRealSize(old));
  const { summary, ...document } = JSON.parse((await docform("plan --format json")).stdout) as PlanDocument;
  expect(summary).toMatchObject({ create: 24, delete: 35, move: 25, held: 0, blocked: 0 });
  const comment = renderPlanMarkdown({ summary, ...document });
  expect(comment.length).toBeLessThan(65_000);
  const closing = "> - `sites.partners`: people who can open the site now can no longer open it\n";
  expect(comment).toContain(`> **Access and exposure change**\n>\n${closing}`);
  platform.takeRequests();
  const applied = await docform("apply --yes");
  expect(applied.code).toBe(0);
  expect(applied.stdout).toContain("A second plan is empty");
  const requests = platform.takeRequests();
  const calls = requests.filter(({ mutates }) => mutates);
  expect(calls.every(({ status }) => status < 300)).toBe(true);
  expect(requests.length - calls.length).toBeLessThan(3 * calls.length);

  const sent = files();
  expect((await docform("drift")).code).toBe(0);
  expect((await docform("pull")).stdout).toContain("nothing to write");
  expect(files()).toEqual(sent);

  const undone = await docform("undo --yes --allow-exposure --allow-ownerless");
  expect(undone.code).toBe(3);
  expect(undone.stdout).toContain("A second plan is empty");
  const after = withOldIds(before, await state());
  const gone = before.filter(
    ({ kind, fields }) => kind === "member" && leaving.includes(String(fields.email)),
  );
  const ids = new Set(gone.map(({ id }) => id));
  expect(gone).toHaveLength(leaving.length);
  expect(differences(withoutPeople(before, ids), after)).toEqual([]);
  write(old);
  const again = await docform("plan --detailed-exitcode");
  expect(again.code).toBe(0);
  expect(again.stdout).toContain("30 people are not in the organization yet");
});

/** A state in which these people are nowhere. */
function withoutPeople(state: Awaited<ReturnType<typeof stateOf>>[number], ids: ReadonlySet<string>) {
  const text = JSON.stringify(state.filter(({ id }) => !ids.has(id)));
  return JSON.parse(text, (key, value) => (ids.has(key) ? undefined : value));
}
