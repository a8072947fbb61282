import type { EventEmitter } from "node:events";
import { type ExitCode, exitCode } from "../model/stop.ts";

/**
 * Records write errors of a stream and lets the run go on, because calls must not depend on the reader of the
 * output. Returns a function with the code of the first error (`ENOSPC`). A closed pipe (`docform plan |
 * head`) is no error.
 */
export function noticeLostOutput(stream: EventEmitter): () => string | undefined {
  let lost: string | undefined;
  stream.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== "EPIPE") lost ??= code ?? message;
  });
  return () => lost;
}

/** The exit code of a command whose output is incomplete: an error in place of success. */
export function withLostOutput(code: ExitCode): ExitCode {
  return code === exitCode.done || code === exitCode.changes ? exitCode.error : code;
}
