import { expect, test } from "vitest";
import { kindsOf } from "../kinds-of.ts";

const { risks } = kindsOf("gitbook").get("section-group");

test("the delete of a group tells of the external links in it, which nothing declares", () => {
  const link = { object: "site-external-link", id: "link_1" };
  const section = { object: "site-section", id: "sec_1" };
  const told = (children: readonly (typeof link)[]) =>
    risks?.({ action: "delete", before: { children: [...children] }, after: {} }).map(({ text }) => text);
  expect(told([section])).toEqual(["cannot be undone: what stays leaves it first"]);
  expect(told([section, link])).toEqual([
    "cannot be undone: what stays leaves it first",
    "external links are in it; the platform may delete them too",
  ]);
});
