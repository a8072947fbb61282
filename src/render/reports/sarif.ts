import type { Source } from "../../model/diagnostic.ts";
import { renderJson } from "../json/json-text.ts";
import type { ReportOptions } from "./report-options.ts";

const sarifSchema =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** A SARIF 2.1.0 log of one run (https://docs.oasis-open.org/sarif/sarif/v2.1.0/). */
export function sarifLog(
  { version }: Pick<ReportOptions, "version">,
  rules: readonly object[],
  results: readonly object[],
): string {
  const driver = { name: "docform", semanticVersion: version, rules };
  const run = { tool: { driver }, columnKind: "utf16CodeUnits", results };
  return renderJson({ $schema: sarifSchema, version: "2.1.0", runs: [run] });
}

/** A message of these lines. A viewer would make a link of `[text](address)`; with a space in it, it makes none. */
export function sarifMessage(lines: readonly string[]): { readonly text: string } {
  return { text: lines.join("\n").replaceAll("](", "] (") };
}

/** A place as SARIF has it. A region ends before its end column. */
export function physicalLocation({ file, line, column, length = 1 }: Source) {
  return {
    artifactLocation: { uri: file.split("/").map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" },
    region: { startLine: line, startColumn: column, endColumn: column + Math.max(length, 1) },
  };
}
