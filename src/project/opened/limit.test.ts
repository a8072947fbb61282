import { expect, test } from "vitest";
import { createDeadline } from "../../client/pace.ts";
import type { Io } from "../../io/io.ts";
import { limitOf } from "./limit.ts";

/** Port 1 of this machine refuses each connection. */
const url = "postgres://user:hunter2hunter2@127.0.0.1:1/docform";

test("while the database of a limit does not answer, the process keeps it alone, and says so once", async () => {
  let [now, told] = [0, ""];
  const sleep = async (milliseconds: number): Promise<void> => {
    now += milliseconds;
  };
  const write = (text: string): void => {
    told += text;
  };
  const clock = { now: () => now, monotonic: () => now, sleep };
  const io = { ...clock, env: { DOCFORM_STATE_URL: url }, stderr: { write } } as unknown as Io;
  const project = { state: { postgres: {} }, requestsPerSecond: 1 };
  const limit = limitOf(io, undefined, project, "https://x.example token");
  for (let at = 0; at < 70; at += 1) await limit?.budget.take(createDeadline(clock));
  await limit?.close();
  expect(Math.round(now)).toBe(68_900);
  expect(told).toMatch(/^platform\.limit holds for this process alone meanwhile: .*ECONNREFUSED.*\n$/);
  expect(told).not.toContain("hunter2");
});
