import { expect, test } from "vitest";
import { type Backend, BackendError, StateMoved } from "./backend.ts";
import type { LockHolder } from "./lock.ts";
import { withLostAnswers } from "./lost-answers.ts";

/** When a call to the place fails: before it did anything, or after, with the answer lost. */
type Failure = "before" | "after";

const mine: LockHolder = {
  id: "one",
  command: "apply",
  host: "here",
  pid: 1,
  at: "2026-11-25T01:00:00.000Z",
};

/** A place in memory whose next calls fail as it is told. The record has a number as its version. */
function placeInMemory(mayPass = true) {
  const failures: Failure[] = [];
  const held = { text: "old", version: 1, lock: "", writes: 0 };
  const failing = async <T>(act: () => T): Promise<T> => {
    const failure = failures.shift();
    if (failure === "before") throw new BackendError("no answer came", "run again", mayPass);
    const answer = act();
    if (failure === "after") throw new BackendError("the answer was lost", "run again", mayPass);
    return answer;
  };
  const write = (text: string, over: string | undefined): void => {
    if (over !== String(held.version)) throw new StateMoved("the place");
    Object.assign(held, { text, version: held.version + 1, writes: held.writes + 1 });
  };
  const remove = (id: string): boolean => {
    const isMeant = held.lock === id;
    if (isMeant) held.lock = "";
    return isMeant;
  };
  const release = (): Promise<void> => failing(() => void remove(mine.id));
  const take = ({ id }: LockHolder) => {
    if (held.lock !== "" && held.lock !== id) return { holder: { ...mine, id: held.lock } };
    held.lock = id;
    return { release };
  };
  const inner: Backend = {
    place: "the place",
    isShared: true,
    journalDelay: 0,
    record: {
      read: () => failing(() => ({ text: held.text, version: String(held.version) })),
      write: (text, over) => failing(() => write(text, over)),
    },
    lock: {
      take: (holder) => failing(() => take(holder)),
      holder: async () => undefined,
      remove: (id) => failing(() => remove(id)),
    },
    runs: {
      ids: async () => [],
      read: async () => undefined,
      begin: () => Promise.reject(new Error("not used")),
      kept: { ids: async () => [], read: async () => undefined, write: async () => {} },
    },
    close: async () => {},
  };
  const fail = (...more: readonly Failure[]): void => void failures.push(...more);
  return { held, fail, place: withLostAnswers(inner, async () => {}) };
}

const writing: readonly {
  readonly fails: readonly Failure[];
  readonly outcome: string;
  readonly writes: number;
}[] = [
  { fails: [], outcome: "written", writes: 1 },
  { fails: ["before"], outcome: "written", writes: 1 },
  { fails: ["after"], outcome: "written", writes: 1 },
  { fails: ["before", "after"], outcome: "written", writes: 1 },
  { fails: ["after", "before"], outcome: "written", writes: 1 },
  { fails: ["before", "before"], outcome: "no answer came", writes: 0 },
];

test.each(writing)(
  "writing a record that fails $fails: $outcome, in $writes writes",
  async ({ fails, outcome, writes }) => {
    const { place, held, fail } = placeInMemory();
    fail(...fails);
    const said = await place.record.write("new", "1").then(
      () => "written",
      (problem: Error) => problem.message,
    );
    expect([said, held.writes, held.text]).toEqual([outcome, writes, writes === 1 ? "new" : "old"]);
  },
);

test("a record that another run wrote after the call was lost is not called written", async () => {
  const { place, held, fail } = placeInMemory();
  fail("before");
  Object.assign(held, { text: "of another", version: 2 });
  await expect(place.record.write("new", "1")).rejects.toThrow(StateMoved);
  expect(held.text).toBe("of another");
});

test.each(["before", "after"] as const)(
  "a lock is taken and given up once when each call fails %s",
  async (failure) => {
    const { place, held, fail } = placeInMemory();
    fail(failure);
    const lock = await place.lock.take(mine);
    expect([held.lock, "release" in lock]).toEqual(["one", true]);
    fail(failure);
    if ("release" in lock) await lock.release();
    expect(held.lock).toBe("");
  },
);

test("what will not pass by itself is not asked again", async () => {
  const { place, fail } = placeInMemory(false);
  fail("before", "after");
  await expect(place.lock.take(mine)).rejects.toThrow("no answer came");
  await expect(place.record.read()).rejects.toThrow("the answer was lost");
});

test("a lock whose taking got no answer twice is given up: the place may have given it", async () => {
  const { place, held, fail } = placeInMemory();
  fail("after", "before", "before");
  await expect(place.lock.take(mine)).rejects.toThrow("no answer came");
  expect(held.lock).toBe("");
});

test("why a lock was not taken is said, even when it cannot be given up either", async () => {
  const { place, fail } = placeInMemory();
  fail("before", "before", "after", "after");
  await expect(place.lock.take(mine)).rejects.toThrow("no answer came");
});
