import { escapeHidden } from "../../text/hidden-characters.ts";
import type { AccessLine } from "../platform.ts";

/** A request as the page shows it, and sends it to its script. */
export interface RequestRow {
  readonly look: "read" | "write" | "failed";
  readonly time: string;
  readonly method: string;
  readonly path: string;
  readonly status: string;
  readonly took: string;
  /** The path of a request that changed something that is still there. */
  readonly changed?: string;
}

const longestPath = 200;

/** The row of a request: no query, no header, no body. */
export function requestRow({ time, method, path, status, ms, mutates, injected }: AccessLine): RequestRow {
  const failed = status === null || status >= 400;
  return {
    look: failed ? "failed" : mutates ? "write" : "read",
    time: time.slice(11, 19),
    method: escapeHidden(method),
    path: escapeHidden(path.length > longestPath ? `${path.slice(0, longestPath)}…` : path),
    status: [status ?? "no answer", ...(injected === undefined ? [] : [`injected: ${injected}`])].join(", "),
    took: `${ms} ms`,
    ...(mutates && !failed && status !== 201 && method !== "DELETE" ? { changed: path } : {}),
  };
}
