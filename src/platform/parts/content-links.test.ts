import { describe, expect, test } from "vitest";
import { contentSeed } from "../../../test/support/platform/content-seed.ts";
import { smallSeed, testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { JsonObject } from "../../text/json.ts";

const links = "/spaces/sp_one/content/page/page_links/links";

interface Item extends JsonObject {
  readonly status: string;
  readonly relation: string;
  readonly targetReference: JsonObject;
  readonly locationReferences: readonly JsonObject[];
}

/** `status relation kind:id` of each. */
function short(items: readonly JsonObject[]): string[] {
  return (items as readonly Item[]).map(({ status, relation, targetReference: to }) =>
    [status, relation, to === undefined ? "-" : `${to.kind}:${to.page ?? to.file ?? to.space}`].join(" "),
  );
}

/** The links of a page with this text, beside a page there, a file and a reusable content. */
function linksIn(markdown: string, own: object = {}): string[] {
  const space = {
    id: "sp",
    title: "S",
    files: [{ id: "file_a", name: "a b.png" }],
    reusableContents: [{ id: "rc", title: "R", markdown: "[there](/there)" }],
    pages: [
      { id: "page_there", title: "There", markdown: '# One\n\n## Two words\n\n## One\n\n<a id="own"></a>' },
      {
        id: "page_up",
        title: "Up",
        pages: [{ id: "page", title: "Page", markdown, ...own }],
      },
    ],
  };
  const { list } = testPlatform({
    tokens: smallSeed.tokens,
    organizations: [
      {
        id: "org",
        title: "Org",
        members: [
          { email: "ana@acme.example" },
          { email: "li@acme.example" },
          { email: "zoe@globex.example" },
        ],
        spaces: [space],
      },
      { id: "org_globex", title: "Other", spaces: [{ id: "sp_far", title: "Far" }] },
    ],
  });
  return short(list("/spaces/sp/content/page/page/links"));
}

describe("a link on a page", () => {
  test.each([
    ["[x](../there)", "ok reference page:page_there"],
    ["[x](../there.md)", "ok reference page:page_there"],
    ["[x](../there/README.md)", "ok reference page:page_there"],
    ["[x](./../there/)", "ok reference page:page_there"],
    ["[x](/there)", "ok reference page:page_there"],
    ["[x](/there?tab=2)", "ok reference page:page_there"],
    ['[x](</there> "title")', "ok reference page:page_there"],
    ["[x](/pages/page_there)", "ok reference page:page_there"],
    ["[x](/)", "ok reference page:page_there"],
    ["[x]()", "ok reference page:page"],
    ["[x](page)", "ok reference page:page"],
    ["[x][r]\n\n[r]: /there", "ok reference page:page_there"],
    ['<a href="/there">x</a>', "ok reference page:page_there"],
    ['{% include "rc" %}', "ok reference page:page_there"],
    ["[x](there)", "broken reference page:sp"],
    ["[x](/pages/nope)", "broken reference page:nope"],
    ["[x](../../../there)", "broken reference page:sp"],
  ])("%s is %s: a page by path or id", (markdown, expected) => {
    expect(linksIn(markdown)).toEqual([expected]);
  });

  test.each([
    ["[x](/there#two-words)", "ok"],
    ["[x](/there#one-2)", "ok"],
    ["[x](/there#own)", "ok"],
    ["[x](/there#)", "ok"],
    ["[x](/there#nowhere)", "broken"],
    ["# Here\n\n[x](#here)", "ok"],
    ["[x](#here)", "broken"],
  ])("%j is %s: an anchor is a heading of the page", (markdown, status) => {
    expect(linksIn(markdown).map((text) => text.split(" ")[0])).toEqual([status]);
  });

  test.each([
    ["![x](files/a%20b.png)", "ok image file:file_a"],
    ["![x](../files/file_a)", "ok image file:file_a"],
    ["[x](/files/file_a)", "ok reference file:file_a"],
    ['<img src="/files/file_a">', "ok image file:file_a"],
    ["![x](files/nope.png)", "broken image file:sp"],
    ["![x](/files/nope)", "broken image file:nope"],
    ["[x](/spaces/sp/files/file_a)", "ok reference file:file_a"],
  ])("%s is %s: a file by name or id", (markdown, expected) => {
    expect(linksIn(markdown)).toEqual([expected]);
  });

  test.each([
    ["[x](/spaces/sp)", "ok reference space:sp"],
    ["[x](/spaces/nope)", "broken reference space:nope"],
    ["[x](/spaces/sp_far)", "broken reference space:sp_far"],
    ["[x](/spaces/nope/pages/page)", "broken reference page:page"],
  ])("%s is %s: a space of the same organization", (markdown, expected) => {
    expect(linksIn(markdown)).toEqual([expected]);
  });

  test.each([
    ["[x](https://app.docform.example/settings)", "in-app reference -"],
    ["<https://app.docform.example>", "in-app reference -"],
    ["[x](http://docform.local/app/spaces/sp/there)", "in-app reference space:sp"],
    ["[x](/app/spaces/gone)", "in-app reference -"],
  ])("%s is %s: an address in the app", (markdown, expected) => {
    expect(linksIn(markdown)).toEqual([expected]);
  });

  test.each([
    "[x](https://example.com)",
    "<https://example.com>",
    "[x](//example.com/app/)",
    "[x](mailto:a@b.example)",
    "[x](https://app.docform.example.evil.example/)",
    "`[x](/nope)`",
    "```\n[x](/nope)\n```",
    "<!-- [x](/nope) -->",
    "\\[x](/nope)",
    "https://example.com",
  ])("%j is none: it leads out, or is no link", (markdown) => {
    expect(linksIn(markdown)).toEqual([]);
  });

  test("an image in a link is two", () => {
    expect(linksIn("[![x](/files/file_a)](/there)")).toEqual([
      "ok image file:file_a",
      "ok reference page:page_there",
    ]);
  });

  test("covers and other versions of a page are links too", () => {
    const own = {
      cover: { file: "file_a", darkFile: "nope" },
      metaLinks: { canonical: "page_there", alternates: ["gone"] },
    };
    expect(linksIn("", own)).toEqual([
      "ok cover file:file_a",
      "broken cover file:nope",
      "ok metadata page:page_there",
      "broken metadata page:gone",
    ]);
  });
});

describe("lists of links (2.21)", () => {
  const world = () => testPlatform(contentSeed);

  test.each([
    ["", 13],
    ["status=ok", 5],
    ["status=broken", 6],
    ["status=in-app", 2],
  ])("of a page, ?%s has %i, and stats count all", (query, count) => {
    const { body } = world().call("GET", `${links}?${query}`);
    expect([body.count, body.stats]).toEqual([count, { total: 13, broken: { total: 6, changeRequest: 0 } }]);
  });

  test("of a space name each target once, with every page that leads to it", () => {
    const { call } = world();
    const { items, stats } = call("GET", "/spaces/sp_one/links").body as unknown as {
      items: Item[];
      stats: object;
    };
    const intro = items.find(
      ({ targetReference: to, status }) => to?.page === "page_intro" && status === "ok",
    );
    expect(intro?.locationReferences.map(({ page }) => page)).toEqual(["page_install", "page_links"]);
    expect(stats).toEqual({ total: items.length, broken: { total: 6, changeRequest: 0 } });
    const { revision } = call("GET", "/spaces/sp_one").body;
    expect(intro?.targetReference).toEqual({
      kind: "page",
      organization: "org_acme",
      space: "sp_one",
      page: "page_intro",
      versionContext: { type: "revision", revision },
    });
  });

  test("each page of a list carries the stats (A6)", () => {
    const { call } = world();
    const { next, stats } = call("GET", `${links}?limit=5`).body;
    const { page } = next as { page: string };
    expect(call("GET", `${links}?limit=5&page=${page}`).body.stats).toEqual(stats);
  });

  test("stats of a change request count what it broke", () => {
    const { call } = world();
    const at = "/spaces/sp_one/change-requests/cr_open/content/page";
    expect(call("GET", `${at}/page_install/links`).body.stats).toEqual({
      total: 2,
      broken: { total: 1, changeRequest: 1 },
    });
    expect(call("GET", `${at}/page_links/links`).body.stats).toMatchObject({
      broken: { total: 6, changeRequest: 0 },
    });
  });

  test("a link to a page breaks when a merge removes the page", () => {
    const { call } = world();
    const broken = () => (call("GET", "/spaces/sp_one/links?status=broken").body as { count: number }).count;
    const before = broken();
    call("POST", "/spaces/sp_one/change-requests/cr_draft/merge");
    expect(broken()).toBe(before + 1);
  });

  test("a link to another space breaks when that is deleted, and is fine again when it is restored", () => {
    const { call } = world();
    const broken = () => (call("GET", "/spaces/sp_one/links?status=broken").body as { count: number }).count;
    const before = broken();
    call("DELETE", "/spaces/sp_two");
    expect(broken()).toBe(before + 2);
    call("POST", "/spaces/sp_two/restore");
    expect(broken()).toBe(before);
  });

  test.each([`${links}?status=fine`, "/spaces/sp_one/links?status=fine", "/spaces/sp_one/links?limit=1001"])(
    "%s is 400",
    (path) => {
      expect(world().call("GET", path).status).toBe(400);
    },
  );
});
