import { expect, test } from "vitest";
import type { PlatformScope } from "./record.ts";
import { withMovedEntry, withoutEntries } from "./record-edit.ts";
import type { RecordFile, ResourceRecord } from "./record-file.ts";

const baseUrl = "https://docs.example";
const scope: PlatformScope = { baseUrl, organizations: { acme: "org_acme", beta: "org_beta" } };
const hashes = { fields: { title: "a b" }, unverifiable: { content: "c" } };
const protection = { at: "2026-11-25T01:00:00.000Z", run: "20261125-010000000-0a1b" };

/** A resource of a kind, with hashes. */
function resource(kind: string, id: string): ResourceRecord {
  return { kind, id, ...hashes, protected: protection };
}

const lastApply = { at: "2026-11-25T01:00:00.000Z", by: "li" };
const record: RecordFile = {
  formatVersion: 1,
  salt: "0123456789abcdef",
  platforms: {
    [baseUrl]: {
      org_acme: {
        lastApply,
        resources: {
          "members.ana@acme": resource("member", "u1"),
          "members.ana@acme.example": resource("member", "u2"),
          "sites.hub": resource("site", "site_1"),
          "sites.hub.sections.guides": resource("section", "sec_1"),
          "sites.hub-two": resource("site", "site_2"),
          "teams.docs": resource("team", "team_1"),
        },
      },
      org_beta: { lastApply, resources: { "teams.docs": resource("team", "team_9") } },
      org_other: { lastApply, resources: { "teams.docs": resource("team", "team_8") } },
    },
    "https://other.example": { org_acme: { lastApply, resources: { "sites.hub": resource("site", "x") } } },
  },
};

/** The addresses of an organization in an edited record. */
function keysOf(edited: object, organization = "org_acme"): readonly string[] {
  const { record: after } = edited as { readonly record: RecordFile };
  return Object.keys(after.platforms[baseUrl]?.[organization]?.resources ?? {});
}

test("forgetting an address forgets what is in it, and nothing else", () => {
  const edited = withoutEntries(record, scope, ["sites.hub", "acme/members.Ana@ACME"]);
  expect(edited).toMatchObject({
    changed: ["acme/members.ana@acme", "acme/sites.hub", "acme/sites.hub.sections.guides"],
  });
  expect(keysOf(edited)).toEqual(["members.ana@acme.example", "sites.hub-two", "teams.docs"]);
  for (const other of ["org_beta", "org_other"]) expect(keysOf(edited, other)).toEqual(["teams.docs"]);
  expect(edited).toMatchObject({ record: { platforms: { "https://other.example": expect.anything() } } });
});

test("a moved object keeps its kind, id and protection; its hashes were of the old address", () => {
  const edited = withMovedEntry(record, scope, "sites.hub", "sites.portal");
  expect(edited).toMatchObject({ from: "acme/sites.hub", to: "acme/sites.portal" });
  expect(keysOf(edited)).toContain("sites.portal.sections.guides");
  expect(keysOf(edited)).not.toContain("sites.hub");
  const moved = "record" in edited ? edited.record.platforms[baseUrl]?.org_acme?.resources : {};
  expect(moved?.["sites.portal"]).toEqual({ kind: "site", id: "site_1", protected: protection });
  expect(moved?.["sites.hub-two"]).toEqual(record.platforms[baseUrl]?.org_acme?.resources["sites.hub-two"]);
});

test.each([
  ["teams.dcos", 'no address "teams.dcos"', "did you mean teams.docs?"],
  ["teams.docs", 'has "teams.docs" in several organizations', "acme/teams.docs or beta/teams.docs"],
  ["sites", 'no address "sites"', "state list"],
  ["__proto__", 'no address "__proto__"', "state list"],
])("forgets nothing for %j", (given, problem, hint) => {
  expect(withoutEntries(record, scope, ["acme/teams.docs", given])).toEqual({
    refusals: [{ problem: expect.stringContaining(problem), hint: expect.stringContaining(hint) }],
  });
});

test.each([
  ["sites.hbu", "sites.new", 'no address "sites.hbu"'],
  ["sites.hub", "sites.hub-two", "has acme/sites.hub-two already, for site_2"],
  ["sites.hub", "sites.hub", "has acme/sites.hub already"],
  ["sites.hub", "acme/sites.hub", "has acme/sites.hub already"],
  ["sites.hub-two", "sites.hub.sections", '"sites.hub.sections" is no address'],
  ["sites.hub", "spaces.hub", 'sites.hub is in sites, and "spaces.hub" would be in spaces'],
  ["sites.hub", "sites.portal.sections.guides", "would be in sections"],
  ["sites.hub", "sites", '"sites" is no address'],
  ["sites.hub", "sites.", '"sites." is no address'],
  ["sites.hub", "sites.a b", '"sites.a b" is no address'],
  ["sites.hub", "", '"" is no address'],
  ["sites.hub", "beta/sites.hub", "is in another organization"],
  ["sites.hub", "gamma/sites.hub", "is in another organization"],
  ["members.ana@acme", "members.ana@acme.example", "already"],
  ["members.ana@acme", "members.ANA@acme.example", "already"],
])("does not move %j to %j", (from, to, problem) => {
  expect(withMovedEntry(record, scope, from, to)).toEqual({
    refusals: [{ problem: expect.stringContaining(problem), hint: expect.any(String) }],
  });
});

test.each([
  ["members.ana@acme", "members.li@acme.example"],
  ["members.Ana@ACME", "members.Ana@acme"],
  ["members.ana@acme", "members.id:u1"],
  ["acme/teams.docs", "teams.writers"],
  ["beta/teams.docs", "beta/teams.writers"],
  ["sites.hub.sections.guides", "sites.hub-two.sections.howto"],
])("moves %j to %j", (from, to) => {
  expect(withMovedEntry(record, scope, from, to)).toMatchObject({ changed: [expect.any(String)] });
});
