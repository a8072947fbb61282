import type { IncomingMessage, ServerResponse } from "node:http";
import type { PlatformAnswer } from "../platform.ts";
import { maxBodyBytes, type RawRequest } from "./raw.ts";

/** Bytes of a body that are read and thrown away before it is refused: its sender then hears why. */
const patience = 16 * maxBodyBytes;

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
      else if (size > patience) resolve({ bodyTooLarge: true });
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
