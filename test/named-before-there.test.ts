import { describe, expect, test } from "vitest";
import { spaceLifecycleOperations } from "../src/contract/parts/spaces.ts";
import { kinds } from "../src/kinds/kinds.ts";
import { indexKinds } from "../src/model/kind-index.ts";
import { readLive } from "../src/refresh/read-live.ts";
import { imagesOf } from "../src/undo/before-images.ts";
import { undoOf } from "../src/undo/undo.ts";
import { randomFrom, shuffled } from "./laws/random.ts";
import { planFor, read, run, type Simulation, simulate } from "./laws/simulation.ts";
import { readEverything } from "./support/read-everything.ts";

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

describe("an undo shows again what it restores,", () => {
  test("once that is there, in any order of its calls", async () => {
    for (const order of orders) {
      const simulation = platform();
      const before = await shown(simulation);
      const undo = await undoOfDelete(simulation, "sp_here");
      expect(await shown(simulation)).not.toEqual(before);
      const steps = offered(undo.document.steps, order);
      await run(simulation, undo, { concurrency: 1, steps });
      expect(await shown(simulation)).toEqual(before);
    }
  });
});

function deleteSpace({ client }: Simulation, spaceId: string): Promise<unknown> {
  return client.send(spaceLifecycleOperations.deleteSpace, { params: { spaceId } });
}

/** Deletes a space by a plan, and plans the way back. */
async function undoOfDelete(simulation: Simulation, id: string) {
  const desired = await read({
    "acme.yaml": { organization: "acme", spaces: { gone: { id, absent: true } } },
  });
  const plan = await planFor(simulation, desired);
  const index = indexKinds(kinds);
  const { resources } = desired;
  const images = imagesOf({
    document: plan.document,
    live: await readEverything(simulation.reader, "org_acme"),
    kinds: index,
    resourceAt: (address) => resources.find((one) => one.address === address),
  });
  await run(simulation, plan, { concurrency: 1 });
  const input = {
    changes: plan.document.changes.map(({ fields = [], ...change }) => ({
      ...change,
      fields: fields.map(({ path }) => path),
    })),
    images,
    made: [],
    remade: [],
    there: [],
    organizations: { acme: "org_acme" },
    kinds: index,
    sourceOf: () => ({ file: "run.jsonl", line: 1, column: 1 }),
    declaredAt: () => undefined,
  };
  const live = await readLive(undoOf(input).desired, kinds, simulation.reader);
  return planFor(simulation, undoOf({ ...input, live }).desired);
}

/** Spaces that the site shows, in order. */
async function shown({ reader }: Simulation): Promise<readonly unknown[]> {
  const { resources } = await readEverything(reader, "org_acme");
  return resources.flatMap(({ kind, answer }) =>
    kind === "site-space" ? [[(answer.space as { id: string }).id, answer.path, answer.default]] : [],
  );
}
