import fc from "fast-check";
import { expect, test } from "vitest";
import { virtualClient } from "../../test/support/network/virtual-client.ts";
import { virtualTime } from "../../test/support/network/virtual-time.ts";
import type { Client } from "./client.ts";
import { ApiError } from "./errors.ts";
import { TransportError } from "./transport.ts";

/** What happens to one request. */
type Fate = "done" | "lost-done" | "lost" | "not-sent" | "fault" | "fault-done" | "refused" | "limited";

interface Scripted {
  readonly fate: Fate;
  readonly latency: number;
  /** `Retry-After` in seconds, or what no platform should send. */
  readonly wait: string;
}

const fates: fc.Arbitrary<readonly Scripted[]> = fc.array(
  fc.record({
    fate: fc.constantFrom<Fate>(
      "done",
      "done",
      "done",
      "lost-done",
      "lost",
      "not-sent",
      "fault",
      "fault-done",
      "refused",
      "limited",
    ),
    latency: fc.integer({ min: 0, max: 400 }),
    wait: fc.oneof(fc.integer({ min: 0, max: 90 }).map(String), fc.constantFrom("soon", "-1", "")),
  }),
  { minLength: 1, maxLength: 60 },
);

const kinds = fc.constantFrom("read", "update", "create");

interface Seen {
  readonly call: number;
  readonly start: number;
  readonly end: number;
  readonly fate: Fate;
  readonly wait: string;
}

const params = { organizationId: "acme", teamId: "t" };

function start(client: Client, kind: string, call: number): Promise<unknown> {
  const named = { ...params, teamId: `t${call}` };
  if (kind === "read") return client.call("getTeam", { params: named });
  if (kind === "update") return client.call("updateTeam", { params: named, body: { title: "x" } });
  return client.call("createTeam", { params: { organizationId: `t${call}` }, body: { title: "x" } });
}

const team = JSON.stringify({ object: "team", id: "t", title: "T" });

/** Runs calls over a transport in virtual time, whose requests meet one fate after the other. */
async function run(
  scripted: readonly Scripted[],
  calls: readonly string[],
  concurrency: number,
  deadline?: number,
) {
  const time = virtualTime(1_700_000_000_000);
  const seen: Seen[] = [];
  let [inFlight, most, number] = [0, 0, 0];
  const client = virtualClient(time, {
    concurrency,
    ...(deadline === undefined ? {} : { deadline: time.now() + deadline }),
    transport: async ({ url }) => {
      // The script is told once; from then on all is well.
      const { fate, latency, wait } = scripted[number++] ?? { fate: "done" as const, latency: 10, wait: "" };
      const started = time.now();
      most = Math.max(most, ++inFlight);
      await time.sleep(latency);
      inFlight--;
      seen.push({ call: Number(/t(\d+)/.exec(url)?.[1]), start: started, end: time.now(), fate, wait });
      if (fate === "not-sent") throw new TransportError("not-sent", "refused");
      if (fate === "lost" || fate === "lost-done") throw new TransportError("lost", "reset");
      const headers = wait === "" ? {} : { "retry-after": wait };
      const status = { done: 200, refused: 409, limited: 429 }[fate as string] ?? 503;
      return { status, headers, body: status === 200 ? team : "" };
    },
  });
  const work = Promise.all(
    calls.map((kind, call) =>
      start(client, kind, call).then(
        () => undefined,
        (cause: unknown) => cause,
      ),
    ),
  );
  const begun = time.now();
  const outcomes = await time.run(work);
  return { seen, outcomes, most, client, begun, took: time.now() - begun };
}

const given = [
  fates,
  fc.array(kinds, { minLength: 1, maxLength: 25 }),
  fc.integer({ min: 1, max: 12 }),
] as const;
const mayBeDone: readonly Fate[] = ["done", "lost-done", "lost", "fault", "fault-done"];

test("never are more requests in flight than may be", async () => {
  await fc.assert(
    fc.asyncProperty(...given, async (scripted, calls, concurrency) => {
      const { most } = await run(scripted, calls, concurrency);
      expect(most).toBeLessThanOrEqual(concurrency);
    }),
  );
});

test("no request goes out during the pause that a 429 asks for", async () => {
  await fc.assert(
    fc.asyncProperty(...given, async (scripted, calls, concurrency) => {
      const { seen } = await run(scripted, calls, concurrency);
      for (const { end, fate, wait } of seen) {
        if (fate !== "limited" || !/^\d+$/.test(wait)) continue;
        const until = end + Number(wait) * 1000;
        expect(seen.filter((other) => other.start > end && other.start < until)).toEqual([]);
      }
    }),
  );
});

test("a create is never sent again once the first may have been done", async () => {
  await fc.assert(
    fc.asyncProperty(...given, async (scripted, calls, concurrency) => {
      const { seen } = await run(scripted, calls, concurrency);
      for (const [call, kind] of calls.entries()) {
        if (kind !== "create") continue;
        const own = seen.filter((one) => one.call === call);
        expect(own.slice(0, -1).filter(({ fate }) => mayBeDone.includes(fate))).toEqual([]);
      }
    }),
  );
});

test("a call that changes something and fails says that it is in doubt if and only if it may have been done", async () => {
  await fc.assert(
    fc.asyncProperty(...given, async (scripted, calls, concurrency) => {
      const { seen, outcomes } = await run(scripted, calls, concurrency);
      for (const [call, outcome] of outcomes.entries()) {
        if (outcome === undefined || calls[call] === "read") continue;
        expect(outcome).toBeInstanceOf(ApiError);
        const own = seen.filter((one) => one.call === call);
        expect((outcome as ApiError).inDoubt).toBe(own.some(({ fate }) => mayBeDone.includes(fate)));
      }
    }),
  );
});

test("attempts and time are bounded, and every call ends", async () => {
  await fc.assert(
    fc.asyncProperty(...given, async (scripted, calls, concurrency) => {
      const { seen, took } = await run(scripted, calls, concurrency);
      for (const call of calls.keys()) {
        const own = seen.filter((one) => one.call === call);
        expect(own.filter(({ fate }) => fate !== "limited").length).toBeLessThanOrEqual(4);
        expect(own.filter(({ fate }) => fate === "limited").length).toBeLessThanOrEqual(10);
      }
      const troubles = seen.filter(({ fate }) => fate !== "done").length;
      expect(took).toBeLessThanOrEqual(troubles * 90_400 + seen.length * 400 + 60_000);
    }),
  );
});

test("after the deadline nothing is sent, and what was not sent says so", async () => {
  await fc.assert(
    fc.asyncProperty(
      ...given,
      fc.integer({ min: 0, max: 3000 }),
      async (scripted, calls, concurrency, limit) => {
        const { seen, outcomes, begun, client } = await run(scripted, calls, concurrency, limit);
        expect(seen.filter(({ start: sentAt }) => sentAt >= begun + limit)).toEqual([]);
        for (const [call, outcome] of outcomes.entries()) {
          if (seen.some((one) => one.call === call)) continue;
          expect(outcome).toMatchObject({ kind: "stopped", inDoubt: false });
          expect(client.stopped).toBeDefined();
        }
      },
    ),
  );
});
