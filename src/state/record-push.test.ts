import { expect, test } from "vitest";
import type { PlatformScope } from "./record.ts";
import type { RecordFile } from "./record-file.ts";
import { lossesOf, pushProblems } from "./record-push.ts";

const baseUrl = "https://docs.example";
const scope: PlatformScope = { baseUrl, organizations: { acme: "org_acme" } };

/** A record with an apply of an organization at a time. */
function recordAt(
  at: string,
  more: Partial<RecordFile> = {},
  ids: readonly string[] = ["a", "b"],
): RecordFile {
  const resources = Object.fromEntries(ids.map((id) => [`teams.${id}`, { kind: "team", id }]));
  const platforms = { [baseUrl]: { org_acme: { lastApply: { at, by: "li" }, resources } } };
  return { formatVersion: 1, salt: "0123456789abcdef", platforms, ...more };
}

const older = "2026-11-24T23:30:00.000Z";
const newer = "2026-11-25T01:00:00.000Z";
const elsewhere = { platforms: { "https://other.example": {} } };

test.each([
  ["the first record", undefined, recordAt(older)],
  ["a newer one", recordAt(older), recordAt(newer)],
  ["one of the same apply, corrected", recordAt(newer), recordAt(newer, {}, ["a"])],
  ["one of another time zone", recordAt(newer), recordAt("2026-11-25T03:00:00+01:00")],
  [
    "one without an organization of which nothing is recorded",
    recordAt(newer, {}, []),
    { ...recordAt(newer), platforms: { [baseUrl]: {} } },
  ],
])("takes %s", (_, stored, given) => {
  expect(pushProblems(stored, given, scope)).toEqual([]);
});

test.each([
  ["of another platform", recordAt(older), recordAt(newer, elsewhere), `it knows nothing of ${baseUrl}`],
  ["the first, of another platform", undefined, recordAt(newer, elsewhere), "of another platform"],
  ["of another lineage", recordAt(older), recordAt(newer, { salt: "fedcba9876543210" }), "another lineage"],
  ["an older one", recordAt(newer), recordAt(older), `is of ${older}, and there of ${newer}`],
  ["of no time", recordAt(newer), recordAt("soon"), "it is older"],
  [
    "without an organization",
    recordAt(newer),
    recordAt(newer, { platforms: { [baseUrl]: {} } }),
    "knows nothing of the organization org_acme",
  ],
])("refuses one %s", (_, stored, given, problem) => {
  expect(pushProblems(stored, given, scope)).toEqual([expect.stringContaining(problem)]);
});

test("tells how many addresses are lost, and which apply", () => {
  expect(lossesOf(undefined, recordAt(older))).toEqual([]);
  expect(lossesOf(recordAt(older), recordAt(newer))).toEqual([]);
  const place = { baseUrl, organization: "org_acme" };
  expect(lossesOf(recordAt(newer), recordAt(newer, {}, ["a"]))).toEqual([{ ...place, addresses: 1 }]);
  expect(lossesOf(recordAt(newer), recordAt(older, elsewhere))).toEqual([
    { ...place, addresses: 2, lastApply: { at: newer, by: "li" } },
  ]);
});
