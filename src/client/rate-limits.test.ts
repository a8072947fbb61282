import { expect, test } from "vitest";
import { virtualClient } from "../../test/support/network/virtual-client.ts";
import { virtualTime } from "../../test/support/network/virtual-time.ts";
import { createWindowLimit } from "../../test/support/network/window-limit.ts";
import { createRateLimit } from "../platform/server/respond.ts";

type Headers = Readonly<Record<string, string>>;
type Limit = (now: number) => { readonly isAllowed: boolean; readonly headers: Headers };

const hour = 3_600_000;
const calls = 400;

/**
 * Reads teams in virtual time over a platform with a limit, whose clock is so far before that of the client: the requests
 * that were answered 429, and the seconds taken.
 */
async function readUnder(limit: Limit, latency: number, ahead = 0) {
  const time = virtualTime(1_767_225_600_300);
  const begun = time.now();
  let refused = 0;
  const client = virtualClient(time, {
    transport: async () => {
      await time.sleep(latency / 2);
      const { isAllowed, headers } = limit(time.now() + ahead);
      await time.sleep(latency / 2);
      if (isAllowed) return { status: 200, headers, body: '{"object":"team","id":"t","title":"T"}' };
      refused += 1;
      return { status: 429, headers, body: "" };
    },
  });
  const params = { organizationId: "acme", teamId: "t" };
  await time.run(Promise.all(Array.from({ length: calls }, () => client.call("getTeam", { params }))));
  return { refused, seconds: (time.now() - begun) / 1000 };
}

test.each([
  [1, 0],
  [25, 0],
  [100, 0],
  [25, 8 * hour],
  [25, -8 * hour],
])(
  "a limit that fills evenly is used up without a 429, %i ms away, with clocks %i ms apart",
  async (...given) => {
    const { refused, seconds } = await readUnder(createRateLimit(20), ...given);
    expect(refused).toBe(0);
    expect(seconds).toBeLessThanOrEqual((1.05 * calls) / 20);
  },
);

test.each([1, 25, 100])(
  "a limit of each second refuses one request a second at most, %i ms away",
  async (latency) => {
    const { refused, seconds } = await readUnder(createWindowLimit(20, 1000), latency);
    expect(refused).toBeLessThanOrEqual(Math.ceil(seconds));
  },
);

const noneLeft = { "x-ratelimit-remaining": "0" };
const inAYear = { ...noneLeft, "x-ratelimit-reset": String(1_767_225_600 + 365 * 86_400) };

test.each([
  ["says that none is left and no more", noneLeft, 0],
  ["says that none is left of an unknown number until a year", inAYear, 0],
  ["says that none is left of ten until a year", { ...inAYear, "x-ratelimit-limit": "10" }, 1],
  ["says that none is left of nothing until a year", { ...inAYear, "x-ratelimit-limit": "0" }, 1],
] as const)(
  "a platform that always %s is asked one by one, a second apart at most",
  async (_, headers, apart) => {
    const { seconds } = await readUnder(() => ({ isAllowed: true, headers }), 100);
    expect(seconds).toBeLessThanOrEqual(calls * (0.1 + apart));
    expect(seconds).toBeGreaterThan((calls - 8) * 0.1);
  },
);
