import { connect, type Socket } from "node:net";

/** A request to send again and again. */
export interface Load {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body?: string;
}

/** Connections that are kept busy, each with one request at a time. */
const connections = 16;

function requestBytes({ port, method, path, token, body }: Load): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `host: 127.0.0.1:${port}`, `authorization: Bearer ${token}`];
  if (body !== undefined) lines.push("content-type: application/json", `content-length: ${body.length}`);
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body ?? ""}`);
}

/** Bytes of a whole answer, from its head. Every later answer has to be as long. */
function answerLength(head: Buffer): number {
  const end = head.indexOf("\r\n\r\n");
  const length = /content-length: (\d+)/i.exec(head.subarray(0, end).toString())?.[1];
  if (end < 0 || length === undefined) throw new Error(`no length: ${head.subarray(0, 300)}`);
  return end + 4 + Number(length);
}

const success = Buffer.from("HTTP/1.1 200 ");

/** Sends the request over one connection until told to stop; `onAnswer` hears of each whole answer. */
function keepAsking(socket: Socket, request: Buffer, isOver: () => boolean, onAnswer: () => void) {
  return new Promise<void>((resolve, reject) => {
    let length = 0;
    let received = 0;
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      if (received === 0 && !chunk.subarray(0, success.length).equals(success)) {
        reject(new Error(`not 200: ${chunk.subarray(0, 300)}`));
      }
      if (length === 0) length = answerLength(chunk);
      received += chunk.length;
      if (received < length) return;
      if (received > length) reject(new Error("the answers differ in length"));
      received = 0;
      onAnswer();
      if (isOver()) resolve();
      else socket.write(request);
    });
    socket.write(request);
  });
}

/**
 * Requests a second that a server answers over raw sockets. The generator only counts bytes, so that the core of
 * the server is the narrow place, with the bare server as well.
 */
export async function measure(load: Load, milliseconds: number): Promise<number> {
  const request = requestBytes(load);
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(load.port)));
  const start = performance.now();
  let answers = 0;
  const isOver = () => performance.now() - start >= milliseconds;
  await Promise.all(
    sockets.map((socket) =>
      keepAsking(socket, request, isOver, () => {
        answers += 1;
      }),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const socket of sockets) socket.destroy();
  return answers / seconds;
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });
}
