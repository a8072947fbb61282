import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { operations } from "../../contract/operations.ts";
import type { StepDraft } from "../state/draft.ts";
import { breakCircles } from "./unique-values.ts";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Two that swap their values: all of the beginning is the same, the end tells them apart. */
function swap(start: string, ends: readonly [string, string], maxLength = 100): readonly StepDraft[] {
  return ends.map((end, index) => ({
    key: `${start}${end}`,
    address: `acme/sites.hub.sections.${index}`,
    operation: operations.updateSiteSection,
    params: {},
    after: [],
    frees: [`${start}${end}`],
    claims: [{ slot: start + ends[1 - index], field: "path", value: start + ends[1 - index], maxLength }],
  }));
}

function temporaryValues(drafts: readonly StepDraft[]): readonly string[] {
  const known = new Set(drafts.map(({ key }) => key));
  return breakCircles(drafts, hash).flatMap(({ key, body }) => (known.has(key) ? [] : [String(body?.path)]));
}

describe("a temporary value", () => {
  test("is the wanted one with docform-swap- before it, where that fits", () => {
    expect(temporaryValues(swap("guides", ["1", "2"]))).toEqual(["docform-swap-guides2"]);
  });

  test.each([
    ["of latin letters", "x".repeat(95), 100],
    ["of characters of two units each", "😀".repeat(48), 100],
    ["of the same after an odd number", `x${"😀".repeat(47)}`, 100],
    ["of a field that is short", "x".repeat(30), 32],
  ])("is as long as the field allows, and of one swap alone: %s", (_, start, maxLength) => {
    const values = temporaryValues([
      ...swap(start, ["1", "2"], maxLength),
      ...swap(start, ["3", "4"], maxLength),
    ]);
    expect(new Set(values).size).toBe(2);
    for (const value of values) {
      expect(value).toMatch(/^docform-swap-/);
      expect(value.length).toBeLessThanOrEqual(maxLength);
      // It throws for half a character.
      expect(() => encodeURIComponent(value)).not.toThrow();
    }
  });
});
