import { describe, expect, test } from "vitest";
import type { Content, PageState } from "../store/content-state.ts";
import { nothing } from "./change-requests.ts";
import { mergeContent } from "./merge-content.ts";

/** `a` or `a:text` for a page, `a(b c)` for one with pages below it. */
function tree(text: string): readonly PageState[] {
  const parts = text.match(/[^\s()]+(?:\((?:[^()]|\([^()]*\))*\))?/g) ?? [];
  return parts.map((part) => {
    const [, head = "", below = ""] = /^([^(]+)(?:\((.*)\))?$/.exec(part) ?? [];
    const [id = "", markdown = ""] = head.split(":");
    const times = { createdAt: "", updatedAt: "" };
    return { id, type: "document", title: id, slug: id, markdown, ...times, pages: tree(below) };
  });
}

function show(pages: readonly PageState[]): string {
  return pages
    .map(({ slug, markdown, pages: below }) => {
      const head = markdown === "" ? slug : `${slug}:${markdown}`;
      return below.length === 0 ? head : `${head}(${show(below)})`;
    })
    .join(" ");
}

const withPages = (text: string): Content => ({ ...nothing, pages: tree(text) });

describe("a merge of pages", () => {
  test.each([
    ["nothing changed", "a b", "a b", "a b", "a b"],
    ["the space added", "a", "a b", "a", "a b"],
    ["the change request added, after its sibling", "a b", "a b", "a x b", "a x b"],
    ["the change request added at the end", "a", "a", "a x", "a x"],
    ["both added", "a", "a m", "a x", "a x m"],
    ["the space edited", "a:1", "a:2", "a:1", "a:2"],
    ["the change request edited", "a:1", "a:1", "a:2", "a:2"],
    ["both edited: the change request decides", "a:1", "a:2", "a:3", "a:3"],
    ["the space removed", "a b", "a", "a b", "a"],
    ["the change request removed", "a b", "a b", "a", "a"],
    ["the change request removed what the space edited", "a:1 b", "a:2 b", "b", "b"],
    ["the space removed what the change request edited: it comes back", "a b:1", "a", "a b:2", "a b:2"],
    ["an edit above, and one below", "a(b:1)", "a:2(b:1)", "a(b:3)", "a:2(b:3)"],
    ["each added below", "a(b)", "a(b m)", "a(b x)", "a(b x m)"],
    ["the order of the space", "a b c", "c b a", "a b c", "c b a"],
  ])("%s", (_, base, space, changeRequest, merged) => {
    const result = mergeContent(withPages(base), withPages(space), withPages(changeRequest));
    expect(show(result.pages)).toBe(merged);
  });

  test("pages that got the same slug get a number", () => {
    const twin = withPages("x").pages.map((page) => ({ ...page, id: "other" }));
    const result = mergeContent(nothing, withPages("x"), { ...nothing, pages: twin });
    expect(show(result.pages)).toBe("x x-2");
  });
});

test("files, reusable contents and variables are merged one by one", () => {
  const file = (id: string, size: number) => ({ id, name: id, contentType: "", size });
  const text = (id: string, markdown: string) => ({ id, title: id, markdown });
  const merged = mergeContent(
    {
      pages: [],
      files: [file("a", 1), file("b", 1)],
      reusableContents: [text("r", "1")],
      variables: { v: "1", w: "1" },
    },
    {
      pages: [],
      files: [file("a", 2), file("b", 1)],
      reusableContents: [text("r", "2")],
      variables: { v: "2", w: "1" },
    },
    {
      pages: [],
      files: [file("a", 1), file("c", 1)],
      reusableContents: [text("r", "1")],
      variables: { v: "1", x: "3" },
    },
  );
  expect(merged).toEqual({
    pages: [],
    files: [file("a", 2), file("c", 1)],
    reusableContents: [text("r", "2")],
    variables: { v: "2", x: "3" },
  });
});
