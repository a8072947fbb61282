import { describe, expect, test } from "vitest";
import { contentSeed } from "../../../test/support/platform/content-seed.ts";
import { smallSeed, testPlatform } from "../../../test/support/platform/test-platform.ts";

const world = () => testPlatform(contentSeed);

/** A platform whose one space has these pages. */
function withPages(...pages: object[]) {
  const [acme, globex] = smallSeed.organizations;
  const spaces = [{ id: "sp", title: "S", pages }];
  return testPlatform({ ...smallSeed, organizations: [{ ...acme, spaces, sites: [] }, globex] });
}

function found(platform: ReturnType<typeof testPlatform>, query: string): unknown[] {
  return platform.list(`/spaces/sp/search?query=${encodeURIComponent(query)}`).map(({ title }) => title);
}

describe("a search in a space", () => {
  const pages = [
    { title: "Keys", markdown: "Rotate them." },
    { title: "Rotation", markdown: "# Rotate keys\n\nOften.\n\n# Other\n\nNothing." },
    { title: "Other", description: "On API keys", markdown: "Texte en français: clé." },
    { title: "Code", markdown: "```sh\nrotate --all\n```\n\n- one\n- `key` *two*" },
  ];

  test.each([
    ["rotate", ["Rotation", "Keys", "Code"]],
    ["ROTATE", ["Rotation", "Keys", "Code"]],
    ["rotate keys", ["Keys", "Rotation"]],
    ["keys rotate", ["Keys", "Rotation"]],
    ["rot", ["Rotation", "Keys", "Code"]],
    ["api", ["Other"]],
    ["clé", ["Other"]],
    ["--all", ["Code"]],
    ["key two", ["Code"]],
    ["rotate nothing", ["Rotation"]],
    ["rotate nowhere", []],
    ["", []],
    ["!?", []],
  ])("%j finds %j: every word, in any case and order, titles first", (query, titles) => {
    expect(found(withPages(...pages), query)).toEqual(titles);
  });

  test("equals come in the order of the pages", () => {
    const same = ["C", "A", "B"].map((title) => ({ title, markdown: "Same words" }));
    expect(found(withPages(...same), "same")).toEqual(["C", "A", "B"]);
  });

  test("tells where the page stands, and the sections in which a word occurs (2.22)", () => {
    const { list } = world();
    const [, item] = list("/spaces/sp_one/search?query=intro");
    const app = "http://docform.local/app/spaces/sp_one/guides/install";
    expect(item).toEqual({
      id: "page_install",
      title: "Install",
      path: "guides/install",
      ancestors: [{ title: "Guides" }],
      urls: { app },
      sections: [
        {
          id: "page_install-first-steps",
          title: "First steps",
          path: "guides/install#first-steps",
          body: expect.stringContaining("Ask for help on the intro."),
          urls: { app: `${app}#first-steps` },
        },
      ],
    });
  });

  test("never finds pages that are left out of searches, nor drafts of change requests", () => {
    const { list } = world();
    expect(list("/spaces/sp_one/search?query=nothing finds")).toEqual([]);
    expect(list("/spaces/sp_one/search?query=short gone")).toEqual([]);
  });

  test("finds what a merge brought", () => {
    const { call, list } = world();
    call("POST", "/spaces/sp_one/change-requests/cr_open/merge");
    expect(list("/spaces/sp_one/search?query=short gone").map(({ id }) => id)).toEqual(["page_install"]);
  });
});

describe("a search in an organization", () => {
  test("finds spaces with their pages, the one with the best page first", () => {
    const { list } = world();
    const items = list("/orgs/org_acme/search?query=intro") as unknown as {
      id: string;
      pages: { id: string }[];
    }[];
    expect(items.map(({ id, pages }) => [id, pages.map((page) => page.id)])).toEqual([
      ["sp_one", ["page_intro", "page_install"]],
      ["sp_two", ["page_two"]],
    ]);
    expect(list("/orgs/org_acme/search?query=second")).toMatchObject([{ id: "sp_two", title: "Two" }]);
    expect(list("/orgs/org_globex/search?query=intro")).toEqual([]);
  });

  test("does not find deleted spaces (A17)", () => {
    const { call, list } = world();
    call("DELETE", "/spaces/sp_two");
    expect(list("/orgs/org_acme/search?query=second")).toEqual([]);
  });
});

describe.each(["/spaces/sp_one", "/orgs/org_acme"])("8: the query of %s/search", (at) => {
  test.each([
    ["of 512 characters is taken", `query=${"a".repeat(512)}`, 200],
    ["of 513 is 400", `query=${"a".repeat(513)}`, 400],
    ["that is missing is 400", "", 400],
    ["that comes twice is 400", "query=a&query=b", 400],
    ["with a limit over 1000 is 400", "query=a&limit=1001", 400],
  ])("%s", (_, query, status) => {
    expect(world().call("GET", `${at}/search?${query}`).status).toBe(status);
  });
});
