import { expect, test } from "vitest";
import { BackendError, type KeptRuns, LockLost, type RunStore } from "../backend.ts";
import { publishedRuns } from "./published-runs.ts";

/** A run whose journal is published, and a half minute that is over when the test says so. */
async function begun() {
  const problems: Error[] = [];
  const texts: string[] = [];
  const lines: string[] = [];
  const waiting: (() => void)[] = [];
  const local: Pick<RunStore, "begin"> = {
    begin: async () => ({ append: async (text) => void lines.push(text), close: async () => {} }),
  };
  const published: Pick<KeptRuns, "write"> = {
    write: async (runs) => {
      const problem = problems.shift();
      if (problem !== undefined) throw problem;
      texts.push(...runs.values());
    },
  };
  const sleep = (_: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      signal?.addEventListener("abort", () => resolve());
      waiting.push(resolve);
    });
  const runs = publishedRuns(local as RunStore, published as KeptRuns, { sleep });
  const log = await runs.begin("run", "begun\n", "lock");
  const halfMinute = async (): Promise<void> => {
    for (const end of waiting.splice(0)) end();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { log, texts, lines, problems, halfMinute };
}

test("lines are published after a while, also when no line follows them, and each once", async () => {
  const { log, texts, halfMinute } = await begun();
  expect(texts).toEqual(["begun\n"]);
  await log.append("one\n");
  await log.append("two\n");
  expect(texts).toHaveLength(1);
  await halfMinute();
  expect(texts.slice(1)).toEqual(["begun\none\ntwo\n"]);
  await halfMinute();
  await log.close();
  expect(texts).toHaveLength(2);
});

test("a place that does not answer is asked again, and the run goes on", async () => {
  const { log, texts, lines, problems, halfMinute } = await begun();
  problems.push(new BackendError("no answer", "", true));
  await log.append("one\n");
  await halfMinute();
  expect(texts).toHaveLength(1);
  await halfMinute();
  expect(texts.slice(1)).toEqual(["begun\none\n"]);
  await log.append("two\n");
  await log.close();
  expect(lines).toEqual(["one\n", "two\n"]);
  expect(texts.at(-1)).toBe("begun\none\ntwo\n");
});

test("a lock that is lost refuses the next line", async () => {
  const { log, lines, problems, halfMinute } = await begun();
  problems.push(new LockLost("the place", undefined));
  await log.append("one\n");
  await halfMinute();
  await expect(log.append("two\n")).rejects.toThrow("no longer held by this run");
  expect(lines).toEqual(["one\n"]);
});
