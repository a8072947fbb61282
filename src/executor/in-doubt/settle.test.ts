import { expect, test } from "vitest";
import { settle, type Verdict } from "./settle.ts";

const open: Verdict = { is: "open", message: "nothing new looks like it" };
const done: Verdict = { is: "done", answer: { id: "team_1" } };
const unclear: Verdict = { is: "unclear", message: "reading it failed: no answer" };

test.each<[string, readonly (Verdict | "fails")[], Verdict, number]>([
  ["done as soon as it is seen", [open, done], done, 2],
  ["not done when looks agree for ten seconds", [open, open, open, open], open, 4],
  ["not done when one of two looks had no answer", ["fails", open, "fails", open], open, 4],
  [
    "looked at once more when only the last look had an answer",
    ["fails", "fails", "fails", open, open],
    open,
    5,
  ],
  [
    "done when that look shows what the one before was too old for",
    ["fails", "fails", "fails", open, done],
    done,
    5,
  ],
  ["unclear when nobody confirms it", ["fails", "fails", "fails", open, "fails"], unclear, 5],
  ["unclear when the last look had no answer", [open, open, open, "fails"], unclear, 4],
])("a call whose answer was lost is %s", async (_, looks, verdict, times) => {
  let [looked, waited] = [0, 0];
  const witness = {
    tell: async () => {
      const now = looks[looked++] ?? "fails";
      if (now === "fails") throw new Error("no answer");
      return now;
    },
  };
  const sleep = async (milliseconds: number) => {
    waited += milliseconds;
  };
  expect(await settle(witness, new Set(), sleep)).toEqual(verdict);
  expect(looked).toBe(times);
  expect(waited).toBe([500, 2000, 5000, 10_000, 12_000][times - 1]);
});
