import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request on its way, as a test looks at it. */
export interface Passing {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
}

/** An answer of a proxy instead of the platform's. */
export interface Instead {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Closes the connection after so many bytes of the body. */
  readonly keep?: number;
}

/** A proxy between docform and the platform. */
export interface Interference {
  /** Sees each request before the platform; what it gives is the answer. */
  readonly before?: (request: Passing) => Instead | undefined | Promise<Instead | undefined>;
  /** Changes an answer of the platform. */
  readonly after?: (request: Passing, answer: Instead) => Instead;
}

/** A server before the platform that interferes; it stops when the test ends. */
export interface Proxy {
  readonly url: string;
  /** Most requests that were on their way at the same time. */
  readonly most: () => number;
}

/** Starts a proxy before a platform. */
export async function startProxy(target: string, interference: Interference): Promise<Proxy> {
  let [now, most] = [0, 0];
  const server = createServer(async (request, response) => {
    most = Math.max(most, ++now);
    const answer = await answerFor(target, request, interference).catch(() => undefined);
    now--;
    // The platform ended before it answered, as at the end of a test.
    if (answer === undefined) return response.destroy();
    const { status, body, type = "application/json", headers = {}, keep } = answer;
    response.writeHead(status, body === "" ? headers : { ...headers, "content-type": type });
    if (keep === undefined) response.end(body);
    else response.write(body.slice(0, keep), () => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, most: () => most };
}

async function answerFor(
  target: string,
  request: IncomingMessage,
  interference: Interference,
): Promise<Instead> {
  const { method = "GET", url: path = "/", headers } = request;
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const instead = await interference.before?.({ method, path });
  if (instead !== undefined) return instead;
  const body = Buffer.concat(chunks).toString();
  const answer = await fetch(target + path, {
    method,
    headers: { authorization: headers.authorization ?? "", "content-type": headers["content-type"] ?? "" },
    ...(body === "" ? {} : { body }),
  });
  const given = { status: answer.status, body: await answer.text() };
  return interference.after?.({ method, path }, given) ?? given;
}
