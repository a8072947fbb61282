import { describe, expect, test } from "vitest";
import { virtualClient } from "../../test/support/virtual-client.ts";
import { virtualTime } from "../../test/support/virtual-time.ts";
import { createWindowLimit } from "../../test/support/window-limit.ts";
import { createRateLimit } from "../platform/server/rate-limit.ts";
import { readLimit } from "./rate.ts";

type Limiter = (now: number) => {
  readonly isAllowed: boolean;
  readonly headers: Readonly<Record<string, string>>;
};

interface Given {
  readonly calls: number;
  readonly concurrency: number;
  readonly latency: number;
  readonly limit: Limiter;
  /** Does the platform say what its limit is, besides `Retry-After`? */
  readonly isSaid?: boolean;
}

/** Sends updates, as many at a time as may be, to a platform with a limit, in virtual time. */
async function sendAll({ calls, concurrency, latency, limit, isSaid = true }: Given) {
  const time = virtualTime(1_700_000_000_300);
  let [sent, refused, failed, started] = [0, 0, 0, 0];
  const client = virtualClient(time, {
    concurrency,
    transport: async () => {
      sent += 1;
      // Not all the same, so that answers come in another order.
      const oneWay = (latency * (0.8 + 0.1 * (sent % 5))) / 2;
      await time.sleep(oneWay);
      const { isAllowed, headers: all } = limit(time.now());
      await time.sleep(oneWay);
      if (!isAllowed) refused += 1;
      const entries = Object.entries(all).filter(([name]) => isSaid || !name.startsWith("x-"));
      const body = isAllowed ? '{"object":"team","id":"t","title":"T"}' : "";
      return { status: isAllowed ? 200 : 429, headers: Object.fromEntries(entries), body };
    },
  });
  const params = { organizationId: "acme", teamId: "t" };
  const worker = async () => {
    while (started < calls) {
      started += 1;
      await client.call("updateTeam", { params, body: { title: "T" } }).catch(() => {
        failed += 1;
      });
    }
  };
  const begun = time.now();
  await time.run(Promise.all(Array.from({ length: concurrency }, worker)));
  return { seconds: (time.now() - begun) / 1000, refusedShare: refused / sent, failed };
}

describe("a limit that the platform tells of", () => {
  test.each([
    [20, 5, 8],
    [20, 25, 1],
    [20, 25, 8],
    [20, 25, 16],
    [20, 100, 8],
    [20, 400, 8],
    [100, 25, 8],
    [100, 100, 16],
  ])(
    "of %i/s (a bucket), %i ms away, %i at a time, is used fully and hardly met",
    async (rate, latency, concurrency) => {
      const calls = rate * 20;
      // What the window of requests in flight can send in a second may be less than the limit.
      const reachable = Math.min(rate, (concurrency * 1000) / latency);
      const { seconds, refusedShare, failed } = await sendAll({
        calls,
        concurrency,
        latency,
        limit: createRateLimit(rate),
      });
      expect(failed).toBe(0);
      expect(refusedShare).toBeLessThanOrEqual(0.05);
      expect(seconds).toBeLessThanOrEqual(1.05 * (calls / reachable));
    },
  );

  test.each([
    [20, 1],
    [100, 10],
    [300, 60],
  ])("of %i in %i seconds (a window) is used fully and hardly met", async (limit, seconds) => {
    const calls = limit * 8;
    const given = { calls, concurrency: 8, latency: 25, limit: createWindowLimit(limit, seconds * 1000) };
    const { seconds: took, refusedShare, failed } = await sendAll(given);
    expect(failed).toBe(0);
    expect(refusedShare).toBeLessThanOrEqual(0.05);
    expect(took).toBeLessThanOrEqual(1.05 * 8 * seconds);
  });
});

test("a limit that only shows by refusals costs no call either", async () => {
  for (const concurrency of [1, 8, 64]) {
    const limit = createRateLimit(20);
    const outcome = await sendAll({ calls: 400, concurrency, latency: 25, limit, isSaid: false });
    expect(outcome.failed).toBe(0);
    expect(outcome.seconds).toBeLessThanOrEqual(1.25 * 20);
  }
});

const said = (limit: string, remaining: string, reset: string) => ({
  "x-ratelimit-limit": limit,
  "x-ratelimit-remaining": remaining,
  "x-ratelimit-reset": reset,
});
test.each<[string, Record<string, string>, ReturnType<typeof readLimit>]>([
  ["all three", said("20", "3", "1700000001"), { limit: 20, remaining: 3, resetAt: 1_700_000_001_000 }],
  ["nothing", {}, undefined],
  ["a part", { "x-ratelimit-limit": "20", "x-ratelimit-remaining": "3" }, undefined],
  ["text", said("many", "some", "soon"), undefined],
  ["more left than there is", said("20", "30", "1700000001"), undefined],
  ["a limit of nothing", said("0", "0", "1700000001"), undefined],
  ["a negative number", said("20", "-1", "1700000001"), undefined],
])("what an answer says of a limit: %s", (_, headers, limit) => {
  expect(readLimit(headers)).toEqual(limit);
});
