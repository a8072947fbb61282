import { expect, test } from "vitest";
import { callsOf, scenariosOf } from "./exhaustive.ts";
import { renderFailure, runAll } from "./run-seeds.ts";
import { subjects } from "./subjects.ts";

/** Of all scenarios, so few of each subject: `npm run simulate -- --exhaustive` runs them all. */
const fewOf = 1;

test.each(subjects().map((subject) => [subject.name, subject] as const))(
  "some of each fault at each call, alone and with a crash: %s",
  { timeout: 120_000 },
  async (_, subject) => {
    const calls = await callsOf(subject);
    expect(calls.changes).toBeGreaterThanOrEqual(30);
    const all = [...scenariosOf(subject, calls)];
    const few = Array.from(
      { length: fewOf },
      (_, index) => all[Math.floor(((index + 0.5) * all.length) / fewOf)]!,
    );
    const { failures, counts } = await runAll(few);
    expect(failures.map(renderFailure).join("\n\n")).toBe("");
    expect(counts.get("stories")).toBe(fewOf);
  },
);
