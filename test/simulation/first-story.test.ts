import { expect, test, vi } from "vitest";

test("the first story of a process is told as any later one: no time passes while modules load: seed 5000004", async () => {
  vi.resetModules();
  const [{ tell }, { drawScenario }, { check }] = await Promise.all([
    import("./story.ts"),
    import("./scenario.ts"),
    import("./check.ts"),
  ]);
  const story = await tell(drawScenario(5000004));
  expect(check(story)).toEqual([]);
  const [first] = story.acts;
  expect(first?.run.stderr).toBe("Interrupted: nothing was sent.\n");
});
