/** What the command answers to the shell: one table for every command. */
export const exitCode = {
  done: 0,
  error: 1,
  changes: 2,
  held: 3,
  stale: 4,
  failed: 5,
  interrupted: 130,
} as const;

/** What each of them means to the reader. */
export const exitCodeMeaning: Readonly<Record<keyof typeof exitCode, string>> = {
  done: "done, or nothing to do",
  error: "an error: bad input, no connection, a refused token",
  changes: "there are changes (plan --detailed-exitcode, drift, fmt --check)",
  held: "held back by a guard or a failed rehearsal, or something declared is blocked",
  stale: "the plan is stale: not what was reviewed",
  failed: "apply ended with failed, unknown or stale steps, or at its deadline",
  interrupted: "interrupted",
};

/** One of the exit codes. */
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
