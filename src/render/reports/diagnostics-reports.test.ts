import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { expectGolden } from "../../../test/support/golden.ts";
import { diagnostics } from "../../../test/support/plans/diagnostics-fixture.ts";
import { hostileReportText as hostileText } from "../../../test/support/services/hostile-report-text.ts";
import { junitForm, parseXml } from "../../../test/support/services/junit-form.ts";
import { isSarif } from "../../../test/support/services/sarif-form.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { hidden } from "../../text/hidden-characters.ts";
import {
  renderDiagnosticsGithub,
  renderDiagnosticsGitlab,
  renderDiagnosticsJunit,
  renderDiagnosticsSarif,
} from "./diagnostics-reports.ts";

const forms = {
  github: renderDiagnosticsGithub,
  gitlab: renderDiagnosticsGitlab,
  sarif: renderDiagnosticsSarif,
  junit: renderDiagnosticsJunit,
};

const options = {
  pathOf: (file: string) => `docs/${file}`,
  hash: (text: string) => createHash("sha256").update(text).digest("hex"),
  version: "1.2.3",
  files: ["docform.yaml", "manifests/sites.yaml"],
};

/** The form that GitLab documents (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format). */
const codeQuality = z.array(
  z.strictObject({
    description: z.string().min(1),
    check_name: z.string().min(1),
    fingerprint: z.string().regex(/^[\da-f]{64}$/),
    severity: z.enum(["info", "minor", "major", "critical", "blocker"]),
    location: z.strictObject({
      path: z.string().regex(/^(?!\.\/|\/)./),
      lines: z.strictObject({ begin: z.int().min(1) }),
    }),
  }),
);

/** A workflow command as the runner of GitHub reads it: name, properties, message. */
function readCommand(line: string) {
  const [, name = "", list = "", data = ""] = /^::(\w+) (.*?)::(.*)$/.exec(line) ?? [];
  const properties = list.split(",").map((one) => one.split("=").map(unescaped));
  return { name, properties: Object.fromEntries(properties), message: unescaped(data) };
}

function unescaped(text: string): string {
  const characters: Readonly<Record<string, string>> = {
    "%25": "%",
    "%0D": "\r",
    "%0A": "\n",
    "%3A": ":",
    "%2C": ",",
  };
  return text.replace(/%(?:25|0D|0A|3A|2C)/g, (code) => characters[code] ?? code);
}

const checks: Readonly<Record<keyof typeof forms, (text: string, count: number) => void>> = {
  github: (text, count) => {
    const commands = text.split("\n").slice(0, -1).map(readCommand);
    expect(commands).toHaveLength(count);
    for (const { name, properties } of commands) {
      expect(["error", "warning"]).toContain(name);
      expect(properties.title).toMatch(/^DF\d{4}: ./);
    }
  },
  gitlab: (text, count) => {
    const findings = codeQuality.parse(JSON.parse(text));
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(count);
  },
  sarif: (text, count) => {
    const log = JSON.parse(text);
    expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
    expect(log.runs[0].results).toHaveLength(count);
  },
  junit: (text, count) => {
    const [suite] = junitForm.parse(parseXml(text)).children;
    const names = suite.children.map(({ attributes: { classname, name } }) => `${classname} ${name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(count);
    const failed = suite.children.filter(({ children }) => children[0]?.name === "failure");
    expect(suite.attributes).toMatchObject({ tests: `${names.length}`, failures: `${failed.length}` });
  },
};
const names = Object.keys(forms) as (keyof typeof forms)[];

describe.each(names)("%s", (name) => {
  test("has every diagnostic, in its form", () => {
    const text = forms[name](diagnostics, options);
    checks[name](text, diagnostics.length);
    expectGolden(new URL(`../golden/diagnostics-${name}.txt`, import.meta.url), text);
  });

  test("of nothing is of its form too", () => {
    checks[name](forms[name]([], options), 0);
  });

  test("keeps its form, and steers nothing, whatever is in manifests and names of files", () => {
    fc.assert(
      fc.property(fc.array(hostileDiagnostic, { maxLength: 4 }), (list) => {
        const text = forms[name](list, options);
        checks[name](text, list.length);
        expect(text.replaceAll("\n", "")).not.toMatch(hidden);
        expect(text).not.toMatch(/##\[|##vso\[|##teamcity\[/i);
        if (name !== "github") expect(text).not.toMatch(/^\s*::[a-z]/im);
      }),
      { numRuns: 100 },
    );
  });
});

const place = fc.record({
  file: hostileText.filter((text) => !/^[./]/.test(text)).map((text) => `m/${text}`),
  line: fc.integer({ min: 1, max: 9 }),
  column: fc.integer({ min: 1, max: 9 }),
  length: fc.integer({ min: 0, max: 9 }),
});
const hostileDiagnostic: fc.Arbitrary<Diagnostic> = fc.record(
  {
    code: fc.constantFrom("DF1004" as const, "DF2002" as const),
    severity: fc.constantFrom("error" as const, "warning" as const),
    message: hostileText.map((text) => `m${text}`),
    source: place,
    label: hostileText,
    hint: hostileText,
    related: fc.array(fc.record({ message: hostileText, source: place }), { maxLength: 2 }),
  },
  { requiredKeys: ["code", "severity", "message"] },
);

describe("what a finding is known by", () => {
  const at = (line: number, message: string): Diagnostic => ({
    code: "DF1004",
    severity: "error",
    message,
    source: { file: "manifests/a.yaml", line, column: 5 },
  });
  const known = (list: readonly Diagnostic[]): readonly string[] =>
    codeQuality.parse(JSON.parse(forms.gitlab(list, options))).map(({ fingerprint }) => fingerprint);

  test("does not change when lines are written above it, and is the same in SARIF", () => {
    const list = [at(4, "one"), at(9, "two"), at(12, "one")];
    const moved = list.map((one) => ({ ...one, source: { file: "manifests/a.yaml", line: 40, column: 1 } }));
    expect(known(moved)).toEqual(known(list));
    const { results } = JSON.parse(forms.sarif(list, options)).runs[0];
    expect(
      results.map((one: { partialFingerprints: object }) => Object.values(one.partialFingerprints)[0]),
    ).toEqual(known(list));
  });

  test("is another for each of two that look the same", () => {
    expect(new Set(known([at(4, "one"), at(9, "one")])).size).toBe(2);
  });
});

test("an annotation marks what the code frame marks, with all that is said of it", () => {
  const [text = ""] = forms.github(diagnostics, options).split("\n");
  expect(readCommand(text)).toEqual({
    name: "error",
    properties: {
      file: "docs/manifests/sites.yaml",
      line: "5",
      col: "5",
      endColumn: "13",
      title: "DF1004: unknown field",
    },
    message:
      'unknown field "visiblity"\ndid you mean "visibility"?\na site takes: title, visibility, basename, proxy, published',
  });
});
