import type { TestFailure, TestResult, TestsDocument } from "../../model/documents/tests-document.ts";
import { escapeMarkup } from "../../text/markup.ts";
import { terminalText } from "../safe-text.ts";
import { valueText } from "../value.ts";
import { element, junitFile } from "./xml.ts";

/** Gives the path of a file from where the command runs. */
type PathOf = (file: string) => string;

/** Results of manifest tests as JUnit XML: a failing test has one failure, with a few lines for each expectation. */
export function renderTestsJunit({ tests, failed }: TestsDocument, pathOf: PathOf): string {
  const cases = tests.map(({ name, source, failures }: TestResult) => ({
    file: terminalText(pathOf(source.file)),
    name: terminalText(name),
    content: failureElement(failures, pathOf),
  }));
  return junitFile("docform test", cases, failed);
}

function failureElement(failures: readonly TestFailure[], pathOf: PathOf): string {
  const [first, ...more] = failures;
  if (first === undefined) return "";
  const message = `${messageOf(first)}${more.length === 0 ? "" : ` (and ${more.length} more)`}`;
  const lines = failures.flatMap((failure) => linesOf(failure, pathOf)).map(terminalText);
  return element(
    "failure",
    { type: terminalText(first.expectation), message },
    escapeMarkup(lines.join("\n")),
  );
}

/** The longest value that a failure shows. */
const longest = 500;

function messageOf({ expectation, expected, came }: TestFailure): string {
  const text = (value: typeof came): string => (value === undefined ? "nothing" : valueText(value, longest));
  if (expectation === "manifests") return `errors: ${text(came)}`;
  return terminalText(`${expectation}: expected ${text(expected)}, came ${text(came)}`);
}

function linesOf(failure: TestFailure, pathOf: PathOf): readonly string[] {
  const { file, line, column } = failure.source;
  const place = `${pathOf(file)}:${line}:${column} ${messageOf(failure)}`;
  return [place, ...(failure.note === undefined ? [] : [failure.note])];
}
