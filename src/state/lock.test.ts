import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Disk } from "../io/disk.ts";
import { nodeDisk } from "../io/node-disk.ts";
import { holderIn, type LockHolder, type Locking, releaseLock, takeLock } from "./lock.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "docform-lock-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const at = "2026-11-21T23:00:00.000Z";
const holder = (id: string, pid: number, host = "here"): LockHolder => ({
  id,
  command: "apply",
  by: "ana",
  host,
  pid,
  at,
});

/** The files that are being written. */
const writing = new Set<Promise<void>>();
const disk: Disk = {
  ...nodeDisk,
  create: async (file, text) => {
    const written = nodeDisk.create(file, text);
    writing.add(written);
    await written.finally(() => writing.delete(written));
  },
};

/** A machine on which some processes run; the lock is asked for by one of them. */
function on(pid: number, running: readonly number[]): Locking {
  return {
    disk,
    machine: { host: "here", node: "20.19.0", pid, isRunning: (other) => running.includes(other) },
    // However long writing takes on this machine, it takes less than a lock is given for it.
    sleep: async () => void (await Promise.allSettled(writing)),
  };
}

test("only one of many that ask at the same time gets a lock, and the others are told who", async () => {
  const file = join(folder(), "lock");
  const pids = [1, 2, 3, 4, 5, 6, 7, 8];
  const answers = await Promise.all(
    pids.map((pid) => takeLock(on(pid, pids), file, holder(`lock${pid}`, pid))),
  );
  const winners = answers.filter((answer) => "release" in answer);
  expect(winners).toHaveLength(1);
  const now = await holderIn(nodeDisk, file);
  expect(answers.filter((answer) => "holder" in answer)).toEqual(Array(7).fill({ holder: now }));
});

test("a lock that was released can be taken", async () => {
  const file = join(folder(), "lock");
  const first = await takeLock(on(1, [1, 2]), file, holder("a", 1));
  if ("release" in first) await first.release();
  expect(await takeLock(on(2, [1, 2]), file, holder("b", 2))).toHaveProperty("release");
});

test.each([
  ["its process is gone", holder("old", 7), on(2, [2]), true],
  ["its process has the number of this one, which does not hold it", holder("old", 2), on(2, [2]), true],
  ["its process runs", holder("old", 7), on(2, [2, 7]), false],
  ["it is of another machine", holder("old", 7, "there"), on(2, [2]), false],
])(
  "a lock is taken over when its process is gone from this machine: when %s",
  async (_, old, locking, isTaken) => {
    const file = join(folder(), "lock");
    await nodeDisk.create(file, JSON.stringify(old));
    const answer = await takeLock(locking, file, holder("new", 2));
    expect("release" in answer ? answer.takenFrom : answer.holder).toEqual(old);
    expect("release" in answer).toBe(isTaken);
    expect((await holderIn(nodeDisk, file))?.id).toBe(isTaken ? "new" : "old");
  },
);

test("of many that find a lock left over at the same time, one takes it", async () => {
  const path = folder();
  const file = join(path, "lock");
  await nodeDisk.create(file, JSON.stringify(holder("old", 99)));
  const pids = [1, 2, 3, 4, 5, 6, 7, 8];
  const answers = await Promise.all(
    pids.map((pid) => takeLock(on(pid, pids), file, holder(`lock${pid}`, pid))),
  );
  const winners = answers.filter((answer) => "release" in answer);
  expect(winners).toHaveLength(1);
  expect(readdirSync(path)).toEqual(["lock"]);
});

test("a lock that a crash left half-written is taken over", async () => {
  const file = join(folder(), "lock");
  writeFileSync(file, '{"id":"ol');
  expect(await takeLock(on(2, [2]), file, holder("new", 2))).toHaveProperty("release");
});

test.each([
  ["is written", JSON.stringify(holder("crashed", 98))],
  ["is half-written", '{"id":"cr'],
])("what a kill left of a takeover, and %s, keeps nobody from the lock", async (_, left) => {
  const path = folder();
  const file = join(path, "lock");
  await nodeDisk.create(file, JSON.stringify(holder("old", 99)));
  writeFileSync(`${file}.old`, left);
  expect(await takeLock(on(2, [2]), file, holder("mine", 2))).toMatchObject({ takenFrom: { id: "old" } });
  expect(readdirSync(path)).toEqual(["lock"]);
});

test("a lock that somebody takes over is not taken over by another one, which is told by whom", async () => {
  const file = join(folder(), "lock");
  await nodeDisk.create(file, JSON.stringify(holder("old", 99)));
  await nodeDisk.create(`${file}.old`, JSON.stringify(holder("other", 7)));
  expect(await takeLock(on(2, [2, 7]), file, holder("mine", 2))).toEqual({ holder: holder("other", 7) });
  expect((await holderIn(nodeDisk, file))?.id).toBe("old");
});

test("whoever looked at a lock before another one took it over does not take it from that one", async () => {
  const path = folder();
  const file = join(path, "lock");
  const other = holder("other", 7);
  await nodeDisk.create(file, JSON.stringify(holder("old", 99)));
  const create: Locking["disk"]["create"] = async (name, text) => {
    // Between the look at the lock and the right to take it over.
    if (name === `${file}.old`) writeFileSync(file, JSON.stringify(other));
    await nodeDisk.create(name, text);
  };
  const locking = { ...on(2, [2, 7]), disk: { ...nodeDisk, create } };
  expect(await takeLock(locking, file, holder("mine", 2))).toEqual({ holder: other });
  expect(readdirSync(path)).toEqual(["lock"]);
});

test("a lock whose id is no name of a file leads to no other folder", async () => {
  const path = folder();
  const file = join(path, "lock");
  writeFileSync(file, JSON.stringify(holder("../../x", 99)));
  expect(await takeLock(on(2, [2]), file, holder("mine", 2))).toHaveProperty("release");
  expect(readdirSync(path)).toEqual(["lock"]);
});

test("when the disk refuses, the lock of somebody who took it meanwhile stays", async () => {
  const file = join(folder(), "lock");
  const other = holder("other", 7);
  const create = async (): Promise<never> => {
    await nodeDisk.create(file, JSON.stringify(other));
    throw Object.assign(new Error(), { code: "EMFILE" });
  };
  const locking = { ...on(2, [2, 7]), disk: { ...nodeDisk, create } };
  await expect(takeLock(locking, file, holder("mine", 2))).rejects.toMatchObject({ code: "EMFILE" });
  expect(await holderIn(nodeDisk, file)).toEqual(other);
});

test("nobody releases the lock of somebody else", async () => {
  const file = join(folder(), "lock");
  await nodeDisk.create(file, JSON.stringify(holder("other", 7)));
  await releaseLock(nodeDisk, file, "mine");
  expect((await holderIn(nodeDisk, file))?.id).toBe("other");
});
