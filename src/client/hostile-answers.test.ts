import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { always, type Script, startServer } from "../../test/support/network/scripted-server.ts";
import { type HttpResponse, TransportError, undiciTransport } from "./transport.ts";

/** The answer of a server with this script, or the error that there is instead. */
async function answerOf(script: Script): Promise<HttpResponse | TransportError> {
  const server = await startServer(script);
  const transport = undiciTransport({ timeout: 1000, maxAnswer: 1000 });
  onTestFinished(async () => {
    await transport.close();
    await server.close();
  });
  return transport({ method: "GET", url: `${server.url}/`, headers: { accept: "application/json" } }).catch(
    (problem: unknown) => {
      expect(problem).toBeInstanceOf(TransportError);
      return problem as TransportError;
    },
  );
}

test("nothing that is packed is asked for, so that no small answer unpacks to a large one", async () => {
  const packed = gzipSync("x".repeat(1_000_000));
  expect(packed.length).toBeGreaterThan(900);
  const asked: unknown[] = [];
  const answer = await answerOf(({ headers }, response) => {
    asked.push(headers["accept-encoding"]);
    response.writeHead(200, { "content-encoding": "gzip" }).end(packed.subarray(0, 900));
  });
  expect(asked).toEqual([undefined]);
  // Packed all the same, it is text that is no JSON, and as long as it came.
  expect(answer).toMatchObject({ status: 200 });
  expect((answer as HttpResponse).body.length).toBeLessThanOrEqual(900);
});

test.each<[string, Script]>([
  ["a body that stops", (_, answer) => void answer.writeHead(200).write("{")],
  ["headers that never end", (_, answer) => void answer.socket?.write("HTTP/1.1 200 OK\r\nx-a: b\r\n")],
  [
    "more headers than anybody needs",
    (_, answer) => {
      const headers = Array.from({ length: 2000 }, (__, at) => `x-${at}: ${"y".repeat(20)}\r\n`).join("");
      answer.socket?.end(`HTTP/1.1 200 OK\r\n${headers}content-length: 2\r\n\r\n{}`);
    },
  ],
  [
    "a header that is no header",
    (_, answer) => void answer.socket?.end("HTTP/1.1 200 OK\r\nx y\u0000: z\r\n\r\n{}"),
  ],
  ["another protocol", (_, answer) => void answer.socket?.end("220 smtp.example ESMTP\r\n")],
  [
    "two lengths",
    (_, answer) =>
      void answer.socket?.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}"),
  ],
])("%s ends in time, as an answer that was lost", async (_, script) => {
  expect(await answerOf(script)).toMatchObject({ name: "TransportError", failure: "lost" });
});

test("an answer longer than the limit is given up as soon as it is, whatever length it says", async () => {
  const endless: Script = (_, answer) => {
    answer.writeHead(200);
    const more = (): void => void answer.write("x".repeat(500), (problem) => problem ?? setImmediate(more));
    more();
  };
  expect(await answerOf(endless)).toMatchObject({ failure: "too-large" });
  expect(await answerOf(always(200, "x".repeat(1000)))).toMatchObject({ status: 200 });
  expect(await answerOf(always(200, "x".repeat(1001)))).toMatchObject({ failure: "too-large" });
});

test("a cookie is not kept, and nothing of an answer goes into the next request", async () => {
  const seen: unknown[] = [];
  const server = await startServer(({ headers }, response) => {
    seen.push(headers.cookie, headers.authorization);
    response.writeHead(401, { "set-cookie": "a=b", "www-authenticate": "Basic" }).end();
  });
  const transport = undiciTransport();
  onTestFinished(async () => {
    await transport.close();
    await server.close();
  });
  for (const _ of [1, 2]) await transport({ method: "GET", url: `${server.url}/`, headers: {} });
  expect(seen).toEqual([undefined, undefined, undefined, undefined]);
});
