import fc from "fast-check";
import { expect, test } from "vitest";
import { kindsOf } from "../../src/kinds/kinds-of.ts";
import type { Desired } from "../../src/model/desired.ts";
import { defaultGuardSettings } from "../../src/planner/guards/guard.ts";
import { stateAsRead } from "../../src/platform/seed/seed.ts";
import { liveSeed } from "../../src/rehearsal/live-seed.ts";
import { rehearse } from "../../src/rehearsal/rehearse.ts";
import { compared } from "../support/platform/read-everything.ts";
import { holds } from "./harness/law.ts";
import { describeSteps, planFor, read, simulate, simulateState } from "./harness/simulation.ts";
import { manifestsOf, seedOf, world } from "./worlds/world.ts";

const { all: kinds } = kindsOf("reference");

test("a platform loaded with what was read answers the same, and gives the same plan", async () => {
  await holds(
    world,
    async (drawn) => {
      const desired = await read(manifestsOf(drawn));
      const first = await planFor(simulate(seedOf(drawn)), desired);
      const state = stateAsRead(liveSeed(first.live, withNeighbour(desired), kinds));
      const second = await planFor(simulateState(state), desired);
      expect(compared(second.live.resources)).toEqual(compared(first.live.resources));
      expect(describeSteps(second.document.steps)).toBe(describeSteps(first.document.steps));
      expect(second.document.digest).toBe(first.document.digest);
    },
    0.25,
  );
});

/** The organizations of a world, the one beside it included: spaces may go there. */
function withNeighbour({ organizations }: Desired): Parameters<typeof liveSeed>[1] {
  const neighbour = { id: "org_globex", alias: "org_globex" };
  return organizations.some(({ id }) => id === neighbour.id) ? organizations : [...organizations, neighbour];
}

test("a rehearsal of a plan converges, and touches nothing but its own platform", async () => {
  await holds(
    fc.tuple(world, fc.integer({ min: 1, max: 8 })),
    async ([drawn, concurrency]) => {
      const desired = await read(manifestsOf(drawn));
      const simulation = simulate(seedOf(drawn));
      const made = await planFor(simulation, desired);
      const nothing = {
        edition: "reference" as const,
        kinds: kindsOf("reference"),
        diagnostics: [],
        files: [],
        places: [],
        sources: new Map(),
        drafts: [],
        removals: [],
        organizationSources: new Map(),
        labels: new Map(),
        heads: new Map(),
        overlays: new Map<string, string>(),
        state: "local" as const,
        prune: "nothing" as const,
      };
      const project = { desired, guards: defaultGuardSettings, ...nothing };
      const rehearsal = await rehearse(made, project, {
        concurrency,
        roundTripMilliseconds: 10,
        now: 0,
        planAgain: (on) => planFor(on, desired),
      });
      const { calls, longestChain, expectedMilliseconds } = rehearsal;
      expect(rehearsal).toMatchObject({
        converged: true,
        failed: [],
        left: [],
        calls: made.document.steps.length,
      });
      expect(calls).toBeGreaterThanOrEqual(longestChain);
      expect(expectedMilliseconds).toBeGreaterThanOrEqual(10 * Math.max(longestChain, calls / concurrency));
      expect(simulation.mutations).toEqual([]);
    },
    0.25,
  );
});
