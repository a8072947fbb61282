import { fetch } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkAnswer } from "../../../test/support/platform/answer-problems.ts";
import { seedState } from "../../../test/support/platform/seed-state.ts";
import { smallSeed } from "../../../test/support/platform/test-platform.ts";
import { type RunningPlatform, startPlatform } from "./server.ts";

const log: string[] = [];
const clock = () => performance.timeOrigin + performance.now();
let running: RunningPlatform;

beforeAll(async () => {
  const state = seedState(smallSeed);
  running = await startPlatform({
    state,
    port: 0,
    clock: clock,
    log: (line) => log.push(line),
    checkAnswer,
  });
});
afterAll(() => running.close());

const headers = { authorization: "Bearer admin" };
const json = { ...headers, "content-type": "application/json" };
const send = (method: string, path: string, body?: string, given: Record<string, string> = json) =>
  fetch(`${running.url}${path}`, { method, headers: given, ...(body === undefined ? {} : { body }) });

/** Name, status, method, path, body, headers. */
type Request = readonly [string, number, string, string, (string | undefined)?, Record<string, string>?];

const requests: readonly Request[] = [
  ["its front page", 200, "GET", "/", undefined, {}],
  ["an unknown path", 404, "GET", "/v2/orgs"],
  ["no token", 401, "GET", "/v1/orgs", undefined, {}],
  ["a list", 200, "GET", "/v1/orgs?limit=1"],
  ["a wrong method", 405, "POST", "/v1/orgs", "{}"],
  ["a method that no operation has", 405, "OPTIONS", "/v1/orgs"],
  ["bad JSON", 400, "PATCH", "/v1/orgs/org_acme", "{"],
  [
    "another type of body",
    415,
    "PATCH",
    "/v1/orgs/org_acme",
    "title=x",
    { ...headers, "content-type": "text/plain" },
  ],
  ["a body that is too large", 413, "PATCH", "/v1/orgs/org_acme", "x".repeat(1024 ** 2 + 1)],
  ["a create", 201, "PUT", "/v1/orgs/org_acme/teams", '{"title":"Sockets"}'],
  ["an id in percent-encoding", 200, "GET", "/v1/orgs/org%5Facme"],
];

describe("over a socket", () => {
  test("it listens on this machine only, at the address that it tells", async () => {
    expect(running.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const answer = await send("GET", "/v1/orgs/org_acme");
    expect(answer.headers.get("content-type")).toBe("application/json");
    const body = (await answer.json()) as { urls: { location: string } };
    expect(body.urls.location).toBe(`${running.url}/v1/orgs/org_acme`);
    expect((await fetch(body.urls.location, { headers })).status).toBe(200);
  });

  for (const [name, status, method, path, body, given] of requests) {
    test(`${name} is ${status}`, async () => {
      const answer = await send(method, path, body, given);
      expect(answer.status).toBe(status);
      const parsed = await answer.json();
      if (status >= 400) expect(parsed).toEqual({ error: { code: status, message: expect.any(String) } });
    });
  }
});

describe("a server", () => {
  test("A3, A5: empty answers are empty", async () => {
    const path = "/v1/orgs/org_acme/members/usr_bo";
    const bulk = await send("PUT", "/v1/orgs/org_acme/teams/team_docs/members", '{"add":["usr_li"]}');
    expect([bulk.status, await bulk.text()]).toEqual([204, ""]);
    const first = await send("DELETE", path);
    expect([first.status, await first.text()]).toEqual([205, ""]);
    const second = await send("DELETE", path);
    expect([second.status, await second.text()]).toEqual([204, ""]);
  });

  test("many requests at once are all answered and logged", async () => {
    const before = log.length;
    const answers = await Promise.all(Array.from({ length: 50 }, () => send("GET", "/v1/orgs")));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(log.slice(before).map((line) => JSON.parse(line).operation)).toEqual(
      answers.map(() => "listOrganizations"),
    );
  });

  test("a port that is taken is told", async () => {
    const port = Number(new URL(running.url).port);
    await expect(startPlatform({ state: seedState(smallSeed), port, clock: clock })).rejects.toThrow(
      /EADDRINUSE/,
    );
  });

  test("answers can be held back", async () => {
    const state = seedState(smallSeed);
    const slow = await startPlatform({ state, port: 0, clock: clock, latency: 60 });
    const start = performance.now();
    await fetch(`${slow.url}/v1/orgs`, { headers });
    expect(performance.now() - start).toBeGreaterThanOrEqual(55);
    await slow.close();
  });
});

test("keeps an idle connection longer than a client computes, so that nothing is sent into a closed one", async () => {
  const answer = await fetch(`${running.url}/`);
  expect(answer.headers.get("keep-alive")).toBe("timeout=75");
});
