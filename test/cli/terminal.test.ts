import { expect, test } from "vitest";
import { manifest, project } from "../support/processes/cli-fixture.ts";

const files = manifest("teams:\n  docs: { id: team_docs, title: Writers }\n");

/** The output of `plan` in a terminal with so many columns, or without a terminal. */
async function shownIn(columns?: number): Promise<string> {
  const { docform, platform } = await project(files);
  const size = columns === undefined ? {} : { columns };
  const run = await docform("plan", { env: { ...platform.env, NO_COLOR: "1" }, ...size });
  expect(run).toMatchObject({ code: 0, stderr: "" });
  return run.stdout;
}

test("a terminal that does not know how wide it is says 0, and hides nothing", async () => {
  const shown = await shownIn();
  expect(shown).toMatch(/teams\.docs +manifests\/all\.yaml:3$/m);
  expect((await shownIn(0)).split("\n").slice(0, -3)).toEqual(shown.split("\n").slice(0, -3));
  expect(await shownIn(40)).toMatch(/teams\.docs +manifests\/all\.yaml:3$/m);
});

test("in a narrow terminal words stay whole, and a command to copy has a row of its own", async () => {
  const { docform, platform } = await project(
    manifest("teams:\n  docs: { id: team_docs, title: Writers, members: {} }\n"),
  );
  const env = { ...platform.env, NO_COLOR: "1" };
  const whole = (await docform("plan", { env })).stdout;
  const shown = (await docform("plan", { env, columns: 60 })).stdout;
  const words = (text: string) => text.split(/\s+/).filter(Boolean).sort();
  expect(words(shown)).toEqual(words(whole));
  const rows = shown.split("\n").filter((row) => row.length > 60);
  expect(rows.filter((row) => !row.startsWith("    docform "))).toEqual([]);
  expect(shown).toMatch(/^ {4}docform apply --expect [0-9a-f]{16}/m);
});
