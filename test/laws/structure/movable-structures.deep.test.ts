import { expect, test } from "vitest";
import { fewestWhereAllMoves, planWhereAllMoves } from "../oracles/movable-structure.ts";
import { allLayouts } from "../worlds/structure-world.ts";

test("where everything moves, every two structures of two sections and two groups take exactly the fewest calls", () => {
  const layouts = allLayouts("ab", "AB", 2);
  for (const live of layouts)
    for (const wanted of layouts)
      expect(planWhereAllMoves(live, wanted).length, `${live} to ${wanted}`).toBe(
        fewestWhereAllMoves(live, wanted),
      );
});
