import type { Io } from "../../io/io.ts";
import { terminalText } from "../../render/safe-text.ts";
import type { Candidate, Offer } from "../completion/completion.ts";
import { completionScripts, type Shell } from "../completion/completion-script.ts";
import { type ExitCode, exitCode } from "../project/exit-code.ts";

/** `docform completion SHELL`: prints the script for a shell. */
export function completion(io: Io, shell: Shell): ExitCode {
  io.stdout.write(completionScripts[shell]);
  return exitCode.done;
}

/** `docform __complete`: what may stand for the last word, for those scripts. Whatever goes wrong, it says nothing. */
export async function answerShell(io: Io, offering: () => Promise<Offer>): Promise<ExitCode> {
  const offer = await offering().catch((): Offer => []);
  const lines = offer === "files" ? [":files"] : offer.filter(isPlain).map(lineOf);
  io.stdout.write(lines.map((line) => `${line}\n`).join(""));
  return exitCode.done;
}

/** Shells put a candidate into the command line as it is, so nothing is offered that means more to a shell than itself. */
function isPlain({ value }: Candidate): boolean {
  return /^[\w./:@=+,%-]+$/.test(value);
}

function lineOf({ value, about }: Candidate): string {
  return `${value}\t${terminalText(about)}`;
}
