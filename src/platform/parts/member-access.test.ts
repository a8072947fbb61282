import { describe, expect, test } from "vitest";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { JsonObject } from "../../text/json.ts";
import { snapshot } from "../store/state.ts";

const org = "/orgs/org_acme";

/** Spaces of every level, at the root and in collections; a member of every kind. */
const seed = {
  now: "2026-01-05T09:00:00Z",
  tokens: {
    admin: { user: "ana@acme.example", rights: "admin" },
    reader: { user: "li@acme.example", rights: "read" },
    stranger: { user: "zoe@globex.example", rights: "admin" },
    outsider: { user: "zoe@globex.example", rights: "admin", organizations: ["org_globex"] },
  },
  organizations: [
    {
      id: "org_acme",
      title: "Acme",
      members: [
        { email: "ana@acme.example", role: "admin" },
        { email: "li@acme.example", role: "comment" },
        { email: "bo@acme.example", role: null },
      ],
      teams: [
        {
          id: "team_docs",
          title: "Docs",
          members: { "ana@acme.example": "owner", "li@acme.example": "member" },
        },
        { id: "team_dev", title: "Developers", members: { "li@acme.example": "owner" } },
        { id: "team_empty", title: "Empty" },
      ],
      collections: [
        {
          id: "col_open",
          title: "Open",
          defaultLevel: "edit",
          collections: [{ id: "col_inner", title: "Inner" }],
        },
        { id: "col_closed", title: "Closed", defaultLevel: null },
      ],
      spaces: [
        { id: "inherits", title: "Inherits" },
        { id: "level", title: "Level", defaultLevel: "read" },
        { id: "closed", title: "Closed", defaultLevel: null },
        { id: "in_open", title: "In open", collection: "col_inner" },
        { id: "in_closed", title: "In closed", collection: "col_closed" },
        { id: "ajar", title: "Ajar", collection: "col_closed", defaultLevel: "review" },
        { id: "gone", title: "Gone", deletedAt: "2026-01-05T08:00:00Z" },
      ],
    },
    { id: "org_globex", title: "Globex", members: [{ email: "zoe@globex.example", role: "admin" }] },
  ],
};

const levels = (items: readonly JsonObject[]) =>
  items.map(({ permission, space }) => `${(space as JsonObject).id} ${permission}`);

describe("the spaces of a member", () => {
  test.each([
    [
      "an admin: all, as admin",
      "usr_ana",
      ["in_open admin", "in_closed admin", "ajar admin", "inherits admin", "level admin", "closed admin"],
    ],
    ["a guest: none", "usr_bo", []],
    [
      "others: at the level of the space, inherited from the collections around it, or their own role",
      "usr_li",
      ["in_open edit", "ajar review", "inherits comment", "level read"],
    ],
  ])("%s", (_, user, expected) => {
    const { call, list } = testPlatform(seed);
    const at = `${org}/members/${user}`;
    expect(levels(list(`${at}/spaces?order=asc`))).toEqual(expected);
    expect(call("GET", at).body.spaces).toBe(expected.length);
  });

  test("come in order of creation, the newest first when the caller does not say", () => {
    const { call, list, pass } = testPlatform(seed);
    pass(1000);
    const { id } = call("POST", "/spaces/in_open/duplicate").body;
    const spaces = (query = "") => levels(list(`${org}/members/usr_li/spaces${query}`));
    expect(spaces()[0]).toBe(`${id} edit`);
    expect(spaces("?order=asc")).toEqual(spaces("?order=desc").reverse());
    expect(spaces()).toEqual(spaces("?order=desc"));
  });

  test("are whole spaces", () => {
    const { call, list } = testPlatform(seed);
    for (const { space } of list(`${org}/members/usr_li/spaces`)) {
      expect(call("GET", `/spaces/${(space as JsonObject).id}`).body).toEqual(space);
    }
  });
});

describe("the teams of a member", () => {
  test.each([
    ["", "usr_li", ["team_docs member", "team_dev owner"]],
    ["?title=DOC", "usr_li", ["team_docs member"]],
    ["?title=e", "usr_li", ["team_dev owner"]],
    ["", "usr_ana", ["team_docs owner"]],
    ["", "usr_bo", []],
  ])("%s of %s", (query, user, expected) => {
    const { call, list } = testPlatform(seed);
    const items = list(`${org}/members/${user}/teams${query}`);
    const shown = items.map(
      ({ team, member }) => `${(team as JsonObject).id} ${(member as JsonObject).role}`,
    );
    expect(shown).toEqual(expected);
    if (query === "") expect(call("GET", `${org}/members/${user}`).body.teams).toBe(expected.length);
    for (const { team } of items) {
      expect(call("GET", `${org}/teams/${(team as JsonObject).id}`).body).toEqual(team);
    }
  });
});

describe("a ping", () => {
  test("sets when the caller was last seen, and gives claims to attach to them", () => {
    const { call, pass } = testPlatform(seed);
    expect(call("GET", `${org}/members/usr_ana`).body).not.toHaveProperty("lastSeenAt");
    call("POST", `${org}/ping`);
    pass(60_000);
    const { status, body } = call("POST", `${org}/ping`);
    expect(status).toBe(200);
    expect(call("GET", `${org}/members/usr_ana`).body.lastSeenAt).toBe("2026-01-05T10:01:00.000Z");
    expect(call("GET", `${org}/members/usr_li`).body).not.toHaveProperty("lastSeenAt");
    const [, claims = ""] = String(body.serviceVisitorClaims).split(".");
    expect(JSON.parse(atob(claims))).toEqual({ sub: "usr_ana", organization: "org_acme", iat: 1767607260 });
  });

  test("puts the caller among the active members", () => {
    const { call, list } = testPlatform(seed);
    expect(list(`${org}/members?sort=lastSeenAt`)).toEqual([]);
    call("POST", `${org}/ping`);
    expect(list(`${org}/members?sort=lastSeenAt`)).toMatchObject([{ id: "usr_ana" }]);
  });
});

test.each([
  ["ping: no token", 401, "POST", "/ping", "guess"],
  ["ping: a token that may only read", 403, "POST", "/ping", "reader"],
  ["ping: a caller who is no member", 403, "POST", "/ping", "stranger"],
  ["ping: out of the token's reach", 403, "POST", "/ping", "outsider"],
  ["ping: an unknown organization", 404, "POST", "x/ping", "admin"],
  ["spaces: no token", 401, "GET", "/members/usr_li/spaces", "guess"],
  ["spaces: an unknown member", 404, "GET", "/members/usr_zoe/spaces", "admin"],
  ["spaces: a direction that is none", 400, "GET", "/members/usr_li/spaces?order=up", "admin"],
  ["teams: an unknown member", 404, "GET", "/members/usr_zoe/teams", "admin"],
  ["teams: out of the token's reach", 403, "GET", "/members/usr_li/teams", "outsider"],
  ["teams: a limit that is none", 400, "GET", "/members/usr_li/teams?limit=1001", "admin"],
])("%s: %i, and nothing changes", (_, status, method, path, token) => {
  const { call, platform } = testPlatform(seed);
  const before = snapshot(platform.state);
  expect(call(method, `${org}${path}`, undefined, token).status).toBe(status);
  expect(platform.state).toEqual(before);
});
