import fc from "fast-check";
import { expect, test } from "vitest";
import { loadProject } from "../../src/manifest/load/load-project.ts";
import { memoryFiles } from "../../src/manifest/read/project-files.ts";
import type { Policy } from "../../src/planner/guards/policy.ts";
import { policiesOf } from "../../src/policy/policies.ts";
import { readRules } from "../../src/policy/rules.ts";
import { changedUnits } from "../../src/project/changed/changed-units.ts";
import { type ProjectVersion, policyTexts } from "../../src/project/changed/compare-projects.ts";
import { narrowedTo, type Unit, unitsOf } from "../../src/project/units.ts";
import { readingOnce } from "../../src/refresh/cached-reader.ts";
import { holds, isShort } from "./harness/law.ts";
import { randomFrom } from "./harness/random.ts";
import { planFor, simulate } from "./harness/simulation.ts";
import { edited, filesOf, firstHistory, type History, historySeed } from "./worlds/history-world.ts";

interface Version extends ProjectVersion {
  readonly rules: readonly Policy[];
}

async function versionOf(history: History): Promise<Version> {
  const io = memoryFiles(filesOf(history));
  const project = await loadProject("/project", io, { env: {} }, "production");
  const errors = project.diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.map(({ code, message }) => `${code} ${message}`).join("\n")).toBe("");
  const policies = await policyTexts(io);
  const { rules } = await readRules(io, [...policies.keys()]);
  return { project, policies, rules: policiesOf(rules, { now: 0, author: "ana" }) };
}

/** The plan of a unit without its lines in files; undefined where the project has no such unit. */
async function planOf(
  { project, rules }: Version,
  unit: Unit,
  reader: Parameters<typeof planFor>[0]["reader"],
): Promise<string | undefined> {
  if (!unitsOf(project).some(({ name }) => name === unit.name)) return undefined;
  const { desired } = narrowedTo(project, unit);
  const { document } = await planFor({ reader }, desired, { guards: project.guards, policies: rules });
  const { digest, summary, ...rest } = document;
  return JSON.stringify(rest, (key, value) => (key === "source" ? undefined : value));
}

test("no organization is left out whose plan a change touches, and most are that it does not touch", async () => {
  const reader = readingOnce(simulate(historySeed).reader);
  const count = { units: 0, listed: 0, differing: 0 };
  await holds(fc.integer(), async (seed) => {
    const random = randomFrom(seed);
    const before = firstHistory(random);
    const [after, names] = edited(before, random);
    const [old, now] = [await versionOf(before), await versionOf(after)];
    const { units: listed } = changedUnits(old, now);
    for (const unit of unitsOf(now.project)) {
      count.units++;
      const isListed = listed.some(({ name }) => name === unit.name);
      if (isListed) count.listed++;
      // How many of them really differ is a matter of long runs.
      if (isListed && isShort) continue;
      const isSame = (await planOf(old, unit, reader)) === (await planOf(now, unit, reader));
      if (!isSame) count.differing++;
      expect(isListed || isSame, `${unit.name} after ${names.join(", ")}`).toBe(true);
    }
  });
  if (!isShort) console.log(count);
  expect(count.listed).toBeGreaterThan(0);
  expect(count.listed).toBeLessThan(count.units);
});
