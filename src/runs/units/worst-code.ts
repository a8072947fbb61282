import { type ExitCode, exitCode } from "../../model/stop.ts";

/** The exit codes, the worst first: an error of one organization counts more than what another one waits for. */
const fromWorst: readonly ExitCode[] = [
  exitCode.interrupted,
  exitCode.error,
  exitCode.failed,
  exitCode.stale,
  exitCode.held,
  exitCode.changes,
  exitCode.done,
];

/** The exit code of a command for several organizations: the worst of theirs. */
export function worstCode(codes: Iterable<ExitCode>): ExitCode {
  const all = new Set(codes);
  return fromWorst.find((code) => all.has(code)) ?? exitCode.done;
}
