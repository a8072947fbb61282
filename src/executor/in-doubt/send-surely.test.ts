import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lost, runSteps, stepOf } from "../../../test/support/run-steps.ts";
import type { Sent } from "../execution.ts";
import type { Verdict } from "./settle.ts";

/** What happens to one attempt: whether it is carried out, when, and whether the answer comes back. */
const attempt = fc.record({
  isDone: fc.boolean(),
  /** Carried out only after so many reads. */
  late: fc.nat({ max: 3 }),
  isLost: fc.boolean(),
});

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
          return isDone
            ? { answer: { id: made.at(-1) ?? "" } }
            : { outcome: "failed", message: "no", next: "" };
        },
        witnessOf: () => ({
          looks: "team",
          tell: async () => {
            for (const [index, reads] of coming.entries()) coming[index] = reads - 1;
            if (coming.includes(0)) made.push(`team_${made.length}`);
            const [id] = made;
            return id === undefined ? { is: "open", message: "no" } : { is: "done", answer: { id } };
          },
        }),
      });
      expect(made.length).toBeLessThanOrEqual(1);
      expect(outcomes.get("s1")).toBe(made.length === 1 ? "done" : "failed");
      expect(sent).toBeLessThanOrEqual(3);
    }),
  );
});

test("a lost call that is refused when repeated is only said to have failed when nothing new can be it", async () => {
  for (const [isDoubtful, outcome] of [
    [false, "failed"],
    [true, "unknown"],
  ] as const) {
    const answers: readonly Sent[] = [lost, { outcome: "failed", message: "403 Not now", next: "" }];
    let sent = 0;
    const { outcomes } = await runSteps([stepOf("s1")], {
      send: async () => answers[sent++] ?? lost,
      witnessOf: () => ({
        tell: async () => ({ is: "open", message: "nothing new looks like it", isDoubtful }),
      }),
    });
    expect([sent, outcomes.get("s1")]).toEqual([2, outcome]);
  }
});

test("a call that was lost is not said to be unsent when the journal takes no second intent", async () => {
  const cases: readonly (readonly [Verdict, string])[] = [
    [{ is: "open", message: "it is not there" }, "failed"],
    [{ is: "open", message: "something is there", isDoubtful: true }, "unknown"],
    [{ is: "hidden", message: "lists do not show it", answer: {} }, "unknown"],
  ];
  for (const [verdict, outcome] of cases) {
    let written = 0;
    const { outcomes, events } = await runSteps([stepOf("s1")], {
      send: async () => lost,
      witnessOf: () => ({ tell: async () => verdict }),
      journal: {
        intent: async () => {
          if (written++ > 0) throw new Error("ENOSPC");
        },
        outcome: async () => {},
      },
    });
    expect(outcomes.get("s1")).toBe(outcome);
    const message = expect.stringMatching(/^lost; then not sent, as the journal cannot be written: ENOSPC; /);
    expect(events.at(-1)).toMatchObject({ message });
  }
});

test("a call that was read as not done has only failed when its witness has no doubt, and only then is asked", async () => {
  const refusal: Sent = { outcome: "failed", message: "403 Not now", next: "" };
  const cases: readonly (readonly [readonly Sent[], string | undefined, string, number])[] = [
    [[lost, refusal], undefined, "failed", 1],
    [[lost, refusal], "its space is gone", "unknown", 1],
    [[lost, lost, lost], undefined, "failed", 1],
    [[lost, lost, lost], "its space is gone", "unknown", 1],
    [[lost, { answer: {} }], "its space is gone", "done", 0],
    [[refusal], "its space is gone", "failed", 0],
  ];
  for (const [answers, doubt, outcome, times] of cases) {
    let [sent, asked] = [0, 0];
    const { outcomes, events } = await runSteps([stepOf("s1")], {
      send: async () => answers[sent++] ?? lost,
      witnessOf: () => ({
        tell: async () => ({ is: "open", message: "nothing new looks like it" }),
        doubt: async () => {
          asked++;
          return doubt;
        },
      }),
    });
    expect([outcomes.get("s1"), asked]).toEqual([outcome, times]);
    if (outcome === "unknown")
      expect(events.at(-1)).toMatchObject({ message: expect.stringContaining(`, and ${doubt}`) });
  }
});

test("what the platform has called done, in an answer that nobody can read, is never said to have failed", async () => {
  const called: Sent = { outcome: "unknown", message: "not JSON", next: "", isCalledDone: true };
  const refusal: Sent = { outcome: "failed", message: "403 Not now", next: "" };
  const cases: readonly (readonly [readonly Sent[], string, number])[] = [
    [[called, called, called], "unknown", 3],
    [[called, lost, lost], "unknown", 3],
    [[called, refusal], "unknown", 2],
    [[lost, called, refusal], "unknown", 3],
    [[called, { answer: {} }], "done", 2],
    [[lost, refusal], "failed", 2],
    [[lost, lost, lost], "failed", 3],
  ];
  for (const [answers, outcome, times] of cases) {
    let sent = 0;
    const { outcomes, events } = await runSteps([stepOf("s1")], {
      send: async () => answers[sent++] ?? lost,
      witnessOf: () => ({ tell: async () => ({ is: "open", message: "nothing new looks like it" }) }),
    });
    expect([outcomes.get("s1"), sent]).toEqual([outcome, times]);
    if (outcome === "unknown")
      expect(events.at(-1)).toMatchObject({
        message: expect.stringContaining(
          "whether it was done cannot be told: nothing new looks like it, and yet the platform called it done",
        ),
      });
  }
});

test("what the platform has called done is unknown, too, when the journal takes no second intent", async () => {
  let written = 0;
  const { outcomes } = await runSteps([stepOf("s1")], {
    send: async () => ({ outcome: "unknown", message: "not JSON", next: "", isCalledDone: true }),
    witnessOf: () => ({ tell: async () => ({ is: "open", message: "nothing new looks like it" }) }),
    journal: {
      intent: async () => {
        if (written++ > 0) throw new Error("ENOSPC");
      },
      outcome: async () => {},
    },
  });
  expect(outcomes.get("s1")).toBe("unknown");
});

test("when reading cannot tell, nothing is sent again, and what waits for it is skipped", async () => {
  let sent = 0;
  const { outcomes, events } = await runSteps([stepOf("s1"), stepOf("s2", ["s1"])], {
    send: async () => {
      sent++;
      return lost;
    },
    witnessOf: () => ({ tell: () => Promise.reject(new Error("no connection")) }),
  });
  expect([...outcomes.values()]).toEqual(["unknown", "skipped"]);
  expect(sent).toBe(1);
  expect(events).toContainEqual(
    expect.objectContaining({ type: "step_unknown", message: expect.stringContaining("no connection") }),
  );
});

test("a repeated create that is refused, and of which nobody can tell whether the first one came late, stays unknown", async () => {
  let [sent, looks] = [0, 0];
  const { outcomes } = await runSteps([stepOf("s1")], {
    send: async () => (sent++ === 0 ? lost : { outcome: "failed", message: "it exists", next: "" }),
    witnessOf: () => ({
      tell: async () => {
        if (sent > 1) throw new Error("no connection");
        looks++;
        return { is: "open", message: "no" };
      },
    }),
  });
  expect([sent, looks > 0]).toEqual([2, true]);
  expect(outcomes.get("s1")).toBe("unknown");
});

describe("a call of which reading shows nothing, and that can be sent twice,", () => {
  const unchanged: Sent = { outcome: "failed", message: "it is so", next: "", isUnchanged: true };
  const hidden: Verdict = { is: "hidden", answer: { id: "sp_1" }, message: "nobody sees it" };
  const open: Verdict = { is: "open", message: "it stands elsewhere" };

  test.each<[string, readonly Sent[], Verdict, string, number]>([
    ["is sent again, and done when the platform says that it is so", [lost, unchanged], hidden, "done", 2],
    ["is sent again, and done when it is answered", [lost, { answer: null }], hidden, "done", 2],
    ["is unknown when no answer comes", [lost, lost, lost], hidden, "unknown", 3],
    [
      "is unknown when a repeat is refused",
      [lost, { outcome: "failed", message: "no", next: "" }],
      hidden,
      "unknown",
      2,
    ],
    ["is done when the platform says at once that it is so", [unchanged], hidden, "done", 1],
    [
      "is unknown when the platform says that it is so, and it is read otherwise",
      [lost, unchanged],
      open,
      "unknown",
      2,
    ],
    ["has failed when it is read otherwise and was sent once", [unchanged], open, "failed", 1],
  ])("%s", async (_, answers, verdict, expected, times) => {
    let sent = 0;
    const { outcomes } = await runSteps([stepOf("s1")], {
      send: async () => answers[sent++] ?? lost,
      witnessOf: () => ({ tell: async () => verdict }),
    });
    expect([outcomes.get("s1"), sent]).toEqual([expected, times]);
  });
});
