import { type ServerType, serve } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { refuse } from "./machine.ts";
import {
  createPlatform,
  handleRaw,
  maxBodyBytes,
  type Platform,
  type PlatformOptions,
  type RawResponse,
  tooLarge,
} from "./platform.ts";

/** How to serve an embedded platform. */
export interface ServerOptions extends Omit<PlatformOptions, "baseUrl"> {
  /** 0 picks a free port. */
  readonly port: number;
  readonly host?: string;
  /** Milliseconds that every answer is held back. */
  readonly latency?: number;
}

/** A platform that listens. */
export interface RunningPlatform {
  readonly url: string;
  readonly platform: Platform;
  readonly close: () => Promise<void>;
}

function toResponse({ status, headers, bodyText }: RawResponse): Response {
  return new Response(bodyText === "" ? null : bodyText, { status, headers: { ...headers } });
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function refuseLarge(): Response {
  const { status, headers, body } = refuse(tooLarge());
  return toResponse({
    status,
    headers: { ...headers, "content-type": "application/json", connection: "close" },
    bodyText: JSON.stringify(body),
  });
}

function createApp(platform: Platform, latency: number): Hono {
  const answer = async ({ req }: Context) => {
    const url = req.raw.url.slice(new URL(req.raw.url).origin.length);
    const raw = { method: req.method, url, headers: req.header(), bodyText: await req.text() };
    if (latency > 0) await wait(latency);
    return toResponse(handleRaw(platform, raw));
  };
  return new Hono().use(bodyLimit({ maxSize: maxBodyBytes, onError: refuseLarge })).all("*", answer);
}

function close(server: ServerType): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
}

/** Serves an embedded platform on this machine until it is closed. */
export function startPlatform(options: ServerOptions): Promise<RunningPlatform> {
  const { port, host = "127.0.0.1", latency = 0, ...given } = options;
  const platform = createPlatform(given);
  return new Promise((resolve, reject) => {
    const app = createApp(platform, latency);
    const server = serve({ fetch: app.fetch, port, hostname: host }, (address) => {
      platform.baseUrl = `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
      resolve({ url: platform.baseUrl, platform, close: () => close(server) });
    });
    server.on("error", reject);
  });
}
