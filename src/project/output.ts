import { type Io, timeOf } from "../io/io.ts";
import type { Project } from "../manifest/load/load-project.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { diagnosticCodes } from "../model/diagnostic-codes.ts";
import { renderDiagnosticLine } from "../render/json/apply-json.ts";
import { renderDiagnosticsJson } from "../render/json/diagnostics-json.ts";
import { renderDiagnosticsText } from "../render/text/diagnostics-text.ts";
import { ansi, plain, type Style } from "../render/text/style.ts";

/** Colours for a stream: only on a terminal, and never against NO_COLOR. */
export function styleFor(stream: Io["stdout"], env: Io["env"]): Style {
  const isWanted = stream.isTTY === true && env.TERM !== "dumb";
  return isWanted && (env.NO_COLOR ?? "") === "" ? ansi : plain;
}

/** Is somebody there to be asked? */
export function canAsk({ stdin, stderr, env }: Io, isInputAllowed: boolean): boolean {
  return isInputAllowed && stdin().isTTY === true && stderr.isTTY === true && (env.CI ?? "") === "";
}

/** Diagnostics with a hint: a diagnostic without one gets the advice of its code. */
export function withAdvice(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((one) => ({ ...one, hint: one.hint ?? diagnosticCodes[one.code].next }));
}

/** The form of diagnostics that end a command: text, one JSON document, or JSON lines among events. */
export type DiagnosticsForm = "text" | "json" | "lines";

/** Shows diagnostics that end a command: on stderr for people, on stdout for machines. */
export function showDiagnostics(
  io: Io,
  form: DiagnosticsForm,
  diagnostics: readonly Diagnostic[],
  project?: Pick<Project, "sources" | "files">,
): void {
  const advised = withAdvice(diagnostics);
  const now = timeOf(io);
  if (form === "json") io.stdout.write(renderDiagnosticsJson(advised));
  else if (form === "lines") io.stdout.write(advised.map((one) => renderDiagnosticLine(one, now)).join(""));
  else {
    const style = styleFor(io.stderr, io.env);
    const count = project === undefined ? {} : { fileCount: project.files.length };
    io.stderr.write(renderDiagnosticsText(advised, project?.sources ?? new Map(), { style, ...count }));
  }
}
