import { expect, test } from "vitest";
import type { ApplySummary } from "../model/apply-event.ts";
import { verdictOf } from "./verdict.ts";

const none: ApplySummary = {
  done: 0,
  failed: 0,
  unknown: 0,
  stale: 0,
  skipped: 0,
  converged: true,
  left: [],
  blocked: [],
};

const person = "acme/members.jo@acme.example";

/** Each outcome of an apply or undo, and its last line. */
const outcomes: readonly (readonly [Partial<ApplySummary>, string])[] = [
  [{ notRun: "held", heldBy: ["team-owner"] }, "Nothing was changed: held by team-owner."],
  [{ notRun: "held", heldBy: ["protect", "policy a"] }, "Nothing was changed: held by protect and policy a."],
  [{ notRun: "stale" }, "Nothing was changed: the plan is stale."],
  [{ notRun: "not reviewed" }, "Nothing was changed: nobody reviewed this plan."],
  [{ notRun: "not confirmed" }, "Nothing was changed: it was not confirmed."],
  [
    { notRun: "only shown" },
    "Nothing was changed: the way back was only shown, as there is no terminal to ask for confirmation.",
  ],
  [{ notRun: "nobody to ask" }, "Nothing was changed: there is no terminal to ask for confirmation."],
  [{ notRun: "locked" }, "Nothing was changed: another run holds the lock."],
  [{ notRun: "interrupted" }, "Nothing was changed: it was interrupted."],
  [{ notRun: "error" }, "Nothing was changed: an error came first."],
  [{ notRun: "broken off" }, "The run broke off: docform runs show tells what was done."],
  [{}, "Nothing to do: the platform is as the manifests say."],
  [{ targets: ["acme/teams.a"] }, "Nothing to do: this part of the platform is as the manifests say."],
  [{ undoes: "R" }, "Nothing to do: the platform is as it was before the run R."],
  [{ undoes: "R", notUndone: ["a"] }, "Nothing was changed: 1 cannot be undone."],
  [{ blocked: [person] }, "Nothing was changed: 1 blocked."],
  [
    { noLongerDeclared: 1 },
    "Nothing to do: the platform is as the manifests say, but for 1 resource that is no longer declared.",
  ],
  [{ done: 10 }, "10 calls done, nothing is left to do."],
  [{ done: 10, blocked: [person] }, "10 calls done, 1 blocked."],
  [{ requested: 1 }, "No call done, 1 requested from administrators, who decide."],
  [
    { waiting: ["acme/members.new@acme.example", "acme/teams.docs.members.New@acme.example"] },
    "Nothing to do: the platform is as the manifests say; 1 person has not joined yet: new@acme.example.",
  ],
  [
    { done: 3, waiting: ["a", "b", "c", "d"].map((name) => `acme/members.${name}@x.example`) },
    "3 calls done, nothing is left to do; 4 people have not joined yet: a@x.example, b@x.example, c@x.example and 1 more.",
  ],
  [{ done: 8, undoes: "R", notUndone: ["a", "b"] }, "8 calls done, 2 cannot be undone."],
  [
    { done: 8, failed: 1, skipped: 3, converged: false, left: ["a"] },
    "8 calls done, 1 failed, 3 not started.",
  ],
  [{ failed: 1, converged: false, left: ["a"] }, "No call done, 1 failed."],
  [{ done: 1, unknown: 1, stale: 2 }, "1 call done, 1 unknown, 2 stale."],
  [{ done: 1, converged: false, left: ["a"] }, "1 call done, and 1 resource differs still."],
  [{ done: 1, converged: false }, "1 call done, and more is left to do."],
  [
    { done: 1, others: ["a", "b"] },
    "1 call done, nothing of this plan is left; 2 resources differ outside of it.",
  ],
  [{ done: 2, rest: 3 }, "2 calls done, and the next plan has 3 calls."],
  [
    { done: 3, skipped: 5, interrupted: true, converged: false, left: ["a"] },
    "Interrupted: 3 calls done, 5 not started.",
  ],
  [{ done: 2, kept: ["a"] }, "2 calls done, 1 changed after the run, and kept."],
  [
    { done: 1, unrecorded: ["the lock was lost"] },
    "1 call done, nothing is left to do. Not recorded: the lock was lost. The next run may not know of this one.",
  ],
];

test.each(outcomes)("the last line of %j", (outcome, line) => {
  expect(verdictOf({ ...none, ...outcome })).toBe(line);
});

test("where no second plan was made, what is left is not known", () => {
  const { converged: _, ...unread } = none;
  expect(verdictOf({ ...unread, done: 1 })).toBe("1 call done, and what is left is not known.");
});
