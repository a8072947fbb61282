import { expect, test } from "vitest";
import { virtualTime } from "../../test/support/network/virtual-time.ts";
import { type Budget, createBudget, limited, ownLimit } from "./budget.ts";

/** The times at which so many takers with so many requests each got leave, in order. */
async function timesOf(budgets: readonly Budget[], each: number, time: ReturnType<typeof virtualTime>) {
  const times: number[] = [];
  const takers = budgets.map(async (budget) => {
    for (let at = 0; at < each; at += 1) {
      await budget.take();
      times.push(time.monotonic());
    }
  });
  await time.run(Promise.all(takers));
  return times;
}

test.each([1, 2, 16])(
  "%i who share a limit of 50 a second send as many as it allows, and no more",
  async (count) => {
    const time = virtualTime();
    const asked: number[] = [];
    const own = ownLimit(time);
    const reserve = async (requests: number, interval: number): Promise<number> => {
      asked.push(requests);
      await time.sleep(3);
      return own(requests, interval);
    };
    const budgets = Array.from({ length: count }, () => createBudget(time, 50, reserve));
    const times = await timesOf(budgets, 800 / count, time);
    // The last of 800 requests, at 20 ms each, after some that nobody took before.
    expect(times.at(-1)).toBeLessThan(16_000 / 0.95);
    for (const [at, first] of times.entries()) {
      const inSecond = times.slice(at).filter((one) => one < first + 1000).length;
      expect(inSecond).toBeLessThanOrEqual(50 + 50 * 0.1 + count);
    }
    expect(asked.length).toBe(160);
  },
);

test("a request that is interrupted, or whose turn is after the deadline, is not sent", async () => {
  const time = virtualTime();
  const sent: string[] = [];
  const transport = limited(
    async ({ url }) => {
      sent.push(url);
      return { status: 200, headers: {}, body: "" };
    },
    createBudget(time, 1, ownLimit(time)),
    time,
  );
  const abort = new AbortController();
  const send = (url: string, more: object) => transport({ method: "GET", url, headers: {}, ...more });
  const all = Promise.allSettled([
    send("first", {}),
    send("late", { untilDeadline: 500 }),
    send("never", { signal: abort.signal }),
  ]);
  abort.abort();
  const ended = await time.run(all);
  expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(ended[1]).toMatchObject({
    reason: { failure: "not-sent", message: "its turn is after the deadline" },
  });
  expect(sent).toEqual(["first"]);
});
