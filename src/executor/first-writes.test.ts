import { expect, test } from "vitest";
import { step } from "../../test/support/plans/plan-fixture.ts";
import { kindsOf } from "../kinds/kinds-of.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import { recentReads } from "../refresh/cached-reader.ts";
import { firstWrites } from "./first-writes.ts";

/** The number of times the checks of a plan of so many steps read a step. */
async function readsOf(count: number): Promise<number> {
  let reads = 0;
  const steps = Array.from({ length: count }, (_, at) => {
    const { address, ...rest } = step(`s${at}`, `acme/teams.t${at}`, "createTeam");
    return {
      ...rest,
      get address() {
        reads += 1;
        return address;
      },
    };
  });
  const observed = Object.fromEntries(
    steps.map(({ address }) => [address, { kind: "team", id: null, fields: {} }]),
  );
  const never = () => Promise.reject(new Error("nothing is there to be read"));
  const reader = { requests: () => 0, one: never, find: never, list: never };
  const document = { observed, organizations: { acme: "org_acme" }, steps } as unknown as PlanDocument;
  const { check } = firstWrites(
    { document, kinds: kindsOf("reference"), secrets: new Map() },
    recentReads(reader, () => 0),
  );
  for (const one of steps) expect(await check(one, new Set())).toBe(undefined);
  return reads;
}

test("the work of a check does not grow with the plan", async () => {
  expect(await readsOf(400)).toBe(2 * (await readsOf(200)));
});
