import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { differences, type Seen, stateOf, withOldIds } from "../support/platform/compare-states.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { type Run, runDocform } from "../support/processes/run-docform.ts";
import { copyOfProject } from "../support/projects/copy-project.ts";

/** An example on a platform of its own. */
async function startExample(name: string) {
  const folder = join(import.meta.dirname, "../../examples", name);
  const platform = await startTestPlatform(join(folder, "live.yaml"));
  const copy = copyOfProject(folder);
  const surroundings = { cwd: copy, env: platform.env, sleep: platform.sleep };
  const run = (...argv: readonly string[]): Promise<Run> => runDocform(argv, surroundings);
  const state = () => stateOf(surroundings);
  return { run, state };
}

/** Undoes the last run; of an example with several organizations, that of each. Returns what was said of the last one. */
async function undoAll(
  run: (...argv: readonly string[]) => Promise<Run>,
  name: string,
  allowed: readonly string[],
): Promise<Run> {
  if (name !== "northlane") return run("undo", "--yes", ...allowed);
  expect((await run("undo", "--yes")).stderr).toContain("or the organization with --target");
  await run("undo", "--yes", "--target", "public", ...allowed);
  return run("undo", "--yes", "--target", "inside");
}

describe("undo after applying an example gives back the platform as it was, apart from what is listed:", () => {
  test.each([
    [
      "acme",
      3,
      11,
      [
        "~ member usr_priya-raman sso",
        "- member usr_max-keller",
        "~ site site_partners published",
        "~ team team_support (place or people)",
      ],
      [
        "members.priya.raman@acme.example",
        "blocked: no member of the organization has this email or id",
        "blocked: the API can publish a site, but not unpublish it",
        "teams.support: max.keller@acme.example left the organization, and so stays out of its members",
        /DF5037.*teams\.docs-old\b.*: it is created again under a new id/,
      ],
    ],
    [
      "library",
      0,
      3,
      ["~ space sp_welcome emoji", "~ space sp_welcome language"],
      [
        "spaces.welcome: it had no emoji",
        /DF5037.*collections\.attic\b.*: it is created again under a new id/,
      ],
    ],
    ["northlane", 0, 3, [], []],
  ])("%s", async (name, code, deletes, left, told) => {
    const { run, state } = await startExample(name);
    const before = await state();
    await run("apply", "--yes", "--no-rehearse");
    const between = (after: readonly (readonly Seen[])[]) =>
      after.flatMap((now, index) => differences(before[index] ?? [], withOldIds(before[index] ?? [], now)));
    expect(between(await state())).not.toEqual([]);
    const allowed = deletes === 0 ? [] : ["--allow-deletes", String(deletes)];
    const undone = await undoAll(run, name, allowed);
    expect(between(await state())).toEqual(left);
    expect(undone.code).toBe(code);
    const text = undone.stdout;
    for (const what of told) expect(text).toMatch(what);
  });
});
