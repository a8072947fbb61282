import type { Readable, Writable } from "node:stream";
import type { PooledTransport, TransportOptions } from "../client/transport.ts";
import type { Disk } from "./disk.ts";
import type { ProcessIdentity } from "./process-identity.ts";
import type { InSpan } from "./tracing/span.ts";

/** Facts about this machine: its processes, to tell whether the holder of a lock still runs. */
export interface Machine {
  readonly host: string;
  /** The version of Node, such as `20.19.0`. */
  readonly node: string;
  /** Number of this process. */
  readonly pid: number;
  /** Is there a process with this number on this machine? */
  readonly isRunning: (pid: number) => boolean;
  /** The identity of this process among all others; undefined where the system does not tell. */
  readonly process?: ProcessIdentity | undefined;
  /** When the process with this number was started; undefined when nobody can tell. */
  readonly startOf?: (pid: number) => string | undefined;
}

/** Everything of the process that a command may use; tests pass their own. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Results. */
  readonly stdout: Writable & {
    readonly isTTY?: boolean;
    /** The width that the terminal reports. Read it with `columnsOf`. */
    readonly columns?: number;
  };
  /** Talk: progress, warnings, errors. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Opened when it is first asked for: most commands read nothing from it. */
  readonly stdin: () => Readable & { readonly isTTY?: boolean };
  /** Milliseconds since 1970, for times that people read or that are written. */
  readonly now: () => number;
  /** Milliseconds from any fixed point, by a clock that nobody sets: for all durations. */
  readonly monotonic: () => number;
  /**
   * Resolves after that many milliseconds. It may reject at once when the signal aborts, so that no timer
   * stays.
   */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** At least 0 and below 1. */
  readonly random: () => number;
  /** Cryptographically random bytes. */
  readonly randomBytes: (size: number) => Uint8Array;
  readonly disk: Disk;
  readonly machine: Machine;
  /**
   * Masks texts from now on in the output of a command: `everywhere`, or only where output is `shown`. Files
   * that docform reads again are not masked with `shown`: a value of the environment may equal a public title. The command line sets it; without it, texts are
   * masked at their source only.
   */
  readonly hide?: (texts: readonly string[], reach: "everywhere" | "shown") => void;
  /** Masks what `hide` named in a text that leaves otherwise than by a stream or a file, such as a comment. */
  readonly mask?: (text: string) => string;
  /** Opens the transport of requests; HTTP over sockets by default. */
  readonly openTransport?: (options: TransportOptions) => PooledTransport;
  /** Set when traces are sent; see `untraced`. */
  readonly span?: InSpan | undefined;
  /** Calls back at each interrupt (Ctrl-C, SIGTERM); returns how to stop listening. */
  readonly onInterrupt: (callback: () => void) => () => void;
}

/**
 * The columns of a terminal; undefined when the stream is no terminal or its size is unknown. A pseudo
 * terminal without a size reports 0.
 */
export function columnsOf({ isTTY, columns }: Io["stdout"]): number | undefined {
  return isTTY === true && columns !== 0 ? columns : undefined;
}

/** The time, as documents and files of runs have it: ISO 8601. */
export function timeOf({ now }: Pick<Io, "now">): string {
  return new Date(now()).toISOString();
}

/** The user of docform: from the variables of the pipeline, else from the shell. */
export function actorOf({ env }: Pick<Io, "env">): string | undefined {
  return env.GITHUB_ACTOR ?? env.GITLAB_USER_LOGIN ?? env.USER ?? env.USERNAME;
}

/** The address of the pipeline that docform runs in. */
export function pipelineOf({ env }: Pick<Io, "env">): string | undefined {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, CI_JOB_URL, CI_PIPELINE_URL } = env;
  if (GITHUB_SERVER_URL === undefined || GITHUB_RUN_ID === undefined) return CI_JOB_URL ?? CI_PIPELINE_URL;
  return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
}

/** The commit that a pipeline runs on. */
export function commitOf({ env }: Pick<Io, "env">): string | undefined {
  return env.GITHUB_SHA ?? env.CI_COMMIT_SHA;
}
