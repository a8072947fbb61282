import { describe, expect, test } from "vitest";
import { smallSeed, testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { Json, JsonObject } from "../../text/json.ts";
import { readSeed } from "../seed/seed.ts";
import { snapshot } from "../store/state.ts";

const at = "/orgs/org_acme/sites/site_flat/adaptive-schema";
const flag = { type: "boolean" };
const closed = (properties: JsonObject) => ({ type: "object", properties, additionalProperties: false });

const attributes: JsonObject = {
  $schema: "http://json-schema.org/draft-07/schema#",
  ...closed({
    beta: { ...flag, description: "Takes part in the beta" },
    "is-customer": { ...flag, title: "Customers" },
    unsigned: closed({ trial: flag }),
    admin: flag,
  }),
  required: ["beta"],
};

const templates = [
  { description: "Takes part in the beta", condition: "visitor.claims.beta == true" },
  { description: "Customers", condition: 'visitor.claims["is-customer"] == true' },
  { description: "Visitors with the claim admin", condition: "visitor.claims.admin == true" },
  { description: "Visitors with the claim trial", condition: "visitor.claims.unsigned.trial == true" },
];

describe("the adaptive schema of a site", () => {
  test("7: before one is put it is 404, and there is no condition", () => {
    const { call } = testPlatform();
    expect(call("GET", at).status).toBe(404);
    expect(call("GET", `${at}/template-conditions`).body).toEqual({ items: [] });
  });

  test("comes back as it was put, and can be replaced", () => {
    const { call, pass } = testPlatform();
    const { status, body } = call("PUT", at, { jsonSchema: attributes });
    expect(status).toBe(200);
    expect(body).toEqual({
      object: "site-adaptive-schema",
      jsonSchema: attributes,
      updatedAt: "2026-01-05T10:00:00.000Z",
    });
    expect(call("GET", at).body).toEqual(body);
    pass(1000);
    call("PUT", at, { jsonSchema: closed({}) });
    expect(call("GET", at).body).toMatchObject({
      jsonSchema: closed({}),
      updatedAt: "2026-01-05T10:00:01.000Z",
    });
    expect(call("GET", "/orgs/org_acme/sites/site_deep/adaptive-schema").status).toBe(404);
  });

  test("A29: cannot be removed", () => {
    const { call } = testPlatform();
    call("PUT", at, { jsonSchema: attributes });
    expect(call("DELETE", at).status).toBe(405);
  });

  test("each boolean claim is a template of a condition, those of unsigned last", () => {
    const { call } = testPlatform();
    call("PUT", at, { jsonSchema: attributes });
    expect(call("GET", `${at}/template-conditions`).body).toEqual({ items: templates });
  });

  test.each<[string, Json]>([
    ["an empty schema", {}],
    ["other keywords of draft-07", { ...closed({}), definitions: { any: true }, dependencies: { a: ["b"] } }],
    ["keywords that draft-07 does not have", { ...closed({}), "x-order": 1 }],
    ["schemas for cases", { if: { required: ["a"] }, else: false, anyOf: [true, { minProperties: 2 }] }],
  ])("takes %s", (_, jsonSchema) => {
    expect(testPlatform().call("PUT", at, { jsonSchema }).status).toBe(200);
  });
});

describe("7: a schema that is invalid is a Bad Request, and nothing changes", () => {
  test.each<[string, Json]>([
    ["no object", "text"],
    ["a schema of something else than an object", { type: "array" }],
    ["a claim that is no boolean", closed({ plan: { type: "string" } })],
    ["an unsigned claim that is no boolean", closed({ unsigned: closed({ plan: { type: "string" } }) })],
    ["an unsigned that is no object", closed({ unsigned: flag })],
    ["more attributes than those named", { ...closed({}), additionalProperties: true }],
    ["another draft", { $schema: "https://json-schema.org/draft/2020-12/schema" }],
    ["required that is no list", { required: "beta" }],
    ["required of an unsigned that is no list", closed({ unsigned: { required: "beta" } })],
    ["a title that is no text", closed({ beta: { ...flag, title: 1 } })],
    ["a description that is no text", closed({ unsigned: closed({ beta: { ...flag, description: {} } }) })],
  ])("%s", (_, jsonSchema) => {
    const { call, platform } = testPlatform();
    const before = snapshot(platform.state);
    const { status, body } = call("PUT", at, { jsonSchema });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ message: expect.stringMatching(/^jsonSchema[.:]/) });
    expect(platform.state).toEqual(before);
  });
});

test.each<[string, number, string, string, string]>([
  ["get: no token", 401, "GET", at, "guess"],
  ["get: out of the token's reach", 403, "GET", at, "outsider"],
  ["get: no matching site", 404, "GET", at.replace("flat", "nope"), "admin"],
  ["put: a token that may only read", 403, "PUT", at, "reader"],
  ["put: no matching site", 404, "PUT", at.replace("flat", "nope"), "admin"],
  ["put: no schema", 400, "PUT", at, "admin"],
  ["conditions: no token", 401, "GET", `${at}/template-conditions`, "guess"],
  ["conditions: no matching site", 404, "GET", `${at.replace("flat", "nope")}/template-conditions`, "admin"],
])("%s: %i", (_, status, method, path, token) => {
  expect(testPlatform().call(method, path, undefined, token).status).toBe(status);
});

describe("a seed", () => {
  const withSchema = (adaptiveSchema: Json) => ({
    ...smallSeed,
    organizations: [
      { id: "org_acme", title: "Acme", sites: [{ id: "site_flat", title: "Flat", adaptiveSchema }] },
    ],
    tokens: undefined,
  });

  test("holds the schema of a site", () => {
    const { call } = testPlatform(withSchema(attributes));
    expect(call("GET", at, undefined, "docform-admin").body.jsonSchema).toEqual(attributes);
  });

  test.each([
    ["is not of the form", { type: "array" }],
    ["allows more attributes", { additionalProperties: true }],
    ["is not draft-07", { required: "beta" }],
  ])("is told when its schema %s", (_, schema) => {
    const result = readSeed(withSchema(schema));
    const key = Object.keys(schema)[0];
    expect(result).toMatchObject({
      ok: false,
      problems: [{ path: `organizations.0.sites.0.adaptiveSchema.${key}` }],
    });
  });
});
