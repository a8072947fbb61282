import type { Operation } from "../../src/contract/operation.ts";

/** A journal as far as it is flushed. */
export interface JournalMark {
  readonly path: string;
  readonly bytes: number;
}

/** One request that docform sent, and what became of it. */
export interface Exchange {
  readonly number: number;
  /** Which it is of those that read, or of those that change something. */
  readonly ordinal: number;
  /** Which run of docform sent it. */
  readonly run: number;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly body: string | undefined;
  /** Undefined where the contract has none. */
  readonly operation: Operation | undefined;
  readonly sentAt: number;
  /** Requests of its run that were on their way when it was sent, it included. */
  readonly inFlight: number;
  /** How much of a journal was certain to be on the disk when it was sent; undefined when there was none. */
  readonly journal: JournalMark | undefined;
  /** Id of the lock that was held on the state server when it was sent. */
  readonly lock: string | undefined;
  fault?: string;
  arrivedAt?: number;
  /** Has the platform changed? */
  hasChanged: boolean;
  /** The answer of the platform when it did the call, whatever was sent back. */
  done?: { readonly status: number; readonly bodyText: string };
  /** The answer that was sent back. */
  answered?: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
  endedAt?: number;
  /** How it ended for docform; undefined while it is on its way. */
  end?: "answered" | "lost" | "not sent" | "abandoned";
}

/** Does it ask the platform to change something? */
export function isMutating({ method }: Pick<Exchange, "method">): boolean {
  return method !== "GET";
}

/** One request, one line. */
export function renderExchange(exchange: Exchange, start: number): string {
  const { number, run, method, path, search, body, sentAt, arrivedAt, endedAt, fault, done, answered, end } =
    exchange;
  const at = (time: number | undefined) => (time === undefined ? "-" : ((time - start) / 1000).toFixed(3));
  const did = done === undefined ? "not done" : `done ${done.status}`;
  const said = end === "answered" ? `answered ${answered?.status}` : (end ?? "on its way");
  const why = fault === undefined ? "" : ` [${fault}]`;
  const query = search.replace(/page=[^&]{12,}/, "page=…");
  const what = `${method} ${path.replace("/v1", "")}${query} ${body ?? ""}`.trim();
  return `#${number} run ${run} ${at(sentAt)} > ${at(arrivedAt)} > ${at(endedAt)} ${what}${why}: ${did}, ${said}`;
}
