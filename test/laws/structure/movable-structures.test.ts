import { describe, expect, test } from "vitest";
import { holds, isMany } from "../harness/law.ts";
import { callsByArithmetic, fewestWhereAllMoves, planWhereAllMoves } from "../oracles/movable-structure.ts";
import { allLayouts, structureWorld } from "../worlds/structure-world.ts";

describe("where everything in a structure moves, a plan rebuilds nothing, and takes exactly the fewest calls:", () => {
  test("every two structures of a section and two groups", () => {
    const layouts = allLayouts("a", "AB", 2);
    for (const live of layouts)
      for (const wanted of layouts)
        expect(planWhereAllMoves(live, wanted).length, `${live} to ${wanted}`).toBe(
          fewestWhereAllMoves(live, wanted),
        );
  });

  test.each([
    ["three sections and two groups", { sections: 3, groups: 2 }],
    ["a section and four groups", { sections: 1, groups: 4 }],
  ])("any two structures of %s", async (_, size) => {
    await holds(structureWorld({ ...size, depth: 2 }), async ({ live, wanted }) => {
      expect(planWhereAllMoves(live, wanted).length, `${live} to ${wanted}`).toBe(
        fewestWhereAllMoves(live, wanted),
      );
    });
  });
});

test("they are as many as arithmetic says, and more only where a group must leave one that goes into another", async () => {
  let more = 0;
  let cases = 0;
  await holds(structureWorld({ sections: 12, groups: 6, depth: 2 }), async ({ live, wanted }) => {
    const over = planWhereAllMoves(live, wanted).length - callsByArithmetic(live, wanted);
    expect(over, `${live} to ${wanted}`).toBeGreaterThanOrEqual(0);
    cases++;
    if (over > 0) more++;
  });
  if (isMany) expect(more / cases).toBeLessThan(0.02);
});
