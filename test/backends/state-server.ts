import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/**
 * How servers of Terraform's protocol differ. GitLab answers a refused lock with what the requester sent, and replaces
 * id, user and time by those of the holder. Gitea gives the stored lock back. Some servers only say that there is one.
 */
export type StateServerKind = "GitLab" | "Gitea" | "silent";

/** A server, as a test uses it. */
export interface StateServerStyle {
  readonly as: StateServerKind;
  readonly credentials?: { readonly username: string; readonly password: string };
  /** The path of the state; `/state` unless given. */
  readonly path?: string;
}

/** The answer of GitLab for a held lock: the user who is signed in, and its own time. */
export const gitlabHolder = { Who: "gitlab-user", Created: "2026-11-25T01:00:00.123Z" };

/** A lock of Terraform's protocol: its id, and what its holder has sent with it. */
interface Lock {
  readonly ID: string;
  readonly [field: string]: unknown;
}

/** A refusal: its status and its body. */
type Refusal = readonly [status: number, body?: string];

/** How each server refuses a lock, an unlock and a write while this lock is held. */
const refusals: Readonly<
  Record<StateServerKind, (lock: Lock, asked: object) => Record<"lock" | "unlock" | "write", Refusal>>
> = {
  GitLab: ({ ID }, asked) => ({
    lock: [409, JSON.stringify({ ...asked, ID, ...gitlabHolder })],
    unlock: [409],
    write: [409],
  }),
  Gitea: (lock) => ({
    lock: [423, JSON.stringify(lock)],
    unlock: [423, "lock ID mismatch"],
    write: [423, JSON.stringify(lock)],
  }),
  silent: () => {
    const said: Refusal = [409, JSON.stringify({ errors: [{ status: 409, message: "State is locked" }] })];
    return { lock: said, unlock: said, write: said };
  },
};

/** A server that keeps one state. */
export interface StateServer {
  readonly url: string;
  /** Answers every request with this text from now on, as a proxy or a login page does. */
  readonly answerWith: (page: { readonly status: number; readonly body: string } | undefined) => void;
  /** Gives the lock to somebody else, as an unlock by force and another lock do. */
  readonly steal: (lock: Lock) => void;
  /** Refuses the writes from one on, with a status; those are counted from 1. */
  readonly refuseWrites: (from: number, status: number) => void;
  /** The document that is stored. */
  stored: string | undefined;
  readonly close: () => Promise<void>;
}

/** Starts a state server: its path, and `/lock` below it with POST and DELETE. */
export async function startStateServer(style: StateServerStyle): Promise<StateServer> {
  let lock: Lock | undefined;
  let wasLocked = false;
  let writes = 0;
  let refused: { readonly from: number; readonly status: number } | undefined;
  let page: { readonly status: number; readonly body: string } | undefined;
  const { as, credentials, path = "/state" } = style;
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
    const refuse = (what: "lock" | "unlock" | "write", asked: object = {}): void =>
      end(response, ...refusals[as](lock ?? { ID: "" }, asked)[what]);
    if (url.pathname === `${path}/lock` && request.method === "POST") {
      if (lock !== undefined) return refuse("lock", JSON.parse(body));
      lock = JSON.parse(body);
      wasLocked = true;
      return end(response, 200);
    }
    if (url.pathname === `${path}/lock` && request.method === "DELETE") {
      const given = id ?? (body === "" ? undefined : JSON.parse(body).ID);
      // GitLab refuses the id of a lock that is not there as well.
      if ((as === "GitLab" || lock !== undefined) && lock?.ID !== given) return refuse("unlock");
      lock = undefined;
      return end(response, 200);
    }
    if (url.pathname !== path) return end(response, 404, "no such path");
    if (request.method === "GET") {
      const isMade = as === "silent" || (as === "GitLab" && wasLocked);
      return server.stored === undefined
        ? end(response, isMade ? 204 : 404)
        : end(response, 200, server.stored);
    }
    if (lock === undefined ? as === "GitLab" && id !== null : lock.ID !== id) return refuse("write");
    writes += 1;
    if (refused !== undefined && writes >= refused.from) return end(response, refused.status);
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
    refuseWrites: (from, status) => {
      writes = 0;
      refused = { from, status };
    },
    stored: undefined,
    close: () => new Promise((resolve) => http.close(() => resolve())),
  };
  return server;
}
