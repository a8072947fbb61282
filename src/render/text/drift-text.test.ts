import { expect, test } from "vitest";
import { expectGolden } from "../../../test/support/golden.ts";
import { everyDrift, inStep } from "../../../test/support/plans/drift-fixture.ts";
import { driftDocument } from "../../model/documents/drift-document.ts";
import { renderJson } from "../json/json-text.ts";
import { renderDriftText } from "./drift-text.ts";

const golden = (name: string) => new URL(`../golden/${name}`, import.meta.url);
test("drift is shown by its weight, with the remedies", () => {
  expect(() => driftDocument.parse(everyDrift)).not.toThrow();
  expectGolden(golden("drift.txt"), renderDriftText(everyDrift));
});

test("in step says so", () => {
  expect(renderDriftText(inStep)).toBe("In step: 409 resources are as the manifests say.\n");
});

test("what is only unmanaged, or no longer declared, is not drift", () => {
  const text = renderDriftText({ ...everyDrift, drifted: [], missing: [] });
  expect(text.split("\n")[0]).toBe(
    "In step: 409 resources are as the manifests say. 1 no longer declared, 2 unmanaged.",
  );
});

test("its JSON is the document", () => {
  expect(JSON.parse(renderJson(everyDrift))).toEqual(everyDrift);
});
