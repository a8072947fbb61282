import { expect, test } from "vitest";
import { collector } from "../../../test/support/processes/collector.ts";
import { ioOf } from "../../../test/support/processes/run-docform.ts";
import type { Backend } from "../../state/backend.ts";
import { Interrupted } from "../interrupts.ts";
import { guarded } from "./guarded-run.ts";

const options = { directory: ".", format: "text", input: false, logLevel: "info" } as const;

test("what cannot be closed keeps nothing else open, and takes nothing from the result", async () => {
  const stderr = collector(false);
  const closed: string[] = [];
  const result = await guarded(
    { ...ioOf({ cwd: "/" }), stderr: stderr.stream },
    options,
    "apply",
    async (guard) => {
      for (const name of ["first", "second", "third"])
        guard.onEnd(async () => {
          closed.push(name);
          if (name === "second") throw new Error("it is stuck");
        });
      return "done";
    },
  );
  expect([result, closed]).toEqual(["done", ["third", "second", "first"]]);
  expect(stderr.text()).toContain("warning[DF5004]");
  expect(stderr.text()).toContain("it is stuck");
});

test("whoever interrupts while the lock is being taken lets go of it", async () => {
  const happened: string[] = [];
  let interrupt = (): void => {};
  const take: Backend["lock"]["take"] = async () => {
    interrupt();
    await new Promise((resolve) => setImmediate(resolve));
    happened.push("taken");
    return { release: async () => void happened.push("released") };
  };
  const none = async () => undefined;
  const kept = { ids: async () => [], read: none, write: none };
  const state: Backend = {
    place: "the state",
    isShared: true,
    journalDelay: 0,
    record: { read: none, write: none },
    lock: { take, holder: none, remove: async () => false },
    runs: { ...kept, kept, begin: () => Promise.reject(new Error("there is none")) },
    close: none,
  };
  const onInterrupt = (callback: () => void): (() => void) => {
    interrupt = callback;
    return () => {};
  };
  const io = { ...ioOf({ cwd: "/" }), onInterrupt };
  await expect(guarded(io, options, "apply", ({ lock }) => lock(state))).rejects.toThrow(Interrupted);
  expect(happened).toEqual(["taken", "released"]);
});
