import { error } from "../core/diagnostic.ts";
import { type DiagnosticCode, diagnosticCodes } from "../core/diagnostic-codes.ts";
import { nearMatch } from "../core/near-match.ts";
import type { Io } from "../io.ts";
import { type ExitCode, exitCode } from "./exit-code.ts";
import { Stop } from "./project.ts";

/** `docform explain CODE`: what a diagnostic code means, and what to do about it. */
export async function explain(io: Io, text: string): Promise<ExitCode> {
  const code = text.toUpperCase();
  if (!isCode(code)) {
    const near = nearMatch(code, Object.keys(diagnosticCodes));
    const hint = near === undefined ? "Codes look like DF1004." : `Did you mean ${near}?`;
    throw new Stop([error("DF5001", `there is no diagnostic code "${text}"`, { hint })]);
  }
  const { title, meaning, next } = diagnosticCodes[code];
  io.stdout.write(`${code}: ${title}\n\n${meaning}\n\nWhat to do: ${next}\n`);
  return exitCode.done;
}

function isCode(text: string): text is DiagnosticCode {
  return Object.hasOwn(diagnosticCodes, text);
}
