import { describe, expect, test } from "vitest";
import { checkAnswer } from "../../test/support/platform/answer-problems.ts";
import { seedState } from "../../test/support/platform/seed-state.ts";
import { smallSeed, testPlatform } from "../../test/support/platform/test-platform.ts";
import { createPlatform, handleRaw } from "./platform.ts";

const raw = (
  url: string,
  given: { method?: string; headers?: Record<string, string>; bodyText?: string } = {},
) => {
  const platform = createPlatform({ state: seedState(smallSeed), clock: () => 0, checkAnswer });
  const headers = { authorization: "Bearer admin", ...given.headers };
  return handleRaw(platform, { method: "GET", url, ...given, headers });
};

const patch = { method: "PATCH", headers: { "content-type": "application/json" } };

const answers: readonly [string, number, ReturnType<typeof raw>][] = [
  ["a path outside /v1", 404, raw("/orgs")],
  ["/v1 alone", 404, raw("/v1")],
  ["a path that ends in a slash", 404, raw("/v1/orgs/")],
  ["an empty path parameter", 404, raw("/v1/orgs//teams")],
  ["broken percent-encoding", 400, raw("/v1/orgs/%E0%A4%A")],
  ["an id that objects have by nature", 404, raw("/v1/orgs/__proto__")],
  ["another one", 404, raw("/v1/spaces/constructor")],
  [
    "a token that objects have by nature",
    401,
    raw("/v1/orgs", { headers: { authorization: "Bearer toString" } }),
  ],
  ["another scheme", 401, raw("/v1/orgs", { headers: { authorization: "Basic admin" } })],
  ["the scheme in lower case", 200, raw("/v1/orgs", { headers: { authorization: "bearer admin" } })],
  [
    "the header in another case",
    200,
    raw("/v1/orgs", { headers: { authorization: "", Authorization: "Bearer admin" } }),
  ],
  ["bad JSON", 400, raw("/v1/orgs/org_acme", { ...patch, bodyText: "{" })],
  ["bad JSON for an unknown id", 404, raw("/v1/orgs/nobody", { ...patch, bodyText: "{" })],
  ["a body of another type", 415, raw("/v1/orgs/org_acme", { method: "PATCH", bodyText: "{}" })],
  ["a body where none is taken", 200, raw("/v1/orgs", { bodyText: "hello" })],
  [
    "a body that is too large",
    413,
    raw("/v1/orgs/org_acme", { ...patch, bodyText: " ".repeat(1024 ** 2 + 1) }),
  ],
  [
    "A2: such a body for an unknown id",
    404,
    raw("/v1/orgs/nobody", { ...patch, bodyText: " ".repeat(1024 ** 2 + 1) }),
  ],
  [
    "A2: such a body without a token",
    401,
    raw("/v1/orgs/org_acme", {
      method: "PATCH",
      headers: { authorization: "" },
      bodyText: " ".repeat(1024 ** 2 + 1),
    }),
  ],
  [
    "a body of the largest size",
    200,
    raw("/v1/orgs/org_acme", { ...patch, bodyText: "{}".padEnd(1024 ** 2) }),
  ],
  [
    "__proto__ in a body",
    400,
    raw("/v1/orgs/org_acme", { ...patch, bodyText: '{"__proto__":{"title":"Evil"}}' }),
  ],
  ["its front page", 200, raw("/")],
];

describe("what comes over the wire", () => {
  test.each(answers)("%s is %i", (_, status, answer) => {
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.bodyText)).toBeTypeOf("object");
    expect(answer.headers["content-type"]).toBe("application/json");
  });

  test("an empty answer has no body and no content type", () => {
    const { call } = testPlatform();
    const { headers } = call("DELETE", "/orgs/org_acme/teams/team_docs");
    expect(headers).toEqual({});
  });
});

describe("the log", () => {
  test("each request is a line of the log, told by operation and whether it may change anything", () => {
    const { call, log } = testPlatform();
    call("PUT", "/orgs/org_acme/teams", { title: "New" });
    call("GET", "/nowhere?secret=1");
    expect(log).toEqual([
      {
        time: "2026-01-05T10:00:00.000Z",
        method: "PUT",
        path: "/v1/orgs/org_acme/teams",
        operation: "createTeam",
        status: 201,
        ms: 0,
        mutates: true,
      },
      expect.objectContaining({ path: "/v1/nowhere", operation: null, status: 404, mutates: false }),
    ]);
  });

  test("a fault of the platform is a 500 with an error body, and its log says what it was", () => {
    const lines: string[] = [];
    const state = seedState(smallSeed);
    Object.assign(state.organizations, { order: ["org_gone"] });
    const platform = createPlatform({ state, clock: () => 0, log: (line) => lines.push(line) });
    const answer = handleRaw(platform, {
      method: "GET",
      url: "/v1/orgs",
      headers: { authorization: "Bearer admin" },
    });
    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.bodyText)).toEqual({ error: { code: 500, message: expect.any(String) } });
    expect(lines.join()).toContain("no row org_gone");
  });
});
