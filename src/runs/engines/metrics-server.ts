import { once } from "node:events";
import { createServer } from "node:http";
import type { Io } from "../../io/io.ts";
import { stop } from "../../model/stop.ts";
import { messageOf } from "../../text/message-of.ts";

/** Where a server listens; port 0 is any free one. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Serves `GET /metrics` alone, and says where; the result ends it. Throws `Stop` when it cannot listen there. */
export async function serveMetrics(
  { stderr }: Pick<Io, "stderr">,
  { host, port }: ListenAddress,
  text: () => Promise<string>,
): Promise<() => void> {
  const server = createServer(async ({ url, method }, response) => {
    const isAsked = url === "/metrics" && method === "GET";
    const body = isAsked ? await text() : "docform has GET /metrics alone.\n";
    response.writeHead(isAsked ? 200 : 404, { "content-type": "text/plain; version=0.0.4; charset=utf-8" });
    response.end(body);
  });
  const listening = once(server.listen(port, host), "listening");
  await listening.catch((problem: unknown) => {
    const hint = "name another address with --metrics, or port 0 for any free one";
    throw stop("DF5004", `cannot listen on ${host}:${port}: ${messageOf(problem)}`, { hint });
  });
  // A connection that it cannot take, such as without a free descriptor, is no reason to end the work.
  server.on("error", (problem) => stderr.write(`Metrics: ${messageOf(problem)}.\n`));
  const bound = server.address();
  const own = typeof bound === "object" ? bound?.port : port;
  stderr.write(`Metrics at http://${host.includes(":") ? `[${host}]` : host}:${own}/metrics.\n`);
  return () => void server.close().closeAllConnections();
}
