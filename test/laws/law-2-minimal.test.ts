import fc from "fast-check";
import { expect } from "vitest";
import { platformOf, wantedOf } from "./harness/drawn.ts";
import { law } from "./harness/law.ts";
import { describeSteps, planFor } from "./harness/simulation.ts";
import { atMostCalls, fewestCalls } from "./oracles/fewest-calls.ts";
import { withClearNames } from "./worlds/clear-names.ts";
import { inEither, inGitbook } from "./worlds/gitbook-world.ts";
import { callsForOrder, orderWorld } from "./worlds/order-world.ts";
import { callsForPeople, peopleWorld } from "./worlds/people-world.ts";
import { callsForSettings, settingsWorld } from "./worlds/settings-world.ts";
import { edited, someEdits } from "./worlds/site-edits.ts";
import { flatTree, nestedTree } from "./worlds/site-tree.ts";
import { type SiteWorld, siteWorld } from "./worlds/site-world.ts";
import type { World } from "./worlds/world.ts";

async function stepsFor(world: World) {
  const { document } = await planFor(platformOf(world), await wantedOf(world));
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
  .map(({ live, edits, publish }) => ({ live, wanted: withClearNames(edited(live, edits), live), publish }));

/** A part of a world, with the fewest calls for it, which nothing of the planner had a hand in. */
interface Bounded {
  readonly part: World;
  readonly calls: number;
}

const simpleSites = simpleSite.map((site): Bounded => ({ part: { site }, calls: fewestCalls(site) }));
const people = peopleWorld.map(
  (drawn): Bounded => ({ part: { people: drawn }, calls: callsForPeople(drawn) }),
);
const settings = settingsWorld.map(
  (drawn): Bounded => ({ part: { settings: drawn }, calls: callsForSettings(drawn) }),
);
const order = orderWorld.map((drawn): Bounded => ({ part: { order: drawn }, calls: callsForOrder(drawn) }));

/** Parts beside each other take what they take alone. */
const several = fc.tuple(simpleSites, settings, order).map(
  (all): Bounded => ({
    part: Object.assign({}, ...all.map(({ part }) => part)),
    calls: all.reduce((sum, { calls }) => sum + calls, 0),
  }),
);

const bounded = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: simpleSites },
      { weight: 4, arbitrary: people },
      { weight: 3, arbitrary: settings },
      { weight: 4, arbitrary: order },
      { weight: 1, arbitrary: several },
    ),
    fc.boolean(),
  )
  .map(([drawn, isGitbook]) => (isGitbook ? { ...drawn, part: inGitbook(drawn.part) } : drawn));

law("law 2: a plan has exactly as many calls as the test's own arithmetic says", bounded, async (drawn) => {
  const steps = await stepsFor(drawn.part);
  expect(steps.length, describeSteps(steps)).toBe(drawn.calls);
});

law(
  "law 2: a site with groups never takes more calls than its items would one by one",
  inEither(siteWorld(3).map((site) => ({ site }))),
  async (drawn) => {
    const steps = await stepsFor(drawn);
    expect(steps.length, describeSteps(steps)).toBeLessThanOrEqual(atMostCalls(drawn.site as SiteWorld));
  },
  0.25,
);

law(
  "law 2: what is as declared takes no call",
  inEither(
    fc
      .tuple(fc.oneof(flatTree, nestedTree(3)), fc.boolean())
      .map(([tree, publish]) => ({ site: { live: tree, wanted: tree, publish } })),
  ),
  async (drawn) => {
    const steps = await stepsFor(drawn);
    expect(describeSteps(steps.slice(drawn.site?.publish === true ? 1 : 0))).toBe(describeSteps([]));
  },
  0.25,
);
