import { expect, test } from "vitest";
import { contentSeed } from "../../../test/support/platform/content-seed.ts";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";

// The platform in a test holds each answer against the published document.

const pages = [
  {
    id: "page_doc",
    title: "Doc",
    description: "About",
    layout: { width: "wide" },
    metaLinks: { canonical: "page_below" },
    cover: { file: "file_cover" },
    markdown: "Word.",
  },
  { id: "page_group", title: "Group", type: "group", pages: [{ id: "page_below", title: "Below" }] },
  { id: "page_else", title: "Link", type: "link", markdown: "Somewhere" },
  { id: "page_spec", title: "API", computed: { type: "builtin:openapi", props: { spec: "petstore" } } },
];

const files = [{ id: "file_cover", name: "logo.png" }];
const gitSync = { url: "https://git.example/acme/docs" };

const start = () => {
  const [acme, ...others] = contentSeed.organizations;
  const spaces = [...(acme?.spaces ?? []), { id: "sp_pages", title: "Pages", gitSync, pages, files }];
  return testPlatform({ ...contentSeed, organizations: [{ ...acme, spaces }, ...others] }, "gitbook");
};

test("pages of each type have the fields of their type", () => {
  const { call } = start();
  expect(call("GET", "/spaces/sp_pages/content/pages").body.pages).toMatchObject([
    { kind: "sheet", layout: { width: "wide", title: true }, tags: [], markdown: "Word.", pages: [] },
    { kind: "group", path: "group", pages: [{ kind: "sheet", path: "group/below" }] },
    { kind: "link", target: { kind: "url" } },
    { type: "computed", computed: { dependencies: { spec: { ref: { spec: "petstore" } } } } },
  ]);
  for (const { id } of pages)
    for (const format of ["markdown", "document"])
      expect(call("GET", `/spaces/sp_pages/content/page/${id}?format=${format}`).body).toMatchObject({ id });
});

test("a revision that a merge made names its change request", () => {
  const { call } = start();
  expect(call("GET", "/spaces/sp_pages/content").body).toMatchObject({
    type: "edits",
    git: { createdByGitBook: true },
  });
  expect(call("GET", "/spaces/sp_one/content").body).toMatchObject({
    type: "merge",
    mergedFrom: { id: "cr_merged" },
  });
});

test("a search ranks pages over all spaces, and says how well each section fits", () => {
  const { list } = start();
  const shown = list("/orgs/org_acme/search?query=intro");
  expect(shown).toMatchObject([
    { type: "space", id: "sp_one", pages: [{ rank: 1 }, { rank: 3 }] },
    { type: "space", id: "sp_two", pages: [{ rank: 2, description: "" }] },
  ]);
  const deep = list("/spaces/sp_one/search?query=deep");
  expect(deep).toMatchObject([{ rank: 1, score: 3, sections: [{ title: "Deep end", score: 3 }] }]);
});

test("replies to a comment on a change request have addresses", () => {
  const { call, list } = start();
  const comments = "/spaces/sp_one/change-requests/cr_open/comments";
  const { id } = call("POST", comments, { body: { markdown: "Better?" } }).body;
  const replies = `${comments}/${id}/replies`;
  const reply = call("POST", replies, { body: { markdown: "Yes" } }).body;
  expect(list(replies)).toEqual([reply]);
  expect(reply).toMatchObject({ urls: { location: expect.stringContaining(`${replies}/${reply.id}`) } });
});
