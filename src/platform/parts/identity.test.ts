import { describe, expect, test } from "vitest";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";

const org = "/orgs/org_acme";

describe("SAML providers", () => {
  test("a provider is pending until it has an address and a certificate, and is then a way to sign in", () => {
    const { call } = testPlatform();
    expect(call("GET", `${org}/saml/saml_okta`).body.status).toBe("pending");
    expect(call("GET", `${org}/sso`).body).toEqual({ items: [] });
    const given = { ssoURL: "https://acme.okta.example/sso" };
    expect(call("PATCH", `${org}/saml/saml_okta`, given).body.status).toBe("pending");
    expect(call("PATCH", `${org}/saml/saml_okta`, { certificate: "PEM" }).body).toMatchObject({
      ...given,
      certificate: "PEM",
      status: "active",
    });
    const startURL = "http://docform.local/saml/saml_okta/start";
    expect(call("GET", `${org}/sso`).body).toEqual({ items: [{ id: "saml_okta", label: "Okta", startURL }] });
  });

  test("a new provider holds what it was given; the team is shown whole", () => {
    const { call } = testPlatform();
    const fields = {
      label: "Okta",
      entityID: "urn:acme",
      certificate: "PEM",
      ssoURL: "https://x.example/sso",
      defaultRole: null,
    };
    const { status, body } = call("POST", `${org}/saml`, { ...fields, defaultTeam: "team_docs" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...fields, status: "active", defaultTeam: { id: "team_docs", members: 1 } });
    expect(call("GET", `${org}/saml/${body.id}`).body).toEqual(body);
  });

  test.each(["POST", "PATCH"])("%s with a team of nobody is 400", (method) => {
    const path = method === "POST" ? `${org}/saml` : `${org}/saml/saml_okta`;
    const { status, body } = testPlatform().call(method, path, { label: "L", defaultTeam: "team_x" });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ message: expect.stringMatching(/^defaultTeam: .*"team_x"/) });
  });

  test("A32: deleting the default team leaves a provider without one", () => {
    const { call } = testPlatform();
    expect(call("DELETE", `${org}/teams/team_docs`).status).toBe(205);
    expect(call("GET", `${org}/saml/saml_okta`).body).not.toHaveProperty("defaultTeam");
  });
});

const base = `${org}/openapi`;
const url = { url: "https://api.example/openapi.yaml" };
const good = { text: '{"openapi": "3.1.0", "info": {}, "paths": {}}' };

describe("A30: processing of OpenAPI specs", () => {
  test("a new spec is pending, then in progress, then complete, within seconds and by itself", () => {
    const { call, pass } = testPlatform();
    const created = call("POST", base, { slug: "shop", source: url });
    expect(created).toMatchObject({
      status: 201,
      body: { slug: "shop", sourceURL: url.url, processingState: "pending", visibility: "private" },
    });
    expect(created.body).not.toHaveProperty("lastVersion");
    pass(700);
    expect(call("GET", `${base}/shop`).body.processingState).toBe("progress");
    pass(1000);
    expect(call("GET", `${base}/shop`).body).toMatchObject({
      processingState: "complete",
      lastVersion: expect.any(String),
      lastProcessedAt: "2026-01-05T10:00:01.500Z",
    });
  });

  test.each([
    [good.text, true],
    ['{"swagger": "2.0"}', true],
    ["openapi: 3.0.3\ninfo: {}", true],
    ["# pets\n'openapi': '3.0.3'\n", true],
    ['---\nswagger: "2.0"\n', true],
    ["title: no version here", false],
    ['{"openapi": 3', false],
    ['{"paths": {}}', false],
    ["  openapi: 3.0.0", false],
    ["", false],
  ])("%j is an OpenAPI document: %s", (text, fits) => {
    const { call, pass } = testPlatform();
    call("PUT", `${base}/shop`, { source: { text } });
    pass(2000);
    const { body } = call("GET", `${base}/shop`);
    expect(body.processingState).toBe("complete");
    expect("lastVersion" in body).toBe(fits);
    expect(body.lastProcessErrorCode).toBe(fits ? undefined : "PARSE_ERROR");
    if (!fits)
      expect(body.lastProcessedErrors).toEqual([{ code: "PARSE_ERROR", message: expect.any(String) }]);
  });
});

describe("A30: OpenAPI specs", () => {
  test("a new source is processed again; a bad one keeps the last version that could be read", () => {
    const { call, pass } = testPlatform();
    const version = call("GET", `${base}/petstore`).body.lastVersion;
    expect(call("PUT", `${base}/petstore`, { source: { text: "nonsense" } })).toMatchObject({
      status: 200,
      body: { processingState: "pending", lastVersion: version },
    });
    pass(2000);
    const { body } = call("GET", `${base}/petstore`);
    expect(body).toMatchObject({ lastVersion: version, lastProcessErrorCode: "PARSE_ERROR" });
    expect(body).not.toHaveProperty("sourceURL");
    call("PUT", `${base}/petstore`, { source: good });
    pass(2000);
    const fixed = call("GET", `${base}/petstore`).body;
    expect(fixed.lastVersion).not.toBe(version);
    expect(fixed).not.toHaveProperty("lastProcessErrorCode");
  });

  test("A31: the text of a spec cannot be read back, its address can", () => {
    const { call } = testPlatform();
    expect(JSON.stringify(call("PUT", `${base}/shop`, { source: good }).body)).not.toContain("3.1.0");
    expect(JSON.stringify(call("GET", `${base}/shop`).body)).not.toContain("3.1.0");
    expect(call("PUT", `${base}/shop`, { source: url }).body.sourceURL).toBe(url.url);
  });

  test("A4: PUT answers 201 when it created and 200 when it updated", () => {
    const { call, list } = testPlatform();
    expect(call("PUT", `${base}/shop`, { source: url }).status).toBe(201);
    expect(call("PUT", `${base}/shop`, { source: url }).status).toBe(200);
    expect(list(base).map((spec) => spec.slug)).toEqual(["petstore", "shop"]);
  });

  test.each<[string, number, string, string, { slug?: string; source: { url: string } | { text: string } }]>([
    ["a slug that exists", 409, "POST", base, { slug: "petstore", source: url }],
    ["a slug of the wrong form", 400, "POST", base, { slug: "pet store", source: url }],
    ["a slug of the wrong form in the path", 400, "PUT", `${base}/pet_store`, { source: url }],
  ])("%s is %i", (_, status, method, path, body) => {
    const { call, list } = testPlatform();
    expect(call(method, path, body as never).status).toBe(status);
    expect(list(base)).toHaveLength(1);
  });

  test("a public spec has a published address", () => {
    const { call } = testPlatform();
    const urls = (visibility: string) => call("PATCH", `${base}/petstore`, { visibility }).body.urls;
    expect(urls("public")).toHaveProperty("published");
    expect(urls("private")).not.toHaveProperty("published");
  });
});
