import type { Diagnostic } from "../../../src/model/diagnostic.ts";

/** A manifest with mistakes, and with what nobody should print as it is. */
export const sites = [
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

/** Mistakes of every form: with and without a place, of a file that is not known, with other places, beyond the end. */
export const diagnostics: readonly Diagnostic[] = [
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
