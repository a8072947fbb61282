import { expect, test } from "vitest";
import { describeSteps, planFor, read, run, simulate } from "./simulation.ts";
import { manifestOfSite, seedOfSite } from "./site-world.ts";
import type { Tree } from "./site-tree.ts";
const live = (): Tree => ({ form: "nested", items: [{ type: "section", key: "a", title: "Section a", id: "sec_a", path: "pa", spaces: [{ type: "space", space: "sp0", id: "x", path: "x" }] }] });
test.each([
  ["absent", [{ type: "space", space: "sp0", absent: true }]],
  ["absent twice", [{ type: "space", space: "sp0", absent: true }, { type: "space", space: "ghost" }]],
  ["ghost", [{ type: "space", space: "ghost" }]],
  ["none", []],
])("%s", async (_, spaces) => {
  const wanted = live(); (wanted as any).items[0].spaces = spaces;
  const simulation = simulate({ organizations: [seedOfSite({ live: live() })] });
  const desired = await read({ "a.yaml": manifestOfSite({ wanted, publish: false }) });
  const plan = await planFor(simulation, desired);
  console.log(_, describeSteps(plan.document.steps), JSON.stringify(plan.document.changes.map(({ address, action, reason }) => ({ address, action, reason }))));
  await run(simulation, plan, { concurrency: 1 });
});
