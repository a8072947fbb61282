import { expect, test } from "vitest";
import type { Desired } from "../../src/model/desired.ts";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import { type Plan, plan } from "../../src/planner/plan.ts";
import { readLive } from "../../src/refresh/read-live.ts";
import { holds } from "./harness/law.ts";
import { recordOf } from "./harness/recorded.ts";
import {
  describeSteps,
  hash,
  mask,
  planFor,
  read,
  run,
  type Simulation,
  simulate,
} from "./harness/simulation.ts";
import {
  manifestBefore,
  manifestOfRenames,
  renameWorld,
  seedOfRenames,
  takesAName,
} from "./worlds/rename-world.ts";

test("law 8: previously never yields a delete, nor a create of what was renamed; the record tells those who take the name of another", async () => {
  await holds(renameWorld, async (drawn) => {
    const simulation = simulate(seedOfRenames(drawn), undefined, undefined, drawn.edition);
    const desired = await read({ "all.yaml": manifestOfRenames(drawn) }, drawn.edition);
    const before = await planFor(
      simulation,
      await read({ "all.yaml": manifestBefore(drawn) }, drawn.edition),
    );
    const scope = takesAName(drawn) ? { lastApply: recordOf(before) } : {};
    const first = await planFor(simulation, desired, scope);
    expectUpdatesOnly(first.document);
    await run(simulation, first, { concurrency: 4 });
    const second = await planFor(simulation, desired, { lastApply: recordOf(first) });
    expect(describeSteps(second.document.steps)).toBe(describeSteps([]));
    expect(idsOf(second)).toEqual(idsOf(before));
  });
});

test("law 8: who takes the name of another is never guessed: what the message asks for leads to the right objects", async () => {
  let asked = 0;
  await holds(
    renameWorld,
    async (drawn) => {
      if (!takesAName(drawn)) return;
      asked++;
      const simulation = simulate(seedOfRenames(drawn), undefined, undefined, drawn.edition);
      const desired = await read({ "all.yaml": manifestOfRenames(drawn) }, drawn.edition);
      const before = await planFor(
        simulation,
        await read({ "all.yaml": manifestBefore(drawn) }, drawn.edition),
      );
      const first = await pinnedAsAsked(simulation, desired, idsOf(before));
      expectUpdatesOnly(first.plan.document);
      await run(simulation, first.plan, { concurrency: 4 });
      const withPins = await planFor(simulation, first.desired);
      expect(describeSteps(withPins.document.steps)).toBe(describeSteps([]));
      const withoutOldNames = await planFor(
        simulation,
        await read({ "all.yaml": manifestAfter(drawn) }, drawn.edition),
      );
      expect(describeSteps(withoutOldNames.document.steps)).toBe(describeSteps([]));
      expect(idsOf(withPins)).toEqual(idsOf(before));
      expect(idsOf(withoutOldNames)).toEqual(idsOf(before));
    },
    0.25,
  );
  expect(asked).toBeGreaterThan(0);
});

const manifestAfter = (drawn: Parameters<typeof manifestOfRenames>[0]) =>
  manifestOfRenames(drawn, (field, one) => ({ [field]: one?.wanted ?? "" }));

function expectUpdatesOnly({ changes, steps }: PlanDocument): void {
  expect(changes.filter(({ action }) => action !== "update")).toEqual([]);
  expect(steps.filter(({ method }) => method !== "PATCH")).toEqual([]);
}

function idsOf({ liveByAddress }: Plan): Readonly<Record<string, string>> {
  return Object.fromEntries([...liveByAddress()].map(([address, { id }]) => [address, id]));
}

/** Pins what each message names first, until there is a plan; whoever reads the messages may do the same. */
async function pinnedAsAsked(simulation: Simulation, given: Desired, ids: Readonly<Record<string, string>>) {
  let desired = given;
  const kinds = simulation.kinds.all;
  for (let round = 0; ; round++) {
    const live = await readLive(desired, kinds, simulation.reader);
    const made = plan({ desired, live, kinds, baseUrl: "https://docform.example", version: "0", hash, mask });
    const { diagnostics, steps, changes } = made.document;
    if (diagnostics.length === 0) return { desired, plan: made };
    expect(round).toBeLessThan(20);
    expect({ steps, changes, codes: [...new Set(diagnostics.map(({ code }) => code))] }).toEqual({
      steps: [],
      changes: [],
      codes: ["DF3001"],
    });
    const named = new Set(diagnostics.map(({ message }) => message.split(" ", 1)[0] ?? ""));
    const resources = desired.resources.map((one) => {
      const id = named.has(one.address) ? ids[one.address] : undefined;
      return id === undefined ? one : { ...one, id };
    });
    desired = { ...desired, resources };
  }
}
