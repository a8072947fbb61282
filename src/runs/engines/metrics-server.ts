import { createServer, type Server } from "node:http";
import type { Io } from "../../io/io.ts";
import { stop } from "../../model/stop.ts";
import { messageOf } from "../../text/message-of.ts";

/** Where a server listens. */
export interface ListenAddress {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
}

/** A server that listens. */
export interface MetricsServer {
  readonly close: () => Promise<void>;
}

/** Serves `GET /metrics`, and nothing else, and says where. Throws `Stop` when it cannot listen there. */
export async function serveMetrics(
  { stderr }: Pick<Io, "stderr">,
  address: ListenAddress,
  text: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const status = request.url !== "/metrics" ? 404 : request.method !== "GET" ? 405 : 200;
    const answer = async (): Promise<void> => {
      const body = status === 200 ? await text() : "docform has only GET /metrics.\n";
      const type = `text/plain; ${status === 200 ? "version=0.0.4; " : ""}charset=utf-8`;
      response.writeHead(status, { "content-type": type }).end(body);
    };
    answer().catch(() => response.destroy());
  });
  await listening(server, address).catch((problem: unknown) => {
    const { host, port } = address;
    const hint = "name another address with --metrics, or port 0 for any free one";
    throw stop("DF5004", `cannot listen on ${host}:${port}: ${messageOf(problem)}`, { hint });
  });
  stderr.write(`Metrics at ${urlOf(server)}.\n`);
  return { close: () => closed(server) };
}

function listening(server: Server, { host, port }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function urlOf(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === "string") return "";
  const host = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  return `http://${host}:${bound.port}/metrics`;
}
