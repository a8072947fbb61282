import fc from "fast-check";
import { expect, test } from "vitest";
import type { Step } from "../model/documents/plan-document.ts";
import { execute } from "./execute.ts";

function stepOf(id: string, after: readonly string[]): Step {
  const call = { operation: "updateTeam", method: "PATCH", path: "/orgs/{organizationId}", params: {} };
  return { id, address: `acme/teams.${id}`, ...call, after: [...after] };
}

/** Steps that come after some of those before them. */
const graph = fc.array(fc.array(fc.nat({ max: 5 }), { maxLength: 3 }), { maxLength: 30 }).map((all) =>
  all.map((back, place) => {
    const before = back.map((by) => place - 1 - by).filter((one) => one >= 0);
    return stepOf(`s${place}`, [...new Set(before.map((one) => `s${one}`))]);
  }),
);

/** Runs steps whose calls fail by chance; what started and was skipped, in order. */
async function run(steps: readonly Step[], failing: ReadonlySet<string>, concurrency: number) {
  const events: { readonly type: string; readonly id: string; readonly done: ReadonlySet<string> }[] = [];
  const done = new Set<string>();
  const running = execute(steps, {
    send: async ({ id }) => {
      await Promise.resolve();
      return failing.has(id) ? { outcome: "failed", message: "no", next: "" } : { answer: {} };
    },
    readList: async () => [],
    readOne: async () => ({ answer: {} }),
    sleep: async () => {},
    secrets: new Map(),
    concurrency,
    monotonic: () => 0,
    emit: (event) => {
      if (!("step" in event)) return;
      if (event.type === "step_done") done.add(event.step.id);
      events.push({ type: event.type, id: event.step.id, done: new Set(done) });
    },
  });
  const outcomes = await Promise.race([running, afterAllElse()]);
  return { events, outcomes };
}

/** No call waits for a timer here, so a run that goes on after this does not end. */
async function afterAllElse(): Promise<never> {
  await new Promise((resolve) => setImmediate(resolve));
  throw new Error("the run waits for a step that never starts");
}

test("a step starts once all that it comes after is done, and is skipped once something of that is not", async () => {
  await fc.assert(
    fc.asyncProperty(
      graph,
      fc.uniqueArray(fc.nat(30)),
      fc.integer({ min: 1, max: 8 }),
      async (steps, bad, limit) => {
        const failing = new Set(bad.map((place) => `s${place}`));
        const { events, outcomes } = await run(steps, failing, limit);
        for (const { id, after } of steps) {
          const isSkipped = after.some((one) => outcomes.get(one) !== "done");
          expect(outcomes.get(id)).toBe(isSkipped ? "skipped" : failing.has(id) ? "failed" : "done");
          const started = events.find((event) => event.id === id && event.type === "step_started");
          expect(started === undefined).toBe(isSkipped);
          expect(after.every((one) => started === undefined || started.done.has(one))).toBe(true);
        }
      },
    ),
  );
});

test("with one place, steps that are ready start in the order of the plan", async () => {
  await fc.assert(
    fc.asyncProperty(graph, async (steps) => {
      const { events } = await run(steps, new Set(), 1);
      const started = events.flatMap(({ type, id }) => (type === "step_started" ? [id] : []));
      expect(started).toEqual(steps.map(({ id }) => id));
    }),
  );
});
