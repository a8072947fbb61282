import { expect, test } from "vitest";
import { isInScope, overlapOf } from "./scope.ts";

test.each([
  ["teams", "acme/teams.docs", true],
  ["teams", "acme/teams.id:team_1", true],
  ["teams.*", "acme/teams.id:team_1", true],
  ["teams.docs", "acme/teams.docs", true],
  ["teams.docs", "acme/teams.docs-api", false],
  ["teams.docs-*", "acme/teams.docs-api", true],
  ["teams.docs-*", "acme/teams.docs", false],
  ["teams.docs-*", "acme/teams.id:docs-1", false],
  ["teams.i*", "acme/teams.id:team_1", false],
  ["sites.dev", "acme/sites.dev.sections.guides", true],
  ["sites.dev", "acme/sites.developers.sections.guides", false],
  ["settings", "acme/settings", true],
  ["members", "acme/members.ana@acme.example", true],
  ["members.Ana@acme.example", "acme/members.ana@ACME.example", true],
  ["members.ana@*", "acme/members.ana@acme.example", true],
  ["members.ana@*", "acme/teams.docs.members.ana@acme.example", false],
  ["collections.public", "acme/spaces.guide", true],
  ["collections.internal", "acme/spaces.guide", false],
] as const)("the scope %s and %s: %s", (pattern, address, isIn) => {
  const containers = new Map([
    ["acme/spaces.guide", "acme/collections.guides"],
    ["acme/collections.guides", "acme/collections.public"],
    ["acme/collections.public", "acme/collections.guides"],
  ]);
  expect(isInScope([pattern], address, (at) => containers.get(at))).toBe(isIn);
  expect(isInScope(undefined, address)).toBe(true);
});

test.each([
  ["teams", "teams", true],
  ["teams", "teams.docs", true],
  ["teams.*", "teams.docs-*", true],
  ["teams.docs-*", "teams.docs-api", true],
  ["teams.docs-*", "teams.docs-api-*", true],
  ["teams.docs-*", "teams.api-*", false],
  ["teams.docs-*", "teams.docs", false],
  ["teams.docs", "teams.docs", true],
  ["teams.docs", "teams.api", false],
  ["teams.docs", "sites.docs", false],
  ["members.Ana@acme.example", "members.ana@*", true],
])("the scopes %s and %s: %s", (one, other, doOverlap) => {
  const shown = { own: one, others: other };
  expect(overlapOf(["sites.hub", one], [other])).toEqual(doOverlap ? shown : undefined);
  expect(overlapOf([other], [one]) !== undefined).toBe(doOverlap);
  expect(overlapOf(undefined, [other])).toEqual({ own: "everything", others: other });
});
