import fc from "fast-check";
import { expect, test } from "vitest";
import { holds } from "./harness/law.ts";
import { planFor, read, simulate } from "./harness/simulation.ts";
import { manifestOfPeople, peopleWorld, seedOfPeople } from "./worlds/people-world.ts";

const lookalikes = fc.subarray(["Team 0!", "Team 1!", "Teams 1", "Team", "Team 2 a", "Team  3"]);

test("a proposal names at most three, and never changes the steps", async () => {
  let proposed = 0;
  await holds(
    fc.tuple(peopleWorld, lookalikes),
    async ([drawn, titles]) => {
      const listed = { ...drawn, exact: false };
      const desired = await read({ "all.yaml": manifestOfPeople(listed) });
      const seed = seedOfPeople(listed);
      const plain = await planFor(simulate({ organizations: [seed] }), desired);
      const tempting = await planFor(simulate({ organizations: [withTeams(seed, titles)] }), desired);
      expect(tempting.document.steps).toEqual(plain.document.steps);
      const hints = tempting.document.changes.flatMap(({ hint }) => hint ?? []);
      for (const hint of hints) expect(hint.split(" or ").length).toBeLessThanOrEqual(3);
      proposed += hints.length;
    },
    0.25,
  );
  expect(proposed).toBeGreaterThan(0);
});

/** The same organization with more teams, which nobody declares. */
function withTeams(organization: object, titles: readonly string[]): object {
  const { teams } = organization as { teams: object[] };
  return {
    ...organization,
    teams: [...teams, ...titles.map((title, at) => ({ id: `team_more_${at}`, title }))],
  };
}
