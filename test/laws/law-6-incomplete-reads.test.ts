import fc from "fast-check";
import { expect, test } from "vitest";
import { ApiError } from "../../src/client/errors.ts";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import { addressOf, breaking, breaks, brokenRead, isWorse } from "./harness/broken-reads.ts";
import { platformOf, wantedOf } from "./harness/drawn.ts";
import { holds, isMany } from "./harness/law.ts";
import { planFor } from "./harness/simulation.ts";
import { worldOfEither } from "./worlds/gitbook-world.ts";

test("law 6: a plan whose read is broken stops and says so, or tells it where it needs no such read, or is the same", async () => {
  const stopped = new Set<string>();
  await holds(fc.tuple(worldOfEither, brokenRead), async ([drawn, { at, how }]) => {
    const desired = await wantedOf(drawn);
    const whole = platformOf(drawn);
    const { document } = await planFor(whole, desired);
    const addresses = [...new Set(whole.reads)].sort();
    const address = addresses[at % Math.max(addresses.length, 1)];
    if (address === undefined) return;
    let wasBroken = false;
    const partial = platformOf(drawn, undefined, (transport) => {
      const worse = breaking(transport, address, how);
      return async (request) => {
        const right = addressOf(request.url) === address ? await transport(request) : undefined;
        const answer = await worse(request).catch((problem: unknown) => {
          wasBroken = true;
          throw problem;
        });
        if (right !== undefined && isWorse(answer, right)) wasBroken = true;
        return answer;
      };
    });
    const made = await planFor(partial, desired).catch((problem: unknown) => problem);
    expect(partial.mutations).toEqual([]);
    if (made instanceof ApiError) {
      expect(made.path, "the error names the read").toBe(address.replace("/v1", ""));
      stopped.add(how);
      return;
    }
    expect(made, `${how}: ${address} ${String(made)}`).toHaveProperty("document");
    const { document: other } = made as { document: PlanDocument };
    const [one, two] = wasBroken ? [withoutCount(other), withoutCount(document)] : [other, document];
    expect(JSON.stringify(one)).toBe(JSON.stringify(two));
  });
  if (isMany) expect([...stopped].sort()).toEqual([...breaks].sort());
});

/** A list that is read again, since it was broken, counts again. */
function withoutCount({ summary: { reads: _, ...summary }, ...document }: PlanDocument): object {
  return { ...document, summary };
}
