import type { Diagnostic, Source } from "../../model/diagnostic.ts";
import { terminalText } from "../safe-text.ts";

/** The needs of a report for a CI service, without its findings. */
export interface ReportOptions {
  /** The path of a file of the project from where the command runs, which a CI service takes for its repository. */
  readonly pathOf: (file: string) => string;
  /** SHA-256 of a text, hexadecimal. */
  readonly hash: (text: string) => string;
  /** The version of docform. */
  readonly version: string;
}

/** The file for a finding without a place: reports list findings by file. */
const projectFile = "docform.yaml";

/** The place of a finding in a report: its source, or the first line of docform.yaml. */
export function reportSource(
  { source }: Pick<Diagnostic, "source">,
  { pathOf }: Pick<ReportOptions, "pathOf">,
): Source {
  const place = source ?? { file: projectFile, line: 1, column: 1 };
  return { ...place, file: terminalText(pathOf(place.file)) };
}
