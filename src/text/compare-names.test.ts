import { describe, expect, test } from "vitest";
import { compareNames } from "./compare-names.ts";

describe("names are in the order that people expect:", () => {
  test.each([
    ["numbers by their value", ["p1", "p2", "p10", "p10a", "p11"]],
    ["letters whatever their case", ["alpha", "Beta", "beta", "Gamma"]],
    ["leading zeros by the value, then by code unit", ["v01", "v1", "v02", "v2"]],
    ["numbers that no float holds", ["9007199254740992", "9007199254740993", "90071992547409930"]],
    ["children after their parent", ["sites.a", "sites.a.sections.b", "sites.a2", "sites.b"]],
    ["what goes on after equal numbers", ["v01 a", "v1 b", "v01 c"]],
    ["an empty name first", ["", "0", "a"]],
  ])("%s", (_, sorted) => {
    expect([...sorted].reverse().sort(compareNames)).toEqual(sorted);
  });

  test("only equal names are equal", () => {
    expect(compareNames("Docs 1", "Docs 1")).toBe(0);
    expect(compareNames("Docs 1", "docs 1")).toBe(-1);
    expect(compareNames("docs 01", "docs 1")).toBe(-1);
  });
});
