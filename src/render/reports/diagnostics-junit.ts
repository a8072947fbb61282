import type { Diagnostic } from "../../model/diagnostic.ts";
import { terminalText } from "../safe-text.ts";
import { detailsOf, headlineOf, type ReportedPaths, reportedPlace } from "./diagnostics-report.ts";

/** One test of the report: a file without a mistake, or a mistake. */
interface TestCase {
  readonly file: string;
  readonly name: string;
  readonly content: string;
}

/**
 * Diagnostics as JUnit XML: a failing test for each error, and a passing one for each warning and each clean
 * file. GitLab reads classname, name, file and the text of a failure. Of two tests with one name it shows
 * only the first (https://docs.gitlab.com/ci/testing/unit_test_reports/).
 */
export function renderDiagnosticsJunit(
  diagnostics: readonly Diagnostic[],
  options: ReportedPaths & { readonly files: readonly string[] },
): string {
  const found = diagnostics.map((one) => caseOf(one, options));
  const touched = new Set(found.map(({ file }) => file));
  const clean = options.files
    .map((file) => terminalText(options.pathOf(file)))
    .filter((file) => !touched.has(file))
    .map((file): TestCase => ({ file, name: "valid", content: "" }));
  const cases = numbered([...found, ...clean]);
  const failures = diagnostics.filter(({ severity }) => severity === "error").length;
  const counts = { tests: String(cases.length), failures: String(failures), errors: "0" };
  const suite = element("testsuite", { name: "docform validate", ...counts }, cases.map(testCase).join(""));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", counts, suite)}`;
}

function caseOf(diagnostic: Diagnostic, paths: ReportedPaths): TestCase {
  const { code, severity, message } = diagnostic;
  const { file, line, column } = reportedPlace(diagnostic, paths);
  const text = [`${file}:${line}:${column}`, ...detailsOf(diagnostic, paths)].join("\n");
  const content =
    severity === "error"
      ? element("failure", { type: code, message: terminalText(message) }, escaped(text))
      : element("system-out", {}, escaped(text));
  return { file, name: headlineOf(diagnostic), content };
}

/** Tests whose names tell them apart. */
function numbered(cases: readonly TestCase[]): readonly TestCase[] {
  const seen = new Map<string, number>();
  return cases.map((one) => {
    const name = `${one.file} ${one.name}`;
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return nth === 1 ? one : { ...one, name: `${one.name} (${nth})` };
  });
}

function testCase({ file, name, content }: TestCase): string {
  return element("testcase", { classname: file, name, file }, content);
}

function element(name: string, attributes: Readonly<Record<string, string>>, content: string): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inside = content.startsWith("<") ? `\n${content}` : content;
  return content === "" ? `<${name}${list.join("")}/>\n` : `<${name}${list.join("")}>${inside}</${name}>\n`;
}

/** `terminalText` has already removed the characters that XML forbids, apart from two noncharacters. */
function escaped(text: string): string {
  return text
    .replace(/[\ufffe\uffff]/g, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
