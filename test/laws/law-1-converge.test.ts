import { expect } from "vitest";
import { platformOf, wantedOf } from "./harness/drawn.ts";
import { law } from "./harness/law.ts";
import { describeSteps, planFor, run } from "./harness/simulation.ts";
import { askedFor, seenOf } from "./oracles/site-oracle.ts";
import { expectOrders } from "./oracles/tree-oracle.ts";
import { worldOfEither } from "./worlds/gitbook-world.ts";

law(
  "law 1: an apply reaches what the manifests say, and the next plan is empty",
  worldOfEither,
  async (drawn) => {
    const simulation = platformOf(drawn);
    const desired = await wantedOf(drawn);
    const first = await planFor(simulation, desired);
    await run(simulation, first, { concurrency: 8 });
    const second = await planFor(simulation, desired);
    const told = describeSteps(first.document.steps);
    expect(describeSteps(second.document.steps), told).toBe(describeSteps([]));
    const left = second.document.changes.filter(({ action }) => action !== "blocked");
    expect(left, told).toEqual([]);
    if (drawn.trees !== undefined) expectOrders(simulation, drawn.trees, first.document);
    if (drawn.site === undefined) return;
    const isBlocked = first.document.changes.some(
      ({ action, fields = [] }) => action === "blocked" && fields.some(({ path }) => path === "path"),
    );
    const [seen, asked] = [seenOf(simulation.platform, drawn.site), askedFor(drawn.site)];
    expect(withoutPaths(seen, isBlocked), told).toEqual(withoutPaths(asked, isBlocked));
  },
);

/** A path that another section keeps is blocked; all else is as it should be. */
function withoutPaths(seen: unknown, isBlocked: boolean): unknown {
  const drop = (key: string, value: unknown): unknown => (isBlocked && key === "path" ? undefined : value);
  return JSON.parse(JSON.stringify(seen, drop));
}
