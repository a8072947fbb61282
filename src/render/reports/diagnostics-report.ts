import type { Diagnostic, Source } from "../../model/diagnostic.ts";
import { terminalText } from "../safe-text.ts";

/** What files are called in the reports for CI services. */
export interface ReportedPaths {
  /** The path of a file of the project from where the command runs, which a CI service takes for its repository. */
  readonly pathOf: (file: string) => string;
}

/** What reports need besides diagnostics. */
export interface ReportOptions extends ReportedPaths {
  /** SHA-256 of a text, hexadecimal. */
  readonly hash: (text: string) => string;
}

/** The file that what has no place belongs to: reports list findings by file. */
const projectFile = "docform.yaml";

/** Where a report shows a diagnostic: its place, or the beginning of the project file. */
export function reportedPlace({ source }: Pick<Diagnostic, "source">, { pathOf }: ReportedPaths): Source {
  const place = source ?? { file: projectFile, line: 1, column: 1 };
  return { ...place, file: terminalText(pathOf(place.file)) };
}

/** What is wrong, on one line. */
export function headlineOf({ code, message }: Diagnostic): string {
  return `${code}: ${terminalText(message)}`;
}

/** What there is to say besides, a line each: the label of the place, other places, what to do. */
export function detailsOf(
  { label, related = [], hint }: Diagnostic,
  { pathOf }: ReportedPaths,
): readonly string[] {
  const places = related.map(({ message, source: { file, line, column } }) => {
    return `${message}: ${pathOf(file)}:${line}:${column}`;
  });
  return [...(label === undefined ? [] : [label]), ...places, ...(hint === undefined ? [] : [hint])].map(
    terminalText,
  );
}

/**
 * What tells each finding from the others, run after run: its code, file and message, and which of those that have
 * these in common it is. Not its line: that moves when somebody writes above it.
 */
export function fingerprintsOf(
  diagnostics: readonly Diagnostic[],
  { hash }: Pick<ReportOptions, "hash">,
): readonly string[] {
  const seen = new Map<string, number>();
  return diagnostics.map(({ code, message, source }) => {
    const finding = JSON.stringify([code, source?.file ?? "", message]);
    const nth = (seen.get(finding) ?? 0) + 1;
    seen.set(finding, nth);
    return hash(`${finding} ${nth}`);
  });
}
