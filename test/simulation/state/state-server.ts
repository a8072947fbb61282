import type { HttpRequest, HttpResponse } from "../../../src/client/transport.ts";
import { isObject, parseJson } from "../../../src/text/json.ts";

/** Address of the state of the projects that keep it on a server. */
export const stateAddress = "https://state.example/state";

/** One write of the document that the server accepted. */
export interface StateWrite {
  readonly run: number;
  /** Id of the lock that the writer named, and of the one that was held. */
  readonly lock: string | undefined;
  readonly held: string | undefined;
  readonly before: string | undefined;
  readonly after: string;
}

/** A server in memory that keeps one document and one lock, with the protocol of Terraform's http backend. */
export interface StateServer {
  /** Carries a request of a run out, at once. */
  readonly answer: (request: HttpRequest, run: number) => HttpResponse;
  readonly document: () => string | undefined;
  /** Id of the lock that is held. */
  readonly holder: () => string | undefined;
  /** Locks that were taken, by their id: the run that took each. */
  readonly taken: ReadonlyMap<string, number>;
  readonly writes: readonly StateWrite[];
}

/** Makes a server without a document. It asks no more of a write than GitLab does: a newer serial, and no other lock. */
export function createStateServer(): StateServer {
  let document: string | undefined;
  let lock: { readonly id: string; readonly info: string } | undefined;
  const taken = new Map<string, number>();
  const writes: StateWrite[] = [];
  const take = (info: string, run: number): HttpResponse => {
    const id = textAt(info, "ID");
    if (id === undefined) return said(400);
    if (lock !== undefined) return said(423, lock.info);
    lock = { id, info };
    taken.set(id, run);
    return said(200);
  };
  const free = (id: string | null): HttpResponse => {
    if (lock !== undefined && lock.id !== id) return said(423, lock.info);
    lock = undefined;
    return said(200);
  };
  const write = (after: string, id: string | null, run: number): HttpResponse => {
    if (lock !== undefined && lock.id !== id) return said(423, lock.info);
    const serial = serialOf(after);
    if (serial === undefined) return said(400);
    if (serial <= (serialOf(document ?? "") ?? -1)) return said(409);
    writes.push({ run, lock: id ?? undefined, held: lock?.id, before: document, after });
    document = after;
    return said(200);
  };
  return {
    answer: ({ method, url, body = "" }, run) => {
      const { pathname, searchParams } = new URL(url);
      const isLock = pathname.endsWith("/lock");
      if (method === "GET") return document === undefined ? said(404) : said(200, document);
      if (isLock && method === "POST") return take(body, run);
      if (isLock && method === "DELETE") return free(searchParams.get("ID"));
      return method === "POST" ? write(body, searchParams.get("ID"), run) : said(405);
    },
    document: () => document,
    holder: () => lock?.id,
    taken,
    writes,
  };
}

function said(status: number, body = ""): HttpResponse {
  return { status, headers: { "content-type": "application/json" }, body };
}

function textAt(json: string, key: string): string | undefined {
  const value = parseJson(json);
  return isObject(value) && typeof value[key] === "string" ? value[key] : undefined;
}

function serialOf(document: string): number | undefined {
  const value = parseJson(document);
  return isObject(value) && typeof value.serial === "number" ? value.serial : undefined;
}
