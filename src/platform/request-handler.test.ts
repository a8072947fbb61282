import { describe, expect, test } from "vitest";
import { testPlatform } from "../../test/support/platform/test-platform.ts";
import type { Json } from "../text/json.ts";
import { snapshot } from "./store/state.ts";

/** Promise, status, method, path, body, token. */
type Check = readonly [string, number, string, string, (Json | undefined)?, string?];

const bad = { title: 7 };

const checks: readonly Check[] = [
  ["an unknown path is 404, also without a token", 404, "GET", "/nowhere", undefined, ""],
  ["a wrong method is 405, also without a token", 405, "DELETE", "/orgs", undefined, ""],
  ["no token is 401, whatever the ids", 401, "GET", "/orgs/nobody", undefined, ""],
  ["an unknown token is 401", 401, "GET", "/orgs/org_acme", undefined, "guess"],
  ["an unknown organization is 404 before the body", 404, "PATCH", "/orgs/nobody", bad],
  ["an unknown team is 404 before the body", 404, "PATCH", "/orgs/org_acme/teams/nope", bad],
  [
    "an unknown id is 404 before the right to change it",
    404,
    "PATCH",
    "/orgs/org_acme/teams/nope",
    bad,
    "reader",
  ],
  ["a token that may only read is 403 before the body", 403, "PATCH", "/orgs/org_acme", bad, "reader"],
  [
    "an organization that the token does not reach is 403",
    403,
    "GET",
    "/orgs/org_acme/teams/nope",
    undefined,
    "outsider",
  ],
  ["a space of such an organization is 403", 403, "GET", "/spaces/sp_one", undefined, "outsider"],
  ["a team of another organization is 404", 404, "GET", "/orgs/org_globex/teams/team_docs"],
  ["a bad body is 400", 400, "PATCH", "/orgs/org_acme/teams/team_docs", bad],
  ["an unknown field of the body is 400", 400, "PATCH", "/orgs/org_acme/teams/team_docs", { name: "x" }],
  ["a body that is no object is 400", 400, "PATCH", "/orgs/org_acme/teams/team_docs", []],
  ["a body that is null is 400", 400, "PATCH", "/orgs/org_acme/teams/team_docs", null],
];

describe("A2: the order of checks", () => {
  for (const [promise, status, method, path, body, token] of checks) {
    test(promise, () => {
      const { call, platform } = testPlatform();
      const before = snapshot(platform.state);
      const answer = call(method, path, body, token);
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({ error: { code: status, message: expect.stringMatching(/\w/) } });
      expect(platform.state).toEqual(before);
    });
  }
});

describe("A2: refusals", () => {
  test("the message of a 400 names the field", () => {
    const { call } = testPlatform();
    const { body } = call("PUT", "/orgs/org_acme/teams/team_docs/members", {
      memberships: { li: { role: "boss" } },
    });
    expect(body.error).toMatchObject({ message: expect.stringContaining("memberships.li.role: ") });
  });

  test("405 names the methods that are possible", () => {
    expect(testPlatform().call("POST", "/orgs/org_acme/saml/saml_okta").headers.allow).toBe(
      "DELETE, GET, PATCH",
    );
  });

  test("401 carries a challenge", () => {
    expect(testPlatform().call("GET", "/orgs", undefined, "x").headers["www-authenticate"]).toMatch(
      /^Bearer/,
    );
  });

  test("leaving out the body is sending an empty one", () => {
    const { call } = testPlatform();
    expect(call("PATCH", "/orgs/org_acme").status).toBe(200);
    expect(call("PUT", "/orgs/org_acme/teams").body.error).toMatchObject({
      message: expect.stringMatching(/^title: /),
    });
  });

  test("unknown query parameters are ignored", () => {
    expect(testPlatform().call("GET", "/orgs?colour=blue").status).toBe(200);
  });

  test.each([
    "limit=-1",
    "limit=1001",
    "limit=1.5",
    "limit=ten",
    "limit=0x10",
    "limit=1e2",
    "limit=",
    "limit=1&limit=2",
    "page=x",
    "page=",
  ])("?%s is 400", (query) => {
    expect(testPlatform().call("GET", `/orgs?${query}`).status).toBe(400);
  });

  test.each(["order=up", "role=boss", "sort=name"])("a query enum with another value is 400: %s", (query) => {
    expect(testPlatform().call("GET", `/orgs/org_acme/members?${query}`).status).toBe(400);
  });
});

describe("A3: a delete answers 205 when it deleted and 204 when there was nothing", () => {
  test.each([
    "teams/team_docs",
    "members/usr_bo",
    "sites/site_flat",
    "sites/site_deep/sections/sec_b",
    "sites/site_deep/section-groups/grp_1",
    "sites/site_flat/site-spaces/ss_1",
    "sites/site_deep/share-links/link_1",
    "openapi/petstore",
    "saml/saml_okta",
    "teams/team_docs/members/usr_ana",
  ])("%s", (path) => {
    const { call } = testPlatform();
    expect(call("DELETE", `/orgs/org_acme/${path}`, undefined, "reader").status).toBe(403);
    expect(call("DELETE", `/orgs/org_acme/${path}`).status).toBe(205);
    expect(call("DELETE", `/orgs/org_acme/${path}`).status).toBe(204);
  });

  test("what holds it must exist", () => {
    const { call } = testPlatform();
    expect(call("DELETE", "/orgs/org_acme/sites/nope/sections/sec_a").status).toBe(404);
    expect(call("DELETE", "/orgs/nobody/teams/team_docs").status).toBe(404);
  });

  test("a member who is not in the team was not there", () => {
    expect(testPlatform().call("DELETE", "/orgs/org_acme/teams/team_docs/members/usr_li").status).toBe(204);
  });
});

describe("rights", () => {
  test("a caller's organizations are those that the token reaches", () => {
    const { call } = testPlatform();
    expect(call("GET", "/orgs", undefined, "outsider").body).toMatchObject({
      count: 1,
      items: [{ id: "org_globex" }],
    });
  });

  test.each([
    ["admin", true],
    ["reader", false],
  ])("permissions follow the token: %s", (token, admin) => {
    const { call } = testPlatform();
    const permissions = (path: string) => call("GET", path, undefined, token).body.permissions;
    expect(permissions("/orgs/org_acme")).toMatchObject({
      view: true,
      admin,
      createContent: admin,
      listMembers: true,
    });
    expect(permissions("/orgs/org_acme/teams/team_docs")).toEqual({ view: true, admin });
    expect(permissions("/spaces/sp_one")).toMatchObject({ view: true, edit: admin, merge: admin });
    expect(permissions("/orgs/org_acme/openapi/petstore")).toEqual({ view: true, edit: admin });
  });
});

describe("state", () => {
  test("is plain data: JSON keeps it, and a snapshot is gone back to", () => {
    const { call, platform } = testPlatform();
    const before = snapshot(platform.state);
    expect(JSON.parse(JSON.stringify(before))).toEqual(before);
    call("PUT", "/orgs/org_acme/teams", { title: "New" });
    expect(platform.state).not.toEqual(before);
    Object.assign(platform.state, snapshot(before));
    expect(platform.state).toEqual(before);
  });

  test("the same requests at the same times give the same bytes", () => {
    const run = () => {
      const { call } = testPlatform();
      return ["A", "B"].map((title) => call("PUT", "/orgs/org_acme/teams", { title }));
    };
    expect(JSON.stringify(run())).toBe(JSON.stringify(run()));
  });
});
