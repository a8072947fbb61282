import { escapeMarkup } from "../../text/markup.ts";

/** An XML element on lines of its own. `content` is text that is escaped already, or elements. */
export function element(name: string, attributes: Readonly<Record<string, string>>, content: string): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeMarkup(value)}"`);
  const inside = content.startsWith("<") ? `\n${content}` : content;
  return content === "" ? `<${name}${list.join("")}/>\n` : `<${name}${list.join("")}>${inside}</${name}>\n`;
}

/** For each text, how many there have been with it: 1 for the first. */
export function countsUntil(texts: readonly string[]): readonly number[] {
  const seen = new Map<string, number>();
  return texts.map((text) => {
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return count;
  });
}

/** A test of a JUnit file. */
export interface JunitCase {
  readonly file: string;
  readonly name: string;
  /** Its content: nothing, or elements. */
  readonly content: string;
}

/**
 * A JUnit file of one suite. GitLab reads classname, name, file and the text of a failure. Of two tests with one name
 * it shows only the first (https://docs.gitlab.com/ci/testing/unit_test_reports/), so the second gets a number.
 */
export function junitFile(suiteName: string, cases: readonly JunitCase[], failures: number): string {
  const counts = countsUntil(cases.map(({ file, name }) => `${file} ${name}`));
  const tests = cases.map(({ file, name, content }, at) => {
    const nth = counts[at] === 1 ? "" : ` (${counts[at]})`;
    return element("testcase", { classname: file, name: `${name}${nth}`, file }, content);
  });
  const totals = { tests: String(cases.length), failures: String(failures), errors: "0" };
  const suite = element("testsuite", { name: suiteName, ...totals }, tests.join(""));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", totals, suite)}`;
}
