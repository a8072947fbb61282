import { expect, test } from "vitest";
import { collector } from "../../../test/support/collector.ts";
import { ioOf } from "../../../test/support/run-docform.ts";
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
