import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { type Client, createClient } from "../../src/client/client.ts";
import { type Clock, systemClock } from "../../src/client/clock.ts";
import type { ApiError } from "../../src/client/errors.ts";
import { undiciTransport } from "../../src/client/transport.ts";
import { type FaultRule, readFaults } from "../../src/platform/faults/faults.ts";
import { type RunningPlatform, startPlatform } from "../../src/platform/server/server.ts";
import { failureOf } from "../support/network/client-fixture.ts";
import { checkAnswer } from "../support/platform/answer-problems.ts";
import { seedState } from "../support/platform/seed-state.ts";

const params = { organizationId: "org_acme" };

const seed = {
  tokens: { admin: { user: "ana@acme.example", rights: "admin" } },
  organizations: [
    {
      id: "org_acme",
      title: "Acme",
      members: [{ email: "ana@acme.example" }],
      teams: ["One", "Two", "Three", "Four", "Five"].map((title) => ({ title, id: title.toLowerCase() })),
    },
  ],
};

interface Connected {
  readonly running: RunningPlatform;
  readonly client: Client;
  readonly log: readonly { readonly status: number | null; readonly injected?: string }[];
}

/** A clock that does not wait. */
const hurried: Clock = { ...systemClock, sleep: async () => {} };

/** A platform with faults, and the real client of docform on it, which does not wait between attempts. */
async function connect(
  faults: readonly object[],
  { rate, clock = hurried }: { readonly rate?: number; readonly clock?: Clock } = {},
): Promise<Connected> {
  const rules = readFaults({ faults });
  if (!rules.ok) throw new Error(JSON.stringify(rules.problems));
  const log: Connected["log"][number][] = [];
  const running = await startPlatform({
    state: seedState(seed),
    port: 0,
    clock: Date.now,
    faults: rules.rules,
    log: (line) => log.push(JSON.parse(line)),
    checkAnswer,
    rate,
  });
  const transport = undiciTransport({ timeout: 1000 });
  onTestFinished(async () => {
    await running.close();
    await transport.close();
  });
  const options = {
    baseUrl: running.url,
    token: "admin",
    transport,
    clock,
    random: () => 0,
    userAgent: "test",
  };
  return { running, client: createClient(options), log };
}

const titles = ({ running }: Connected): readonly string[] => {
  const { teams } = running.platform.state.organizations.byId.org_acme!;
  return teams.order.map((id) => teams.byId[id]!.title);
};

const create = ({ client }: Connected) => client.call("createTeam", { params, body: { title: "New" } });
const createNowhere = ({ client }: Connected) =>
  client.call("createTeam", { params: { organizationId: "org_none" }, body: { title: "New" } });
const read = ({ client }: Connected) => client.call("getTeam", { params: { ...params, teamId: "one" } });
const list = ({ client }: Connected) => client.all("listTeams", { params, query: { limit: 2 } });

/** The fault, the call, the error of the client, and whether the change happened; `undefined`: the call succeeds. */
type Observation = readonly [
  Omit<FaultRule, "operation"> & Record<string, unknown>,
  (connected: Connected) => Promise<unknown>,
  (Partial<ApiError> & { readonly inDoubt?: boolean }) | undefined,
  boolean?,
];

const proxyPage = "<!doctype html><html><title>502 Bad Gateway</title></html>";

const table: readonly Observation[] = [
  [{ fault: "refuse", for: 200 }, create, { kind: "lost", inDoubt: true }, false],
  [{ fault: "delay", for: 100 }, create, undefined, true],
  [{ fault: "delay", for: 5000 }, create, { kind: "lost", inDoubt: true }, true],
  [{ fault: "reset-before-commit" }, create, { kind: "lost", inDoubt: true }, false],
  [{ fault: "reset-after-commit" }, create, { kind: "lost", inDoubt: true }, true],
  [{ fault: "reset-before-commit" }, read, { kind: "lost", inDoubt: false }],
  [{ fault: "reset-before-commit", calls: { to: 2 } }, read, undefined],
  [{ fault: "cut" }, create, { kind: "lost", inDoubt: true }, true],
  [{ fault: "cut", keep: 0 }, create, { kind: "lost", inDoubt: true }, true],
  [{ fault: "cut", keep: 10 }, list, { kind: "lost" }],
  [{ fault: "answer", status: 503 }, create, { kind: "fault", status: 503, inDoubt: true }, false],
  [{ fault: "answer", status: 500, done: true }, create, { kind: "fault", status: 500, inDoubt: true }, true],
  [{ fault: "answer", status: 201, done: true }, create, { kind: "lost", inDoubt: true }, true],
  [{ fault: "answer", status: 201, done: true }, createNowhere, { status: 404, inDoubt: false }, false],
  [
    { fault: "answer", status: 403, body: { error: { code: 403, message: "Not you." } } },
    create,
    { kind: "forbidden", reason: "Not you.", inDoubt: false },
    false,
  ],
  [
    { fault: "answer", status: 502, body: proxyPage, headers: { "content-type": "text/html" } },
    read,
    { kind: "fault", status: 502 },
  ],
  [
    { fault: "answer", status: 200, body: proxyPage, headers: { "content-type": "text/html" } },
    create,
    { kind: "not-json", inDoubt: true },
    false,
  ],
  [{ fault: "answer", status: 200, body: { id: 7 } }, read, { kind: "wrong-shape" }],
  [
    { fault: "answer", status: 302, headers: { location: "https://login.example/" } },
    read,
    { kind: "not-json" },
  ],
  [{ fault: "content-type" }, create, undefined, true],
  [{ fault: "content-type", type: "application/octet-stream" }, list, undefined],
  [{ fault: "repeated-cursor", calls: 1 }, list, undefined],
  [
    { fault: "repeated-cursor" },
    list,
    { kind: "incomplete", reason: "the cursors of the pages go in a circle" },
  ],
  [{ fault: "lost-cursor", calls: 2 }, list, undefined],
  [{ fault: "lost-cursor" }, list, { kind: "incomplete", reason: "the platform counts 5 items and sent 2" }],
  [{ fault: "rate-limit", calls: 1, retryAfter: 0 }, create, undefined, true],
  [{ fault: "rate-limit" }, create, { kind: "rate-limited", status: 429, inDoubt: false }, false],
  [{ fault: "rate-limit", retryAfter: 30 }, read, { kind: "rate-limited", retryAfterMs: 30_000 }],
  [{ fault: "rate-limit", retryAfter: "soon" }, read, { kind: "rate-limited", retryAfterMs: undefined }],
  [{ fault: "rate-limit", retryAfter: -1 }, read, { kind: "rate-limited", retryAfterMs: undefined }],
  [
    { fault: "rate-limit", retryAfter: "Wed, 21 Oct 2015 07:28:00 GMT" },
    read,
    { kind: "rate-limited", retryAfterMs: 0 },
  ],
];

const names = table.map(([rule, call, error, isDone]) => {
  const result = error === undefined ? "is no trouble" : `is ${JSON.stringify(error)}`;
  const state = isDone === undefined ? "" : isDone ? ", and it is done" : ", and nothing is done";
  return [`${JSON.stringify(rule)} in ${call.name} ${result}${state}`, rule, call, error, isDone] as const;
});

test.each(names)("%s", async (_, rule, call, error, isDone) => {
  const connected = await connect([{ operation: "*", ...rule }]);
  if (error === undefined) await call(connected);
  else expect(await failureOf(call(connected))).toMatchObject(error);
  if (isDone !== undefined) expect(titles(connected).includes("New")).toBe(isDone);
  expect(connected.log[0]).toMatchObject(rule.calls === 2 ? {} : { injected: rule.fault });
});

test("the example of docs/reference/faults.md is a fault file, and every fault is in its table", () => {
  const text = readFileSync("docs/reference/faults.md", "utf8");
  const examples = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map((found) => readFaults(parse(found[1]!)));
  expect(examples).toEqual([expect.objectContaining({ ok: true })]);
  const described = [...text.matchAll(/^\| `([\w-]+)` \|/gm)].map((found) => found[1]);
  expect(new Set(described)).toEqual(new Set([...table.map(([{ fault }]) => fault), "stale-read"]));
});

test("a platform that is gone is unreachable, and comes back at the same address", async () => {
  const connected = await connect([{ operation: "getTeam", calls: 1, fault: "refuse", for: 1500 }]);
  // The read is repeated while nothing listens: the first attempt is lost, the last finds nobody.
  expect(await failureOf(read(connected))).toMatchObject({ kind: "unreachable", inDoubt: false });
  expect(await failureOf(create(connected))).toMatchObject({ kind: "unreachable", inDoubt: false });
  await expect.poll(() => create(connected).catch(() => undefined)).toBeDefined();
  expect(titles(connected)).toContain("New");
});

test("a stale read does not see the last change, and the next one does", async () => {
  const connected = await connect([{ operation: "getTeam", calls: 1, fault: "stale-read" }]);
  const { client } = connected;
  const team = { ...params, teamId: "one" };
  await client.call("updateTeam", { params: team, body: { title: "Second" } });
  expect(await read(connected)).toMatchObject({ title: "One" });
  expect(await read(connected)).toMatchObject({ title: "Second" });
});

test("a stale read goes back as many changes as it says", async () => {
  const connected = await connect([
    { operation: "getTeam", calls: { to: 1 }, fault: "stale-read", changes: 2 },
  ]);
  const team = { ...params, teamId: "one" };
  for (const title of ["Second", "Third", "Fourth"]) {
    await connected.client.call("updateTeam", { params: team, body: { title } });
  }
  expect(await read(connected)).toMatchObject({ title: "Second" });
});

test("a rate limit holds the client back until all is done (A9)", async () => {
  const connected = await connect([], { rate: 10, clock: systemClock });
  await Promise.all(Array.from({ length: 13 }, () => create(connected)));
  expect(titles(connected)).toHaveLength(18);
  const answer = await fetch(`${connected.running.url}/v1/orgs`, {
    headers: { authorization: "Bearer admin" },
  });
  expect(answer.headers.get("x-ratelimit-limit")).toBe("10");
  expect(Number(answer.headers.get("x-ratelimit-remaining"))).toBeLessThan(10);
  expect(Number(answer.headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000 - 1);
});

test("beyond the rate every answer is 429 with Retry-After, whatever was asked", async () => {
  const { running, log } = await connect([], { rate: 1 });
  const get = () => fetch(`${running.url}/v1/orgs`, { headers: { authorization: "Bearer admin" } });
  expect((await get()).status).toBe(200);
  const refused = await get();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(await refused.json()).toEqual({ error: { code: 429, message: expect.any(String) } });
  expect(log.at(-1)).toMatchObject({ status: 429, operation: "listOrganizations" });
});
