import type { Diagnostic } from "../core/diagnostic.ts";
import type { Io } from "../io.ts";
import { renderDiagnosticsJson } from "../render/diagnostics-json.ts";
import { renderDiagnosticsText } from "../render/diagnostics-text.ts";
import { ansi, plain, type Style } from "../render/style.ts";

/** Colours for a stream: only on a terminal, and never against NO_COLOR. */
export function styleFor(stream: Io["stdout"], env: Io["env"]): Style {
  const isWanted = stream.isTTY === true && env.TERM !== "dumb";
  return isWanted && (env.NO_COLOR ?? "") === "" ? ansi : plain;
}

/** Is somebody there to be asked? */
export function canAsk({ stdin, stderr, env }: Io, isInputAllowed: boolean): boolean {
  return isInputAllowed && stdin.isTTY === true && stderr.isTTY === true && (env.CI ?? "") === "";
}

/** Shows diagnostics that end a command: on stderr for people, on stdout for machines. */
export function showDiagnostics(
  io: Io,
  format: string,
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string> = new Map(),
  fileCount?: number,
): void {
  if (format === "json") {
    io.stdout.write(renderDiagnosticsJson(diagnostics));
    return;
  }
  const style = styleFor(io.stderr, io.env);
  const count = fileCount === undefined ? {} : { fileCount };
  io.stderr.write(renderDiagnosticsText(diagnostics, sources, { style, ...count }));
}
