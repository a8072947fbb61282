/** Options that every command of a project takes; `Form` are the names that its `--format` takes. */
export interface CommonOptions<Form extends string = string> {
  /** Project folder. */
  readonly directory: string;
  readonly env?: string;
  /** `name=value` of each `--var`. */
  readonly var?: readonly string[];
  readonly format: Form;
  /** False with --no-input: never ask. */
  readonly input: boolean;
  readonly logLevel: LogLevel;
  /** The organizations that the command is about, where a project has others: commands to copy name them. No option. */
  readonly unit?: readonly string[];
}

/** From the fewest to the most words on stderr. */
export const logLevels = ["error", "warn", "info", "debug"] as const;

/** The amount of output on stderr. */
type LogLevel = (typeof logLevels)[number];

/** Options of commands that talk to a platform. */
export interface AccessOptions<Form extends string = string> extends CommonOptions<Form> {
  readonly tokenFile?: string;
  readonly insecureHttp?: boolean;
}

/** Options of commands that talk to the platform of a project. */
export interface ConnectionOptions<Form extends string = string> extends AccessOptions<Form> {
  /** Calls at the same time, at most. Left out: see `concurrencyOf`. */
  readonly concurrency?: number;
  /** Milliseconds, from when the command connects, after which it sends nothing more. */
  readonly deadline?: number;
  /** Milliseconds that one answer has. */
  readonly timeout?: number;
}
