import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { type RawResponse, toRaw } from "../http/raw.ts";
import { Refusal } from "../http/refusal.ts";
import { accessLine, answerRaw, logFault, type Platform } from "../platform.ts";
import { refuse } from "../request-handler.ts";
import { toIso } from "../store/time.ts";
import { type RequestLog, streamRequests } from "./event-stream.ts";
import { isOwnName } from "./own-name.ts";

type PageContext = Context<{ Bindings: HttpBindings }>;

/** The most browsers that follow the requests at once. */
const mostStreams = 16;

/** The paths outside of the API: the page of the platform with its events, and `/openapi.json`. */
export function createPages(platform: Platform, requests: RequestLog): Hono<{ Bindings: HttpBindings }> {
  let streams = 0;
  const pages = new Hono<{ Bindings: HttpBindings }>();
  pages.use(async (context, next) => {
    const start = platform.clock();
    await next();
    const { req, res } = context;
    const request = { method: req.method, url: req.path, headers: {} };
    platform.log?.(JSON.stringify(accessLine(platform, request, { start, status: res.status })));
  });
  pages.get("/", async (context, next) => {
    if (!/\btext\/html\b/.test(context.req.header("accept") ?? "")) return next();
    checkReader(context);
    const { pageHeaders, renderPage } = await import("../page/page.tsx");
    const { state, baseUrl } = platform;
    const page = { state, baseUrl, now: toIso(platform.clock()), requests: requests.after(0) };
    return context.html(renderPage(page), 200, pageHeaders);
  });
  pages.get("/events", (context) => {
    checkReader(context);
    // hono answers HEAD with what GET answers, and no reader would ever end that stream.
    if (context.req.method === "HEAD")
      return context.body(null, 200, { "content-type": "text/event-stream" });
    if (streams >= mostStreams)
      throw new Refusal(503, `${mostStreams} browsers follow the requests already.`);
    streams += 1;
    return streamRequests(context, requests, () => {
      streams -= 1;
    });
  });
  pages.all("*", ({ req }) =>
    responseOf(answerRaw(platform, { method: req.method, url: req.path, headers: {} })),
  );
  return pages.onError((error) => {
    if (!(error instanceof Refusal)) logFault(platform, error);
    const refusal =
      error instanceof Refusal ? error : new Refusal(500, "The platform has a fault; its log says more.");
    return responseOf(toRaw(refuse(refusal)));
  });
}

function responseOf({ status, headers, bodyText }: RawResponse): Response {
  return new Response(bodyText, { status, headers: { ...headers } });
}

/**
 * Refuses whoever did not ask for this machine by its own name: the page needs no token. A page of a stranger may not
 * follow the events either.
 */
function checkReader({ req, env }: PageContext): void {
  if (!isOwnName(req.header("host"))) {
    const own = `http://127.0.0.1:${env.incoming.socket.localPort}/`;
    throw new Refusal(403, `This page is only for a browser on this machine: open ${own}.`);
  }
  if (req.path !== "/" && !["same-origin", undefined].includes(req.header("sec-fetch-site")))
    throw new Refusal(403, "The events are only for the page at /.");
}
