import { describe, expect, test } from "vitest";
import { DiagnosticError } from "../model/diagnostic.ts";
import { apiRoot, fillPath, queryText, readAddress } from "./url.ts";

describe("the base URL", () => {
  test.each([
    ["https://api.example.com", "https://api.example.com/v1"],
    ["https://api.example.com/", "https://api.example.com/v1"],
    ["https://api.example.com/docs//", "https://api.example.com/docs/v1"],
    ["http://localhost:8080", "http://localhost:8080/v1"],
    ["http://127.0.0.1:1", "http://127.0.0.1:1/v1"],
    ["http://127.9.8.7", "http://127.9.8.7/v1"],
    ["http://[::1]:80", "http://[::1]/v1"],
  ])("%s is good", (baseUrl, root) => {
    expect(apiRoot(baseUrl)).toBe(root);
  });

  test("may be http anywhere only when that is wanted, and nothing else then", () => {
    expect(apiRoot("http://10.0.0.1", true)).toBe("http://10.0.0.1/v1");
    for (const bad of ["ftp://10.0.0.1", "http://me@10.0.0.1", "http://10.0.0.1?a"])
      expect(() => apiRoot(bad, true)).toThrow(DiagnosticError);
  });

  test("names --insecure-http only where that helps", () => {
    const hintOf = (address: string): unknown => readAddress(address, false);
    const hint = expect.stringContaining("--insecure-http");
    expect(hintOf("http://api.example.com")).toMatchObject({ hint });
    for (const bad of ["http://127.0.0.1:4400/v1", "http://127.0.0.1?x=1", "http://me@127.0.0.1"])
      expect(hintOf(bad)).not.toMatchObject({ hint });
  });

  test.each([
    ["", "not a web address"],
    ["api.example.com", "not a web address"],
    ["ftp://api.example.com", "neither https nor http"],
    ["http://api.example.com", "not encrypted"],
    ["http://127.evil.example", "not encrypted"],
    ["http://localhost.evil.example", "not encrypted"],
    ["http://10.0.0.1", "not encrypted"],
    ["https://me:hunter2@api.example.com", "user name"],
    ["https://api.example.com?a=b", "query"],
    ["https://api.example.com/#", "fragment"],
    ["https://api.example.com/v1/", "/v1"],
  ])("%s is refused: %s", (baseUrl, reason) => {
    const attempt = () => apiRoot(baseUrl);
    expect(attempt).toThrow(DiagnosticError);
    expect(attempt).toThrow(reason);
    expect(attempt).not.toThrow("hunter2");
  });
});

describe("a path", () => {
  const template = { path: "/orgs/{organizationId}/teams/{teamId}" };
  test("has its parameters encoded, whatever they hold", () => {
    const params = { organizationId: "$&/../é", teamId: "%2e%2e?x#y{organizationId}" };
    expect(fillPath(template, params)).toEqual({
      path: "/orgs/%24%26%2F..%2F%C3%A9/teams/%252e%252e%3Fx%23y%7BorganizationId%7D",
    });
  });

  test.each<[Record<string, string>, string]>([
    [{ organizationId: "a" }, '"teamId" is missing'],
    [{ organizationId: "", teamId: "t" }, '"organizationId" is empty'],
    [{ organizationId: "a", teamId: ".." }, 'cannot be ".."'],
    [{ organizationId: "a", teamId: "\uD800" }, "not valid Unicode"],
    [{ organizationId: "a", teamId: "t", siteId: "s" }, 'no path parameter "siteId"'],
  ])("of %j has a problem: %s", (params, problem) => {
    expect(fillPath(template, params)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

test("a query repeats arrays and leaves out what is not there", () => {
  expect(queryText({ authors: ["a", "b&c"], limit: 3, nested: false, page: undefined, owner: null })).toBe(
    "?authors=a&authors=b%26c&limit=3&nested=false",
  );
  expect(queryText({ page: undefined })).toBe("");
});
