import { expect, test } from "vitest";
import { callsOf, scenariosOf } from "./exhaustive.ts";
import { renderFailure, runAll } from "./run-seeds.ts";
import { subjects } from "./subjects.ts";

/** One of so many scenarios of each subject: `npm run simulate -- --exhaustive` runs them all, CI one of 13. */
const stride = 937;

test.each(subjects().map((subject) => [subject.name, subject] as const))(
  `every ${stride}th of each fault at each call, alone and with a crash: %s`,
  async (_, subject) => {
    const calls = await callsOf(subject);
    expect(calls.changes).toBeGreaterThanOrEqual(30);
    const all = [...scenariosOf(subject, calls)];
    const few = all.filter((_, place) => place % stride === stride - 1);
    const { failures, counts } = await runAll(few);
    expect(failures.map(renderFailure).join("\n\n")).toBe("");
    expect(few.length).toBeGreaterThan(0);
    expect(counts.get("stories")).toBe(few.length);
  },
);
