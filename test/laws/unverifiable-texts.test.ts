import { expect, test } from "vitest";
import { holds } from "./harness/law.ts";
import { planFor, read, simulate } from "./harness/simulation.ts";
import { manifestOfSettings, seedOfSettings, settingsWorld } from "./worlds/settings-world.ts";

test("a declared text that live may or may not have is always named, and never a change", async () => {
  await holds(
    settingsWorld,
    async (world) => {
      const desired = await read({ "all.yaml": manifestOfSettings(world) });
      const plan = await planFor(simulate(seedOfSettings(world)), desired);
      const hidden = world.specs.flatMap(({ live, wanted }, index) =>
        live === "text" && wanted === "text" ? [`acme/openapi.spec${index}`] : [],
      );
      expect((plan.document.unverifiable ?? []).map(({ address }) => address)).toEqual(hidden);
      const changed = plan.document.changes.map(({ address }) => address);
      expect(changed.filter((address) => hidden.includes(address))).toEqual([]);
    },
    0.25,
  );
});
