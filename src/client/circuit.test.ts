import { describe, expect, test } from "vitest";
import { virtualClient } from "../../test/support/virtual-client.ts";
import { virtualTime } from "../../test/support/virtual-time.ts";
import { createBudget } from "./budget.ts";
import type { ClientOptions } from "./client.ts";
import { type ApiError, toDiagnostic } from "./errors.ts";
import { TransportError } from "./transport.ts";

const body = '{"object":"team","id":"t","title":"T"}';
const params = { organizationId: "acme", teamId: "t" };

/** What a request meets, by the milliseconds since the start. */
type Weather = (passed: number, number: number) => "fine" | "lost" | "not-sent" | "fault";

/** Sends updates over a platform whose weather changes, a few at a time, and tells how each ended. */
async function sendAll(calls: number, weather: Weather, more: Partial<ClientOptions> = {}) {
  const time = virtualTime(1_700_000_000_000);
  const start = time.now();
  const sentAt: number[] = [];
  const client = virtualClient(time, {
    concurrency: 8,
    transport: async () => {
      const met = weather(time.now() - start, sentAt.push(time.now() - start));
      await time.sleep(20);
      if (met === "lost" || met === "not-sent") throw new TransportError(met, "ECONNRESET");
      return { status: met === "fine" ? 200 : 503, headers: {}, body: met === "fine" ? body : "" };
    },
    ...more,
  });
  const ended: (ApiError | undefined)[] = [];
  let started = 0;
  const worker = async () => {
    while (started < calls) {
      started += 1;
      const call = client.call("updateTeam", { params, body: { title: "T" } });
      ended.push(
        await call.then(
          () => undefined,
          (cause: ApiError) => cause,
        ),
      );
    }
  };
  await time.run(Promise.all(Array.from({ length: 8 }, worker)));
  return {
    client,
    sentAt,
    ended,
    failed: ended.filter((one) => one !== undefined),
    took: time.now() - start,
  };
}

describe("when everything fails", () => {
  test.each(["lost", "not-sent", "fault"] as const)(
    "by %s, nothing more is sent after a few rounds, and calls say so at once",
    async (kind) => {
      const { client, sentAt, ended, took } = await sendAll(1000, () => kind);
      expect(ended).toHaveLength(1000);
      expect(sentAt.length).toBeLessThan(50);
      expect(took).toBeLessThan(20_000);
      expect(client.stopped).toBe("outage");
      expect(ended.at(-1)).toMatchObject({ kind: "stopped", inDoubt: false });
      expect(toDiagnostic(ended.at(-1)!)).toMatchObject({ code: "DF4008" });
    },
  );

  test("from some moment on, what was in flight is in doubt, and nothing else is", async () => {
    const { ended, client } = await sendAll(1000, (passed) => (passed < 500 ? "fine" : "lost"));
    expect(client.stopped).toBe("outage");
    const kinds = ended.flatMap((one) => (one === undefined ? [] : [`${one.kind} ${one.inDoubt}`]));
    expect(new Set(kinds)).toEqual(new Set(["lost true", "stopped false"]));
  });

  test("what can be answered once is no outage: one answer in ten is enough", async () => {
    const { client } = await sendAll(300, (_, number) => (number % 10 === 0 ? "fine" : "lost"));
    expect(client.stopped).toBeUndefined();
  });

  test("and refusals are answers", async () => {
    const transport = async () => ({ status: 409, headers: {}, body: "" });
    const { client, failed } = await sendAll(100, () => "fine", { transport });
    expect(failed).toHaveLength(100);
    expect(client.stopped).toBeUndefined();
  });
});

test("an outage of a second costs hardly any call, and the rest goes on", async () => {
  const away = (passed: number) => passed >= 300 && passed < 1300;
  const { client, failed } = await sendAll(1000, (passed) => (away(passed) ? "not-sent" : "fine"));
  expect(client.stopped).toBeUndefined();
  expect(failed.length).toBeLessThanOrEqual(2);
});

test("repeats are a tenth of the calls at most, apart from the first twenty", async () => {
  const { client, sentAt } = await sendAll(1000, (_, number) => (number % 2 === 0 ? "fine" : "lost"));
  expect(client.stopped).toBeUndefined();
  expect(sentAt.length).toBeLessThanOrEqual(1100);
  expect(sentAt.length).toBeGreaterThan(1090);
});

test("a short run can repeat as well", () => {
  const budget = createBudget(8);
  budget.called();
  expect(Array.from({ length: 21 }, () => budget.take())).toEqual([...Array(20).fill(true), false]);
});
