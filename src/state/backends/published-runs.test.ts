import { expect, test } from "vitest";
import { BackendError, type KeptRuns, LockLost, type RunStore } from "../backend.ts";
import { publishedRuns } from "./published-runs.ts";

const run = "20261125-010000000-0a1b";
const nothing = { ids: async () => [], read: async () => undefined };
const local: RunStore = {
  ...nothing,
  kept: { ...nothing, write: async () => {} },
  begin: async () => ({ append: async () => {}, close: async () => {} }),
};

/** A place whose next writes fail, and what was written there. */
function failing(problems: readonly Error[]) {
  const written: string[] = [];
  const left = [...problems];
  const write: KeptRuns["write"] = async (texts) => {
    const problem = left.shift();
    if (problem !== undefined) throw problem;
    written.push(...texts.values());
  };
  const io = { now: () => 0, sleep: async () => {} };
  const published = { ...nothing, write };
  const fail = (problem: Error): void => void left.push(problem);
  return { written, fail, runs: publishedRuns(local, published, io) };
}

const silent = new BackendError("the state does not answer", "run again later", true);

test("a journal that could not be published once is published a second time", async () => {
  const { runs, written, fail } = failing([silent]);
  const log = await runs.begin(run, "begun\n", "lock");
  await log.append("more\n");
  fail(silent);
  await log.close();
  expect(written).toEqual(["begun\n", "begun\nmore\n"]);
});

test("a journal that cannot be published at all does not begin", async () => {
  const { runs } = failing([silent, silent]);
  await expect(runs.begin(run, "begun\n", "lock")).rejects.toThrow("does not answer");
});

test("a journal whose lock is lost is not published again", async () => {
  const { runs, written } = failing([new LockLost("the state", undefined)]);
  await expect(runs.begin(run, "begun\n", "lock")).rejects.toThrow(LockLost);
  expect(written).toEqual([]);
});
