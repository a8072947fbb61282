import type { DiagnosticCode } from "./diagnostic-codes.ts";

/** A place in a manifest. Line and column count from 1; `length` is in characters on that line. */
export interface Source {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length?: number;
}

/** Does it end the command, or only deserve a look? */
export type Severity = "error" | "warning";

/**
 * Something to tell the reader, as a value: what is wrong, where, what to do next.
 * Mistakes are collected and shown together; only the unexpected throws.
 */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly source?: Source;
  /** Short text under the marked place: `did you mean "visibility"?`. */
  readonly label?: string;
  /** The next step, or the right form. */
  readonly hint?: string;
  /** Other places that belong to it: the first of two duplicates, say. */
  readonly related?: readonly { readonly message: string; readonly source: Source }[];
}

/** An error of the reader's making that ends a command: it carries its diagnostics and exits 1. */
export class DiagnosticError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((diagnostic) => diagnostic.message).join("\n"));
    this.name = "DiagnosticError";
    this.diagnostics = diagnostics;
  }
}

/** A diagnostic of severity error. */
export function error(
  code: DiagnosticCode,
  message: string,
  more: Omit<Diagnostic, "code" | "severity" | "message"> = {},
): Diagnostic {
  return { code, severity: "error", message, ...more };
}

/** Is there an error among them (rather than only warnings)? */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

/** A place as people look it up. */
export function placeText({ file, line, column }: Source): string {
  return `${file}:${line}:${column}`;
}
