import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mutations } from "../support/processes/cli-fixture.ts";
import { names, severalProject } from "./several-project.ts";

/** Four organizations whose teams are to change; the last two are the first. */
async function world(rollout: string, reached = 4) {
  const project = await severalProject(4, { changed: names(4), reached });
  const listed = names(4).map(
    (name, at) => `  ${name}: { id: org_${name}, labels: { ring: ${at > 1 ? "first" : "rest"} } }\n`,
  );
  const settings = `organizations:\n${listed.join("")}rollout: ${rollout}\n`;
  writeFileSync(join(project.folder, "docform.yaml"), settings);
  const rowsIn = (text: string) =>
    names(4).map((name) => text.split("\n").find((one) => one.startsWith(`${name} `)) ?? "");
  return { ...project, rowsIn };
}

const first = "{ waves: [{ name: first, select: { ring: first } }, {}] }";
const changedIn = (lines: readonly string[]) => lines.map((one) => /org_(o\d+)/.exec(one)?.[1]);

test("apply comes to one wave after the other, and pauses where it is told", async () => {
  const { docform, platform, rowsIn } = await world(first);
  const paused = await docform("apply --yes --pause-after first --select ring=first,rest");
  expect(paused.code).toBe(0);
  expect(paused.stdout).toContain(
    "\n\nPaused after the wave first. To go on: docform apply --yes --select ring=first,rest\n",
  );
  expect(paused.stdout).toContain("4 organizations: 2 applied, 2 not begun");
  expect(rowsIn(paused.stdout)[0]).toMatch(/not begun .*docform apply --yes/);
  expect(changedIn(mutations(platform)).sort()).toEqual(["o003", "o004"]);
  const rest = await docform("apply --yes");
  expect([rest.code, rest.stdout]).toEqual([
    0,
    expect.stringContaining("4 organizations: 2 no changes, 2 applied"),
  ]);
  expect((await docform("apply --yes --pause-after rest")).stdout).not.toContain("Paused");
});

test("a canary that fails stops the rest: they are named, and nothing is sent for them", async () => {
  const { docform, platform, rowsIn } = await world(first, 3);
  const run = await docform("apply --yes", { DOCFORM_TOKEN: "canary-some" });
  expect(run.code).toBe(1);
  const rows = rowsIn(run.stdout);
  expect(rows[0]).toMatch(
    /^o001 +not begun .* 0 .*wave first failed: solve that, then run the same command again$/,
  );
  expect([rows[2], rows[3]]).toEqual([expect.stringMatching(/applied/), expect.stringMatching(/not read/)]);
  expect(changedIn(mutations(platform))).toEqual(["o003"]);
});

test("a pause at no wave, of saved plans or of one organization is an error before anything is read", async () => {
  const { docform, platform } = await world(first);
  await docform("plan --out plans");
  platform.takeRequests();
  for (const [line, words] of [
    ["apply --yes --pause-after fisrt", "there are: first, rest"],
    ["apply --yes --pause-after first plans", "takes no saved plans"],
    ["apply --yes --pause-after first --target o001", "--pause-after is about several organizations"],
  ] as const) {
    const run = await docform(line);
    expect([run.code, run.stderr]).toEqual([1, expect.stringContaining(words)]);
  }
  expect(platform.takeRequests()).toEqual([]);
  expect((await docform("apply --yes plans")).stdout).toContain("4 organizations: 4 applied");
});
