import fc from "fast-check";
import { expect, test } from "vitest";
import { atMostCalls, fewestCalls } from "./fewest-calls.ts";
import { holds } from "./law.ts";
import { callsForTeams, manifestOfPeople, peopleWorld, seedOfPeople } from "./people-world.ts";
import { describeSteps, planFor, read, simulate } from "./simulation.ts";
import { edited, someEdits } from "./site-edits.ts";
import { flatTree, nestedTree } from "./site-tree.ts";
import { manifestOfSite, type SiteWorld, seedOfSite, siteWorld } from "./site-world.ts";

async function stepsFor(world: SiteWorld) {
  const simulation = simulate({ organizations: [seedOfSite(world)] });
  const { document } = await planFor(simulation, await read({ "all.yaml": manifestOfSite(world) }));
  return document.steps;
}

/** Sites without groups, whose items are the same ones afterwards. */
const simpleSite: fc.Arbitrary<SiteWorld> = fc
  .record({
    live: fc.oneof(flatTree, nestedTree(0)),
    edits: someEdits(8, [
      "moveSection",
      "removeItem",
      "addSection",
      "renameItem",
      "setIcon",
      "addSpace",
      "moveSpace",
      "removeSpace",
      "hideSpace",
    ]),
    publish: fc.boolean(),
  })
  .map(({ live, edits, publish }) => ({ live, wanted: edited(live, edits), publish }));

test("a site without groups takes creates, deletes, one update an item, and n − LIS moves a list", async () => {
  await holds(simpleSite, async (world) => {
    const steps = await stepsFor(world);
    expect(steps.length, describeSteps(steps)).toBe(fewestCalls(world));
  });
});

test("a site with groups never takes more calls than its items would one by one", async () => {
  await holds(siteWorld(3), async (world) => {
    const steps = await stepsFor(world);
    expect(steps.length, describeSteps(steps)).toBeLessThanOrEqual(atMostCalls(world));
  });
});

test("a team takes one call for all its people, and one for its title", async () => {
  await holds(peopleWorld, async (world) => {
    const simulation = simulate({ organizations: [seedOfPeople(world)] });
    const { document } = await planFor(simulation, await read({ "all.yaml": manifestOfPeople(world) }));
    const steps = document.steps.filter(({ address }) => address.startsWith("acme/teams."));
    expect(steps.length, describeSteps(steps)).toBe(callsForTeams(world));
  });
});

test("what is as declared takes no call", async () => {
  await holds(fc.tuple(fc.oneof(flatTree, nestedTree(3)), fc.boolean()), async ([tree, publish]) => {
    const steps = await stepsFor({ live: tree, wanted: tree, publish });
    expect(describeSteps(steps.slice(publish ? 1 : 0))).toBe(describeSteps([]));
  });
});
