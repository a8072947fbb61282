import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { maxBodyBytes, type RawRequest } from "../http/raw.ts";
import type { PlatformAnswer } from "../platform.ts";

/** Listens for connections at an address. */
export interface Listener {
  /** Listens; fails when the port cannot be had. Returns the port. */
  open(): Promise<number>;
  /** Resets every connection, and refuses new ones for so many milliseconds. */
  refuseFor(milliseconds: number): void;
  close(): Promise<void>;
}

/**
 * Milliseconds before an idle connection is closed. It is longer than a client computes between requests: a
 * request into a closing connection would be lost.
 */
const keepIdle = 75_000;

/** Milliseconds between two attempts to have the port back. */
const retryEvery = 100;

/** A listener at an address. Port 0 selects a free port once. */
export function createListener(answer: RequestListener, host: string, wanted: number): Listener {
  const server = createServer({ keepAliveTimeout: keepIdle }, answer);
  let port = wanted;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  const open = () =>
    new Promise<number>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, () => {
        server.off("error", reject);
        port = (server.address() as AddressInfo).port;
        resolve(port);
      });
    });
  const reopen = (): void => {
    open().catch(() => {
      reopening = setTimeout(reopen, retryEvery);
    });
  };
  const shut = () =>
    new Promise<void>((resolve) => {
      clearTimeout(reopening);
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    open,
    close: shut,
    refuseFor: (milliseconds) => {
      void shut();
      reopening = setTimeout(reopen, milliseconds);
    },
  };
}

/** Bytes of a body that are read and thrown away before it is refused: its sender then hears why. */
const maxSkippedBytes = 16 * maxBodyBytes;

/** Reads a request whole; undefined when its sender goes away before. */
export async function readExchange(incoming: IncomingMessage): Promise<RawRequest | undefined> {
  const { method = "GET", url = "/", headers } = incoming;
  const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  const body = hasBody ? await readBody(incoming) : {};
  if (body === undefined) return undefined;
  const { authorization, "content-type": type } = headers;
  return { method, url: withoutOrigin(url), headers: { authorization, "content-type": type }, ...body };
}

/** A proxy may send the whole address as the target. */
export function withoutOrigin(url: string): string {
  return url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?#]*/i, "");
}

function readBody(
  incoming: IncomingMessage,
): Promise<Pick<RawRequest, "bodyText" | "bodyTooLarge"> | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBodyBytes) chunks.push(chunk);
      else if (size > maxSkippedBytes) resolve({ bodyTooLarge: true });
    });
    incoming.on("end", () => {
      const [first, ...others] = chunks;
      const whole = others.length === 0 ? first : Buffer.concat(chunks);
      resolve(size > maxBodyBytes ? { bodyTooLarge: true } : { bodyText: whole?.toString() ?? "" });
    });
    incoming.on("error", () => resolve(undefined));
    incoming.on("close", () => resolve(undefined));
  });
}

/** Sends an answer. With `keep`, the connection closes after so many bytes of the body. */
export function sendAnswer(outgoing: ServerResponse, answer: PlatformAnswer, keep?: number): void {
  // Node sends head and body in one write when the body is a text.
  const body = answer.bytes ?? answer.bodyText;
  const hasLength = answer.status !== 204 && answer.status !== 304;
  const length = hasLength ? { "content-length": Buffer.byteLength(body) } : {};
  if (!outgoing.req.complete) outgoing.shouldKeepAlive = false;
  outgoing.writeHead(answer.status, { ...length, ...answer.headers });
  if (keep === undefined) {
    outgoing.end(body);
    return;
  }
  outgoing.write(Buffer.from(body).subarray(0, keep));
  outgoing.socket?.destroySoon();
}
