import { expect, test } from "vitest";
import type { Json } from "../core/json.ts";
import { snapshot } from "./snapshot.ts";
import { testPlatform } from "./testing.ts";

const org = "/orgs/org_acme";
const deep = `${org}/sites/site_deep`;
const text = (length: number) => "a".repeat(length);
const url = (length: number) => `https://x.example/${text(length - 18)}`;
const proxy = (length: number) => `x.example/${text(length - 10)}`;
const pick = (body: (length: number) => Json) => body;

/** Field, method, path, body for a length, the smallest and largest length that is accepted (8, A11). */
const limits: readonly [string, string, string, (length: number) => Json, number, number][] = [
  ["organization title", "PATCH", org, pick((n) => ({ title: text(n) })), 2, 255],
  ["organization hostname", "PATCH", org, pick((n) => ({ hostname: text(n) })), 3, 32],
  ["organization logo", "PATCH", org, pick((n) => ({ logo: url(n) })), 19, 2048],
  ["team title on creation", "PUT", `${org}/teams`, pick((n) => ({ title: text(n) })), 1, 64],
  ["team title", "PATCH", `${org}/teams/team_docs`, pick((n) => ({ title: text(n) })), 1, 64],
  ["space title", "PATCH", "/spaces/sp_one", pick((n) => ({ title: text(n) })), 0, 50],
  ["site title on creation", "POST", `${org}/sites`, pick((n) => ({ title: text(n) })), 2, 128],
  ["site title", "PATCH", deep, pick((n) => ({ title: text(n) })), 2, 128],
  ["site basename", "PATCH", deep, pick((n) => ({ basename: text(n) })), 1, 100],
  ["site proxy", "PATCH", deep, pick((n) => ({ proxy: proxy(n) })), 11, 512],
  [
    "section title on creation",
    "POST",
    `${deep}/sections`,
    pick((n) => ({ spaceId: "sp_one", title: text(n) })),
    2,
    128,
  ],
  ["section title", "PATCH", `${deep}/sections/sec_a`, pick((n) => ({ title: text(n) })), 2, 128],
  ["section path", "PATCH", `${deep}/sections/sec_a`, pick((n) => ({ path: text(n) })), 1, 100],
  ["section condition", "PATCH", `${deep}/sections/sec_a`, pick((n) => ({ condition: text(n) })), 0, 1024],
  ["section icon", "PATCH", `${deep}/sections/sec_a`, pick((n) => ({ icon: text(n) })), 0, 50],
  ["section description", "PATCH", `${deep}/sections/sec_a`, pick((n) => ({ description: text(n) })), 0, 256],
  ["group title on creation", "POST", `${deep}/section-groups`, pick((n) => ({ title: text(n) })), 1, 100],
  ["group title", "PATCH", `${deep}/section-groups/grp_1`, pick((n) => ({ title: text(n) })), 1, 100],
  ["group icon", "PATCH", `${deep}/section-groups/grp_1`, pick((n) => ({ icon: text(n) })), 0, 50],
  ["site space path", "PATCH", `${deep}/site-spaces/ss_a`, pick((n) => ({ path: text(n) })), 1, 100],
  ["share link name on creation", "POST", `${deep}/share-links`, pick((n) => ({ name: text(n) })), 0, 50],
  ["share link name", "PATCH", `${deep}/share-links/link_1`, pick((n) => ({ name: text(n) })), 0, 50],
  ["spec slug", "POST", `${org}/openapi`, pick((n) => ({ slug: text(n), source: { text: "" } })), 1, 100],
  ["spec address", "PUT", `${org}/openapi/petstore`, pick((n) => ({ source: { url: url(n) } })), 19, 2048],
  ["SAML label", "POST", `${org}/saml`, pick((n) => ({ label: text(n) })), 1, 30],
  ["SAML entity id", "PATCH", `${org}/saml/saml_okta`, pick((n) => ({ entityID: text(n) })), 0, 1024],
  ["SAML certificate", "PATCH", `${org}/saml/saml_okta`, pick((n) => ({ certificate: text(n) })), 0, 10_000],
  ["SAML address", "PATCH", `${org}/saml/saml_okta`, pick((n) => ({ ssoURL: url(n) })), 19, 2048],
];

test.each(limits)(
  "%s: the smallest and largest are taken, the next are 400",
  (_, method, path, body, least, most) => {
    for (const length of [least, most]) {
      expect([length, testPlatform().call(method, path, body(length)).status]).toEqual([
        length,
        expect.toSatisfy((status) => status < 300),
      ]);
    }
    const { call, platform } = testPlatform();
    const before = snapshot(platform.state);
    for (const length of least > 0 && least < 10 ? [least - 1, most + 1] : [most + 1]) {
      expect([length, call(method, path, body(length)).status]).toEqual([length, 400]);
    }
    expect(platform.state).toEqual(before);
  },
);

test.each([0, 1000])("limit=%i is taken", (limit) => {
  expect(testPlatform().call("GET", `/orgs?limit=${limit}`).status).toBe(200);
});
