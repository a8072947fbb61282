import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inventoryOf } from "../support/platform/inventory.ts";
import { builtDocform } from "../support/processes/built-docform.ts";
import { type Ended, runIn, type SharedPlace, setStage, sharedPlaces } from "./stage.ts";

/** `ROUNDS=100 npx vitest run test/shared-state/two-runners.deep.test.ts` for many. */
const rounds = Number(process.env.ROUNDS ?? 2);

beforeAll(async () => {
  await builtDocform();
});

describe.each(Object.keys(sharedPlaces))("two runners with their state in %s", (name) => {
  let place: SharedPlace;

  beforeAll(async () => {
    place = await (sharedPlaces[name] as () => Promise<SharedPlace>)();
  });

  afterAll(() => place.close());

  test(`of two clones that apply at once, one applies, and nothing is there twice: ${rounds} times`, async () => {
    const wanted = await appliedAlone(place);
    const said = { refused: 0, waited: 0, after: 0 };
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < rounds) said[await race(place, next++, wanted)] += 1;
    };
    await Promise.all(Array.from({ length: Math.min(rounds, 4) }, lane));
    console.log(`${name}: ${JSON.stringify(said)} in ${rounds} rounds`);
    expect(said.refused + said.waited).toBeGreaterThan(0);
  });
});

async function appliedAlone(place: SharedPlace): Promise<unknown> {
  const stage = await setStage(place, 0);
  const { code, said } = await runIn(stage, stage.clone(), "apply --yes");
  expect(code, said).toBe(0);
  const wanted = inventoryOf(stage.running.platform.state);
  await stage.close();
  return wanted;
}

/** Two runners at once: the second is refused, waits for the first, or comes after it. */
async function race(
  place: SharedPlace,
  round: number,
  wanted: unknown,
): Promise<"refused" | "waited" | "after"> {
  const stage = await setStage(place, 20);
  const line = round % 2 === 0 ? "apply --yes" : "apply --yes --lock-timeout 1m";
  const ended = await Promise.all([stage.clone(), stage.clone()].map((folder) => runIn(stage, folder, line)));
  const all = ended.map(({ said }) => said).join("\n----\n");
  expect(
    ended.filter(({ said }) => /Apply: [1-9]\d* done/.test(said)),
    all,
  ).toHaveLength(1);
  const outcome = outcomeOf(ended, all);
  expect(inventoryOf(stage.running.platform.state), all).toEqual(wanted);
  const runs = await runIn(stage, stage.clone(), "runs");
  expect(runs.said.trim().split("\n"), all).toHaveLength(1);
  await stage.close();
  return outcome;
}

function outcomeOf(ended: readonly Ended[], all: string): "refused" | "waited" | "after" {
  const refused = ended.find(({ code }) => code !== 0);
  if (refused === undefined) {
    expect(all).toMatch(/No changes|Nothing to do/i);
    return all.includes("Waiting for the lock: docform apply") ? "waited" : "after";
  }
  expect(refused.code, all).toBe(1);
  expect(refused.said).toMatch(/DF5033.*another run holds .*: docform apply .*\(process \d+\), since /s);
  return "refused";
}
