import { describe, expect, test } from "vitest";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { Json } from "../../text/json.ts";
import { snapshot } from "../store/state.ts";

const base = "/orgs/org_acme/teams";
const docs = `${base}/team_docs/members`;

function rolesIn({ list }: ReturnType<typeof testPlatform>, path = docs): Record<string, string> {
  const items = list(path) as unknown as { organization: { id: string }; team: { role: string } }[];
  return Object.fromEntries(items.map(({ organization, team }) => [organization.id, team.role]));
}

describe("teams", () => {
  test("a new team has the given members, as members, and is at the end of the list", () => {
    const platform = testPlatform();
    const { status, body } = platform.call("PUT", base, { title: "New", members: ["usr_li", "usr_bo"] });
    expect([status, body.members]).toEqual([201, 2]);
    expect(platform.list(base).map((team) => team.id)).toEqual(["team_docs", body.id]);
    expect(rolesIn(platform, `${base}/${body.id}/members`)).toEqual({ usr_li: "member", usr_bo: "member" });
  });

  test("A15: titles are not unique; A10: creating twice makes two teams", () => {
    const { call, list } = testPlatform();
    call("PUT", base, { title: "Docs" });
    call("PUT", base, { title: "Docs" });
    expect(list(base).map((team) => team.title)).toEqual(["Docs", "Docs", "Docs"]);
  });

  test("members of a new team are ids of members: an email or a stranger is 400, and no team is made", () => {
    const { call, list } = testPlatform();
    const { status, body } = call("PUT", base, {
      title: "New",
      members: ["usr_li", "li@acme.example", "usr_zoe"],
    });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      message: expect.stringMatching(/members: .*"li@acme.example", "usr_zoe"/),
    });
    expect(list(base)).toHaveLength(1);
  });

  test("a team gets a new title, and keeps it when none is given", () => {
    const { call } = testPlatform();
    expect(call("PATCH", `${base}/team_docs`, { title: "Writers" }).body.title).toBe("Writers");
    expect(call("PATCH", `${base}/team_docs`, {}).body.title).toBe("Writers");
  });

  test.each([
    ["owner=usr_ana", ["Docs"]],
    ["owner=usr_li", []],
    ["owner=nobody", []],
    ["title=WRITE", ["Writers"]],
    ["title=s", ["Docs", "Writers"]],
    ["title=s&owner=usr_ana", ["Docs"]],
  ])("A7: ?%s lists %j", (query, titles) => {
    const { call, list } = testPlatform();
    call("PUT", base, { title: "Writers", members: ["usr_ana"] });
    expect(list(`${base}?${query}`).map((team) => team.title)).toEqual(titles);
  });
});

const owner = { role: "owner" };

describe("A14: the bulk update of team members", () => {
  test.each<[string, Json, Record<string, string>]>([
    ["add gives member", { add: ["usr_li"] }, { usr_ana: "owner", usr_li: "member" }],
    ["by email, in any case", { add: ["LI@acme.example"] }, { usr_ana: "owner", usr_li: "member" }],
    ["add keeps the role of one who is there", { add: ["usr_ana"] }, { usr_ana: "owner" }],
    [
      "a role for one who is added",
      { add: ["usr_li"], memberships: { usr_li: owner } },
      { usr_ana: "owner", usr_li: "owner" },
    ],
    [
      "added by id, role by email",
      { add: ["usr_li"], memberships: { "li@acme.example": owner } },
      { usr_ana: "owner", usr_li: "owner" },
    ],
    [
      "a role for one who is there",
      { memberships: { "ana@acme.example": { role: "member" } } },
      { usr_ana: "member" },
    ],
    ["remove", { remove: ["usr_ana"] }, {}],
    ["remove by email", { remove: ["ana@acme.example"] }, {}],
    [
      "who is in both lists is removed",
      { add: ["usr_li", "usr_bo"], remove: ["usr_li"] },
      { usr_ana: "owner", usr_bo: "member" },
    ],
    ["in both, by id and email", { add: ["li@acme.example"], remove: ["usr_li"] }, { usr_ana: "owner" }],
    [
      "in both, and with a role",
      { add: ["usr_li"], remove: ["usr_li"], memberships: { usr_li: owner } },
      { usr_ana: "owner" },
    ],
    [
      "removing one who is not there, or whom nobody knows",
      { remove: ["usr_li", "ghost"] },
      { usr_ana: "owner" },
    ],
    ["nothing", {}, { usr_ana: "owner" }],
  ])("%s", (_, body, roles) => {
    const platform = testPlatform();
    expect(platform.call("PUT", docs, body)).toMatchObject({ status: 204, body: {} });
    expect(rolesIn(platform)).toEqual(roles);
    expect(platform.call("GET", `${base}/team_docs`).body.members).toBe(Object.keys(roles).length);
  });
});

describe("A14: a bulk update that cannot be done", () => {
  test.each<[string, Json, string]>([
    [
      "A13: add of strangers",
      { add: ["usr_li", "x@y.example", "ghost"] },
      'add: not members of the organization: "x@y.example", "ghost"',
    ],
    [
      "A13: a role for a stranger",
      { memberships: { ghost: owner } },
      'memberships: not members of the organization: "ghost"',
    ],
    ["A13: somebody of another organization", { add: ["usr_zoe"] }, '"usr_zoe"'],
    [
      "a role for a member who is not in the team",
      { add: ["usr_bo"], memberships: { usr_li: owner } },
      'memberships: not in the team: "usr_li"',
    ],
    [
      "a role that teams do not have",
      { memberships: { usr_ana: { role: "admin" } } },
      "memberships.usr_ana.role",
    ],
    ["an id that objects have by nature", { add: ["__proto__"] }, '"__proto__"'],
  ])("%s is 400, says who, and changes nothing", (_, body, message) => {
    const { call, platform } = testPlatform();
    const before = snapshot(platform.state);
    const answer = call("PUT", docs, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ message: expect.stringContaining(message) });
    expect(platform.state).toEqual(before);
  });
});

describe("one team member", () => {
  test.each([
    ["usr_li", {}, "member"],
    ["usr_li", { role: "owner" }, "owner"],
    ["usr_ana", {}, "owner"],
    ["usr_ana", { role: "member" }, "member"],
  ])("set %s with %j: is %s", (id, body, role) => {
    const platform = testPlatform();
    expect(platform.call("PUT", `${docs}/${id}`, body).status).toBe(204);
    expect(rolesIn(platform)[id]).toBe(role);
  });

  test("a stranger is 404", () => {
    expect(testPlatform().call("PUT", `${docs}/usr_zoe`, {}).status).toBe(404);
  });
});
