import { expect, test } from "vitest";
import { expectGolden } from "../../../test/support/golden.ts";
import { everyDrift, inStep } from "../../../test/support/plans/drift-fixture.ts";
import { renderDriftHtml } from "./drift-html.ts";

test("a page of drift shows each side, access first, with the remedies", () => {
  expectGolden(
    new URL("../golden/drift.html.txt", import.meta.url),
    renderDriftHtml(everyDrift, { environment: "staging", commit: "1f2e3d4" }),
  );
});

test("a page of drift runs no script, and says when all is in sync", () => {
  const page = renderDriftHtml(inStep);
  expect(page).toContain("In step: 409 resources are as the manifests say.");
  expect(page).not.toContain("<script");
  expect(page).not.toContain("script-src");
});
