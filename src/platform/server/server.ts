import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { FaultRule } from "../faults/faults.ts";
import type { Outcome } from "../faults/faulty.ts";
import { toRaw } from "../http/raw.ts";
import { Refusal } from "../http/refusal.ts";
import { createPlatform, logFault, type Platform, type PlatformOptions } from "../platform.ts";
import { refuse } from "../request-handler.ts";
import type { Store } from "../store/data-file.ts";
import { createListener, type Listener, readExchange, sendAnswer, withoutOrigin } from "./connections.ts";
import { createRequestLog, type RequestLog } from "./event-stream.ts";
import { isLoopbackAddress, isOwnName } from "./own-name.ts";
import { createPages } from "./pages.ts";
import { createRateLimit, createRespond, type Respond } from "./respond.ts";

/** The options of a served platform. */
export interface ServerOptions extends Omit<PlatformOptions, "baseUrl"> {
  /** 0 picks a free port. */
  readonly port: number;
  readonly host?: string;
  /** Milliseconds that every answer is held back. */
  readonly latency?: number;
  /** Requests a second, at most (A9). */
  readonly rate?: number | undefined;
  /** The injected faults (docs/reference/faults.md). */
  readonly faults?: readonly FaultRule[];
  /** Keeps the state on disk. */
  readonly store?: Store | undefined;
}

/** A platform that listens. */
export interface RunningPlatform {
  readonly url: string;
  readonly platform: Platform;
  readonly close: () => Promise<void>;
}

/** Serves an embedded platform on this machine until it is closed. */
export async function startPlatform(options: ServerOptions): Promise<RunningPlatform> {
  const { port, host = "127.0.0.1", latency = 0, rate, faults = [], store, ...given } = options;
  const platform = createPlatform(given);
  const limit = rate === undefined ? undefined : createRateLimit(rate, platform.edition === "reference");
  const requests = createRequestLog();
  const respond = createRespond(platform, { faults, limit, seen: requests.add });
  const listener: Listener = createListener(
    listenerOf({
      platform,
      latency,
      store,
      respond,
      requests,
      isLocal: isLoopbackAddress(host),
      refuseFor: (time) => listener.refuseFor(time),
    }),
    host,
    port,
  );
  const taken = await listener.open();
  platform.baseUrl = `http://${host.includes(":") ? `[${host}]` : host}:${taken}`;
  const close = async () => {
    await listener.close();
    await store?.written();
  };
  return { url: platform.baseUrl, platform, close };
}

/** The parts that answer requests. */
interface Service {
  readonly platform: Platform;
  readonly latency: number;
  readonly store: Store | undefined;
  readonly respond: Respond;
  readonly requests: RequestLog;
  /** Does it listen to this machine alone? */
  readonly isLocal: boolean;
  readonly refuseFor: Listener["refuseFor"];
}

/** Calls of the API go to the platform, whose contract is their routing; hono has the other pages. */
function listenerOf(service: Service): RequestListener {
  const { fetch } = createPages(service.platform, service.requests);
  const pages = getRequestListener(fetch, { overrideGlobalObjects: false });
  return (incoming, outgoing) => {
    if (!withoutOrigin(incoming.url ?? "").startsWith("/v1/")) return pages(incoming, outgoing);
    serveCall(service, incoming, outgoing).catch((error: unknown) => {
      logFault(service.platform, error);
      outgoing.destroy();
    });
  };
}

async function serveCall(
  service: Service,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = await readExchange(incoming);
  if (request === undefined) return;
  if (service.isLocal && !isOwnName(incoming.headers.host))
    return sendAnswer(outgoing, toRaw(refuse(new Refusal(403, "This platform is only for this machine."))));
  if (service.latency > 0) await wait(service.latency);
  const { outcome, hasChanged } = service.respond(request);
  if (hasChanged) service.store?.changed();
  try {
    const written = service.store?.written();
    if (written !== undefined) await written;
  } catch (error) {
    logFault(service.platform, error);
    sendAnswer(outgoing, toRaw(refuse(new Refusal(500, "The platform cannot write its data to disk."))));
    return;
  }
  await perform(service, outcome, outgoing);
}

async function perform(service: Service, outcome: Outcome, outgoing: ServerResponse): Promise<void> {
  switch (outcome.type) {
    case "answer":
      if (outcome.delay !== undefined) await wait(outcome.delay);
      sendAnswer(outgoing, outcome.answer, outcome.keep);
      return;
    case "reset":
      outgoing.socket?.resetAndDestroy();
      return;
    case "refuse":
      service.refuseFor(outcome.milliseconds);
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
