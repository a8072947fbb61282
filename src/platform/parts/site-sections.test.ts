import { describe, expect, test } from "vitest";
import { outline, testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { Json, JsonObject } from "../../text/json.ts";
import { snapshot } from "../store/state.ts";

const base = "/orgs/org_acme/sites";
const deep = `${base}/site_deep`;
const flat = `${base}/site_flat`;

const ids = (items: readonly JsonObject[]) => items.map((item) => item.id);
const nextTo = (side: "before" | "after", siteSection: string) => ({
  position: { [side]: { type: "site-section", siteSection } },
});

describe("A22: lists come in display order", () => {
  test("sections, those inside groups included, each with its group", () => {
    const { list } = testPlatform();
    expect(list(`${deep}/sections`).map(({ id, sectionGroup }) => [id, sectionGroup])).toEqual([
      ["sec_a", undefined],
      ["sec_b", "grp_1"],
      ["sec_c", "grp_2"],
      ["sec_d", undefined],
    ]);
  });

  test("groups, nested ones included, each with the sections in it and none of inner groups", () => {
    const groups = testPlatform().list(`${deep}/section-groups`);
    expect(
      groups.map(({ id, sectionGroup, children }) => [id, sectionGroup, ids(children as JsonObject[])]),
    ).toEqual([
      ["grp_1", undefined, ["sec_b"]],
      ["grp_2", "grp_1", ["sec_c"]],
    ]);
  });

  test("site spaces of every section", () => {
    expect(ids(testPlatform().list(`${deep}/site-spaces`))).toEqual(["ss_a", "ss_b", "ss_c", "ss_d"]);
  });
});

describe("A24: moving a section", () => {
  test.each<[string, string, Json, string]>([
    ["before a sibling", "sec_d", nextTo("before", "sec_a"), "sec_d sec_a grp_1(sec_b grp_2(sec_c))"],
    ["after a sibling", "sec_a", nextTo("after", "sec_d"), "grp_1(sec_b grp_2(sec_c)) sec_d sec_a"],
    [
      "into the group of the sibling",
      "sec_a",
      nextTo("after", "sec_b"),
      "grp_1(sec_b sec_a grp_2(sec_c)) sec_d",
    ],
    ["into another group", "sec_b", nextTo("before", "sec_c"), "sec_a grp_1(grp_2(sec_b sec_c)) sec_d"],
    ["A25: out to the root", "sec_c", nextTo("before", "sec_d"), "sec_a grp_1(sec_b grp_2()) sec_c sec_d"],
    ["next to itself", "sec_a", nextTo("before", "sec_a"), "400"],
    ["without a position: to the end of the root", "sec_a", {}, "grp_1(sec_b grp_2(sec_c)) sec_d sec_a"],
    [
      "with an empty one: to the end of its group",
      "sec_b",
      { position: {} },
      "sec_a grp_1(grp_2(sec_c) sec_b) sec_d",
    ],
    ["next to an unknown one", "sec_a", nextTo("after", "sec_x"), "400"],
    ["next to a group", "sec_a", nextTo("after", "grp_1"), "400"],
    [
      "A35: before and after at once",
      "sec_a",
      { position: { ...nextTo("before", "sec_b").position, ...nextTo("after", "sec_c").position } },
      "400",
    ],
    [
      "A35: an anchor of the wrong type",
      "sec_a",
      { position: { before: { type: "site-space", siteSpace: "ss_b" } } },
      "400",
    ],
  ])("%s", (_, section, body, expected) => {
    const platform = testPlatform();
    const before = outline(platform);
    const { status, body: answer } = platform.call("POST", `${deep}/sections/${section}/move`, body);
    expect(status).toBe(expected === "400" ? 400 : 200);
    expect(outline(platform)).toBe(expected === "400" ? before : expected);
    if (status === 200)
      expect(answer).toEqual(platform.list(`${deep}/sections`).find(({ id }) => id === section));
  });
});

describe("sections", () => {
  test("A21: the first section of a site wraps the site spaces at its root in a default one before it", () => {
    const { call, list } = testPlatform();
    call("PATCH", flat, { defaultSiteSpace: "ss_2" });
    const { status, body } = call("POST", `${flat}/sections`, { spaceId: "sp_three", icon: "rocket" });
    expect([status, body.title, body.path, body.icon, body.default]).toEqual([
      201,
      "Three",
      "three",
      "rocket",
      false,
    ]);
    const [wrapper, added] = list(`${flat}/sections`);
    expect(wrapper).toMatchObject({ title: "Flat site", path: "flat-site", default: true });
    expect(list(`${flat}/site-spaces?default=true`).length).toBe(2);
    expect(
      list(`${flat}/site-spaces`)
        .filter(({ section }) => section === wrapper?.id)
        .map((shown) => [shown.id, shown.default, shown.section]),
    ).toEqual([
      ["ss_1", false, wrapper?.id],
      ["ss_2", true, wrapper?.id],
    ]);
    expect(added).toEqual(body);
    expect(call("GET", flat).body.siteSpaces).toBe(3);
  });

  test("the first section of an empty site is its default", () => {
    const { call, list } = testPlatform();
    call("POST", `${base}/site_empty/sections`, { spaceId: "sp_one", title: "Guides", icon: null });
    expect(list(`${base}/site_empty/sections`)).toMatchObject([
      { title: "Guides", path: "guides", default: true },
    ]);
  });

  test("A22, A23: a new one is at the end of the root, its path made from the title with a number", () => {
    const platform = testPlatform();
    const { body } = platform.call("POST", `${deep}/sections`, { spaceId: "sp_one", title: "Fírst!" });
    expect(body.path).toBe("first-2");
    expect(outline(platform)).toBe(`sec_a grp_1(sec_b grp_2(sec_c)) sec_d ${body.id}`);
  });
});

describe("updates and deletes of sections", () => {
  test("every field is set; null takes one away; leaving it out keeps it", () => {
    const { call } = testPlatform();
    const path = `${deep}/sections/sec_a`;
    const optional = { icon: "book", description: "All of it", condition: "visitor.beta" };
    const given = { title: "Start", path: "start", ...optional };
    expect(call("PATCH", path, { ...given, defaultSiteSpace: "ss_a" }).body).toMatchObject(given);
    expect(call("PATCH", path, {}).body).toMatchObject(given);
    const { body } = call("PATCH", path, { icon: null, description: null, condition: null });
    expect(Object.keys(optional).filter((key) => key in body)).toEqual([]);
  });

  test.each<[string, Json, number]>([
    ["A23: the path of another section, in a group", { path: "third", title: "No" }, 409],
    ["its own path", { path: "first" }, 200],
    ["a site space of another section as the default", { defaultSiteSpace: "ss_b", title: "No" }, 400],
  ])("%s: %j is %i", (_, body, status) => {
    const { call, platform } = testPlatform();
    const before = snapshot(platform.state);
    expect(call("PATCH", `${deep}/sections/sec_a`, body).status).toBe(status);
    expect(platform.state).toEqual(before);
  });

  test("A26: deleting the default one deletes its site spaces, keeps the spaces, and the first left is the default", () => {
    const { call, list } = testPlatform();
    expect(call("DELETE", `${deep}/sections/sec_a`).status).toBe(205);
    expect(ids(list(`${deep}/site-spaces`))).toEqual(["ss_b", "ss_c", "ss_d"]);
    expect(call("GET", "/spaces/sp_one").status).toBe(200);
    expect(ids(list(`${deep}/sections`).filter((section) => section.default === true))).toEqual(["sec_b"]);
  });

  test("after the last one is gone, the site can have site spaces at its root again", () => {
    const { call, list } = testPlatform();
    for (const id of ["sec_a", "sec_b", "sec_c", "sec_d"]) call("DELETE", `${deep}/sections/${id}`);
    expect(call("POST", `${deep}/site-spaces`, { spaceId: "sp_one" }).body).not.toHaveProperty("section");
    expect(list(`${deep}/site-spaces`)).toMatchObject([{ default: true }]);
  });
});
