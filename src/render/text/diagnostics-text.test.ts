import { expect, test } from "vitest";
import { expectGolden } from "../../../test/support/golden.ts";
import { diagnostics, sites } from "../../../test/support/plans/diagnostics-fixture.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { validateDocument } from "../../model/documents/checks/validate-document.ts";
import { renderDiagnosticsJson } from "../json/json-text.ts";
import { renderDiagnosticsText } from "./diagnostics-text.ts";

const golden = (name: string) => new URL(`../golden/${name}`, import.meta.url);

test("each mistake is shown where it is, with what to do", () => {
  const text = renderDiagnosticsText(diagnostics, new Map([["manifests/sites.yaml", sites]]), {
    fileCount: 12,
  });
  expectGolden(golden("diagnostics.txt"), text);
});

test("no mistakes says so", () => {
  expect(renderDiagnosticsText([], new Map([["a.yaml", ""]]))).toBe("Valid: no mistakes in 1 file\n");
});

test("the mark stands under the word, after wide characters and made-visible ones", () => {
  const line = "x: \u001b参考 word";
  const error: Diagnostic = {
    code: "DF1005",
    severity: "error",
    message: "m",
    source: { file: "a", line: 1, column: line.indexOf("word") + 1, length: 4 },
  };
  const text = renderDiagnosticsText([error], new Map([["a", line]]));
  expect(text).toContain("1 │ x: \\x1b参考 word\n  │             ^^^^\n");
});

test("the JSON has what the schema says", () => {
  const json = JSON.parse(renderDiagnosticsJson(diagnostics));
  expect(validateDocument.parse(json)).toEqual(json);
  expect(json).toMatchObject({ formatVersion: 1, valid: false });
  expect(JSON.parse(renderDiagnosticsJson([]))).toEqual({ formatVersion: 1, valid: true, diagnostics: [] });
});

test("of many mistakes of one sort, the first three are shown in full, and the places of others", () => {
  const of = (line: number, message: string) =>
    error("DF1004", message, { source: { file: "a.yaml", line, column: 3 } });
  const alike = Array.from({ length: 1000 }, (_, at) => of(at + 1, `unknown field "name-${at}"`));
  const text = renderDiagnosticsText([...alike, of(2000, "another mistake")], new Map());
  expect(text.match(/unknown field/g)).toHaveLength(3);
  const places = Array.from({ length: 10 }, (_, at) => `a.yaml:${at + 4}:3`).join(", ");
  expect(text).toContain(
    `error[DF1004]: 997 more of this sort\n  = ${places} and 987 more\n  = --format json lists each\n\nerror[DF1004]: another mistake`,
  );
  expect(text).toContain("1001 errors in 1 of 1 file\n");
  expect(renderDiagnosticsText(alike.slice(0, 5), new Map())).not.toContain("of this sort");
});
