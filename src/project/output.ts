import { relative, resolve, sep } from "node:path";
import { columnsOf, type Io, timeOf } from "../io/io.ts";
import { shown } from "../io/shown.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { diagnosticCodes } from "../model/diagnostic-codes.ts";
import type { Texts } from "../model/stop.ts";
import { renderDiagnosticLine } from "../render/json/apply-json.ts";
import { renderDiagnosticsJson } from "../render/json/json-text.ts";
import { fitText } from "../render/text/columns.ts";
import { renderDiagnosticsText } from "../render/text/diagnostics-text.ts";
import { ansi, plain, type Style } from "../render/text/style.ts";
import type { CommonOptions } from "./options.ts";
import { type ResultForm, resultForms } from "./result-forms.ts";

/** Colours for a stream: on a terminal, or where FORCE_COLOR asks for them; never against NO_COLOR. */
export function styleFor(stream: Io["stdout"], env: Io["env"]): Style {
  const isForced = !["", "0", "false"].includes(env.FORCE_COLOR ?? "");
  const isWanted = isForced || (stream.isTTY === true && env.TERM !== "dumb");
  return isWanted && (env.NO_COLOR ?? "") === "" ? ansi : plain;
}

/** A text as it is written to a stream: broken at words where that is a terminal of known width. */
export function fitted(stream: Io["stdout"], text: string): string {
  return fitText(text, columnsOf(stream));
}

/** Is somebody there to be asked? */
export function canAsk({ stdin, stderr, env }: Io, isInputAllowed: boolean): boolean {
  return isInputAllowed && stdin().isTTY === true && stderr.isTTY === true && (env.CI ?? "") === "";
}

/** Prints the result of a command in a form of `resultForms`; a text gets the style of stdout. */
export function printResult<T>(
  io: Io,
  { format }: Pick<CommonOptions<ResultForm>, "format">,
  result: T,
  text: (result: T, style: Style) => string,
): void {
  const { stdout, env } = io;
  const render = (): string => fitted(stdout, text(shown(io, result), styleFor(stdout, env)));
  stdout.write(resultForms[format](result, render));
}

/** Gives the path of a file of the project from where the command runs, or from another folder, for reports. */
export function pathsFrom(
  io: Pick<Io, "cwd">,
  { directory }: Pick<CommonOptions, "directory">,
  folder = io.cwd,
): (file: string) => string {
  return (file) =>
    relative(folder, resolve(io.cwd, directory, file))
      .split(sep)
      .join("/");
}

/** Shows warnings on stderr, unless only errors are to be shown. */
export function warn(
  io: Io,
  { logLevel }: Partial<Pick<CommonOptions, "logLevel">>,
  diagnostics: readonly Diagnostic[],
  project?: Texts,
): void {
  if (logLevel !== "error" && diagnostics.length > 0) showDiagnostics(io, "text", diagnostics, project);
}

/** Diagnostics with what to do: one without a hint, and without a label that says it, gets the advice of its code. */
export function withAdvice(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((one) =>
    one.label === undefined ? { ...one, hint: one.hint ?? diagnosticCodes[one.code].next } : one,
  );
}

/** The form of diagnostics that end a command: text, one JSON document, or JSON lines among events. */
export type DiagnosticsForm = "text" | "json" | "lines";

/** Shows diagnostics that end a command: on stderr for people, on stdout for machines. */
export function showDiagnostics(
  io: Io,
  form: DiagnosticsForm,
  diagnostics: readonly Diagnostic[],
  project?: Texts,
): void {
  const advised = shown(io, withAdvice(diagnostics));
  const now = timeOf(io);
  if (form === "json") io.stdout.write(renderDiagnosticsJson(advised));
  else if (form === "lines") io.stdout.write(advised.map((one) => renderDiagnosticLine(one, now)).join(""));
  else {
    const style = styleFor(io.stderr, io.env);
    const count = project === undefined ? {} : { fileCount: project.files.length };
    const sources = project?.sources ?? new Map();
    const text = renderDiagnosticsText(advised, sources, { style, ...count, mask: io.mask });
    io.stderr.write(fitted(io.stderr, text));
  }
}
