import { type Budget, limited } from "../../client/budget.ts";
import { createDeadline, createPace, type Deadline, type Pace } from "../../client/pace.ts";
import type { PooledTransport } from "../../client/transport.ts";
import { concurrencyOf } from "../../client/window.ts";
import type { Io } from "../../io/io.ts";
import { openTransport } from "../../io/open-transport.ts";
import type { ConnectionOptions } from "../options.ts";

/** The way to a platform with one token: its connections, its window of requests, and when nothing more is sent. */
export interface Line {
  readonly transport: PooledTransport;
  readonly pace: Pace;
  /** Milliseconds since 1970. */
  readonly deadline: number | undefined;
}

/** The lines that all units of a command share: each platform and token has one window of requests. */
export interface Lines {
  readonly to: (address: string, token: string) => Line;
  readonly close: () => Promise<void>;
}

/** The limit of a line, which its platform and token share with other processes. */
export interface LineLimit {
  readonly budget: Budget;
  readonly close: () => Promise<void>;
}

/** Makes lines, which end when the signal aborts. Their deadline counts from here. */
export function createLines(
  io: Io,
  { concurrency, deadline, timeout }: Pick<ConnectionOptions, "concurrency" | "deadline" | "timeout">,
  signal?: AbortSignal,
  limit: (key: string) => LineLimit | undefined = () => undefined,
): Lines {
  const lines = new Map<string, Line>();
  const limits: LineLimit[] = [];
  const open = (key: string, until: Deadline): PooledTransport => {
    const transport = openTransport(io, {
      connections: concurrencyOf(concurrency).all,
      ...(timeout === undefined ? {} : { timeout }),
    });
    const own = limit(key);
    if (own === undefined) return transport;
    limits.push(own);
    return limited(transport, own.budget, io, until);
  };
  const end = deadline === undefined ? undefined : io.now() + deadline;
  return {
    to: (address, token) => {
      const key = `${address} ${token}`;
      const known = lines.get(key);
      if (known !== undefined) return known;
      const until = createDeadline(io, deadline === undefined ? undefined : io.monotonic() + deadline);
      const line: Line = {
        transport: open(key, until),
        pace: createPace({ concurrency: concurrencyOf(concurrency), clock: io, deadline: until, signal }),
        deadline: end,
      };
      lines.set(key, line);
      return line;
    },
    close: async () => {
      for (const { transport } of lines.values()) await transport.close();
      for (const one of limits) await one.close();
    },
  };
}
