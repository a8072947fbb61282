import { expect, test } from "vitest";
import { diagnostics, sites } from "../../test/diagnostics-fixture.ts";
import { expectGolden } from "../../test/golden.ts";
import type { Diagnostic } from "../core/diagnostic.ts";
import { validateDocument } from "../core/validate-document.ts";
import { renderDiagnosticsJson } from "./diagnostics-json.ts";
import { renderDiagnosticsText } from "./diagnostics-text.ts";

const golden = (name: string) => new URL(`golden/${name}`, import.meta.url);

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
