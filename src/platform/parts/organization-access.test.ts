import { describe, expect, test } from "vitest";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { Json } from "../../text/json.ts";
import { snapshot } from "../store/state.ts";

const org = "/orgs/org_acme";
const told = { object: "document", nodes: [{ object: "block", type: "paragraph", nodes: [], own: 1 }] };

const seed = {
  now: "2026-01-05T09:00:00Z",
  tokens: {
    admin: { user: "ana@acme.example", rights: "admin" },
    reader: { user: "ana@acme.example", rights: "read" },
    kim: { user: "kim@Acme.Example", rights: "admin" },
    zoe: { user: "zoe@globex.example", rights: "admin" },
    local: { user: "kim@acme.example", rights: "admin", organizations: ["org_globex"] },
  },
  organizations: [
    {
      id: "org_acme",
      title: "Acme",
      emailDomains: ["ACME.example"],
      defaultRole: "comment",
      linkInvites: [{ id: "invite_1", role: "edit" }, {}, { role: null }],
      members: [{ email: "ana@acme.example", role: "admin" }],
    },
    {
      id: "org_globex",
      title: "Globex",
      agentInstructions: told,
      members: [
        { email: "zoe@globex.example", role: "admin" },
        { email: "kim@Acme.Example", role: "read" },
      ],
    },
    { id: "org_open", title: "Open", emailDomains: ["acme.example"] },
  ],
};

describe("joining", () => {
  test.each([
    ["the default role of the organization", {}, "comment"],
    ["null as the default role: as a guest", { defaultRole: null }, null],
  ])("A37: a caller whose email domain is allowed joins, in any case, with %s", (_, update, role) => {
    const { call } = testPlatform(seed);
    call("PATCH", org, update);
    const answer = call("POST", `${org}/join`, undefined, "kim");
    expect(answer).toMatchObject({ status: 204, body: {} });
    expect(call("GET", `${org}/members/usr_kim`).body).toMatchObject({
      role,
      joinedAt: "2026-01-05T10:00:00.000Z",
      sso: false,
      user: { email: "kim@Acme.Example" },
    });
  });

  test("without a default role they may read", () => {
    const { call } = testPlatform(seed);
    expect(call("POST", "/orgs/org_open/join", undefined, "kim").status).toBe(204);
    expect(call("GET", "/orgs/org_open/members/usr_kim").body.role).toBe("read");
  });

  test("A37: a member who joins again stays as they are", () => {
    const { call, platform } = testPlatform(seed);
    const before = snapshot(platform.state);
    expect(call("POST", `${org}/join`).status).toBe(204);
    expect(platform.state).toEqual(before);
  });

  test("a token without an email joins nothing", () => {
    const { call } = testPlatform({
      organizations: [{ id: "o", title: "Org", emailDomains: ["acme.example"] }],
    });
    expect(call("POST", "/orgs/o/join", undefined, "docform-admin").status).toBe(403);
  });
});

describe("link invites", () => {
  test("A3: one can be deleted, once", () => {
    const { call, platform } = testPlatform(seed);
    const invites = () => platform.state.organizations.byId.org_acme?.linkInvites.order;
    expect(invites()).toEqual(["invite_1", "invite_read", "invite_guest"]);
    expect(call("DELETE", `${org}/link-invites/invite_1`).status).toBe(205);
    expect(call("DELETE", `${org}/link-invites/invite_1`).status).toBe(204);
    expect(invites()).toEqual(["invite_read", "invite_guest"]);
  });

  test("one of another organization is not there", () => {
    const { call } = testPlatform(seed);
    expect(call("DELETE", "/orgs/org_globex/link-invites/invite_1").status).toBe(204);
    expect(call("DELETE", `${org}/link-invites/invite_1`).status).toBe(205);
  });
});

describe("agent instructions", () => {
  const at = `${org}/agent-instructions`;

  test("before any are put there is only their address", () => {
    const { call } = testPlatform(seed);
    expect(call("GET", at).body).toEqual({
      object: "agent-instructions",
      urls: { location: `http://docform.local/v1${at}` },
    });
  });

  test("2.24: come back as they were put, with who put them and when", () => {
    const { call } = testPlatform(seed);
    const { status, body } = call("PUT", at, { instructions: told });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      instructions: told,
      updatedAt: "2026-01-05T10:00:00.000Z",
      updatedBy: "usr_ana",
    });
    expect(call("GET", at).body).toEqual(body);
    expect(call("GET", org).status).toBe(200);
  });

  test("of a seed are there from the start", () => {
    const { call } = testPlatform(seed);
    expect(call("GET", "/orgs/org_globex/agent-instructions").body).toMatchObject({
      instructions: told,
      updatedAt: "2026-01-05T09:00:00.000Z",
    });
  });
});

test.each<[string, number, string, string, Json, string]>([
  ["join: no token", 401, "POST", "/join", {}, "guess"],
  ["join: another email domain", 403, "POST", "/join", {}, "zoe"],
  ["join: out of the token's reach", 403, "POST", "/join", {}, "local"],
  ["join: a token that may only read", 403, "POST", "/join", {}, "reader"],
  ["join: an unknown organization", 404, "POST", "x/join", {}, "kim"],
  ["delete a link invite: no token", 401, "DELETE", "/link-invites/invite_1", {}, "guess"],
  ["delete a link invite: only reads", 403, "DELETE", "/link-invites/invite_1", {}, "reader"],
  ["delete a link invite: an unknown organization", 404, "DELETE", "x/link-invites/invite_1", {}, "admin"],
  ["get instructions: no token", 401, "GET", "/agent-instructions", {}, "guess"],
  ["get instructions: out of the token's reach", 403, "GET", "/agent-instructions", {}, "local"],
  ["get instructions: an unknown organization", 404, "GET", "x/agent-instructions", {}, "admin"],
  ["put instructions: a token that may only read", 403, "PUT", "/agent-instructions", {}, "reader"],
  ["put instructions: none", 400, "PUT", "/agent-instructions", {}, "admin"],
  ["put instructions: no document", 400, "PUT", "/agent-instructions", { instructions: "text" }, "admin"],
])("%s: %i, and nothing changes", (_, status, method, path, body, token) => {
  const { call, platform } = testPlatform(seed);
  const before = snapshot(platform.state);
  expect(call(method, `${org}${path}`, method === "PUT" ? body : undefined, token).status).toBe(status);
  expect(platform.state).toEqual(before);
});
