import { describe, expect, test } from "vitest";
import { type Call, testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { Json } from "../../text/json.ts";
import { snapshot } from "../store/state.ts";

const base = "/orgs/org_acme/translations";
const french = { source: { space: "sp_one", language: "en" }, language: "fr" };
const instructions = { object: "document", nodes: [{ object: "block", type: "paragraph", nodes: [] }] };

function create(call: Call, body: Json = french) {
  return call("POST", base, body).body;
}

describe("refusals change nothing", () => {
  const operations: [string, string, Json?][] = [
    ["GET", ""],
    ["POST", "", french],
    ["GET", "/{t}"],
    ["PUT", "/{t}", { instructions }],
    ["DELETE", "/{t}"],
    ["POST", "/{t}/run"],
  ];

  test.each(operations)(
    "%s %s: 401 without a token, 403 where it may not, 404 for what is not there",
    (method, path, body) => {
      const platform = testPlatform();
      const { call } = platform;
      const { id } = create(platform.call, { ...french, language: "de" });
      const before = snapshot(platform.platform.state);
      const at = path.replace("{t}", String(id));
      expect(call(method, `${base}${at}`, body, "nobody").status).toBe(401);
      expect(call(method, `${base}${at}`, body, "outsider").status).toBe(403);
      expect(call(method, `${base}${at}`, body, "reader").status).toBe(method === "GET" ? 200 : 403);
      expect(call(method, `/orgs/nope/translations${at}`, body).status).toBe(404);
      const missing = path.replace("{t}", "translation_0");
      const none = method === "DELETE" ? 204 : 404;
      if (path !== "") expect(call(method, `${base}${missing}`, body).status).toBe(none);
      if (path !== "") expect(call(method, `/orgs/org_globex/translations${at}`, body).status).toBe(none);
      expect(platform.platform.state).toEqual(before);
    },
  );

  test.each<[string, Json, RegExp]>([
    ["no language", { source: { space: "sp_one" } }, /^language: /],
    ["a language that is no code", { ...french, language: "French!" }, /^language: .*BCP 47/],
    ["a name instead of a code", { ...french, language: "french" }, /^language: .*BCP 47/],
    [
      "a source language that is no code",
      { ...french, source: { space: "sp_one", language: "?" } },
      /^source.language: /,
    ],
    ["no source", { language: "fr" }, /^source: /],
    ["a space of nobody", { ...french, source: { space: "sp_x" } }, /^source.space: .*"sp_x"/],
    ["a space of another organization", { ...french, source: { space: "sp_globex" } }, /^source.space: /],
    ["instructions that are no document", { ...french, instructions: "Be nice" }, /^instructions: /],
    ["an unknown field", { ...french, status: "completed" }, /status/],
  ])("%s is 400", (_, body, message) => {
    const { call, platform } = testPlatform();
    const before = snapshot(platform.state);
    const answer = call("POST", base, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ message: expect.stringMatching(message) });
    expect(platform.state).toEqual(before);
  });

  test("a deleted space cannot be translated", () => {
    const { call } = testPlatform();
    call("DELETE", "/spaces/sp_one");
    expect(call("POST", base, french).status).toBe(400);
  });

  test("what PUT does not take is 400", () => {
    const platform = testPlatform();
    const { id } = create(platform.call);
    expect(platform.call("PUT", `${base}/${id}`, { language: "de" }).status).toBe(400);
  });
});
