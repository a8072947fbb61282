import { randomUUID } from "node:crypto";
import * as z from "zod";
import { type HttpResponse, type Transport, TransportError } from "../../client/transport.ts";
import { parseJson } from "../../text/json.ts";
import {
  type Backend,
  BackendError,
  LockLost,
  type LockStore,
  type RunStore,
  StateMoved,
} from "../backend.ts";
import { type LockHolder, lockHolderIn, lockText } from "../lock.ts";
import { type PublishedRuns, publishedRuns } from "./published-runs.ts";

/** The settings of `state: { http: … }`, as in Terraform's http backend, and what the command has. */
export interface HttpOptions {
  readonly transport: Transport;
  readonly now: () => number;
  /** Journals on this machine. */
  readonly local: RunStore;
  readonly address: string;
  readonly lockAddress: string;
  readonly unlockAddress: string;
  readonly updateMethod: string;
  readonly lockMethod: string;
  readonly unlockMethod: string;
  readonly username?: string;
  readonly password?: string;
}

/** The number of runs whose journals the document holds. */
export const keptRuns = 10;

const stateFormatVersion = 1;

const contents = z.object({
  formatVersion: z.literal(stateFormatVersion),
  record: z.string().exactOptional(),
  runs: z.record(z.string(), z.string()),
});

/** `version`, `serial` and `lineage` are those of Terraform's document: servers such as GitLab read them. */
const stateDocument = z.object({
  version: z.literal(4),
  serial: z.int().min(0),
  lineage: z.string(),
  docform: contents,
});
type StateDocument = z.infer<typeof stateDocument>;

/** The lock of Terraform's protocol. Servers give it back to those who are refused. */
function lockInfo(holder: LockHolder): string {
  const { id, command, by = "", host, at } = holder;
  const info = {
    ID: id,
    Operation: command,
    Info: lockText(holder).trim(),
    Who: `${by}@${host}`,
    Version: "",
    Created: at,
    Path: "",
  };
  return JSON.stringify(info);
}

/**
 * The state on a server with the protocol of Terraform's http backend. One document holds the record and the
 * journals of the last ten runs. The document is written under the lock alone; its serial is compared before.
 */
export function httpBackend(options: HttpOptions): Backend {
  const place = `the state at ${placeOf(options.address)}`;
  const server = serverOf(options, place);
  return {
    place,
    isShared: true,
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
    runs: publishedRuns(options.local, runsOn(server, place), options.now),
    close: async () => {},
  };
}

/** The server, and the lock that this run holds there. */
interface Server {
  readonly read: () => Promise<StateDocument | undefined>;
  readonly change: (make: (before: StateDocument["docform"]) => StateDocument["docform"]) => Promise<void>;
  /** Answers whether the lock was taken, and what the server says. */
  readonly lock: (holder: LockHolder) => Promise<HttpResponse>;
  readonly unlock: (id: string) => Promise<void>;
  held: string | undefined;
}

function serverOf(options: HttpOptions, place: string): Server {
  const { address, lockAddress, unlockAddress, updateMethod, lockMethod, unlockMethod } = options;
  const send = sending(options, place);
  const read = async (): Promise<StateDocument | undefined> => {
    const answer = await send("GET", address);
    const isEmpty = answer.status === 404 || answer.body.trim() === "";
    return isEmpty ? undefined : documentIn(place, answer);
  };
  const server: Server = {
    held: undefined,
    read,
    change: async (make) => {
      const { serial = 0, lineage = randomUUID(), docform } = (await read()) ?? {};
      const next = make(docform ?? { formatVersion: stateFormatVersion, runs: {} });
      const document: StateDocument = { version: 4, serial: serial + 1, lineage, docform: next };
      const text = `${JSON.stringify(document, undefined, 1)}\n`;
      const answer = await send(updateMethod, withId(address, server.held), text, refusals);
      if (refusals.includes(answer.status)) throw new LockLost(place, holderOf(answer.body));
    },
    lock: (holder) => send(lockMethod, lockAddress, lockInfo(holder), refusals),
    unlock: async (id) => {
      await send(unlockMethod, withId(unlockAddress, id), JSON.stringify({ ID: id }), [404, ...refusals]);
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
      if (refusals.includes(answer.status)) return { holder: holderOf(answer.body) };
      server.held = mine.id;
      return {
        release: () => {
          server.held = undefined;
          return server.unlock(mine.id);
        },
      };
    },
    holder: async () => undefined,
    remove: server.unlock,
  };
}

function runsOn(server: Server, place: string): PublishedRuns {
  return {
    ids: async () => Object.keys((await server.read())?.docform.runs ?? {}).sort(),
    read: async (run) => (await server.read())?.docform.runs[run],
    write: async (run, text, lockId) => {
      if (server.held !== lockId) throw new LockLost(place, undefined);
      await server.change((before) => ({ ...before, runs: lastRuns({ ...before.runs, [run]: text }) }));
    },
  };
}

function lastRuns(runs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(runs)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(-keptRuns),
  );
}

/** The holder in the answer of a server that refuses a lock; undefined when it does not say. */
function holderOf(body: string): LockHolder | undefined {
  const info = parseJson(body);
  const own = z.object({ Info: z.string() }).safeParse(info);
  if (own.success) {
    const holder = lockHolderIn(own.data.Info);
    if (holder !== undefined) return holder;
  }
  const other = z
    .object({
      ID: z.string(),
      Operation: z.string().optional(),
      Who: z.string().optional(),
      Created: z.string().optional(),
    })
    .safeParse(info);
  if (!other.success) return undefined;
  const { ID, Operation = "another program", Who = "another machine", Created = "" } = other.data;
  return { id: ID, command: Operation, host: Who, pid: 1, at: Created };
}

function documentIn(place: string, { body }: HttpResponse): StateDocument {
  const value = parseJson(body);
  const read = stateDocument.safeParse(value);
  if (read.success) return read.data;
  const newer = z
    .object({ docform: z.object({ formatVersion: z.int().gt(stateFormatVersion) }) })
    .safeParse(value);
  if (newer.success)
    throw new BackendError(
      `${place} was written by a newer docform`,
      "use the version of docform that wrote it, or a newer one",
    );
  const what = value === undefined ? "is not JSON" : "is not a state of docform";
  throw new BackendError(
    `${place} ${what}`,
    "check state.http.address in docform.yaml: give docform a state of its own",
  );
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
        { cause: problem },
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
  if (status === 401 || status === 403)
    return new BackendError(message, "check DOCFORM_STATE_USERNAME and DOCFORM_STATE_PASSWORD");
  if (status === 409 || status === 423)
    return new BackendError(message, "another run holds the lock of the state");
  return new BackendError(
    message,
    "check state.http in docform.yaml; when the server fails, run again later",
  );
}

function withId(address: string, id: string | undefined): string {
  if (id === undefined) return address;
  const url = new URL(address);
  url.searchParams.set("ID", id);
  return url.href;
}

/** The address without what may be secret. */
function placeOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
