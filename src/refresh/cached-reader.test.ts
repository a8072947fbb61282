import fc from "fast-check";
import { expect, test } from "vitest";
import { operations } from "../contract/operations.ts";
import { longestAge, recentReads } from "./cached-reader.ts";

const { listTeams } = operations;

/** A reader whose answers say when they were begun; each takes a while. */
function readerAt(clock: { time: number }, takes: number) {
  const begun: number[] = [];
  const ends: { readonly at: number; readonly go: () => void }[] = [];
  const reader = {
    one: () => Promise.reject(new Error("not asked for")),
    find: () => Promise.reject(new Error("not asked for")),
    requests: () => begun.length,
    list: async () => {
      const since = clock.time;
      begun.push(since);
      await new Promise<void>((go) => ends.push({ at: since + takes, go }));
      return [{ since }];
    },
  };
  const pass = async (milliseconds: number): Promise<void> => {
    clock.time += milliseconds;
    for (const end of ends) if (end.at <= clock.time) end.go();
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return { reader, begun, pass };
}

test("an answer is never older than the longest age, unless it was read since it was asked for", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 1500 }), { maxLength: 30 }),
      fc.integer({ min: 0, max: 3000 }),
      async (pauses, takes) => {
        const clock = { time: 0 };
        const { reader, begun, pass } = readerAt(clock, takes);
        const recent = recentReads(reader, () => clock.time);
        for (const pause of pauses) {
          const asked = clock.time;
          const answer = recent.list(listTeams, {});
          await pass(pause);
          await pass(takes);
          const [item] = await answer;
          expect(Number(item?.since)).toBeGreaterThanOrEqual(asked - longestAge);
        }
        expect(begun.length).toBeLessThanOrEqual(pauses.length + 1);
      },
    ),
  );
});

test("who asks often waits once: the next answer is read in the background", async () => {
  const clock = { time: 0 };
  const { reader, begun, pass } = readerAt(clock, 100);
  const recent = recentReads(reader, () => clock.time);
  const first = recent.list(listTeams, {});
  await pass(100);
  await first;
  for (let at = 0; at < 100; at++) {
    let isThere = false;
    void recent.list(listTeams, {}).then(() => {
      isThere = true;
    });
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    expect(isThere).toBe(true);
    await pass(100);
  }
  expect(begun.length).toBeLessThanOrEqual(7);
});

test("a read that fails is not kept", async () => {
  let fails = true;
  const clock = { time: 0 };
  const { reader } = readerAt(clock, 0);
  const list = async () => (fails ? Promise.reject(new Error("no connection")) : [{ id: "team_1" }]);
  const recent = recentReads({ ...reader, list }, () => clock.time);
  await expect(recent.list(listTeams, {})).rejects.toThrow("no connection");
  fails = false;
  expect(await recent.list(listTeams, {})).toEqual([{ id: "team_1" }]);
});

test("what is read again is known to all once it is there, and until then they get what is known", async () => {
  const clock = { time: 0 };
  const { reader, begun, pass } = readerAt(clock, 100);
  const recent = recentReads(reader, () => clock.time);
  void recent.list(listTeams, {});
  await pass(100);
  await pass(400);
  const again = recent.fresh.list(listTeams, {});
  expect(await recent.list(listTeams, {})).toEqual([{ since: 0 }]);
  await pass(100);
  expect(await again).toEqual([{ since: 500 }]);
  await pass(longestAge / 2);
  expect(await recent.list(listTeams, {})).toEqual([{ since: 500 }]);
  expect(begun).toEqual([0, 500]);
});

test("what cannot be read again takes nothing away from what is known", async () => {
  let fails = false;
  const list = async () => (fails ? Promise.reject(new Error("no connection")) : [{ id: "team_1" }]);
  const { reader } = readerAt({ time: 0 }, 0);
  const recent = recentReads({ ...reader, list }, () => 0);
  await recent.list(listTeams, {});
  fails = true;
  await expect(recent.fresh.list(listTeams, {})).rejects.toThrow("no connection");
  expect(await recent.list(listTeams, {})).toEqual([{ id: "team_1" }]);
});
