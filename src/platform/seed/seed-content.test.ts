import { describe, expect, test } from "vitest";
import { contentSeed } from "../../../test/support/platform/content-seed.ts";
import { seedState } from "../../../test/support/platform/seed-state.ts";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import { snapshot } from "../store/state.ts";
import { readSeed } from "./seed.ts";

const members = [{ email: "ana@acme.example" }];
const seedOf = (space: object, more: object = {}) => ({
  ...more,
  organizations: [{ id: "org", title: "Org", members, spaces: [{ id: "sp", title: "S", ...space }] }],
});
const read = (space: object, path: string) =>
  testPlatform(seedOf(space)).call("GET", `/spaces/sp/${path}`, undefined, "docform-admin").body;
const by = { subject: "S", createdBy: "ana@acme.example" };

describe("content of a seed", () => {
  test("pages that say little: ids, slugs and types are made", () => {
    const pages = [{ title: "Über uns!" }, { title: "Über uns" }, { title: "日本", type: "group" }];
    expect(read({ pages }, "content").pages).toMatchObject([
      { id: "page_uber-uns", slug: "uber-uns", type: "document", markdown: "" },
      { id: "page_uber-uns-2", slug: "uber-uns-2" },
      { slug: "日本", type: "group" },
    ]);
  });

  test("pages with everything that they can have", () => {
    const page = {
      id: "p",
      title: "P",
      slug: "other",
      icon: "book",
      emoji: "1f680",
      description: "D",
      hidden: true,
      noIndex: true,
      noRobotsIndex: true,
      variables: { a: "b" },
      layout: { width: "wide", tableOfContents: false },
    };
    const times = { createdAt: "2025-01-01T01:00:00+01:00", updatedAt: "2025-01-02T00:00:00Z" };
    const links = {
      cover: { file: "f", darkFile: "g", yPos: 1, height: 2 },
      metaLinks: { canonical: "p", alternates: ["q"] },
    };
    const { pages } = read({ pages: [{ ...page, ...times, ...links }] }, "content");
    const ref = (file: string) => ({ kind: "file", file, space: "sp" });
    const to = (id: string) => ({ kind: "page", page: id, space: "sp" });
    expect(pages).toMatchObject([
      {
        ...page,
        createdAt: "2025-01-01T00:00:00.000Z",
        updatedAt: "2025-01-02T00:00:00.000Z",
        cover: { ref: ref("f"), refDark: ref("g"), yPos: 1, height: 2 },
        metaLinks: { canonical: to("p"), alternates: [to("q")] },
      },
    ]);
  });

  test.each([
    ["a.png", "image/png"],
    ["a.tar.gz", "application/octet-stream"],
    ["a", "application/octet-stream"],
  ])("the media type of %s is %s", (name, contentType) => {
    expect(read({ files: [{ name }] }, "content/files").items).toMatchObject([
      { name, contentType, size: 0 },
    ]);
  });

  test("a change request edits what is there, and adds, below a page or at the root", () => {
    const pages = [{ id: "a", title: "A", pages: [{ id: "b", title: "B", markdown: "1" }] }];
    const edits = [
      { id: "b", markdown: "2", hidden: true },
      { title: "C", parent: "b" },
      { id: "d", title: "D" },
    ];
    const changeRequest = { ...by, id: "cr", pages: edits, description: "# Why", variables: { v: "1" } };
    const { call } = testPlatform(seedOf({ pages, changeRequests: [changeRequest] }));
    const get = (path: string) =>
      call("GET", `/spaces/sp/change-requests/${path}`, undefined, "docform-admin").body;
    expect(get("cr/content")).toMatchObject({
      variables: { v: "1" },
      pages: [
        { id: "a", pages: [{ id: "b", markdown: "2", title: "B", pages: [{ path: "a/b/c" }] }] },
        { id: "d" },
      ],
    });
    expect(get("1")).toMatchObject({
      status: "open",
      description: { object: "document", nodes: [{ type: "heading-1" }] },
    });
  });

  test("a merged one leaves those before it behind, and not those after it", () => {
    const changeRequests = [by, { ...by, status: "merged" }, by];
    const all = seedState(seedOf({ changeRequests })).spaces.sp?.changeRequests;
    expect(all?.order).toEqual(["cr_s", "cr_s-2", "cr_s-3"]);
    expect(Object.values(all?.byId ?? {}).map(({ revisionInitial }) => revisionInitial === "rev_sp")).toEqual(
      [true, true, false],
    );
  });

  test("the same seed gives the same state; it is plain data, and ids made later are new", () => {
    const state = seedState(contentSeed);
    expect(JSON.stringify(seedState(structuredClone(contentSeed)))).toBe(JSON.stringify(state));
    expect(JSON.parse(JSON.stringify(snapshot(state)))).toEqual(state);
    const { call } = testPlatform(contentSeed);
    const { body } = call("POST", "/spaces/sp_one/change-requests", {});
    const revisions = Object.values(state.spaces).flatMap(({ content }) => Object.keys(content.revisions));
    expect(revisions).not.toContain(body.revision);
  });

  test("only revisions that something needs are kept", () => {
    const { call, platform } = testPlatform(contentSeed);
    for (let time = 0; time < 20; time += 1) call("POST", "/spaces/sp_one/content/template", { id: "plain" });
    const { content, changeRequests } = platform.state.spaces.sp_one!;
    expect(Object.keys(content.revisions).length).toBeLessThanOrEqual(1 + 2 * changeRequests.order.length);
  });
});

const page = { id: "p", title: "P" };
const mistakes: readonly [string, object, RegExp][] = [
  ["a page without a title", { pages: [{ id: "p" }] }, /spaces\.0\.pages\.0\.title: /],
  [
    "a misspelt field of a page below",
    { pages: [{ ...page, pages: [{ ...page, titel: "x" }] }] },
    /pages\.0\.pages\.0: .*titel/,
  ],
  ["a slug with a slash", { pages: [{ ...page, slug: "a/b" }] }, /pages\.0\.slug: a slug has/],
  [
    "a slug twice",
    {
      pages: [
        { ...page, slug: "a" },
        { title: "Q", slug: "a" },
      ],
    },
    /pages: the slug "a" is given twice/,
  ],
  ["one id for two pages", { pages: [page, page] }, /pages\.1\.id: two objects have the id p/],
  [
    "a stranger's change request",
    { changeRequests: [{ ...by, createdBy: "who@x.example" }] },
    /createdBy: there is no person/,
  ],
  [
    "an unknown reviewer",
    { changeRequests: [{ ...by, reviewers: ["who"] }] },
    /changeRequests\.0\.reviewers: /,
  ],
  [
    "an unknown approval",
    { changeRequests: [{ ...by, approvals: ["who"] }] },
    /changeRequests\.0\.approvals: /,
  ],
  [
    "a new page without a title",
    { changeRequests: [{ ...by, pages: [{ id: "new" }] }] },
    /pages\.0: give the id of a page/,
  ],
  [
    "a page below nothing",
    { changeRequests: [{ ...by, pages: [{ title: "T", parent: "no" }] }] },
    /parent: there is no page no/,
  ],
  [
    "a page that moves",
    { pages: [page], changeRequests: [{ ...by, pages: [{ id: "p", parent: "p" }] }] },
    /parent: only a new page/,
  ],
  [
    "removing nothing",
    { changeRequests: [{ ...by, removedPages: ["no"] }] },
    /removedPages: there is no page no/,
  ],
  [
    "an unknown cluster",
    { changeRequests: [{ ...by, conversationsIssuesCluster: "no" }] },
    /the organization has no cluster no/,
  ],
  ["a subject that is too long", { changeRequests: [{ ...by, subject: "a".repeat(101) }] }, /subject: /],
];

describe("a mistake in the content of a seed is told with its place", () => {
  test.each(mistakes)("%s", (_, space, message) => {
    const result = readSeed(seedOf(space));
    const problems = result.ok ? [] : result.problems.map(({ path, message: text }) => `${path}: ${text}`);
    expect(problems).toEqual([expect.stringMatching(message)]);
  });

  test("a template that is called blank, and one that is there twice", () => {
    const result = readSeed(seedOf({}, { templates: [{ id: "blank" }, { id: "a" }, { id: "a" }] }));
    expect(result).toMatchObject({
      ok: false,
      problems: [{ path: "templates.0.id" }, { path: "templates.2.id" }],
    });
  });
});
