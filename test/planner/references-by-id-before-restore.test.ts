import { describe, expect, test } from "vitest";
import { spaceOperations } from "../../src/contract/parts/spaces.ts";
import { randomFrom, shuffled } from "../laws/harness/random.ts";
import { planFor, read, run, type Simulation, simulate } from "../laws/harness/simulation.ts";

const deletedAt = "2026-01-01T09:00:00Z";

/** Two organizations; what is deleted in the first can be restored, and a collection of the second be transferred. */
const platform = (): Simulation =>
  simulate({
    organizations: [
      {
        id: "org_acme",
        title: "Acme",
        spaces: [
          { id: "sp_here", title: "Here" },
          { id: "sp_deleted", title: "Deleted", deletedAt },
        ],
        sites: [{ id: "site_hub", title: "Hub", structure: [{ space: "sp_here" }] }],
        translations: [{ id: "tr_1", space: "sp_here", language: "fr" }],
      },
      {
        id: "org_globex",
        title: "Globex",
        collections: [{ id: "col_given", title: "Given" }],
        spaces: [{ id: "sp_given", title: "In it", collection: "col_given" }],
      },
    ],
  });

const hub = (space: string) => ({
  hub: { title: "Hub", structure: [{ space: "id:sp_here" }, { space: `id:${space}` }] },
});
/** Steps are offered one after the other: as planned, the other way round, and in some orders by chance. */
const orders = [0, 1, 2, 3, 4, 5];

function offered<T>(steps: readonly T[], order: number): readonly T[] {
  if (order < 2) return order === 0 ? steps : [...steps].reverse();
  return shuffled(steps, randomFrom(order));
}

describe("what a manifest names by its id is there before it is named,", () => {
  test("where it is restored", async () => {
    const spaces = { back: { id: "sp_deleted" } };
    const desired = await read({ "acme.yaml": { organization: "acme", sites: hub("sp_deleted"), spaces } });
    for (const order of orders) {
      const simulation = platform();
      const plan = await planFor(simulation, desired);
      await run(simulation, plan, { concurrency: 1, steps: offered(plan.document.steps, order) });
      expect((await planFor(simulation, desired)).document.steps).toEqual([]);
    }
  });

  test("and names it no second time, where that was never taken away", async () => {
    const simulation = platform();
    await deleteSpace(simulation, "sp_here");
    for (const source of ["here", "id:sp_here"]) {
      const desired = await read({
        "acme.yaml": {
          organization: "acme",
          spaces: { here: { id: "sp_here" } },
          translations: { fr: { source, language: "fr" } },
        },
      });
      const { document } = await planFor(simulation, desired);
      expect(document.steps.map((step) => step.operation)).toEqual(["restoreSpace"]);
    }
  });
});

function deleteSpace({ client }: Simulation, spaceId: string): Promise<unknown> {
  return client.send(spaceOperations.deleteSpace, { params: { spaceId } });
}
