import fc from "fast-check";
import { expect, test } from "vitest";
import { lost, runSteps, stepOf } from "../../../test/support/plans/run-steps.ts";
import type { Sent } from "../execution.ts";
import type { InDoubtCall, Resolution } from "./in-doubt-call.ts";

/** One attempt: whether it is carried out, when, and whether the answer comes back. */
const attempt = fc.record({
  isDone: fc.boolean(),
  /** Carried out only after so many reads. */
  late: fc.nat({ max: 3 }),
  isLost: fc.boolean(),
});

const refusal: Sent = { outcome: "failed", message: "403 Not now", next: "" };
const notDone: Resolution = { is: "not done", message: "nothing new" };

/** A call in doubt of which each read tells the next of some things, and then always the last. */
function callOf(...tells: readonly (Resolution | "fails")[]): () => InDoubtCall {
  let reads = 0;
  return () => ({
    signature: "team",
    readBefore: async () => {},
    resolve: async () => {
      const told = tells[Math.min(reads++, tells.length - 1)] ?? "fails";
      if (told === "fails") throw new Error("no answer");
      return told;
    },
  });
}

test("a create is never carried out twice, and how it is said to have ended is how it ended", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(attempt, { minLength: 1, maxLength: 4 }), async (attempts) => {
      const made: string[] = [];
      const coming: number[] = [];
      let sent = 0;
      const { outcomes } = await runSteps([stepOf("s1")], {
        send: async () => {
          const { isDone, late, isLost } = attempts[Math.min(sent++, attempts.length - 1)] ?? {};
          if (isDone && isLost && (late ?? 0) > 0) coming.push(late ?? 0);
          else if (isDone) made.push(`team_${made.length}`);
          if (isLost) return lost;
          return isDone ? { answer: { id: made.at(-1) ?? "" } } : refusal;
        },
        inDoubtCall: () => ({
          signature: "team",
          readBefore: async () => {},
          resolve: async () => {
            for (const [index, reads] of coming.entries()) coming[index] = reads - 1;
            if (coming.includes(0)) made.push(`team_${made.length}`);
            const [id] = made;
            return id === undefined ? notDone : { is: "done", answer: { id } };
          },
        }),
      });
      expect(made.length).toBeLessThanOrEqual(1);
      if (outcomes.get("s1") !== "unknown")
        expect(outcomes.get("s1")).toBe(made.length === 1 ? "done" : "failed");
      expect(sent).toBeLessThanOrEqual(3);
    }),
  );
});

test.each<[string, readonly (Resolution | "fails")[], readonly Sent[], string, number]>([
  ["done is done", ["fails", notDone, { is: "done", answer: { id: "team_1" } }], [lost], "done", 1],
  ["not done is sent again", [notDone], [lost, { answer: { id: "team_1" } }], "done", 2],
  ["not done three times has failed", [notDone], [lost, lost, lost], "failed", 3],
  ["a read that fails tells nothing", ["fails"], [lost], "unknown", 1],
  ["what cannot be told is not sent again", [{ is: "unknown", message: "2 fit" }], [lost], "unknown", 1],
  ["a refusal after a lost answer leaves it unknown", [notDone], [lost, refusal], "unknown", 2],
  [
    "what the platform called done is not sent again",
    [notDone],
    [{ outcome: "unknown", message: "not JSON", next: "", isCalledDone: true }],
    "unknown",
    1,
  ],
])("of a create whose answer was lost, %s", async (_, tells, answers, outcome, times) => {
  let sent = 0;
  const { outcomes } = await runSteps([stepOf("s1")], {
    send: async () => answers[sent++] ?? lost,
    inDoubtCall: callOf(...tells),
  });
  expect([outcomes.get("s1"), sent]).toEqual([outcome, times]);
});

test("a call that was lost is not said to be unsent when the journal takes no second intent", async () => {
  let written = 0;
  const { events } = await runSteps([stepOf("s1")], {
    send: async () => lost,
    inDoubtCall: callOf(notDone),
    journal: {
      intent: async () => {
        if (written++ > 0) throw new Error("ENOSPC");
      },
      outcome: async () => {},
    },
  });
  const message = expect.stringMatching(
    /^lost; it was not done: not sent, as the journal cannot be written: ENOSPC/,
  );
  expect(events.at(-1)).toMatchObject({ type: "step_failed", message });
});

test("a call that would change nothing is done (A2)", async () => {
  const { outcomes } = await runSteps([stepOf("s1")], {
    send: async () => ({ outcome: "failed", status: 409, message: "unchanged", next: "", isUnchanged: true }),
  });
  expect(outcomes.get("s1")).toBe("done");
});
