import { expect, test } from "vitest";
import { expectGolden } from "../../test/golden.ts";
import type { Diagnostic } from "../core/diagnostic.ts";
import { validateDocument } from "../core/validate-document.ts";
import { renderDiagnosticsJson } from "./diagnostics-json.ts";
import { renderDiagnosticsText } from "./diagnostics-text.ts";

const golden = (name: string) => new URL(`golden/${name}`, import.meta.url);

const sites = [
  "organization: acme",
  "sites:",
  "  developer-hub:",
  "    title: Developer Hub",
  "    visiblity: pubic",
  "    description: \u001b[2J\u202eevil 参考 here",
  `    proxy: ${"a".repeat(150)}wrong${"b".repeat(150)}`,
].join("\n");

const at = (line: number, column: number, length: number) => ({
  source: { file: "manifests/sites.yaml", line, column, length },
});

const diagnostics: readonly Diagnostic[] = [
  {
    code: "DF1004",
    severity: "error",
    message: 'unknown field "visiblity"',
    ...at(5, 5, 9),
    label: 'did you mean "visibility"?',
    hint: "a site takes: title, visibility, basename, proxy, published",
  },
  { code: "DF1005", severity: "error", message: "not this word", ...at(6, 30, 4), label: "here" },
  { code: "DF1005", severity: "error", message: "a long line", ...at(7, 162, 5), label: "there" },
  {
    code: "DF2002",
    severity: "error",
    message: "sites.developer-hub is declared twice",
    ...at(3, 3, 13),
    related: [{ message: "the first is", source: { file: "manifests/other.yaml", line: 2, column: 3 } }],
  },
  { code: "DF1001", severity: "error", message: "beyond the end", ...at(99, 1, 1) },
  {
    code: "DF1004",
    severity: "warning",
    message: "in a file whose text is not known",
    source: { file: "manifests/gone.yaml", line: 4, column: 5 },
    label: "this one",
  },
  { code: "DF4001", severity: "error", message: "no token", hint: "set DOCFORM_TOKEN" },
];

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
