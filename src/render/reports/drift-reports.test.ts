import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectGolden } from "../../../test/support/golden.ts";
import { driftOfTexts, everyDrift, inStep } from "../../../test/support/plans/drift-fixture.ts";
import { hostileReportText } from "../../../test/support/services/hostile-report-text.ts";
import { junitForm, parseXml } from "../../../test/support/services/junit-form.ts";
import { isSarif } from "../../../test/support/services/sarif-form.ts";
import { hidden } from "../../text/hidden-characters.ts";
import { renderDriftJunit, renderDriftSarif } from "./drift-reports.ts";

const forms = { junit: renderDriftJunit, sarif: renderDriftSarif };

const options = {
  pathOf: (file: string) => `docs/${file}`,
  hash: (text: string) => createHash("sha256").update(text).digest("hex"),
  version: "1.2.3",
};

/** Holds a report against its form, and returns how many findings it has. */
const findingsOf: Readonly<Record<keyof typeof forms, (text: string) => number>> = {
  sarif: (text) => {
    const log = JSON.parse(text);
    expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
    return log.runs[0].results.length;
  },
  junit: (text) => {
    const [suite] = junitForm.parse(parseXml(text)).children;
    const failed = suite.children.filter(({ children }) => children[0]?.name === "failure").length;
    expect(suite.attributes).toMatchObject({ tests: `${suite.children.length}`, failures: `${failed}` });
    expect(suite.children.length).toBe(Math.max(failed, 1));
    return failed;
  },
};

describe.each(Object.keys(forms) as (keyof typeof forms)[])("%s", (name) => {
  test("has what drifted and what is missing, access first", () => {
    const text = forms[name](everyDrift, options);
    expect(findingsOf[name](text)).toBe(everyDrift.drifted.length + everyDrift.missing.length);
    expectGolden(new URL(`../golden/drift-${name}.txt`, import.meta.url), text);
  });

  test("has no finding when all is in sync", () => {
    expect(findingsOf[name](forms[name](inStep, options))).toBe(0);
  });

  test("keeps its form, and steers nothing, whatever people write", () => {
    fc.assert(
      fc.property(fc.array(hostileReportText, { minLength: 1, maxLength: 6 }), (texts) => {
        const document = driftOfTexts(texts);
        const text = forms[name](document, options);
        expect(findingsOf[name](text)).toBe(document.drifted.length + document.missing.length);
        expect(text.replaceAll("\n", "")).not.toMatch(hidden);
        expect(text).not.toMatch(/##\[|##vso\[|##teamcity\[|^\s*::[a-z]/im);
      }),
      { numRuns: 60 },
    );
  });
});

test("a finding of SARIF is known by its address, so that it stays when more drifts", () => {
  const known = (drifted: typeof everyDrift.drifted): readonly string[] =>
    JSON.parse(forms.sarif({ ...inStep, drifted }, options)).runs[0].results.map(
      (one: { partialFingerprints: object }) => Object.values(one.partialFingerprints)[0],
    );
  const [first, ...others] = everyDrift.drifted;
  expect(known(everyDrift.drifted)).toEqual(expect.arrayContaining([...known(others)]));
  expect(new Set(known(everyDrift.drifted)).size).toBe(others.length + 1);
  expect(first?.address).toBeDefined();
});
