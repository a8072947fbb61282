import { describe, expect, test } from "vitest";
import { contentSeed } from "../../../test/support/platform/content-seed.ts";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { JsonObject } from "../../text/json.ts";

const space = "/spaces/sp_one";
const open = `${space}/change-requests/cr_open`;
const world = () => testPlatform(contentSeed);

describe("a page", () => {
  const page = `${space}/content/page`;

  test("has what is known about it (2.20)", () => {
    const { body } = world().call("GET", `${page}/page_intro`);
    expect(body).toEqual({
      id: "page_intro",
      type: "document",
      title: "Intro",
      slug: "intro",
      path: "intro",
      emoji: "1f680",
      description: "Where to start",
      markdown: "Begin here, please.",
      createdAt: "2026-01-05T09:00:00.000Z",
      updatedAt: "2026-01-05T09:00:00.000Z",
      urls: { app: "http://docform.local/app/spaces/sp_one/intro" },
      pages: [],
    });
  });

  test("its cover names the space of the file (2.1)", () => {
    const { cover } = world().call("GET", `${page}/page_install`).body;
    expect(cover).toEqual({ ref: { kind: "file", file: "file_spec", space: "sp_one" } });
  });

  test("of a change request is what that says", () => {
    const { call } = world();
    expect(call("GET", `${open}/content/page/page_install`).body).toMatchObject({
      markdown: "Short. [Gone](gone.md)",
      urls: { app: "http://docform.local/app/spaces/sp_one/change-requests/1/guides/install" },
    });
    expect(call("GET", `${page}/page_new`).status).toBe(404);
  });

  const line = (markdown: unknown, index: number) => String(markdown).split("\n")[index];
  test.each([
    [
      "",
      "Welcome to {{ product }} {{ version }}. It is {{ now }} in {{ space.title }}, on {{ page.title }}.",
    ],
    [
      "evaluated=false",
      "Welcome to {{ product }} {{ version }}. It is {{ now }} in {{ space.title }}, on {{ page.title }}.",
    ],
    ["evaluated=true", "Welcome to Hub 2. It is 2026-01-05T10:00:00.000Z in One, on Install."],
    ["evaluated=deterministic-only", "Welcome to Hub 2. It is {{ now }} in One, on Install."],
  ])("?%s: expressions are %s; a variable of the page comes before that of the space", (query, expected) => {
    expect(line(world().call("GET", `${page}/page_install?${query}`).body.markdown, 2)).toBe(expected);
  });

  const image = "![Logo](files/logo.png) and [the same](/files/file_logo).";
  const download = "https://files.docform.example/sp_one/file_logo/logo.png";
  const app = "http://docform.local/app/spaces/sp_one";
  test.each([
    ["", image, '{% include "rc_help" %}', "[the next page](next.md#deep-end)"],
    [
      "dereferenced=reusable-contents",
      image,
      "Ask for help on [the intro](/intro).",
      "[the next page](next.md#deep-end)",
    ],
    [
      "dereferenced=true",
      `![Logo](${download}) and [the same](${download}).`,
      `Ask for help on [the intro](${app}/intro).`,
      `[the next page](${app}/guides/next#deep-end)`,
    ],
  ])("?%s: references are expanded as asked", (query, images, include, link) => {
    const { markdown } = world().call("GET", `${page}/page_install?${query}`).body;
    expect([line(markdown, 4), line(markdown, 11)]).toEqual([images, include]);
    expect(markdown).toContain(link);
  });

  test("code is never expanded", () => {
    const { markdown } = world().call("GET", `${page}/page_install?evaluated=true&dereferenced=true`).body;
    expect(markdown).toContain("curl https://x.example # [no](link.md) {{ product }}");
    expect(markdown).toContain("`[code](missing.md)`");
  });

  test("what is broken stays as it is written", () => {
    const { markdown } = world().call("GET", `${page}/page_links?dereferenced=true`).body;
    for (const text of ["[page](gone.md)", "(/spaces/gone)", "(https://app.docform.example/settings)"]) {
      expect(markdown).toContain(text);
    }
  });

  test("as a document it has blocks instead of Markdown", () => {
    const { body } = world().call(
      "GET",
      `${page}/page_install?format=document&evaluated=true&dereferenced=true`,
    );
    const { nodes } = body.document as unknown as { nodes: { type: string }[] };
    expect(body).not.toHaveProperty("markdown");
    expect(nodes.map(({ type }) => type)).toEqual([
      "heading-1",
      "paragraph",
      "paragraph",
      "heading-2",
      "list-ordered",
      "paragraph",
      "code",
    ]);
  });

  test.each(["format=html", "evaluated=maybe", "dereferenced=files", "metadata=1", "computed=no"])(
    "?%s is 400",
    (query) => {
      expect(world().call("GET", `${page}/page_intro?${query}`).status).toBe(400);
    },
  );
});

describe("computed content (2.20)", () => {
  const api = `${space}/content/page/page_api`;

  test("is made of its inputs when it is asked for", () => {
    const { body } = world().call("GET", api);
    expect(body).toMatchObject({
      type: "computed",
      computed: { type: "builtin:openapi", props: { spec: "petstore" } },
      computedSeed: "version_spec_petstore",
      markdown: "Reference of the OpenAPI spec `petstore`, version `version_spec_petstore`.",
    });
  });

  test("?computed=false does not make it", () => {
    const { call } = world();
    const { body } = call("GET", `${api}?computed=false`);
    expect(body).toMatchObject({ markdown: "", computed: { type: "builtin:openapi" } });
    expect(body).not.toHaveProperty("computedSeed");
    const { pages } = call("GET", `${space}/content/pages?computed=false`).body as { pages: JsonObject[] };
    expect(pages.find(({ id }) => id === "page_api")?.markdown).toBe("");
  });

  test("says so when the spec is gone", () => {
    const { call } = world();
    call("DELETE", "/orgs/org_acme/openapi/petstore");
    expect(call("GET", api).body.computedSeed).toBe("none");
  });
});

describe("Git metadata (4.4)", () => {
  const gitSync = {
    repoName: "acme/docs",
    installationProvider: "github",
    url: "https://github.com/acme/docs",
  };
  const synced = () =>
    testPlatform({
      tokens: contentSeed.tokens,
      organizations: contentSeed.organizations.map((organization) =>
        organization.id === "org_acme"
          ? { ...organization, spaces: organization.spaces.map((each) => ({ ...each, gitSync })) }
          : organization,
      ),
    });

  test("is there when the space is in step with a repository", () => {
    const { call } = synced();
    expect(call("GET", space).body.gitSync).toEqual(gitSync);
    const git = { oid: expect.stringMatching(/^[0-9a-f]{40}$/), path: expect.any(String) };
    const { body } = call("GET", `${space}/content`);
    expect(body.git).toMatchObject({ ref: "refs/heads/main", createdByService: true });
    expect(body).toMatchObject({ files: [{ git }, { git }], reusableContents: [{ git }] });
    expect(call("GET", `${space}/content/page/page_install`).body.git).toMatchObject({
      path: "guides/install.md",
    });
  });

  test("?metadata=false omits it everywhere, and so does a space that is not", () => {
    const { call } = synced();
    for (const path of [
      "content",
      "content/pages",
      "content/files",
      "content/files/file_logo",
      "content/page/page_intro",
    ]) {
      expect(JSON.stringify(call("GET", `${space}/${path}`).body)).toContain('"oid"');
      expect(JSON.stringify(call("GET", `${space}/${path}?metadata=false`).body)).not.toContain('"oid"');
      expect(JSON.stringify(world().call("GET", `${space}/${path}`).body)).not.toContain('"oid"');
    }
  });

  test("equal text has the id that Git gives it", () => {
    const { call } = synced();
    const oid = (id: string) => (call("GET", `${space}/content/page/${id}`).body.git as JsonObject).oid;
    expect(oid("page_guides")).toBe("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
  });
});
