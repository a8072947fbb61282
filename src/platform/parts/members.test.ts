import { describe, expect, test } from "vitest";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";

const base = "/orgs/org_acme/members";

describe("members", () => {
  test("counts of spaces and teams are true", () => {
    const { call } = testPlatform();
    const counts = (id: string) => {
      const { spaces, teams } = call("GET", `${base}/${id}`).body;
      return { spaces, teams };
    };
    call("PUT", "/orgs/org_acme/teams", { title: "New", members: ["usr_ana", "usr_bo"] });
    expect(counts("usr_ana")).toEqual({ spaces: 4, teams: 2 });
    expect(counts("usr_bo")).toEqual({ spaces: 0, teams: 1 });
    call("DELETE", "/orgs/org_acme/teams/team_docs");
    expect(counts("usr_ana")).toEqual({ spaces: 4, teams: 1 });
  });

  test.each([
    ["", ["usr_bo", "usr_li", "usr_ana"]],
    ["order=desc&sort=joinedAt", ["usr_bo", "usr_li", "usr_ana"]],
    ["order=asc", ["usr_ana", "usr_li", "usr_bo"]],
    ["role=admin", ["usr_ana"]],
    ["role=review", []],
    ["search=WEI", ["usr_li"]],
    ["search=bo@ACME", ["usr_bo"]],
    ["search=acme&role=edit", ["usr_li"]],
    ["sort=lastSeenAt", []],
  ])("?%s lists %j", (query, ids) => {
    expect(
      testPlatform()
        .list(`${base}?${query}`)
        .map((member) => member.id),
    ).toEqual(ids);
  });

  test("sorting by lastSeenAt lists only active members", () => {
    const members = [
      { id: "a", email: "a@x.example", lastSeenAt: "2026-01-02T00:00:00+02:00" },
      { id: "b", email: "b@x.example" },
      { id: "c", email: "c@x.example", lastSeenAt: "2026-01-01T23:00:00Z" },
    ];
    const { call } = testPlatform({ organizations: [{ id: "org", title: "Org", members }] });
    const { body } = call("GET", "/orgs/org/members?sort=lastSeenAt", undefined, "docform-admin");
    expect((body.items as { id: string }[]).map((member) => member.id)).toEqual(["c", "a"]);
  });
});

describe("changes of members", () => {
  test("a role is set; null makes a guest; leaving it out keeps it", () => {
    const { call } = testPlatform();
    expect(call("PATCH", `${base}/usr_li`, { role: "review" }).body.role).toBe("review");
    expect(call("PATCH", `${base}/usr_li`, {}).body.role).toBe("review");
    expect(call("PATCH", `${base}/usr_li`, { role: null }).body).toMatchObject({ role: null, spaces: 0 });
  });

  test("a member who is removed is in no team any more", () => {
    const { call, list } = testPlatform();
    expect(call("DELETE", `${base}/usr_ana`).status).toBe(205);
    expect(call("GET", `${base}/usr_ana`).status).toBe(404);
    expect(list("/orgs/org_acme/teams/team_docs/members")).toEqual([]);
    expect(call("GET", "/orgs/org_acme/teams/team_docs").body.members).toBe(0);
  });

  test("a member is set to sign in by single sign-on, once and again", () => {
    const { call } = testPlatform();
    expect(call("POST", `${base}/usr_li/sso`).body).toMatchObject({ id: "usr_li", sso: true });
    expect(call("POST", `${base}/usr_li/sso`)).toMatchObject({ status: 200, body: { sso: true } });
  });
});
