import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** How servers of Terraform's protocol differ. */
export interface StateServerStyle {
  /** The status for a lock that somebody else holds: 423 of GitLab, 409 of others. */
  readonly lockedStatus: 409 | 423;
  /** The status for a state that is not there yet: 404 of Gitea, 204 of others. */
  readonly emptyStatus: 204 | 404;
  readonly credentials?: { readonly username: string; readonly password: string };
  /** The path of the state; `/state` unless given. */
  readonly path?: string;
}

/** A server that keeps one state, as GitLab and Gitea do. */
export interface StateServer {
  readonly url: string;
  /** Answers every request with this text from now on, as a proxy or a login page does. */
  readonly answerWith: (page: { readonly status: number; readonly body: string } | undefined) => void;
  /** Gives the lock to somebody else, as an unlock by force and another lock do. */
  readonly steal: (lock: { readonly ID: string; readonly Info: string }) => void;
  /** The document that is stored. */
  stored: string | undefined;
  readonly close: () => Promise<void>;
}

/** Starts a state server: its path, and `/lock` below it with POST and DELETE. */
export async function startStateServer(style: StateServerStyle): Promise<StateServer> {
  let lock: { readonly ID: string } | undefined;
  let page: { readonly status: number; readonly body: string } | undefined;
  const { credentials, path = "/state" } = style;
  const expected =
    credentials &&
    `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString("base64")}`;
  const end = (response: ServerResponse, status: number, body = ""): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const url = new URL(request.url ?? "/", "http://state");
    const id = url.searchParams.get("ID");
    if (page !== undefined) return end(response, page.status, page.body);
    if (expected !== undefined && request.headers.authorization !== expected) return end(response, 401);
    if (url.pathname === `${path}/lock` && request.method === "POST") {
      if (lock !== undefined) return end(response, style.lockedStatus, JSON.stringify(lock));
      lock = JSON.parse(body);
      return end(response, 200);
    }
    if (url.pathname === `${path}/lock` && request.method === "DELETE") {
      const given = id ?? (body === "" ? undefined : JSON.parse(body).ID);
      if (lock !== undefined && lock.ID !== given)
        return end(response, style.lockedStatus, JSON.stringify(lock));
      lock = undefined;
      return end(response, 200);
    }
    if (url.pathname !== path) return end(response, 404, "no such path");
    if (request.method === "GET")
      return server.stored === undefined
        ? end(response, style.emptyStatus)
        : end(response, 200, server.stored);
    if (lock !== undefined && lock.ID !== id) return end(response, style.lockedStatus, JSON.stringify(lock));
    // GitLab refuses a serial that it has already.
    const before = server.stored === undefined ? -1 : JSON.parse(server.stored).serial;
    if (JSON.parse(body).serial <= before) return end(response, 409);
    server.stored = body;
    return end(response, 200);
  };
  const http = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const server: StateServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    answerWith: (given) => {
      page = given;
    },
    steal: (other) => {
      lock = other;
    },
    stored: undefined,
    close: () => new Promise((resolve) => http.close(() => resolve())),
  };
  return server;
}
