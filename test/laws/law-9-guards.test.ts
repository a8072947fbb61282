import fc from "fast-check";
import { expect, test } from "vitest";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import type { Allowances, GuardSettings } from "../../src/planner/guards/guard.ts";
import { guards } from "../../src/planner/guards/guards.ts";
import { holds, isMany, isShort } from "./harness/law.ts";
import { describeSteps, judge, read, run, simulate } from "./harness/simulation.ts";
import {
  type GuardWorld,
  guardWorld,
  manifestOfGuards,
  seedOfBoth,
  seedOfGuards,
} from "./worlds/guard-world.ts";

/** The one option that lets a rule pass; a rule that is not here has none. */
const ownOption: Readonly<Record<string, (given: Allowances, deletes: number) => boolean>> = {
  "empty-manifests": ({ empty }) => empty === true,
  "too-many-deletes": ({ deletes: given }, deletes) => given === deletes,
  "probable-rename": ({ deletes: given }, deletes) => given === deletes,
  "team-owner": ({ ownerless }) => ownerless === true,
  "own-access": ({ access }) => access === true,
  "first-access": ({ access }) => access === true,
  "unresolved-people": ({ removals }) => removals === true,
  exposure: ({ exposure }) => exposure === true,
};

/** Settings that let as much pass as they can, each with its rule. */
const ownSetting: Readonly<Record<string, Partial<GuardSettings>>> = {
  "min-admins": { minAdmins: 0 },
  "required-admins": { requiredAdmins: [] },
  exposure: { exposure: "show" },
};

/** Any combination of options; the number of deletes is exact at 0, else wrong by so many. */
const options = fc.record({
  deletes: fc.constantFrom(undefined, 0, 0, 1, -1),
  empty: fc.boolean(),
  exposure: fc.boolean(),
  ownerless: fc.boolean(),
  access: fc.boolean(),
  removals: fc.boolean(),
});

test("law 9: a guard can be widened only by its own option", async () => {
  const seen = new Set<string>();
  await holds(fc.tuple(guardWorld, options), async ([drawn, { deletes, ...others }]) => {
    const simulation = simulate(seedOfGuards(drawn), undefined, undefined, drawn.edition);
    const plan = await judge(simulation, await read({ "all.yaml": manifestOfGuards(drawn) }, drawn.edition));
    const judged = (allowed: Allowances, more: Partial<GuardSettings> = {}): PlanDocument =>
      plan({ guards: { ...drawn.settings, ...more }, allowed }).document;
    const strict = judged({});
    for (const { rule, held } of strict.guards) if (held) seen.add(rule);
    const count = strict.summary.delete;
    const given: Allowances = deletes === undefined ? others : { ...others, deletes: count + deletes };
    const isAllowed = (rule: string): boolean => ownOption[rule]?.(given, count) === true;
    const left = heldBy(strict).filter(([rule]) => !isAllowed(rule));
    const isMiscounted = given.deletes !== undefined && given.deletes !== count;
    const isSaid = left.some(([rule]) => rule === "too-many-deletes");
    const told = isMiscounted && !isSaid ? [...left, ["too-many-deletes", ""] as const] : left;
    expect([...heldBy(judged(given))].sort(), JSON.stringify(given)).toEqual([...told].sort());
    for (const [own, setting] of Object.entries(ownSetting)) {
      const left = heldBy(strict).filter(([rule]) => rule !== own);
      expect(heldBy(judged({}, setting)), JSON.stringify(setting)).toEqual(left);
    }
  });
  // Policies are rules of the project: no world has any.
  const drawn = guards.map(({ rule }) => rule).filter((rule) => rule !== "policy");
  if (isShort || isMany) expect([...seen].sort()).toEqual(drawn.sort());
});

/** Rules that hold a plan, each with its address; a number of deletes that is wrong holds any plan. */
function heldBy({ guards: verdicts }: PlanDocument): readonly (readonly [string, string])[] {
  return verdicts.filter(({ held }) => held).map(({ rule, address = "" }) => [rule, address] as const);
}

test("law 9: what holds a plan changes nothing else of it", async () => {
  await holds(
    guardWorld,
    async (drawn) => {
      const simulation = simulate(seedOfGuards(drawn), undefined, undefined, drawn.edition);
      const plan = await judge(
        simulation,
        await read({ "all.yaml": manifestOfGuards(drawn) }, drawn.edition),
      );
      const bare = ({ document }: ReturnType<typeof plan>): unknown => {
        const { guards: _, summary, ...rest } = document;
        return { ...rest, summary: { ...summary, held: 0 } };
      };
      const allowed: Allowances = { deletes: 6, empty: true, exposure: true, ownerless: true, access: true };
      expect(bare(plan({ guards: drawn.settings, allowed }))).toEqual(bare(plan({})));
    },
    0.25,
  );
});

test("law 9: guards say of an organization what they say of it alone, whatever the same people do in another one", async () => {
  const cases = fc.tuple(guardWorld, guardWorld.map(withBothDeclared));
  await holds(
    cases,
    async ([drawn, other]) => {
      const acme = withBothDeclared(drawn);
      const beside = { ...other, edition: acme.edition };
      const simulation = simulate(seedOfBoth(acme, beside), undefined, undefined, acme.edition);
      const files = {
        "acme.yaml": manifestOfGuards(acme),
        "globex.yaml": { ...manifestOfGuards(beside), organization: "globex" },
      };
      const said = async (manifests: Readonly<Record<string, unknown>>): Promise<readonly string[]> => {
        const plan = await judge(simulation, await read(manifests, acme.edition));
        const { document } = plan({ guards: acme.settings });
        return document.guards.map(({ rule, message, held }) => `${rule} ${held} ${message}`);
      };
      const [one, two] = [
        await said({ "a.yaml": files["acme.yaml"] }),
        await said({ "g.yaml": files["globex.yaml"] }),
      ];
      expect([...(await said(files))].sort()).toEqual([...one, ...two].sort());
      const desired = await read(files, acme.edition);
      const both = (await judge(simulation, desired))({});
      if (acme.reader) return;
      await run(simulation, both, { concurrency: 4 });
      const { steps } = (await judge(simulation, desired))({}).document;
      expect(steps, describeSteps(steps)).toEqual([]);
    },
    0.5,
  );
});

/** Manifests that declare nothing at all are judged together. */
function withBothDeclared(drawn: GuardWorld): GuardWorld {
  return { ...drawn, empty: false };
}
