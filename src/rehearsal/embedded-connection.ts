import { createClient, readOnly } from "../client/client.ts";
import type { Transport } from "../client/transport.ts";
import { operationsIn } from "../contract/operations.ts";
import { version } from "../io/version.ts";
import type { Project } from "../manifest/load/load-project.ts";
import { handleRaw, type Platform } from "../platform/platform.ts";
import { type Connection, readerOf } from "../project/connect.ts";

/** A clock that stands still unless somebody sleeps: then the time has passed at once. */
export interface VirtualClock {
  readonly now: () => number;
  readonly monotonic: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** A virtual clock that starts at a time in milliseconds since 1970. */
export function virtualClock(start: number): VirtualClock {
  let time = start;
  return {
    now: () => time,
    monotonic: () => time,
    sleep: async (milliseconds) => {
      time += milliseconds;
    },
  };
}

/** How an embedded platform is called. */
interface EmbeddedOptions {
  /** A token that the platform knows. */
  readonly token: string;
  /** Calls at the same time, at most. */
  readonly concurrency: number;
  readonly clock: VirtualClock;
}

/** The real client on an embedded platform in this process: no socket, no waiting. */
export function connectEmbedded(
  platform: Platform,
  project: Project,
  { token, concurrency, clock }: EmbeddedOptions,
): Connection {
  const { baseUrl } = platform;
  const client = createClient({
    baseUrl,
    token,
    operations: operationsIn(platform.edition),
    transport: transportTo(platform),
    clock,
    random: () => 0,
    concurrency,
    userAgent: `docform/${version} rehearsal`,
  });
  const roundTripMilliseconds = (): number => 0;
  const reader = readerOf(readOnly(client), project);
  return { baseUrl, client, reader, roundTripMilliseconds, close: async () => {} };
}

function transportTo(platform: Platform): Transport {
  return async ({ method, url, headers, body }) => {
    const { pathname, search } = new URL(url);
    const root = new URL(platform.baseUrl).pathname.replace(/\/$/, "");
    const path = pathname.slice(root.length) + search;
    const answer = handleRaw(platform, { method, url: path, headers, bodyText: body });
    return { status: answer.status, headers: answer.headers, body: answer.bodyText };
  };
}
