import { expect, test } from "vitest";
import { connect, failureOf, team } from "../../test/support/network/client-fixture.ts";
import { fakeClock, type Script } from "../../test/support/network/scripted-server.ts";
import { virtualTime } from "../../test/support/network/virtual-time.ts";
import { createDeadline, createPace as createPaceWith, type PaceOptions, Stopped } from "./pace.ts";
import { requestsLeft } from "./retry.ts";
import { concurrencyOf, createWindow } from "./window.ts";

const createPace = ({
  concurrency,
  ...options
}: Omit<PaceOptions, "deadline" | "concurrency"> & { concurrency?: number }) =>
  createPaceWith({
    ...options,
    concurrency: concurrencyOf(concurrency),
    deadline: createDeadline(options.clock),
  });

const get = (teamId: string) => ({ params: { organizationId: "acme", teamId } });
const ids = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);

test("no more requests are in flight than the concurrency allows, and all are sent", async () => {
  const held: (() => void)[] = [];
  const script: Script = (_, answer) => held.push(() => void answer.end(JSON.stringify(team("t"))));
  const { client, server } = await connect(script, { concurrency: 3 });
  const calls = Promise.all(ids(12).map((id) => client.call("getTeam", get(id))));
  for (let round = 0; round < 4; round += 1) {
    await expect.poll(() => held.length).toBe(3);
    for (const send of held.splice(0)) send();
  }
  await calls;
  expect(server.seen).toHaveLength(12);
});

test.each([
  ["seconds", "2"],
  ["an HTTP date", new Date(2000).toUTCString()],
])("a 429 with Retry-After as %s holds back every request of the client, once", async (_, header) => {
  const { client, clock } = await connect((_seen, answer, number) => {
    if (number === 1) answer.writeHead(429, { "retry-after": header }).end();
    else answer.end(JSON.stringify(team("t")));
  });
  await Promise.all(ids(5).map((id) => client.call("getTeam", get(id))));
  expect(clock.slept).toEqual([2000]);
});

test("every call gets through a platform that takes one request a second", async () => {
  const clock = fakeClock();
  let free = 0;
  const { client } = await connect(
    (_, answer) => {
      if (clock.now() < free) return void answer.writeHead(429, { "retry-after": "1" }).end();
      free = clock.now() + 1000;
      answer.end(JSON.stringify(team("t")));
    },
    { clock },
  );
  const answers = await Promise.all(ids(30).map((id) => client.call("getTeam", get(id))));
  expect(answers).toHaveLength(30);
});

test.each([
  { header: "2", inFlight: 2 },
  { header: "0", inFlight: 1 },
  { header: "soon", inFlight: 4 },
])("when the platform says that it takes $header more requests, $inFlight are in flight", async (stage) => {
  const held: (() => void)[] = [];
  const { client } = await connect(
    (_, answer, number) => {
      const send = () =>
        answer.setHeader("x-ratelimit-remaining", stage.header).end(JSON.stringify(team("t")));
      if (number === 1) send();
      else held.push(send);
    },
    { concurrency: 4 },
  );
  await client.call("getTeam", get("t"));
  const calls = Promise.all(ids(6).map((id) => client.call("getTeam", get(id))));
  await expect.poll(() => held.length).toBe(stage.inFlight);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(held).toHaveLength(stage.inFlight);
  let isOver = false;
  const over = calls.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    held.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await over;
});

const until = (seconds: number) => ({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(seconds) });

test.each([
  ["holds without a reset", [{ "x-ratelimit-remaining": "0" }], 1],
  ["holds until the reset", [until(10)], 1],
  ["ends at the reset", [until(10), until(5)], 4],
  ["ends with an answer that does not say so", [until(10), {}], 4],
] as const)("that no request is left %s", async (_, answers, most) => {
  const clock = fakeClock(9000);
  const pace = createPace({ concurrency: 4, clock });
  for (const headers of answers) pace.remaining(requestsLeft(headers, clock.now()));
  let inFlight = 0;
  for (let call = 0; call < 9; call++)
    void pace.run({}, () => {
      inFlight += 1;
      return new Promise<void>(() => {});
    });
  expect(inFlight).toBe(most);
});

test.each([
  ["is obeyed, when it ends before the deadline", "3000", 3600, undefined],
  [
    "past the deadline ends the run at once",
    "3000",
    600,
    "the next request would be in 3000 s, after the deadline",
  ],
  ["of ten minutes is obeyed without a deadline", "600", undefined, undefined],
  [
    "of more ends a run without a deadline",
    "601",
    undefined,
    "the next request would be in 601 s, and without a deadline docform waits 600 s at most",
  ],
])("a Retry-After %s", async (_, seconds, deadline, refused) => {
  const { client, clock } = await connect(
    (_seen, answer, number) => {
      if (number === 1) answer.writeHead(429, { "retry-after": seconds }).end();
      else answer.end(JSON.stringify(team("t")));
    },
    deadline === undefined ? {} : { deadline: deadline * 1000 },
  );
  const call = () => client.call("getTeam", get("t"));
  if (refused === undefined) {
    expect(await call()).toMatchObject({ id: "t" });
    expect(clock.slept).toEqual([Number(seconds) * 1000]);
  } else {
    expect(await failureOf(call())).toMatchObject({ kind: "rate-limited" });
    expect(await failureOf(call())).toMatchObject({ kind: "stopped", reason: refused });
    expect(clock.slept).toEqual([]);
  }
});

test("pauses and the deadline do not heed a clock that is set", async () => {
  const clock = { ...fakeClock(), set: 50_000 };
  const wall = { ...clock, now: () => clock.monotonic() + clock.set };
  const { client, server } = await connect(
    (_seen, answer, number) => {
      if (number > 3) return void answer.end(JSON.stringify(team("t")));
      clock.set -= 20_000;
      answer.writeHead(429, { "retry-after": "1" }).end();
    },
    { clock: wall, deadline: wall.now() + 10_000 },
  );
  await client.call("getTeam", get("t"));
  expect(clock.slept).toEqual([1000, 1000, 1000]);
  clock.set += 1_000_000;
  await client.call("getTeam", get("t"));
  expect(server.seen).toHaveLength(5);
});

test("after a 429 half as many requests are in flight, the one turned away goes first", async () => {
  const pace = createPace({ concurrency: 2, clock: fakeClock() });
  const order: string[] = [];
  const call = (name: string, repeated = false) =>
    pace.run({ isRepeated: repeated }, async () => {
      order.push(name);
      await Promise.resolve();
    });
  pace.throttled(1, 10);
  const first = call("first");
  await Promise.all([first, call("second"), call("third"), call("again", true)]);
  expect(order).toEqual(["first", "again", "second", "third"]);
});

test("a task that fails gives its place back, and a concurrency of nothing is one", async () => {
  const pace = createPace({ concurrency: 0, clock: fakeClock() });
  await expect(pace.run({}, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await pace.run({}, async () => "yes")).toBe("yes");
});

test("once everything is to stop, nothing waits for what is in flight, nor for a pause", async () => {
  const abort = new AbortController();
  // A clock of somebody who does not listen: the pause goes on.
  const clock = { now: () => 0, monotonic: () => 0, sleep: () => new Promise<void>(() => {}) };
  const pace = createPace({ concurrency: 1, clock, signal: abort.signal });
  const paused = createPace({ concurrency: 1, clock, signal: abort.signal });
  paused.throttled(1, 1000);
  const neverEnds = (): Promise<void> => new Promise(() => {});
  void pace.run({}, neverEnds);
  const before = [pace.run({}, neverEnds), paused.run({}, neverEnds)];
  const stopped = before.map((one) => expect(one).rejects.toThrow(Stopped));
  abort.abort();
  await Promise.all(stopped);
  await expect(pace.run({ isRepeated: true }, neverEnds)).rejects.toThrow(Stopped);
});

test("a clock that stands still does not hold a request for ever", async () => {
  const pace = createPace({
    concurrency: 1,
    clock: { now: () => 0, monotonic: () => 0, sleep: async () => {} },
  });
  pace.throttled(1, 1000);
  expect(await pace.run({}, async () => "sent")).toBe("sent");
});

test("what may go goes at once, so that no pause begins between", async () => {
  const clock = fakeClock();
  const pace = createPace({ concurrency: 1, clock });
  const times: number[] = [];
  const send = async () => {
    times.push(clock.now());
  };
  const first = pace.run({}, send);
  pace.throttled(1, 1000);
  await Promise.all([first, pace.run({}, send)]);
  expect(times).toEqual([0, 1000]);
});

test("requests in flight that one limit turns away halve the window once, and answers open it again", () => {
  const window = createWindow(concurrencyOf(8));
  const rooms: number[] = [];
  for (const ticket of [1, 2, 3]) {
    window.halve(ticket, 8, 8);
    rooms.push(window.room());
  }
  window.halve(9, 12, 4);
  rooms.push(window.room());
  for (let answer = 0; answer < 30; answer += 1) window.grow(100);
  expect([...rooms, window.room()]).toEqual([4, 4, 4, 2, 8]);
});

/** Sends so many requests at once over a pace in virtual time: the most in flight, and the milliseconds until all ended. */
async function sent(
  requests: number,
  {
    isWrite = false,
    latency = () => 100,
    concurrency,
  }: { isWrite?: boolean; latency?: (number: number) => number; concurrency?: number },
) {
  const time = virtualTime();
  const pace = createPace({ clock: time, ...(concurrency === undefined ? {} : { concurrency }) });
  let [inFlight, most, number] = [0, 0, 0];
  const send = async () => {
    most = Math.max(most, ++inFlight);
    const took = latency(++number);
    await time.sleep(took);
    pace.succeeded(took);
    inFlight -= 1;
  };
  await time.run(Promise.all(Array.from({ length: requests }, () => pace.run({ isWrite }, send))));
  return { most, took: time.now() };
}

const slowerFrom8th = (number: number) => (number > 8 ? 300 : 100);

test.each([
  ["reads grow from 8 to 64 while the platform answers as fast", {}, 64, 2200],
  ["reads grow no more once answers take over twice as long", { latency: slowerFrom8th }, 16, undefined],
  ["writes stay at 8", { isWrite: true }, 8, 15_300],
  ["a concurrency that is given is the most of all", { concurrency: 16 }, 16, 7700],
] as const)("%s", async (_, given, most, took) => {
  const run = await sent(1219, given);
  expect(run.most).toBe(most);
  if (took !== undefined) expect(run.took).toBe(took);
});

test("a read does not wait for a place of writes, nor a write for more reads than came before it", async () => {
  const pace = createPace({ clock: fakeClock() });
  const begun: string[] = [];
  const send = (name: string, isWrite: boolean) =>
    void pace.run({ isWrite }, () => {
      begun.push(name);
      return new Promise<void>(() => {});
    });
  for (let at = 0; at < 8; at += 1) send(`write ${at}`, true);
  for (let answer = 0; answer < 2; answer += 1) pace.succeeded(100);
  send("write 8", true);
  send("read", false);
  expect(begun.slice(8)).toEqual(["read"]);
});

test("after a 429, eight writes become four though the window had room for more", async () => {
  const window = createWindow(concurrencyOf(undefined));
  for (let answer = 0; answer < 60; answer += 1) window.grow(100);
  expect(window.room()).toBe(64);
  window.halve(1, 8, 8);
  expect(window.room()).toBe(4);
});
