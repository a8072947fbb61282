import type { EventEmitter } from "node:events";
import { type ExitCode, exitCode } from "../model/stop.ts";

/**
 * Notices what output could not be written, and lets the run go on: what it sends to the platform must not depend on who
 * reads. Gives the code of the first error (`ENOSPC`), once there was one; a reader that went away (`docform plan | head`)
 * wanted no more, so that is none.
 */
export function noticeLostOutput(stream: EventEmitter): () => string | undefined {
  let lost: string | undefined;
  stream.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== "EPIPE") lost ??= code ?? message;
  });
  return () => lost;
}

/** The exit code of a command whose output is not whole: what nobody can read in full must not pass for success. */
export function withLostOutput(code: ExitCode): ExitCode {
  return code === exitCode.done || code === exitCode.changes ? exitCode.error : code;
}
