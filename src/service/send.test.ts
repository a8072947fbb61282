import { expect, test } from "vitest";
import { type HttpRequest, type HttpResponse, TransportError } from "../client/transport.ts";
import { sending } from "./send.ts";

const apiUrl = "https://api.example/v3";
const [ok, failed] = [answer(200, "{}"), answer(503)];
const lost = new TransportError("lost", "gone");

function answer(status: number, body = "", headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status, headers, body };
}

const to = (location: string) => answer(307, "", { location });

/** Sends one request over a transport that gives these answers, the last one again and again. */
async function send(method: string, ...answers: readonly (HttpResponse | Error)[]) {
  const sent: HttpRequest[] = [];
  const slept: number[] = [];
  const transport = async (request: HttpRequest): Promise<HttpResponse> => {
    const next = answers[Math.min(sent.push(request), answers.length) - 1];
    if (next === undefined || next instanceof Error) throw next;
    return next;
  };
  const sleep = async (milliseconds: number) => void slept.push(milliseconds);
  const request = { method, headers: {}, ...(method === "GET" ? {} : { body: "{}" }) };
  const outcome = sending({ transport, apiUrl, sleep })(`${apiUrl}/x`, request);
  const ended = await outcome.then(
    ({ status }) => status,
    (problem: Error) => problem.message,
  );
  return {
    ended,
    sent: sent.map(({ method: own, url, body }) => `${own} ${new URL(url).pathname} ${body}`),
    slept,
  };
}

test.each([
  ["GET", [ok], 200, 1],
  ["GET", [failed, lost, ok], 200, 3],
  ["GET", [failed], 503, 3],
  ["GET", [lost], "gone", 3],
  ["GET", [new TransportError("too-large", "large")], "large", 1],
  ["GET", [answer(500)], 500, 1],
  ["POST", [failed], 503, 1],
  ["POST", [lost], "gone", 1],
  ["POST", [answer(204)], 204, 1],
  [
    "POST",
    [answer(200, "<html>", { "content-type": "text/html" })],
    "status 200 with text/html, which is no JSON",
    1,
  ],
] as const)("%s with %o ends with %s after %i requests", async (method, answers, ended, count) => {
  const run = await send(method, ...answers);
  expect([run.ended, run.sent.length]).toEqual([ended, count]);
  expect(run.slept).toEqual([1000, 4000].slice(0, count - 1));
});

test("a redirect is followed with its method and body, inside the origin and three times at most", async () => {
  expect((await send("POST", to("/y"), ok)).sent).toEqual(["POST /v3/x {}", "POST /y {}"]);
  expect(await send("POST", to("/y"))).toMatchObject({
    ended: "it redirects again and again",
    sent: { length: 4 },
  });
  for (const other of [
    "https://evil.example/y",
    "//evil.example",
    "http://api.example/y",
    "https://api.example:8443/",
  ]) {
    const { ended, sent } = await send("POST", to(other));
    expect([ended, sent]).toEqual([
      expect.stringContaining("the token is for https://api.example alone"),
      ["POST /v3/x {}"],
    ]);
  }
});
