import { describe, expect, test } from "vitest";
import { operations } from "../../contract/operations.ts";
import type { Stop } from "../../model/stop.ts";
import { findTarget } from "./api-operations.ts";

function found(...words: readonly string[]): unknown {
  try {
    const target = findTarget(words, "reference");
    return [target.operation.name, target.params, target.words];
  } catch (problem) {
    const [first] = (problem as Stop).diagnostics;
    return `${first?.message} | ${first?.hint}`;
  }
}

describe("an operation", () => {
  test("is found by its name", () => {
    expect(found("listTeams", "organizationId=org_1")).toEqual(["listTeams", {}, ["organizationId=org_1"]]);
  });

  test("is found by method and path, with a query, with /v1, and with parameters that are still to be given", () => {
    const teams = ["listTeams", { organizationId: "org_1" }, []];
    expect(found("GET", "/orgs/org_1/teams")).toEqual(teams);
    expect(found("get", "v1/orgs/org_1/teams")).toEqual(teams);
    expect(found("GET", "/orgs/a%2Fb/teams?title=x%20y&limit=1", "page=p")).toEqual([
      "listTeams",
      { organizationId: "a/b" },
      ["title=x y", "limit=1", "page=p"],
    ]);
    expect(found("GET", "/orgs/{organizationId}/teams", "organizationId=o")).toEqual([
      "listTeams",
      {},
      ["organizationId=o"],
    ]);
  });

  test.each(Object.values(operations).map((operation) => [operation.name, operation] as const))(
    "%s is found by its own method and path",
    (name, { method, path }) => {
      expect(found(method, path.replaceAll(/\{(\w+)\}/g, "x-$1"))).toHaveProperty("0", name);
    },
  );

  test.each([
    [
      ["listTeam"],
      'there is no operation "listTeam" | did you mean listTeams? docform api --list shows all of them',
    ],
    [["zzz"], 'there is no operation "zzz" | docform api --list shows all of them'],
    [["/orgs"], '"/orgs" is a path | write METHOD /path: GET /orgs'],
    [["GET"], '"" is not a path | write it as GET /orgs/org_1/teams'],
    [["GET", "/orgs/%"], '"/orgs/%" is not a path | write it as GET /orgs/org_1/teams'],
    [
      ["POST", "/orgs/o/teams"],
      "POST is not possible on /orgs/o/teams | possible: GET (listTeams), PUT (createTeam)",
    ],
    [
      ["GET", "/orgs/o/team"],
      "there is no operation GET /orgs/o/team | docform api --list shows all of them",
    ],
  ])("that is not there is told: %s", (words, expected) => {
    expect(found(...words)).toBe(expected);
  });
});

test("an operation that another edition has is told with that edition", () => {
  const inGitbook =
    (...words: readonly string[]) =>
    () =>
      findTarget(words, "gitbook");
  const lacks = "is not in the API edition gitbook; it is in reference";
  expect(inGitbook("transferSpace")).toThrow(`"transferSpace" ${lacks}`);
  expect(inGitbook("POST", "/spaces/sp_1/transfer")).toThrow(`"POST /spaces/sp_1/transfer" ${lacks}`);
  expect(inGitbook("getSiteStructure")().operation.name).toBe("getSiteStructure");
});
