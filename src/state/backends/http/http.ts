import { randomUUID } from "node:crypto";
import { type HttpResponse, type PooledTransport, TransportError } from "../../../client/transport.ts";
import {
  type Backend,
  BackendError,
  type KeptRuns,
  LockLost,
  type LockStore,
  type RunStore,
  StateMoved,
} from "../../backend.ts";
import type { LockHolder } from "../../lock.ts";
import type { Sleep } from "../../lost-answers.ts";
import { type LastRead, rememberingLast } from "../last-read.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import { publishEvery, publishedRuns } from "../published-runs.ts";
import {
  documentIn,
  documentText,
  holderOf,
  keptRuns,
  lastRuns,
  lockInfo,
  type StateDocument,
  stateFormatVersion,
} from "./state-document.ts";

/** The settings of `state: { http: … }`, as in Terraform's http backend, and what the command has. */
export interface HttpOptions {
  readonly transport: PooledTransport;
  readonly sleep: Sleep;
  /** Journals on this machine. */
  readonly local: RunStore;
  /** Is told of runs whose journals the document has no room for any more. */
  readonly tellDropped?: (place: string, runs: readonly string[]) => void;
  readonly address: string;
  readonly lockAddress: string;
  readonly unlockAddress: string;
  readonly updateMethod: string;
  readonly lockMethod: string;
  readonly unlockMethod: string;
  readonly username?: string;
  readonly password?: string;
}

/**
 * The state on a server with the protocol of Terraform's http backend. One document holds the record and the
 * journals of the last ten runs. The document is written under the lock alone. Before docform writes a record, it
 * reads the document again: the record in it must be the text that the run has read.
 */
export function httpBackend(options: HttpOptions): Backend {
  const place = `the state at ${addressWithoutQuery(options.address)}`;
  const server = serverOf(options, place);
  return {
    place,
    isShared: true,
    journalDelay: publishEvery,
    record: {
      read: async () => {
        const { record } = (await server.read())?.docform ?? {};
        return record === undefined ? undefined : { text: record, version: record };
      },
      write: (text, over) =>
        server.change((before) => {
          if (before.record !== over) throw new StateMoved(place);
          return { ...before, record: text };
        }),
    },
    lock: lockOn(server),
    runs: publishedRuns(options.local, runsOn(server, place), options),
    close: options.transport.close,
  };
}

/** The server, and the lock that this run holds there. */
interface Server extends LastRead<StateDocument | undefined> {
  /** Writes another document. The runs that must stay are not dropped for want of room. */
  readonly change: (
    make: (before: StateDocument["docform"]) => StateDocument["docform"],
    mustStay?: readonly string[],
  ) => Promise<void>;
  /** Answers whether the lock was taken, and what the server says. */
  readonly lock: (holder: LockHolder) => Promise<HttpResponse>;
  readonly unlock: (id: string) => Promise<boolean>;
  held: string | undefined;
}

function serverOf(options: HttpOptions, place: string): Server {
  const { address, lockAddress, unlockAddress, updateMethod, lockMethod, unlockMethod } = options;
  const send = sending(options, place);
  const inTurn = oneAtATime();
  const { read, readOnce } = rememberingLast(async () => {
    const answer = await send("GET", address);
    const isEmpty = answer.status === 404 || answer.body.trim() === "";
    return isEmpty ? undefined : documentIn(place, answer);
  });
  const server: Server = {
    held: undefined,
    read,
    readOnce,
    change: (make, mustStay = []) =>
      inTurn(async () => {
        const { serial = 0, lineage = randomUUID(), docform } = (await read()) ?? {};
        const next = make(docform ?? { formatVersion: stateFormatVersion, runs: {} });
        const document: StateDocument = { version: 4, serial: serial + 1, lineage, docform: next };
        const { text, dropped } = documentText(place, document, mustStay);
        const answer = await send(updateMethod, withId(address, server.held), text, refusals);
        if (refusals.includes(answer.status)) throw new LockLost(place, holderOf(answer.body));
        if (dropped.length > 0) options.tellDropped?.(place, dropped);
      }),
    lock: (holder) => send(lockMethod, lockAddress, lockInfo(holder), refusals),
    unlock: async (id) => {
      const body = JSON.stringify({ ID: id });
      const answer = await send(unlockMethod, withId(unlockAddress, id), body, [404, ...refusals]);
      return answer.status < 300;
    },
  };
  return server;
}

/** The statuses of a lock that somebody else holds. */
const refusals: readonly number[] = [409, 423];

/** The protocol has no request that only asks who holds the lock. */
function lockOn(server: Server): LockStore {
  return {
    take: async (mine) => {
      const answer = await server.lock(mine);
      const holder = refusals.includes(answer.status) ? holderOf(answer.body) : mine;
      if (holder === "unknown" || holder.id !== mine.id) return { holder };
      server.held = mine.id;
      return {
        release: async () => {
          server.held = undefined;
          await server.unlock(mine.id);
        },
      };
    },
    holder: async () => "unknown",
    remove: server.unlock,
  };
}

function runsOn(server: Server, place: string): KeptRuns {
  return {
    ids: async () => Object.keys((await server.readOnce())?.docform.runs ?? {}).sort(),
    read: async (run) => (await server.readOnce())?.docform.runs[run],
    write: async (texts, lockId) => {
      if (server.held !== lockId) throw new LockLost(place, undefined);
      const given = Object.fromEntries(texts);
      const change = (before: StateDocument["docform"]) => ({
        ...before,
        runs: lastRuns({ ...before.runs, ...given }),
      });
      await server.change(change, Object.keys(given));
    },
    most: keptRuns,
  };
}

/** Sends a request to the server. Throws `BackendError` for an answer that the caller cannot use. */
function sending({ transport, username, password }: HttpOptions, place: string) {
  const credentials =
    username === undefined && password === undefined ? undefined : `${username ?? ""}:${password ?? ""}`;
  const headers = {
    "content-type": "application/json",
    ...(credentials === undefined
      ? {}
      : { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` }),
  };
  return async (
    method: string,
    url: string,
    body?: string,
    others: readonly number[] = [],
  ): Promise<HttpResponse> => {
    const request = { method, url, headers, ...(body === undefined ? {} : { body }) };
    const answer = await transport(request).catch((problem: unknown) => {
      if (!(problem instanceof TransportError)) throw problem;
      throw new BackendError(
        `${place} cannot be reached: ${problem.message}`,
        "check state.http in docform.yaml and the network",
        true,
      );
    });
    const isRead = method === "GET" && answer.status === 404;
    if ((answer.status >= 200 && answer.status < 300) || isRead || others.includes(answer.status))
      return answer;
    throw refused(place, method, answer.status);
  };
}

function refused(place: string, method: string, status: number): BackendError {
  const message = `${place} answers ${status} to ${method}`;
  const names = "DOCFORM_STATE_USERNAME and DOCFORM_STATE_PASSWORD, or TF_HTTP_USERNAME and TF_HTTP_PASSWORD";
  if (status === 401) return new BackendError(message, `check ${names}`);
  if (status === 403)
    return new BackendError(
      message,
      `this account may not do that: on GitLab, only jobs of maintainers write the state; else check ${names}`,
    );
  if (status === 409 || status === 423)
    return new BackendError(message, "another run holds the lock of the state");
  const hint = "check state.http in docform.yaml; when the server fails, run again later";
  return new BackendError(message, hint, status === 429 || status >= 500);
}

function withId(address: string, id: string | undefined): string {
  if (id === undefined) return address;
  const url = new URL(address);
  url.searchParams.set("ID", id);
  return url.href;
}

/** The address without what may be secret. */
function addressWithoutQuery(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
