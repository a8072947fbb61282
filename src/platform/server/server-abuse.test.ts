import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedState } from "../../../test/support/platform/seed-state.ts";
import { smallSeed } from "../../../test/support/platform/test-platform.ts";
import { type RunningPlatform, startPlatform } from "./server.ts";

const log: string[] = [];
let running: RunningPlatform;

beforeAll(async () => {
  const state = seedState(smallSeed);
  running = await startPlatform({ state, port: 0, clock: Date.now, log: (line) => log.push(line) });
});
afterAll(() => running.close());

/**
 * Sends bytes over a socket of its own, and gives what came back until it closed or looks like this; by default, until
 * there is a line. Without an end to wait for, the socket is closed when it is silent for some milliseconds.
 */
function sendBytes(bytes: Uint8Array | string, until: RegExp | number = /\n/): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(Number(new URL(running.url).port), "127.0.0.1", () => socket.write(bytes));
    if (typeof until === "number") socket.setTimeout(until, () => socket.destroy());
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      if (typeof until !== "number" && until.test(answer)) socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}

const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, "host: localhost", "authorization: Bearer admin", ...headers].join("\r\n")}\r\n\r\n`;

const jsonBody = (text: string, ...headers: string[]) =>
  head(
    "PATCH /v1/orgs/org_acme",
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(text)}`,
    ...headers,
  ) + text;

const requests: readonly [string, number, string][] = [
  ["JSON of a hundred levels, which is no title", 400, jsonBody(`${"[".repeat(100)}${"]".repeat(100)}`)],
  ["JSON of a hundred thousand levels", 400, jsonBody(`${"[".repeat(1e5)}${"]".repeat(1e5)}`)],
  ["objects of a hundred thousand levels", 400, jsonBody(`${'{"a":'.repeat(1e5)}1${"}".repeat(1e5)}`)],
  ["JSON that is cut off", 400, jsonBody('{"title": "x"')],
  ["bytes that are no UTF-8", 400, jsonBody("\u00ff\u00fe{")],
  ["a number as the body", 400, jsonBody("7")],
  ["null as the body", 400, jsonBody("null")],
  ["a key __proto__", 400, jsonBody('{"__proto__": {"title": "x"}}')],
  [
    "a chunked body",
    200,
    `${head("PATCH /v1/orgs/org_acme", "content-type: application/json", "transfer-encoding: chunked")}d\r\n{"title":"ab"\r\n1\r\n}\r\n0\r\n\r\n`,
  ],
  [
    "a form",
    415,
    `${head("PATCH /v1/orgs/org_acme", "content-type: multipart/form-data", "content-length: 1")}x`,
  ],
  ["no content type", 415, `${head("PATCH /v1/orgs/org_acme", "content-length: 2")}{}`],
  ["a whole address as the target", 200, head("GET http://elsewhere.example/v1/orgs")],
  ["a target that is no path", 400, head("GET orgs")],
  ["no host", 403, "GET /v1/orgs HTTP/1.0\r\nauthorization: Bearer admin\r\n\r\n"],
  ["HEAD", 405, head("HEAD /v1/orgs")],
  ["TRACE", 405, head("TRACE /v1/orgs")],
  ["an upgrade", 200, head("GET /v1/orgs", "connection: upgrade", "upgrade: websocket")],
  ["headers that are too large", 431, head("GET /v1/orgs", `x: ${"x".repeat(20_000)}`)],
  ["two lengths", 400, head("PATCH /v1/orgs/org_acme", "content-length: 1", "content-length: 2")],
  ["dots in the path", 404, head("GET /v1/../../etc/passwd")],
  ["broken percent-encoding", 400, head("GET /v1/orgs/%E0%A4%A")],
  ["a NUL in the path", 404, head("GET /v1/orgs/%00")],
  ["a page of nowhere", 400, head("GET /v1/orgs?page=%00")],
];

test.each(requests)("%s is %i", async (_, status, bytes) => {
  expect(await sendBytes(bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test("a body that never ends is refused, and not kept", async () => {
  const chunk = `100000\r\n${"x".repeat(2 ** 20)}\r\n`;
  const start = head(
    "PATCH /v1/orgs/org_acme",
    "content-type: application/json",
    "transfer-encoding: chunked",
  );
  const refused = /^HTTP\/1.1 413 [\s\S]*connection: close/i;
  expect(await sendBytes(start + chunk.repeat(20), refused)).toMatch(refused);
});

test("a body that is too large is refused on a connection that lives on", async () => {
  const large = jsonBody(`"${"x".repeat(2 ** 20)}"`);
  const both = /^HTTP\/1.1 413 [\s\S]*HTTP\/1.1 200 /;
  expect(await sendBytes(large + head("GET /v1/orgs"), both)).toMatch(both);
});

test("a caller that goes away in the middle of a body changes nothing", async () => {
  const before = log.length;
  await sendBytes(jsonBody('{"title": "Half"}').slice(0, -5), 300);
  expect(log.slice(before)).toEqual([]);
});

/** Numbers that look random and are the same every time. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("random bytes, and requests with bytes changed, never end it", async () => {
  const random = randomNumbers(4711);
  const noise = () => Uint8Array.from({ length: random(300) }, () => random(256));
  const mutated = () => {
    const bytes = Buffer.from(requests[random(requests.length)]![2].slice(0, 2000));
    for (let count = random(5); count >= 0; count -= 1) bytes[random(bytes.length)] = random(256);
    return bytes;
  };
  for (let round = 0; round < 20; round += 1) {
    const all = Array.from({ length: 25 }, (_, index) =>
      sendBytes(index % 2 === 0 ? noise() : mutated(), 30),
    );
    await Promise.all(all);
  }
  const answer = await fetch(`${running.url}/v1/orgs`, { headers: { authorization: "Bearer admin" } });
  expect(answer.status).toBe(200);
  expect(log.filter((line) => line.includes('"level":"error"') || line.includes('"status":5'))).toEqual([]);
});
