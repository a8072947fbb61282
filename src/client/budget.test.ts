import { expect, test } from "vitest";
import { virtualTime } from "../../test/support/network/virtual-time.ts";
import { type Budget, createBudget, limited, ownLimit, type Reserve } from "./budget.ts";
import { createDeadline, Stopped } from "./pace.ts";

/** The times at which so many takers with so many requests each got leave, in order. */
async function timesOf(budgets: readonly Budget[], each: number, time: ReturnType<typeof virtualTime>) {
  const times: number[] = [];
  const takers = budgets.map(async (budget) => {
    for (let at = 0; at < each; at += 1) {
      await budget.take(createDeadline(time));
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
    expect(mostInSecond(times)).toBeLessThanOrEqual(50 + 50 * 0.1 + count);
    // Nobody reserves a turn that nobody takes.
    expect(asked).toHaveLength(800);
  },
);

test("requests that wait together reserve together, for a tenth of a second at most", async () => {
  const time = virtualTime();
  const asked: number[] = [];
  const budget = createBudget(time, 50, async (requests) => asked.push(requests));
  await time.run(Promise.all(Array.from({ length: 12 }, () => budget.take(createDeadline(time)))));
  expect(asked).toEqual([5, 5, 2]);
});

test("turns that were left over before a pause do not come all at once after it", async () => {
  const time = virtualTime();
  const own = ownLimit(time);
  const budgets = Array.from({ length: 16 }, () => createBudget(time, 50, own));
  await timesOf(budgets, 1, time);
  await time.run(time.sleep(10_000));
  expect(mostInSecond(await timesOf(budgets, 8, time))).toBeLessThanOrEqual(50 + 50 * 0.1 + 1);
});

function mostInSecond(times: readonly number[]): number {
  return Math.max(...times.map((first, at) => times.slice(at).filter((one) => one < first + 1000).length));
}

/** Requests go over a transport with a limit of one a second; `sent`: those that went out, and when. */
function limitedTo(reserve?: Reserve, end?: number) {
  const time = virtualTime();
  const sent: string[] = [];
  const open = async ({ url }: { url: string }) => {
    sent.push(`${url} ${time.monotonic()}`);
    return { status: 200, headers: {}, body: "" };
  };
  const inner = Object.assign(open, { close: async () => {} });
  const budget = createBudget(time, 1, reserve ?? ownLimit(time));
  const transport = limited(inner, budget, time, createDeadline(time, end));
  const send = (url: string, more: object = {}) => transport({ method: "GET", url, headers: {}, ...more });
  return { time, sent, send, close: transport.close };
}

test("a request whose turn is after the deadline fails at once, and so does each later one", async () => {
  const { time, sent, send } = limitedTo(undefined, 1500);
  const all = ["one", "two", "late", "later"].map((url) => send(url, { untilDeadline: 1500 }));
  const ended = await time.run(Promise.allSettled(all));
  expect(ended.slice(2)).toEqual(
    Array.from({ length: 2 }, () => ({
      status: "rejected",
      reason: new Stopped("the next request would be in 1 s, after the deadline"),
    })),
  );
  expect(sent).toEqual(["one 0", "two 900"]);
  expect(time.monotonic()).toBe(900);
});

test("a turn that is hours away fails at once, whoever says so", async () => {
  const { time, sent, send } = limitedTo(async () => 3_600_000);
  await expect(time.run(send("one"))).rejects.toThrow("without a deadline docform waits 600 s at most");
  expect([sent, time.monotonic()]).toEqual([[], 0]);
});

test("a request that is interrupted, or whose connections are closed, is not sent, and waits no longer", async () => {
  const { time, sent, send, close } = limitedTo();
  const abort = new AbortController();
  const all = Promise.allSettled([send("first"), send("never", { signal: abort.signal }), send("closed")]);
  void time.sleep(100).then(() => abort.abort());
  void time.sleep(200).then(close);
  const ended = await time.run(all);
  expect(ended.slice(1)).toEqual([
    { status: "rejected", reason: new Stopped("it was interrupted") },
    { status: "rejected", reason: new Stopped("the connections are closed") },
  ]);
  expect([sent, time.monotonic()]).toEqual([["first 0"], 200]);
});

test("once a run ends, what waits for its turn is not sent, and waits no longer", async () => {
  const { time, sent, send } = limitedTo();
  const end = new AbortController();
  const all = Promise.allSettled([send("first"), send("never", { ending: end.signal })]);
  void time.sleep(100).then(() => end.abort());
  const reason = new Stopped("it was interrupted");
  expect((await time.run(all))[1]).toEqual({ status: "rejected", reason });
  expect([sent, time.monotonic()]).toEqual([["first 0"], 100]);
});

test("a limit that cannot be asked says so itself", async () => {
  const { time, send } = limitedTo(() => Promise.reject(new Error("no such database")));
  await expect(time.run(send("one"))).rejects.toThrow("no such database");
});
