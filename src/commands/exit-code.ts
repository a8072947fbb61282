/** What the command answers to the shell: one table for every command. */
export const exitCode = {
  /** Done, or nothing to do. */
  done: 0,
  /** An error: bad input, no connection, a refused token. */
  error: 1,
  /** There are changes: plan --detailed-exitcode, drift. */
  changes: 2,
  /** Held back by a guard, or blocked. */
  held: 3,
  /** The plan is stale. */
  stale: 4,
  /** Apply ended with failed or unknown steps. */
  failed: 5,
  interrupted: 130,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
