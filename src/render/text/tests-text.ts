import { placeText } from "../../model/diagnostic.ts";
import type { TestFailure, TestResult, TestsDocument } from "../../model/documents/tests-document.ts";
import { terminalText } from "../safe-text.ts";
import { valueText } from "../value.ts";
import { layOut, page } from "./columns.ts";
import type { Style } from "./style.ts";

/** The results of manifest tests for people: what failed, then the counts; with a newline at the end. */
export function renderTestsText({ tests, ...counts }: TestsDocument, style: Style): string {
  const told = tests.filter(({ status }) => status !== "passed");
  return page([...told.map((one) => testLines(one, style)), [countsLine(counts, style)]]);
}

function countsLine({ passed, failed, updated }: Omit<TestsDocument, "tests">, style: Style): string {
  const parts = [`${passed} passed`, ...(updated === 0 ? [] : [`${updated} updated`]), `${failed} failed`];
  return style[failed > 0 ? "red" : "green"](parts.join(", "));
}

function testLines(
  { name, source, status, environment, failures }: TestResult,
  style: Style,
): readonly string[] {
  const paint = status === "failed" ? style.red : style.yellow;
  const where = environment === undefined ? "" : ` (environment ${environment})`;
  const left = `${paint(status)}  ${style.bold(terminalText(name + where))}`;
  return layOut([
    { left, right: terminalText(placeText(source)), paint: style.dim },
    ...failures.flatMap((failure) => failureLines(failure, style)),
  ]);
}

/** The longest value that a line of a result shows. */
const longest = 2000;

function failureLines({ expectation, expected, came, note, source }: TestFailure, style: Style) {
  const [wanted, seen] = [expected, came].map((one) =>
    one === undefined ? "nothing" : valueText(one, longest),
  );
  return [
    { left: `  ${terminalText(expectation)}`, right: terminalText(placeText(source)), paint: style.dim },
    ...(expectation === "manifests" ? [] : [{ left: `    expected  ${wanted}` }]),
    { left: `    came      ${seen}` },
    ...(note === undefined ? [] : [{ left: `    because   ${terminalText(note)}` }]),
  ];
}
