import type { Diagnostic } from "../../model/diagnostic.ts";
import type { UnitRow } from "../../model/documents/organizations-document.ts";
import type { ExitCode } from "../../model/stop.ts";

/** How a unit ended, and what is told of it at its end. */
export interface UnitEnd {
  readonly code: ExitCode;
  readonly row: Omit<UnitRow, "organization" | "calls" | "milliseconds">;
  /** For JSON: the document of one organization, and its name there. */
  readonly document?: { readonly name: "plan" | "drift" | "access" | "redirects"; readonly json: string };
  /** For Markdown: what a reader unfolds. For CSV: its lines, below their heads. */
  readonly details?: string;
  /** Why it could not be done. */
  readonly diagnostics?: readonly Diagnostic[];
  /** The reason may be over a while later. */
  readonly mayPass?: boolean;
}

/** The way out of what was not begun, or broken off: what is done has nothing to do then. */
export const runAgain = "run the same command again";

/** The forms of a result for several organizations; `lines` are events, which each unit writes by itself. */
export type UnitForm = "text" | "json" | "markdown" | "csv" | "lines";
