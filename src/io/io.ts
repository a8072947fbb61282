import type { Readable, Writable } from "node:stream";
import type { PooledTransport, TransportOptions } from "../client/transport.ts";
import type { Disk } from "./disk.ts";
import type { Machine } from "./machine.ts";

/** Everything of the process that a command may use; tests pass their own. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Results. */
  readonly stdout: Writable & {
    readonly isTTY?: boolean;
    /** As the terminal says; read it with `columnsOf`. */
    readonly columns?: number;
  };
  /** Talk: progress, warnings, errors. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Opened when it is first asked for: most commands read nothing from it. */
  readonly stdin: () => Readable & { readonly isTTY?: boolean };
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Ends after that many milliseconds; may reject when the signal aborts first, so that nothing keeps waiting. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** At least 0 and below 1. */
  readonly random: () => number;
  /** Bytes that nobody can guess. */
  readonly randomBytes: (size: number) => Uint8Array;
  readonly disk: Disk;
  readonly machine: Machine;
  /**
   * Hides texts from now on in all that a command writes: `everywhere`, or only in what is `shown`, and not in files
   * that docform reads again. The command line brings it; without it, nothing is hidden but at its source.
   */
  readonly hide?: (texts: readonly string[], reach: "everywhere" | "shown") => void;
  /** Opens what carries requests to a platform; left out: HTTP over sockets. */
  readonly openTransport?: (options: TransportOptions) => PooledTransport;
  /** Calls back at each interrupt (Ctrl-C, SIGTERM); returns how to stop listening. */
  readonly onInterrupt: (callback: () => void) => () => void;
}

/** Cells of a row of a terminal; undefined where it is none, or does not know: a pseudo terminal without a size says 0. */
export function columnsOf({ isTTY, columns }: Io["stdout"]): number | undefined {
  return isTTY === true && columns !== 0 ? columns : undefined;
}

/** The time, as documents and files of runs have it: ISO 8601. */
export function timeOf({ now }: Pick<Io, "now">): string {
  return new Date(now()).toISOString();
}
