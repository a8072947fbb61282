import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Disk } from "../io/disk.ts";
import { nodeDisk } from "../io/node-disk.ts";
import { releaseLock, takeLock } from "./lock.ts";
import { holderIn, type LockHolder, type Locking } from "./lock-holder.ts";

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

/** A machine on which some processes run; the lock is asked for by one of them. */
function on(pid: number, running: readonly number[], ended: readonly string[] = []): Locking {
  return {
    disk: nodeDisk,
    machine: { host: "here", node: "20.19.0", pid, isRunning: (other) => running.includes(other) },
    // Of the seconds that it asks for, as much as writing takes on a machine that is busy.
    sleep: () => setTimeout(200),
    hasEnded: async (id) => ended.includes(id),
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
  ["its run has ended, on another machine", holder("old", 7, "there"), on(2, [2], ["old"]), true],
  ["its process runs", holder("old", 7), on(2, [2, 7]), false],
  ["it is of another machine", holder("old", 7, "there"), on(2, [2]), false],
])("when %s", async (_, old, locking, isTaken) => {
  const file = join(folder(), "lock");
  await nodeDisk.create(file, JSON.stringify(old));
  const answer = await takeLock(locking, file, holder("new", 2));
  expect("release" in answer ? answer.takenFrom : answer.holder).toEqual(old);
  expect("release" in answer).toBe(isTaken);
  expect((await holderIn(nodeDisk, file))?.id).toBe(isTaken ? "new" : "old");
});

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
  ["is of another machine", JSON.stringify(holder("crashed", 1, "there"))],
  ["is half-written", '{"id":"cr'],
])("what a crash left of a takeover, and %s, keeps nobody from the lock", async (_, left) => {
  const path = folder();
  const file = join(path, "lock");
  await nodeDisk.create(file, JSON.stringify(holder("old", 99)));
  writeFileSync(`${file}.takeover`, left);
  expect(await takeLock(on(2, [2]), file, holder("mine", 2))).toMatchObject({ takenFrom: { id: "old" } });
  expect(readdirSync(path)).toEqual(["lock"]);
});

test("a lock that somebody takes over is not taken over by another one, which is told by whom", async () => {
  const file = join(folder(), "lock");
  await nodeDisk.create(file, JSON.stringify(holder("old", 99)));
  await nodeDisk.create(`${file}.takeover`, JSON.stringify(holder("other", 7)));
  const locking = { ...on(2, [2, 7]), sleep: async () => {} };
  expect(await takeLock(locking, file, holder("mine", 2))).toEqual({ holder: holder("other", 7) });
  expect((await holderIn(nodeDisk, file))?.id).toBe("old");
});

/** The same as one of another process, which has taken the lock but not yet written it when this one comes to remove it. */
function overtaken(
  locking: Locking,
  file: string,
  other: LockHolder,
  isWrittenAt?: "first" | "second",
): Locking {
  let opened: number | undefined;
  let waits = 0;
  onTestFinished(() => (opened === undefined ? undefined : closeSync(opened)));
  const create: Disk["create"] = async (path, text) => {
    if (path.includes(".takeover") && opened === undefined) {
      rmSync(file);
      opened = openSync(file, "wx");
    }
    await nodeDisk.create(path, text);
  };
  const sleep = async (): Promise<void> => {
    waits += 1;
    const isTime = isWrittenAt === (waits === 1 ? "first" : "second");
    if (isTime && opened !== undefined) writeSync(opened, JSON.stringify(other));
  };
  return { ...locking, sleep, disk: { ...nodeDisk, create } };
}

describe("a lock that somebody has just created, and not yet written, stays theirs:", () => {
  const other = holder("other", 7);

  test("when that of a process which is gone stood there before", async () => {
    const file = join(folder(), "lock");
    await nodeDisk.create(file, JSON.stringify(holder("old", 99)));
    const locking = overtaken(on(2, [2, 7]), file, other, "first");
    expect(await takeLock(locking, file, holder("mine", 2))).toEqual({ holder: other });
    expect(await holderIn(nodeDisk, file)).toEqual(other);
  });

  test("when one that was half-written stood there before", async () => {
    const file = join(folder(), "lock");
    writeFileSync(file, "");
    const locking = overtaken(on(2, [2, 7]), file, other, "second");
    expect(await takeLock(locking, file, holder("mine", 2))).toEqual({ holder: other });
    expect(await holderIn(nodeDisk, file)).toEqual(other);
  });

  test("unless it is never written: then it is one that a crash left", async () => {
    const path = folder();
    const file = join(path, "lock");
    await nodeDisk.create(file, JSON.stringify(holder("old", 99)));
    const locking = overtaken(on(2, [2]), file, other);
    expect(await takeLock(locking, file, holder("mine", 2))).toHaveProperty("release");
    expect((await holderIn(nodeDisk, file))?.id).toBe("mine");
    expect(readdirSync(path)).toEqual(["lock"]);
  });
});

test("who was taken for gone while taking over removes nothing", async () => {
  const file = join(folder(), "lock");
  await nodeDisk.create(file, JSON.stringify(holder("old", 99)));
  const other = holder("other", 7);
  // Another machine waits for five seconds, removes what announced it, and takes the lock over itself.
  let isRemoved = false;
  const names: Disk["names"] = async (path) => {
    const found = await nodeDisk.names(path);
    const announced = found.find((name) => name.includes(".takeover"));
    if (announced !== undefined && !isRemoved) {
      isRemoved = true;
      rmSync(join(path, announced));
    }
    return found;
  };
  const read: Disk["read"] = async (path, most) => {
    const text = await nodeDisk.read(path, most);
    // It has been looked at, and is removed next.
    if (isRemoved && path === file) writeFileSync(file, JSON.stringify(other));
    return text;
  };
  const locking = { ...on(2, [2, 7]), disk: { ...nodeDisk, names, read } };
  expect(await takeLock(locking, file, holder("mine", 2))).toEqual({ holder: other });
  expect(await holderIn(nodeDisk, file)).toEqual(other);
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
