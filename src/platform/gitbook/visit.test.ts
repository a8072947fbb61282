import { expect, test } from "vitest";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { JsonObject } from "../../text/json.ts";
import { handleRaw } from "../platform.ts";
import type { RedirectDestination, RedirectState } from "../store/site-state.ts";
import { add, emptyTable, get } from "../store/table.ts";

const seed = {
  now: "2026-01-05T09:00:00Z",
  tokens: { admin: { user: "ana@acme.example", rights: "admin" } },
  organizations: [
    {
      id: "org_acme",
      title: "Acme",
      hostname: "acme",
      members: [{ email: "ana@acme.example", role: "admin" }],
      spaces: ["home", "api", "old"].map((id) => ({
        id,
        title: id,
        pages: [{ title: `Of ${id}`, pages: [{ title: "Deep" }] }],
      })),
      sites: [
        {
          id: "site_docs",
          title: "Docs",
          basename: "docs",
          published: true,
          structure: [
            { section: "Start", id: "sec_start", path: "start", spaces: [{ space: "home", id: "ss_home" }] },
            {
              section: "API",
              id: "sec_api",
              path: "api",
              spaces: [
                { space: "api", id: "v2", path: "v2" },
                { space: "old", id: "v1", path: "v1" },
              ],
            },
          ],
        },
        { id: "site_shut", title: "Shut", basename: "shut", structure: [{ space: "home" }] },
        {
          id: "site_shared",
          title: "Shared",
          basename: "shared",
          published: true,
          visibility: "share-link",
          structure: [{ space: "home", path: "home" }],
          shareLinks: [{ id: "link", name: "Partners", key: "s3cret" }],
        },
      ],
    },
  ],
};

type Call = readonly [path: string, body: JsonObject];
const rename = (id: string, path: string): Call => [`/sections/sec_${id}`, { path }];

/** Changes of the site, an address of it, and the answer: a status, with the address that it leads to. */
const visits: readonly [string, readonly Call[], string, string][] = [
  ["the first space", [], "docs", "200"],
  ["a page of it", [], "docs/of-home/deep", "200"],
  ["a page that is not there", [], "docs/of-api", "404"],
  ["a section", [], "docs/api/", "200"],
  ["a variant", [], "docs/api/v1/of-old/", "200"],
  ["the default section by its own path", [], "docs/start/of-home", "307 docs/of-home/"],
  ["the default variant by its own path", [], "docs/api/v2/of-api", "307 docs/api/of-api/"],
  ["a path that a section had", [rename("api", "rest")], "docs/api/v1/of-old", "307 docs/rest/v1/of-old/"],
  ["a page that is not there, of a path that a section had", [rename("api", "rest")], "docs/api/no", "404"],
  [
    "a path that another section took",
    [rename("api", "rest"), rename("start", "api")],
    "docs/api/v1/of-old",
    "404",
  ],
  [
    "a path that another section took and gave back",
    [rename("api", "rest"), rename("start", "api"), rename("start", "begin")],
    "docs/api",
    "307 docs/",
  ],
  [
    "a path that a variant of the default section took",
    [rename("api", "rest"), ["/site-spaces/ss_home", { path: "api" }]],
    "docs/api/v1/of-old",
    "404",
  ],
  [
    "a path that a variant had",
    [["/site-spaces/v1", { path: "first" }]],
    "docs/api/v1",
    "307 docs/api/first/",
  ],
  [
    "a section that became the default",
    [["", { defaultSiteSection: "sec_api" }]],
    "docs/api/v1",
    "307 docs/v1/",
  ],
  [
    "a variant of the default section, with the path of a section",
    [["", { defaultSiteSection: "sec_api" }], rename("start", "v1")],
    "docs/api/v1/of-old",
    "200",
  ],
  ["a section that was the default", [["", { defaultSiteSection: "sec_api" }]], "docs/start", "200"],
  ["a draft", [["/sections/sec_api", { draft: true }]], "docs/api", "404"],
  ["a site that is not published", [], "shut", "404"],
  ["a shared site without its key", [], "shared", "404"],
  ["a shared site with its key", [], "shared/s3cret/of-home", "200"],
  ["no site", [], "other", "404"],
];

test.each(visits)("%s", (_, calls, address, answer) => {
  const { call, platform } = testPlatform(seed, "gitbook");
  for (const [path, body] of calls)
    expect(call("PATCH", `/orgs/org_acme/sites/site_docs${path}`, body).status).toBe(200);
  const at = "/published/acme.docform.example/";
  const { status, headers } = handleRaw(platform, { method: "GET", url: `${at}${address}`, headers: {} });
  const to = headers.location === undefined ? "" : ` ${headers.location.split(at)[1]}`;
  expect(`${status}${to}`).toBe(answer);
});

const toApi: RedirectDestination = { kind: "site-section", siteSectionId: "sec_api" };
const toOld: RedirectDestination = { kind: "site-space", siteSpaceId: "v1" };
const away: RedirectDestination = { kind: "external", url: "https://elsewhere.example/docs" };

/** Redirects of the site, an address, and the answer. */
const redirects: readonly [string, readonly Partial<RedirectState>[], string, string][] = [
  ["a redirect", [{ source: "/gone", destination: toApi }], "gone", "307 docs/api/"],
  ["without case", [{ source: "/Gone", destination: toApi }], "gONE/", "307 docs/api/"],
  ["a permanent one", [{ source: "/gone", destination: toOld, permanent: true }], "gone", "308 docs/api/v1/"],
  ["one that content hides", [{ source: "/api/v1", destination: away }], "api/v1", "200"],
  ["a draft", [{ source: "/gone", destination: toApi, draft: true }], "gone", "404"],
  ["everything below", [{ source: "/gone/*", destination: toApi }], "gone/a/b", "307 docs/api/"],
  ["not the path itself", [{ source: "/gone/*", destination: toApi }], "gone", "404"],
  ["a prefix", [{ source: "/gone*", destination: toApi }], "gone-away", "307 docs/api/"],
  [
    "what the star means",
    [{ source: "/gone/*", destination: toOld, captureWildcard: true }],
    "gone/of-old/deep",
    "307 docs/api/v1/of-old/deep",
  ],
  [
    "the longest source",
    [
      { source: "/gone/*", destination: toApi },
      { source: "/gone/more/*", destination: toOld },
    ],
    "gone/more/x",
    "307 docs/api/v1/",
  ],
  [
    "a source without a star before one with it",
    [
      { source: "/gone/*", destination: toApi },
      { source: "/gone/x", destination: toOld },
    ],
    "gone/x",
    "307 docs/api/v1/",
  ],
  ["another site", [{ source: "/gone", destination: away }], "gone", "307 https://elsewhere.example/docs"],
  [
    "a page that is not there",
    [{ source: "/gone", destination: { kind: "site-page", siteSpaceId: "v1", pageId: "none" } }],
    "gone",
    "404",
  ],
];

test.each(redirects)("a redirect of the site: %s", (_, given, path, answer) => {
  const { platform } = testPlatform(seed, "gitbook");
  const table = emptyTable<RedirectState>();
  for (const [at, one] of given.entries())
    add(table, {
      id: `redirect_${at}`,
      source: "",
      draft: false,
      captureWildcard: false,
      permanent: false,
      destination: away,
      createdAt: "2026-01-05T09:00:00Z",
      ...one,
    });
  const { sites } = get(platform.state.organizations, "org_acme");
  get(sites, "site_docs").redirects = table;
  const at = "/published/acme.docform.example/";
  const url = `${at}docs/${path}`;
  const { status, headers } = handleRaw(platform, { method: "GET", url, headers: {} });
  const to = headers.location === undefined ? "" : ` ${headers.location.split(at).at(-1)}`;
  expect(`${status}${to}`).toBe(answer);
});

test("the reference serves no site", () => {
  const { platform } = testPlatform(seed);
  const url = "/published/acme.docform.example/docs";
  expect(handleRaw(platform, { method: "GET", url, headers: {} }).status).toBe(404);
});

test("a source that is no text leads nowhere", () => {
  const { call } = testPlatform(seed, "gitbook");
  const answer = call("GET", "/orgs/org_acme/sites/site_docs/redirect?source=/%25FF");
  expect([answer.status, answer.body]).toMatchObject([404, { error: { code: 404 } }]);
});
