import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "../../../src/client/clock.ts";

/** A request as the scripted server saw it. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Answers one request of a scripted server; `number` counts from 1. */
export type Script = (seen: Seen, answer: ServerResponse, number: number) => void;

/** A server of the tests that behaves as its script says, over real sockets. */
export interface ScriptedServer {
  readonly url: string;
  readonly seen: readonly Seen[];
  close(): Promise<void>;
}

export async function startServer(script: Script): Promise<ScriptedServer> {
  const seen: Seen[] = [];
  const server = createServer(async (request, answer) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    // Its time is that of the test, which the real date is not.
    answer.sendDate = false;
    const one = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body };
    script(one, answer, seen.push(one));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** A script that answers everything with one status and body. */
export function always(
  status: number,
  body: unknown = "",
  headers: Readonly<Record<string, string>> = {},
): Script {
  return (_, answer) => {
    answer.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** A clock that goes forward only by sleeping, at once, and tells how long it was asked to. */
export function fakeClock(start = 0): Clock & { readonly slept: readonly number[] } {
  const slept: number[] = [];
  let now = start;
  return {
    slept,
    now: () => now,
    monotonic: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
  };
}
