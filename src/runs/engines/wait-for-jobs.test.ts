import { setMaxListeners } from "node:events";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { virtualTime } from "../../../test/support/network/virtual-time.ts";
import type { Io } from "../../io/io.ts";
import { BackendError } from "../../state/backend.ts";
import type { SeenJobs } from "../../state/queue/job-queue.ts";
import type { ProjectQueue } from "./project-queue.ts";
import { waitForJobs } from "./wait-for-jobs.ts";

const outcome = { code: 0, row: { state: "applied", calls: 1, milliseconds: 5 }, written: [] };

/** Waits for two jobs at a queue that looks as it is told at each second. */
function waiting(
  lookAt: (second: number) => SeenJobs,
  { interruptAt, stopAt }: { interruptAt?: number; stopAt?: number } = {},
) {
  const time = virtualTime();
  const said: string[] = [];
  const write = (text: Uint8Array, _: string, done: () => void): void => {
    said.push(`${time.monotonic() / 1000}: ${text}`);
    done();
  };
  const io = { ...time, stderr: new Writable({ write }) } as unknown as Io;
  const queue = {
    commit: "9f3c77a1b2c4d5e6",
    look: async () => lookAt(time.monotonic() / 1000),
    cancel: async () => ["one"],
    maintain: async () => {},
  } as unknown as ProjectQueue;
  const interrupt = new AbortController();
  setMaxListeners(0, interrupt.signal);
  if (interruptAt !== undefined) void time.sleep(interruptAt * 1000).then(() => interrupt.abort());
  const ending = waitForJobs(io, "docform worker", queue, ["one", "two"], {
    interrupt: interrupt.signal,
    hasStopped: () => stopAt !== undefined && time.monotonic() >= stopAt * 1000,
  });
  const endings = time.run(Promise.all([ending("one"), ending("two")]));
  return { said, endings };
}

const none: SeenJobs = { ended: [], active: [] };
const ended = (id: string, output: unknown = outcome) => ({ id, state: "completed" as const, output });

test("while no worker takes anything, it says every half minute which commit waits, and how to start one", async () => {
  const { said, endings } = waiting((second) =>
    second < 70 ? none : { ...none, ended: [ended("one"), ended("two")] },
  );
  expect(await endings).toEqual([outcome, outcome]);
  const words =
    "No worker takes 2 organizations of the commit 9f3c77a. To start one in a checkout of it: docform worker\n";
  expect(said).toEqual([`30: ${words}`, `60: ${words}`]);
});

test("a database that is away for some minutes is waited for, and one that stays away ends the command", async () => {
  const away = (second: number, until: number): SeenJobs => {
    if (second > 2 && second < until) throw new BackendError("the database cannot be used", "start it", true);
    return second <= 2 ? none : { ...none, ended: [ended("one"), ended("two")] };
  };
  const { said, endings } = waiting((second) => away(second, 300));
  expect(await endings).toEqual([outcome, outcome]);
  expect(said.join("")).toContain("The database does not answer: docform waits for it, up to 10 minutes.");
  await expect(waiting((second) => away(second, 3000)).endings).rejects.toThrow(
    "the database cannot be used",
  );
});

test("an interrupt takes back what nobody has begun; what is begun runs on, and what ended without words is lost", async () => {
  const { endings } = waiting(() => ({ ended: [], active: ["two"] }), { interruptAt: 5 });
  expect(await endings).toEqual(["taken back", "runs on"]);
  const lost = waiting(() => ({
    ended: [ended("one"), ended("two", { value: { message: "timeout" } })],
    active: [],
  }));
  expect(await lost.endings).toEqual([outcome, "lost"]);
});

test("after too many failures, jobs that nobody has begun are taken back, and the others are waited for", async () => {
  const lookAt = (second: number): SeenJobs =>
    second < 9 ? { ...none, active: ["two"] } : { ...none, ended: [ended("two")] };
  expect(await waiting(lookAt, { stopAt: 3 }).endings).toEqual(["taken back", outcome]);
});
