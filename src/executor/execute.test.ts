import fc from "fast-check";
import { expect, test } from "vitest";
import { virtualTime } from "../../test/support/network/virtual-time.ts";
import { lost, runSteps, stepOf } from "../../test/support/plans/run-steps.ts";
import type { Step } from "../model/documents/plan-document.ts";
import { stop } from "../model/stop.ts";

test("calls of equal signature are never under way at the same time; others do not wait for them", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 20 }), async (signatures) => {
      const under = new Map<number, number>();
      let most = 0;
      const steps = signatures.map((_, place) => stepOf(`s${place}`));
      const signatureOf = ({ id }: Step): number => signatures[Number(id.slice(1))] ?? 0;
      await runSteps(steps, {
        concurrency: 20,
        send: async (step) => {
          const count = (under.get(signatureOf(step)) ?? 0) + 1;
          under.set(signatureOf(step), count);
          most = Math.max(
            most,
            [...under.values()].reduce((sum, one) => sum + one, 0),
          );
          expect(count).toBe(1);
          for (let turn = 0; turn < 5; turn++) await Promise.resolve();
          under.set(signatureOf(step), count - 1);
          return { answer: {} };
        },
        inDoubtCall: (step) => ({
          signature: String(signatureOf(step)),
          readBefore: async () => {},
          resolve: async () => ({ is: "not done", message: "" }),
        }),
      });
      expect(most).toBe(new Set(signatures).size);
    }),
  );
});

test("each call has its intent in the journal before it goes out, and its outcome before anything waits no more", async () => {
  const lines: string[] = [];
  let sent = 0;
  await runSteps([stepOf("s1"), stepOf("s2", ["s1"])], {
    send: async ({ id }) => {
      lines.push(`send ${id}`);
      return sent++ === 0 ? lost : { answer: { id: `team_${id}` } };
    },
    inDoubtCall: () => ({
      signature: "team",
      readBefore: async () => {},
      resolve: async () => ({ is: "not done", message: "no" }),
    }),
    journal: {
      intent: async ({ id }) => void lines.push(`intent ${id}`),
      outcome: async ({ id }, outcome, { answer }) => {
        await Promise.resolve();
        lines.push(`${outcome} ${id} ${JSON.stringify(answer)}`);
      },
    },
  });
  expect(lines).toEqual([
    "intent s1",
    "send s1",
    "intent s1",
    "send s1",
    'done s1 {"id":"team_s1"}',
    "intent s2",
    "send s2",
    'done s2 {"id":"team_s2"}',
  ]);
});

test("a journal that cannot be written: nothing more is sent, and it is said why", async () => {
  const sent: string[] = [];
  const { outcomes, events } = await runSteps(
    ["s1", "s2", "s3"].map((id) => stepOf(id)),
    {
      concurrency: 1,
      send: async ({ id }) => {
        sent.push(id);
        return { answer: {} };
      },
      journal: {
        intent: async ({ id }) => {
          if (id === "s2") throw new Error("no space left on device");
        },
        outcome: async () => {},
      },
    },
  );
  expect(sent).toEqual(["s1"]);
  expect([...outcomes.values()]).toEqual(["done", "failed", "skipped"]);
  expect(events.at(-1)).toMatchObject({ waitedFor: "the journal", message: "no space left on device" });
});

test("a place of the state that refuses a line of the journal says itself what to do", async () => {
  const intent = async () => {
    throw stop("DF5040", "the lock is lost", { hint: "plan again" });
  };
  const { events } = await runSteps([stepOf("s1")], {
    send: async () => ({ answer: {} }),
    journal: { intent, outcome: async () => {} },
  });
  expect(events.at(-1)).toMatchObject({
    message: "not sent, as the journal cannot be written: the lock is lost",
    next: "plan again",
  });
});

test("once nothing works any more, no further step starts", async () => {
  let isHopeless = false;
  const { outcomes, events } = await runSteps(
    ["s1", "s2"].map((id) => stepOf(id)),
    {
      concurrency: 1,
      isHopeless: () => isHopeless,
      send: async () => {
        isHopeless = true;
        return { outcome: "failed", message: "down", next: "" };
      },
    },
  );
  expect([...outcomes.values()]).toEqual(["failed", "skipped"]);
  expect(events.at(-1)).toMatchObject({ type: "step_skipped", waitedFor: "the platform" });
});

test("what somebody else changed is not sent: it ends stale, and what waits for it is skipped", async () => {
  const sent: string[] = [];
  const { outcomes } = await runSteps([stepOf("s1"), stepOf("s2", ["s1"]), stepOf("s3")], {
    send: async ({ id }) => {
      sent.push(id);
      return { answer: {} };
    },
    check: async ({ id }) => (id === "s1" ? { outcome: "stale", message: "changed", next: "" } : undefined),
  });
  expect([...outcomes]).toEqual(
    expect.arrayContaining([
      ["s1", "stale"],
      ["s2", "skipped"],
      ["s3", "done"],
    ]),
  );
  expect(sent).toEqual(["s3"]);
});

test("while the platform processes what steps sent, as many others go on, and no more than those wait", async () => {
  const time = virtualTime();
  const pointers = { state: "/state", problems: "/problems", code: "/code" };
  const wait = { operation: "getTeam", params: {}, ...pointers, running: ["pending"], seconds: 60, next: "" };
  const slow = Array.from({ length: 6 }, (_, at) => ({ ...stepOf(`slow${at}`), wait }));
  const sentAt: Record<string, number> = {};
  await time.run(
    runSteps([...slow, stepOf("quick")], {
      concurrency: 2,
      monotonic: time.monotonic,
      sleep: time.sleep,
      send: async ({ id }) => {
        sentAt[id] = time.now();
        return { answer: { state: "pending" } };
      },
      readOne: async () => ({ answer: { state: "done" } }),
    }),
  );
  // The first pause before the state is read takes 250 ms.
  expect(Object.values(sentAt)).toEqual([0, 0, 0, 0, 250, 250, 250]);
});

test("steps are told once that they come next: as many as may be under way", async () => {
  const ahead: string[] = [];
  const steps = ["s1", "s2", "s3", "s4"].map((id) => stepOf(id));
  await runSteps([...steps, stepOf("s5", ["s4"])], {
    concurrency: 1,
    send: async ({ id }) => {
      ahead.push(`send ${id}`);
      return { answer: {} };
    },
    readAhead: ({ id }) => void ahead.push(`ahead ${id}`),
  });
  expect(ahead.filter((one) => one.startsWith("ahead"))).toEqual(["ahead s2", "ahead s3", "ahead s4"]);
  expect(ahead.indexOf("ahead s3")).toBeGreaterThan(ahead.indexOf("send s1"));
});

test("a call that is refused is told as it was sent, with the id that an earlier answer gave", async () => {
  const second = { ...stepOf("s2", ["s1"]), params: { teamId: { $from: "s1", pointer: "/id" } } };
  const { events } = await runSteps([stepOf("s1"), second], {
    send: async ({ id }) =>
      id === "s1" ? { answer: { id: "team_9" } } : { outcome: "failed", message: "no", next: "" },
  });
  expect(events.find(({ type }) => type === "step_failed")).toMatchObject({
    step: { id: "s2", params: { teamId: "team_9" } },
  });
});
