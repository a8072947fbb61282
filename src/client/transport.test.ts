import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { connect, failureOf, token } from "../../test/support/network/client-fixture.ts";
import { always, type Script, startServer } from "../../test/support/network/scripted-server.ts";
import { operations } from "../contract/operations.ts";
import { systemClock } from "./clock.ts";
import { ApiError, toDiagnostic } from "./errors.ts";
import {
  type HttpRequest,
  type TransportError,
  type TransportFailure,
  type TransportOptions,
  undiciTransport,
} from "./transport.ts";

const listing = { params: { organizationId: "acme" } };

async function failureAt(
  url: string,
  options: TransportOptions = {},
  request: Pick<HttpRequest, "untilDeadline"> = {},
): Promise<TransportError> {
  const transport = undiciTransport({ timeout: 300, ...options });
  onTestFinished(() => transport.close());
  return transport({ method: "GET", url, headers: {}, ...request }).then(
    () => expect.fail("the request did not fail"),
    (cause: TransportError) => cause,
  );
}

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

test("a refused connection, an unknown host and a failed TLS handshake are certainly not sent", async () => {
  const plain = await startServer(always(200));
  onTestFinished(() => plain.close());
  const urls = [
    `http://127.0.0.1:${await closedPort()}/`,
    "http://nowhere.invalid/",
    plain.url.replace("http:", "https:"),
  ];
  for (const url of urls)
    expect(await failureAt(url)).toMatchObject({ name: "TransportError", failure: "not-sent" });
});

test.each<[string, Script, string]>([
  ["no answer in time", () => {}, "no answer within 300 ms"],
  [
    "a body that stops",
    (_, answer) => void answer.writeHead(200).write("x"),
    "the answer stopped for 300 ms",
  ],
])("%s is told as that, and what only reads has done nothing", async (_name, script, reason) => {
  const server = await startServer(script);
  onTestFinished(() => server.close());
  expect(await failureAt(server.url)).toMatchObject({ failure: "lost", timedOut: true, message: reason });
  const read = new ApiError(operations.listTeams, {
    kind: "lost",
    reason,
    path: "/orgs/o/teams",
    timedOut: true,
  });
  const wrote = new ApiError(operations.createTeam, {
    kind: "lost",
    reason,
    path: "/orgs/o/teams",
    timedOut: true,
  });
  expect(toDiagnostic(read)).toMatchObject({
    code: "DF4004",
    message: `the platform did not answer in time: ${reason} (listTeams: GET /orgs/o/teams)`,
    hint: expect.stringMatching(/--timeout/),
  });
  expect(toDiagnostic(read).hint).not.toContain("done");
  expect(toDiagnostic(wrote).hint).toContain("docform reads first what was done");
});

/** An answer of one byte now and then, without end. */
const trickle: Script = (_, answer) => {
  answer.writeHead(200);
  const timer = setInterval(() => answer.write("x"), 10);
  answer.on("close", () => clearInterval(timer));
};

test.each([
  ["the total time", { total: 100 }, undefined, "the answer did not end within 100 ms"],
  ["five times the timeout", { timeout: 30 }, undefined, "the answer did not end within 150 ms"],
  ["the deadline", {}, 60, "the deadline has passed, and the answer is not there"],
])("a body that never ends has %s", async (_, options, untilDeadline, message) => {
  const server = await startServer(trickle);
  onTestFinished(() => server.close());
  const deadline = untilDeadline === undefined ? {} : { untilDeadline };
  expect(await failureAt(server.url, options, deadline)).toMatchObject({
    failure: "lost",
    timedOut: true,
    message,
  });
});

test("a call that changes something has one timeout more than the deadline: its answer says what was done", async () => {
  const slow = await startServer(({ method }, answer) => {
    if (method === "PATCH") setTimeout(() => answer.end("{}"), 100);
  });
  onTestFinished(() => slow.close());
  const transport = undiciTransport({ timeout: 5000 });
  onTestFinished(() => transport.close());
  const sent = (method: string) => transport({ method, url: slow.url, headers: {}, untilDeadline: 20 });
  expect(await sent("PATCH")).toMatchObject({ status: 200 });
  await expect(sent("GET")).rejects.toMatchObject({ timedOut: true });
});

test("a read that the deadline ends is stopped, and not sent again", async () => {
  const { client, server } = await connect(trickle, { clock: systemClock, deadline: Date.now() + 500 });
  const failure = await failureOf(client.call("listTeams", listing));
  expect(failure).toMatchObject({ kind: "stopped", reason: "the deadline has passed" });
  expect(toDiagnostic(failure)).toMatchObject({ code: "DF4008" });
  expect(server.seen.length).toBeLessThanOrEqual(1);
});

test.each<[string, Script, TransportFailure]>([
  ["a reset", (_, answer) => answer.socket?.destroy(), "lost"],
  ["no answer in time", () => {}, "lost"],
  ["a body that stops", (_, answer) => void answer.writeHead(200).write("x"), "lost"],
  [
    "a body cut short",
    (_, answer) =>
      void answer.writeHead(200, { "content-length": "9" }).write("x", () => answer.socket?.destroy()),
    "lost",
  ],
  ["a huge answer", (_, answer) => void answer.end("x".repeat(2000)), "too-large"],
])("%s is told apart from a request that was not sent", async (_, script, failure) => {
  const server = await startServer(script);
  onTestFinished(() => server.close());
  expect(await failureAt(server.url, { maxAnswer: 1000 })).toMatchObject({ failure });
});

test("an answer over 64 MiB is refused, and not asked for again", async () => {
  const chunk = Buffer.alloc(1024 * 1024, " ");
  const { client, server } = await connect((_, answer) => {
    for (let sent = 0; sent < 65; sent += 1) answer.write(chunk);
    answer.end("{}");
  });
  expect(await failureOf(client.call("listTeams", listing))).toMatchObject({ kind: "wrong-shape" });
  expect(server.seen).toHaveLength(1);
});

test("a redirect is not followed, so the token stays with its origin", async () => {
  const other = await startServer(always(200, { items: [] }));
  onTestFinished(() => other.close());
  for (const status of [301, 302, 307, 308]) {
    const { client } = await connect(always(status, "", { location: `${other.url}/login?back=secret` }));
    const failure = await failureOf(client.call("listTeams", listing));
    expect(failure).toMatchObject({ kind: "not-json", status });
    expect(failure.reason).toBe(`redirects to ${other.url}/login, which is not followed`);
    expect(toDiagnostic(failure)).toMatchObject({ code: "DF4005", hint: expect.stringContaining("baseUrl") });
  }
  expect(other.seen).toHaveLength(0);
});

test("an unreachable platform is a diagnostic that names the call, without the token", async () => {
  const { client } = await connect(always(200), { baseUrl: `http://127.0.0.1:${await closedPort()}` });
  const diagnostic = toDiagnostic(await failureOf(client.call("listTeams", listing)));
  expect(diagnostic).toMatchObject({ code: "DF4004", message: expect.stringContaining("ECONNREFUSED") });
  expect(JSON.stringify(diagnostic)).not.toContain(token);
});

test("an answer with a byte order mark is read", async () => {
  const { client } = await connect(always(200, '\uFEFF{"items":[]}'));
  expect(await client.all("listTeams", listing)).toEqual([]);
});

/** A server in a thread of its own, which goes on while the test computes; it closes what is idle for a while. */
async function closingServer(keepAliveTimeout: number): Promise<string> {
  const script = `
    const { createServer } = require("node:http");
    const { parentPort, workerData } = require("node:worker_threads");
    const server = createServer({ keepAliveTimeout: workerData }, (_, answer) => {
      // Said so, Node does not say for how long: the client has to know by itself.
      answer.setHeader("connection", "keep-alive");
      answer.end("{}");
    });
    server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`;
  const worker = new Worker(script, { eval: true, workerData: keepAliveTimeout });
  onTestFinished(async () => void (await worker.terminate()));
  const [port] = (await once(worker, "message")) as [number];
  return `http://127.0.0.1:${port}/`;
}

test("what comes after the end is not sent, and fails as a request does", async () => {
  const url = await closingServer(300);
  const transport = undiciTransport({ keepIdle: 100 });
  const request = { method: "GET", url, headers: {} };
  await transport(request);
  await transport.close();
  await new Promise((resolve) => setTimeout(resolve, 60));
  await expect(transport(request)).rejects.toMatchObject({ name: "TransportError", failure: "not-sent" });
});
