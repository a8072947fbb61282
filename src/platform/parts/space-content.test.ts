import { describe, expect, test } from "vitest";
import { contentSeed } from "../../../test/support/platform/content-seed.ts";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { JsonObject } from "../../text/json.ts";

const space = "/spaces/sp_one";
const open = `${space}/change-requests/cr_open`;
const world = () => testPlatform(contentSeed);

interface Node extends JsonObject {
  readonly id: string;
  readonly path: string;
  readonly pages: readonly Node[];
}

/** Paths of pages, each with those below it. */
const pathsOf = (pages: unknown): string[] =>
  (pages as readonly Node[]).flatMap((page) => [page.path, ...pathsOf(page.pages)]);

const inSpace = ["intro", "guides", "guides/install", "guides/next", "guides/links", "api", "secret-intro"];
const inRequest = [...inSpace.slice(0, 5), "guides/new", ...inSpace.slice(5)];

describe("the content of a space", () => {
  test("a space without pages has an empty revision", () => {
    const { call } = world();
    const { revision } = call("GET", "/spaces/sp_three").body;
    expect(call("GET", "/spaces/sp_three/content").body).toMatchObject({
      object: "revision",
      id: revision,
      type: "edits",
      parents: [],
      pages: [],
      files: [],
      reusableContents: [],
      variables: {},
    });
  });

  test.each([
    [space, inSpace],
    [open, inRequest],
    [`${space}/change-requests/1`, inRequest],
  ])("of %s: a tree of pages, in order", (at, paths) => {
    const { call } = world();
    expect(pathsOf(call("GET", `${at}/content`).body.pages)).toEqual(paths);
    expect(pathsOf(call("GET", `${at}/content/pages`).body.pages)).toEqual(paths);
  });

  test("has its files, reusable contents and variables", () => {
    const { body } = world().call("GET", `${space}/content`);
    expect(body).toMatchObject({
      files: [{ id: "file_logo" }, { id: "file_spec" }],
      reusableContents: [{ id: "rc_help", title: "Help" }],
      variables: { product: "Hub", version: "1" },
      urls: { app: "http://docform.local/app/spaces/sp_one" },
    });
  });

  test("the address of what is published is that of the first site that shows the space", () => {
    const { call } = world();
    call("POST", "/orgs/org_acme/sites/site_flat/publish");
    const published = "https://acme.docform.example/site_flat/";
    expect(call("GET", `${space}/content`).body.urls).toMatchObject({ published });
    expect(call("GET", `${open}/content`).body.urls).not.toHaveProperty("published");
  });

  test("a merged change request keeps the content that it had", () => {
    const { call } = world();
    call("POST", `${open}/merge`);
    expect(pathsOf(call("GET", `${open}/content/pages`).body.pages)).toEqual(inRequest);
  });
});

describe("files", () => {
  const logo = {
    id: "file_logo",
    name: "logo.png",
    contentType: "image/png",
    size: 2048,
    dimensions: { width: 64, height: 32 },
    downloadURL: "https://files.docform.example/sp_one/file_logo/logo.png",
  };

  test.each([
    [space, ["file_logo", "file_spec"]],
    [open, ["file_logo", "file_spec", "file_new"]],
  ])("of %s come in a list, and one by one", (at, ids) => {
    const { call, list } = world();
    const files = list(`${at}/content/files`);
    expect(files.map(({ id }) => id)).toEqual(ids);
    expect(files[0]).toEqual(logo);
    expect(call("GET", `${at}/content/files/file_logo`).body).toEqual(logo);
  });

  test("a file that only the change request has is 404 in the space", () => {
    const { call } = world();
    expect(call("GET", `${space}/content/files/file_new`).status).toBe(404);
    expect(call("GET", `${open}/content/files/file_new`).body).toMatchObject({
      contentType: "image/svg+xml",
      size: 0,
    });
  });

  test("a list of files is cut into pages (A6)", () => {
    const { call } = world();
    const { next, count } = call("GET", `${space}/content/files?limit=1`).body;
    const { page } = next as { page: string };
    expect(count).toBe(2);
    expect(call("GET", `${space}/content/files?limit=1&page=${page}`).body.items).toMatchObject([
      { id: "file_spec" },
    ]);
  });

  test.each([
    [
      space,
      [
        ["sp_one", "page_install"],
        ["sp_two", "page_two"],
      ],
    ],
    [open, [["sp_two", "page_two"]]],
  ])("backlinks in %s name the pages that show or link to a file, in other spaces too", (at, expected) => {
    const { call, list } = world();
    const { revision } = call("GET", at).body;
    const items = list(`${at}/content/files/file_logo/backlinks`);
    expect(items.map((item) => [item.space, item.page])).toEqual(expected);
    expect(items.every(({ kind, organization }) => kind === "page" && organization === "org_acme")).toBe(
      true,
    );
    if (items[0]?.space === "sp_one") expect(items[0].versionContext).toEqual({ type: "revision", revision });
  });

  test("the cover of a page is a backlink", () => {
    const { list } = world();
    expect(list(`${space}/content/files/file_spec/backlinks`).map(({ page }) => page)).toEqual([
      "page_install",
    ]);
  });
});
