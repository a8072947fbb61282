import { describe, expect, test } from "vitest";
import { connect, failureOf, team } from "../../test/support/network/client-fixture.ts";
import type { Script } from "../../test/support/network/scripted-server.ts";
import { virtualClient } from "../../test/support/network/virtual-client.ts";
import { virtualTime } from "../../test/support/network/virtual-time.ts";
import type { ApiErrorKind } from "./errors.ts";
import { backoff, retryAfter } from "./retry.ts";
import { TransportError } from "./transport.ts";

const params = { organizationId: "acme", teamId: "t1" };
const calls = {
  safe: (client: Connected) => client.call("getTeam", { params }),
  idempotent: (client: Connected) => client.call("updateTeam", { params, body: { title: "Docs" } }),
  create: (client: Connected) =>
    client.call("createTeam", { params: { organizationId: "acme" }, body: { title: "Docs" } }),
};
type Connected = Awaited<ReturnType<typeof connect>>["client"];

const reset: Script = (_, answer) => answer.socket?.destroy();
const cut: Script = (_, answer) => {
  answer.writeHead(201, { "content-length": "1000" }).write('{"object":');
  setTimeout(() => answer.socket?.destroy(), 10);
};
const fault: Script = (_, answer) => void answer.writeHead(503).end();
const limit: Script = (_, answer) => void answer.writeHead(429, { "retry-after": "1" }).end();
const half: Script = (_, answer) => void answer.writeHead(200).end('{"object":"team","id":');
const nothing: Script = (_, answer) => void answer.writeHead(200).end();
const page: Script = (_, answer) => void answer.writeHead(200).end("<!doctype html><title>Sign in</title>");
const other: Script = (_, answer) => void answer.writeHead(200).end('{"items":[]}');
const refuse: Script = (_, answer) => void answer.writeHead(409).end();

describe("how often a failing call is sent", () => {
  test.each<[keyof typeof calls, string, Script, number, ApiErrorKind, boolean]>([
    ["safe", "a reset", reset, 4, "lost", false],
    ["safe", "a cut body", cut, 4, "lost", false],
    ["safe", "a fault", fault, 4, "fault", false],
    ["safe", "a limit", limit, 10, "rate-limited", false],
    ["safe", "half an answer", half, 4, "lost", false],
    ["safe", "no answer at all", nothing, 4, "lost", false],
    ["safe", "a login page", page, 1, "not-json", false],
    ["safe", "another thing", other, 1, "wrong-shape", false],
    ["safe", "a refusal", refuse, 1, "refused", false],
    ["idempotent", "a reset", reset, 4, "lost", true],
    ["idempotent", "a cut body", cut, 4, "lost", true],
    ["idempotent", "a fault", fault, 4, "fault", true],
    ["idempotent", "half an answer", half, 4, "lost", true],
    ["idempotent", "a login page", page, 1, "not-json", true],
    ["idempotent", "another thing", other, 1, "wrong-shape", true],
    ["idempotent", "a limit", limit, 10, "rate-limited", false],
    ["idempotent", "a refusal", refuse, 1, "refused", false],
    ["create", "a reset", reset, 1, "lost", true],
    ["create", "a cut body", cut, 1, "lost", true],
    ["create", "a fault", fault, 1, "fault", true],
    ["create", "half an answer", half, 1, "lost", true],
    ["create", "a limit", limit, 10, "rate-limited", false],
    ["create", "a refusal", refuse, 1, "refused", false],
  ])("%s, after %s: %#", async (retry, _, script, times, kind, inDoubt) => {
    const { client, server } = await connect(script);
    expect(await failureOf(calls[retry](client))).toMatchObject({ kind, inDoubt });
    expect(server.seen).toHaveLength(times);
    expect(client.requests).toBe(times);
  });

  test.each(["safe", "idempotent", "create"] as const)("%s, never sent: four times", async (retry) => {
    let sent = 0;
    const transport = async () => {
      sent += 1;
      throw new TransportError("not-sent", "ECONNREFUSED");
    };
    const { client } = await connect(refuse, { transport });
    expect(await failureOf(calls[retry](client))).toMatchObject({ kind: "unreachable", inDoubt: false });
    expect(sent).toBe(4);
  });

  test("a create whose keep-alive connection the server closed meanwhile is not sent twice", async () => {
    const { client, server } = await connect((_, answer, number) => {
      if (number === 2) answer.socket?.destroy();
      else answer.writeHead(201).end(JSON.stringify(team("t1")));
    });
    await calls.create(client);
    expect(await failureOf(calls.create(client))).toMatchObject({ kind: "lost" });
    expect(server.seen).toHaveLength(2);
  });

  test("a read that then succeeds gives its answer, after waits with full jitter", async () => {
    const { client, clock } = await connect((seen, answer, number) => {
      if (number < 3) fault(seen, answer, number);
      else answer.end(JSON.stringify(team("t1")));
    });
    expect(await calls.safe(client)).toEqual(team("t1"));
    expect(clock.slept).toEqual([125, 250]);
  });
});

describe("once an attempt that changes something was lost", () => {
  const remove = (client: Connected) => client.call("deleteTeam", { params });
  const answers = (...all: readonly Script[]): Script => {
    return (seen, answer, number) => all[number - 1]?.(seen, answer, number);
  };
  const status =
    (code: number): Script =>
    (_, answer) =>
      void answer.writeHead(code).end();

  test.each([
    ["a reset", reset],
    ["a fault", fault],
  ])("by %s, a delete that finds nothing is done", async (_, script) => {
    const { client } = await connect(answers(script, status(404)));
    expect(await remove(client)).toBeUndefined();
  });

  test("a delete that a web page answers with 404 is in doubt: the page says nothing of what is there", async () => {
    const page: Script = (_, answer) =>
      void answer.writeHead(404, { "content-type": "text/html" }).end("<html><title>Sign in</title></html>");
    const { client } = await connect(answers(reset, page));
    expect(await failureOf(remove(client))).toMatchObject({ kind: "not-json", status: 404, inDoubt: true });
  });

  test("a delete inside something else that finds nothing is in doubt: that may be what is gone (A3)", async () => {
    const { client } = await connect(answers(fault, status(404)));
    const inside = { params: { organizationId: "acme", siteId: "s1", siteSpaceId: "ss1" } };
    const failure = await failureOf(client.call("deleteSiteSpace", inside));
    expect(failure).toMatchObject({ kind: "not-found", inDoubt: true });
  });

  test("a delete that finds nothing without that is not", async () => {
    const { client } = await connect(answers(limit, status(404)));
    expect(await failureOf(remove(client))).toMatchObject({ kind: "not-found", inDoubt: false });
  });

  test.each<[string, Script, ApiErrorKind]>([
    ["a refusal", status(409), "refused"],
    ["an unknown id", status(404), "not-found"],
    ["a missing right", status(403), "forbidden"],
  ])("%s leaves it in doubt: it may say no more than that it was done", async (_, script, kind) => {
    const { client, server } = await connect(answers(reset, script));
    expect(await failureOf(calls.idempotent(client))).toMatchObject({ kind, inDoubt: true });
    expect(server.seen).toHaveLength(2);
  });

  test.each<[string, readonly Script[], boolean]>([
    ["half of a success, then a refusal", [half, refuse], true],
    ["half of a success, then faults", [half, fault, fault, fault], true],
    ["a login page", [page], true],
    ["another thing", [other], true],
    ["a fault, then a refusal", [fault, refuse], false],
    ["a reset, then faults", [reset, fault, fault, fault], false],
    ["a refusal", [refuse], false],
  ])("after %s it is known whether it was called done", async (_, scripts, isCalledDone) => {
    const { client } = await connect(answers(...scripts));
    expect(await failureOf(calls.idempotent(client))).toMatchObject({ isCalledDone });
  });

  test("a read is never called done", async () => {
    const { client } = await connect(half);
    expect(await failureOf(calls.safe(client))).toMatchObject({ isCalledDone: false });
  });

  test("a repeat that is answered ends well", async () => {
    const { client } = await connect(
      answers(reset, limit, (_, answer) => void answer.end(JSON.stringify(team("t1")))),
    );
    expect(await calls.idempotent(client)).toEqual(team("t1"));
  });
});

describe("an interruption", () => {
  test("stops repeats, and what is not yet sent is never sent", async () => {
    const stop = new AbortController();
    const { client, server } = await connect(
      (_, answer) => {
        stop.abort();
        answer.writeHead(503).end();
      },
      { signal: stop.signal },
    );
    const kinds = [await failureOf(calls.safe(client)), await failureOf(calls.create(client))];
    expect(kinds.map(({ kind, inDoubt }) => [kind === "stopped", inDoubt])).toEqual([
      [false, false],
      [true, false],
    ]);
    expect(server.seen).toHaveLength(1);
  });

  test("leaves a change on its way in doubt", async () => {
    const stop = new AbortController();
    const { client } = await connect(() => stop.abort(), { signal: stop.signal });
    expect(await failureOf(calls.create(client))).toMatchObject({ kind: "lost", inDoubt: true });
  });
});

test("a fault of docform itself is told as it is, whatever happened to the call before", async () => {
  const fault = new TypeError("a fault of docform");
  let sent = 0;
  const client = virtualClient(virtualTime(), {
    transport: async () => {
      if (sent++ > 0) throw fault;
      return { status: 429, headers: { "retry-after": "0" }, body: "" };
    },
    clock: { now: () => 0, monotonic: () => 0, sleep: async () => {} },
  });
  await expect(calls.create(client)).rejects.toBe(fault);
});

test("the wait doubles up to ten seconds, times a random share", () => {
  const waits = [1, 2, 3, 7, 60].map((attempt) => backoff(attempt, () => 1));
  expect(waits).toEqual([250, 500, 1000, 10_000, 10_000]);
  expect(backoff(3, () => 0)).toBe(0);
});

const now = Date.parse("2026-01-01T00:00:00Z");
test.each<[string, Record<string, string>, number | undefined]>([
  ["seconds", { "retry-after": "7" }, 7000],
  ["no wait", { "retry-after": "0" }, 0],
  ["an HTTP date", { "retry-after": "Thu, 01 Jan 2026 00:00:05 GMT" }, 5000],
  ["a date gone by", { "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
  ["a day", { "retry-after": "86400" }, 86_400_000],
  ["a number beyond numbers", { "retry-after": "9".repeat(400) }, Number.POSITIVE_INFINITY],
  ["garbage", { "retry-after": "soon" }, undefined],
  ["a negative number", { "retry-after": "-5" }, undefined],
  ["a date that is none", { "retry-after": "Thu, 99 Foo 2026 99:99:99 GMT" }, undefined],
  ["nothing", {}, undefined],
  ["the reset of the limit", { "x-ratelimit-reset": String(now / 1000 + 3) }, 3000],
  ["garbage, and a reset", { "retry-after": "?", "x-ratelimit-reset": String(now / 1000 + 3) }, 3000],
])("the wait that the platform asks for: %s", (_, headers, wait) => {
  expect(retryAfter(headers, now)).toBe(wait);
});
