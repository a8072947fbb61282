import { expect, test } from "vitest";
import { ownIdentity, type ProcessFiles, startOfProcess } from "../io/process-identity.ts";
import { isHere, isLockProcessGone, type LockProcess } from "./lock-process.ts";

const initial = "pid:[4026531836]";
const identity = { machine: "m1", boot: "boot1", namespace: initial, started: "100" };
const container = { ...identity, namespace: "pid:[4026532101]" };

/** The holder of a lock; process 7 unless said otherwise. */
const holder = (process: object | undefined, more: Partial<LockProcess> = {}): LockProcess => ({
  host: "here",
  pid: 7,
  ...(process === undefined ? {} : { process: process as typeof identity }),
  ...more,
});

/** A machine with process 2, which looks, and perhaps with process 7. */
const on = (process: typeof identity | undefined, starts: Readonly<Record<number, string>> = {}) => ({
  host: "here",
  node: "20.19.0",
  pid: 2,
  isRunning: (pid: number) => pid === 2 || starts[pid] !== undefined,
  ...(process === undefined ? {} : { process }),
  startOf: (pid: number) => starts[pid],
});

test.each<[string, LockProcess, ReturnType<typeof on>, boolean, boolean]>([
  ["it runs", holder(identity), on(identity, { 7: "100" }), false, true],
  ["no process has its number", holder(identity), on(identity), true, true],
  ["its number is another process by now", holder(identity), on(identity, { 7: "900" }), true, true],
  [
    "its number is that of this process, which was started later",
    holder(identity, { pid: 2 }),
    on({ ...identity, started: "900" }),
    true,
    true,
  ],
  ["it is this process", holder(identity, { pid: 2 }), on(identity), false, true],
  [
    "the machine was started again",
    holder(identity),
    on({ ...identity, boot: "boot2" }, { 7: "100" }),
    true,
    true,
  ],
  [
    "it is in another container",
    holder(container),
    on({ ...container, namespace: "pid:[4026532102]" }),
    false,
    false,
  ],
  ["it is in a container, and this is not", holder(container), on(identity), false, false],
  ["it is in no container, and this is", holder(identity), on(container), false, false],
  [
    "it is in a container of that name, of a start before",
    holder(container),
    on({ ...container, boot: "boot2" }),
    false,
    false,
  ],
  [
    "it is of another machine of that name",
    holder(identity),
    on({ ...identity, machine: "m2" }),
    false,
    false,
  ],
  ["it is of another host", holder(identity, { host: "there" }), on(identity), false, false],
  ["its lock is of an older docform", holder(undefined), on(identity), false, false],
  ["neither says more than a number, and none runs", holder(undefined), on(undefined), true, true],
  ["neither says more than a number, and it runs", holder(undefined), on(undefined, { 7: "" }), false, true],
  ["its lock says more than this system knows", holder(identity), on(undefined), false, false],
])("of the process of a lock: %s", (_, lock, machine, isItGone, isItHere) => {
  expect([isLockProcessGone(machine, lock), isHere(machine, lock)]).toEqual([isItGone, isItHere]);
});

const stat = (start: string) => `7 (node) (x) S ${"1 ".repeat(18)}${start} 0 0`;
const linux: Readonly<Record<string, string>> = {
  "/proc/sys/kernel/random/boot_id": "boot1\n",
  "/proc/self/ns/pid": initial,
  "/proc/self": "2",
  "/proc/self/stat": stat("100"),
  "/proc/7/stat": stat("900"),
};
const filesOf = (files: Readonly<Record<string, string>>): ProcessFiles => ({
  read: (path) => files[path],
  link: (path) => files[path],
});

test("a process is told from others by what the system says of it", () => {
  expect(ownIdentity(filesOf(linux))).toEqual({ boot: "boot1", namespace: initial, started: "100" });
  expect(ownIdentity(filesOf({}))).toBeUndefined();
  expect(startOfProcess(filesOf(linux), 2, 7)).toBe("900");
  // This process has another number in the /proc that it sees: that is of another namespace.
  expect(startOfProcess(filesOf(linux), 1, 7)).toBeUndefined();
});
