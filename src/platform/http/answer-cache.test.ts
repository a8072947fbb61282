import { expect, test } from "vitest";
import { seedState } from "../../../test/support/platform/seed-state.ts";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import { pathOf, wholeSeed } from "../../../test/support/platform/whole-seed.ts";
import type { Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { createPlatform, handleRaw } from "../platform.ts";
import { createAnswerCache } from "./answer-cache.ts";

const platform = testPlatform(wholeSeed);
const urls = Object.values<Operation>(operations)
  .filter(({ method }) => method === "GET")
  .map((operation) => `/v1${pathOf(operation, platform)}`);

const changes: readonly (readonly [string, string, object])[] = [
  ["PATCH", "/v1/orgs/org_acme", { title: "Renamed" }],
  ["PATCH", "/v1/orgs/org_acme/teams/team_docs", { title: "Writers" }],
  ["PUT", "/v1/orgs/org_acme/teams/team_docs/members", { add: ["usr_li"] }],
  ["PATCH", "/v1/orgs/org_acme/members/usr_li", { role: "admin" }],
  ["PUT", "/v1/orgs/org_acme/openapi/petstore", { source: { text: "openapi: 3.1.0" } }],
  ["PATCH", "/v1/spaces/sp_one", { title: "Renamed space" }],
  ["PATCH", "/v1/orgs/org_acme/sites/site_deep", { title: "Renamed site" }],
  ["PATCH", "/v1/orgs/org_acme/sites/site_deep", { title: 7 }],
  ["DELETE", "/v1/spaces/sp_four", {}],
];

test("kept answers are those that the platform would give, whatever changes and however time passes", () => {
  let now = Date.parse("2026-01-05T10:00:00Z");
  const make = (more: object) => createPlatform({ state: seedState(wholeSeed), clock: () => now, ...more });
  const cache = createAnswerCache();
  const [kept, fresh] = [make({ cache }), make({})];
  const send = (method: string, url: string, body?: object, token = "admin") => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const request = { method, url, headers, bodyText: body && JSON.stringify(body) };
    expect(handleRaw(kept, request), `${method} ${url}`).toEqual(handleRaw(fresh, request));
  };
  const twice = [...changes, ...changes];
  for (const [at, [method, url, body]] of twice.entries()) {
    send(method, url, body);
    // The first time soon after each change, the second time late.
    for (const wait of at < changes.length ? [0, 700] : [1000, 8 * 24 * 60 * 60 * 1000]) {
      now += wait;
      for (const url of urls)
        for (const token of ["admin", "reader", "outsider"]) send("GET", url, {}, token);
    }
  }
  expect(kept.state).toEqual(fresh.state);
});

test("what only reads changes nothing", () => {
  const state = seedState(wholeSeed);
  const platform = createPlatform({ state, clock: () => Date.parse("2026-01-05T10:00:00Z") });
  const before = structuredClone(state);
  for (const url of urls) {
    handleRaw(platform, { method: "GET", url, headers: { authorization: "Bearer admin" } });
    expect(state, url).toEqual(before);
  }
});

test("a list of many members is kept", () => {
  const cache = createAnswerCache();
  const platform = createPlatform({ state: seedState(wholeSeed), clock: () => 0, cache });
  const request = {
    method: "GET",
    url: "/v1/orgs/org_acme/members",
    headers: { authorization: "Bearer admin" },
  };
  const { bodyText } = handleRaw(platform, request);
  expect(new TextDecoder().decode(cache.get(request)?.bytes)).toBe(bodyText);
});
