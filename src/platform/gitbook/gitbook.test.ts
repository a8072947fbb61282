import { describe, expect, test } from "vitest";
import { outline, smallSeed, testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { Json } from "../../text/json.ts";
import { snapshot } from "../store/state.ts";

const site = "/orgs/org_acme/sites/site_deep";
const whole = "sec_a grp_1(sec_b grp_2(sec_c)) sec_d";
const start = () => testPlatform(smallSeed, "gitbook");

const section = (id: string) => ({ type: "site-section", id });
const group = (id: string) => ({ type: "site-section-group", id });
const sort = (item: Json, position: Json): Change => ["PATCH", "/structure/sort", { item, position }];

type Change = readonly [method: string, path: string, body: Json];

const changes: readonly [string, Change, string][] = [
  [
    "a section is created in its group",
    ["POST", "/sections", { spaceId: "sp_four", siteSectionGroupId: "grp_1" }],
    "sec_a grp_1(sec_b grp_2(sec_c) NEW) sec_d",
  ],
  [
    "a section comes to the end of another group",
    ["PATCH", "/sections/sec_a", { siteSectionGroupId: "grp_1" }],
    "grp_1(sec_b grp_2(sec_c) sec_a) sec_d",
  ],
  [
    "a section comes to the end of the root",
    ["PATCH", "/sections/sec_b", { siteSectionGroupId: null, title: "Other" }],
    "sec_a grp_1(grp_2(sec_c)) sec_d sec_b",
  ],
  [
    "a section that is there already keeps its place",
    ["PATCH", "/sections/sec_b", { siteSectionGroupId: "grp_1" }],
    whole,
  ],
  [
    "a group comes to the end of the root",
    ["PATCH", "/section-groups/grp_2", { parentSectionGroupId: null }],
    "sec_a grp_1(sec_b) sec_d grp_2(sec_c)",
  ],
  [
    "a group is created in another",
    ["POST", "/section-groups", { title: "New", parent: "grp_1" }],
    "sec_a grp_1(sec_b grp_2(sec_c) NEW()) sec_d",
  ],
  [
    "a link is created in a group",
    ["POST", "/external-links", { title: "Blog", url: "https://blog.example", parent: "grp_1" }],
    "sec_a grp_1(sec_b grp_2(sec_c) NEW) sec_d",
  ],
  [
    "a section moves before a sibling",
    sort(section("sec_d"), { before: section("sec_a") }),
    `sec_d ${whole.replace(" sec_d", "")}`,
  ],
  [
    "a section moves after a group",
    sort(section("sec_a"), { after: group("grp_1") }),
    "grp_1(sec_b grp_2(sec_c)) sec_a sec_d",
  ],
  [
    "a group moves before a section",
    sort(group("grp_2"), { before: section("sec_b") }),
    "sec_a grp_1(grp_2(sec_c) sec_b) sec_d",
  ],
];

const refusals: readonly [string, Change, number, string][] = [
  ["a sibling in another container", sort(section("sec_a"), { before: section("sec_b") }), 400, "no sibling"],
  ["an item next to itself", sort(section("sec_a"), { after: section("sec_a") }), 400, "itself"],
  ["an item that is not there", sort(section("sec_x"), { after: section("sec_a") }), 404, "sec_x"],
  ["an item of another type", sort(group("sec_a"), { after: section("sec_d") }), 404, "sec_a"],
  ["no position", sort(section("sec_a"), {}), 400, "position"],
  [
    "a group in a group in a group",
    ["POST", "/section-groups", { title: "N", parent: "grp_2" }],
    400,
    "one level",
  ],
  ["a group in itself", ["PATCH", "/section-groups/grp_1", { parentSectionGroupId: "grp_1" }], 400, "itself"],
  [
    "a group with groups in a group",
    ["PATCH", "/section-groups/grp_1", { parentSectionGroupId: "group_3" }],
    400,
    "holds groups",
  ],
  [
    "a level with a default that is not there",
    ["PATCH", "", { defaultLevel: "read", styleguide: "sp_one", defaultSiteSection: "sec_x" }],
    400,
    "sec_x",
  ],
  ["a group that is not there", ["PATCH", "/sections/sec_a", { siteSectionGroupId: "grp_x" }], 400, "grp_x"],
  [
    "a template of a space that is there",
    ["POST", "/sections", { spaceId: "sp_one", template: { id: "blank" } }],
    400,
    "template",
  ],
  [
    "a link that leads nowhere",
    ["POST", "/external-links", { title: "Up", url: "javascript:x" }],
    400,
    "url",
  ],
  [
    "a link in a group that is not there",
    ["POST", "/external-links", { title: "Up", url: "https://up.example", parent: "sec_a" }],
    400,
    "parent",
  ],
  ["a page of a space that is new", ["POST", "/sections", { spaceId: null, pageId: "p" }], 400, "pageId"],
  [
    "a template that is not there",
    ["POST", "/sections", { spaceId: null, template: { id: "x" } }],
    400,
    "template",
  ],
  [
    "a section into a group by the operation that is gone",
    ["POST", "/section-groups/grp_1/sections", { sectionId: "sec_a" }],
    404,
    "nothing",
  ],
  ["a field that is gone", ["PATCH", "", { agentsContext: "included" }], 400, "agentsContext"],
];

describe("the structure of a site", () => {
  test.each(changes)("%s", (_, [method, path, body], expected) => {
    const platform = start();
    const { status, body: answer } = platform.call(method, `${site}${path}`, body);
    expect(status).toBe(method === "POST" ? 201 : 200);
    expect(outline(platform)).toBe(expected.replace("NEW", String(answer.id)));
    const { body: read } = platform.call("GET", `${site}/structure`);
    expect(shape(read.structure)).toBe(outline(platform));
  });

  test.each(refusals)("refused: %s", (_, [method, path, body], expected, said) => {
    const platform = start();
    platform.call("POST", `${site}/section-groups`, { title: "Another" });
    const before = snapshot(platform.platform.state);
    const { status, body: answer } = platform.call(method, `${site}${path}`, body);
    expect({ status, answer: JSON.stringify(answer) }).toEqual({
      status: expected,
      answer: expect.stringContaining(said),
    });
    expect(platform.platform.state).toEqual(before);
  });
});

/** The ids of a structure as `outline` writes them. */
function shape(items: Json | undefined): string {
  const all = (Array.isArray(items) ? items : []) as readonly {
    readonly id: string;
    readonly object: string;
    readonly children?: Json;
  }[];
  return all
    .map(({ id, object, children }) => (object === "site-section-group" ? `${id}(${shape(children)})` : id))
    .join(" ");
}

test("an external link is sorted, goes into a group, stays when that is deleted, and goes", () => {
  const platform = start();
  const add = (at: string) =>
    platform.call("POST", `${at}/external-links`, {
      title: "Up",
      url: "https://up.example",
      description: "",
    });
  expect(add("/orgs/org_acme/sites/site_flat").status).toBe(400);
  const { id } = add(site).body;
  const link = { type: "site-external-link", id: String(id) };
  const outlines = (
    [
      ["PATCH", "/structure/sort", { item: link, position: { before: group("grp_1") } }],
      ["PATCH", `/external-links/${id}`, { parent: "grp_1", draft: true, description: null }],
      ["DELETE", "/section-groups/grp_1"],
      ["DELETE", `/external-links/${id}`],
    ] as const
  ).map(([method, path, body]) => {
    expect(platform.call(method, site + path, body).status).toBeLessThan(300);
    return outline(platform).replace(String(id), "link");
  });
  expect(outlines).toEqual([
    "sec_a link grp_1(sec_b grp_2(sec_c)) sec_d",
    "sec_a grp_1(sec_b grp_2(sec_c) link) sec_d",
    "sec_a sec_b grp_2(sec_c) link sec_d",
    "sec_a sec_b grp_2(sec_c) sec_d",
  ]);
});

test("a site without sections answers its site spaces, and sorts them", () => {
  const { call } = start();
  const flat = "/orgs/org_acme/sites/site_flat";
  const pointer = (id: string) => ({ type: "site-space", id });
  expect(
    call("PATCH", `${flat}/structure/sort`, { item: pointer("ss_1"), position: { after: pointer("ss_2") } })
      .status,
  ).toBe(200);
  const { body } = call("GET", `${flat}/structure`);
  expect(body).toMatchObject({
    type: "siteSpaces",
    structure: [{ id: "ss_2", draft: false }, { id: "ss_1" }],
  });
});

test("a section whose space is new makes both, and a site space has a title of its own", () => {
  const { call, list } = start();
  const { body: made } = call("POST", `${site}/sections`, { spaceId: null, title: "Made", draft: true });
  expect(made).toMatchObject({
    title: "Made",
    draft: true,
    siteSpaces: [{ space: { title: "Made" }, draft: false }],
  });
  const { body: shown } = call("POST", `${site}/site-spaces`, {
    spaceId: null,
    title: "Also made",
    sectionId: "sec_a",
  });
  expect(shown).toMatchObject({ title: "Also made", section: "sec_a" });
  expect(list("/orgs/org_acme/spaces").map(({ title }) => title)).toEqual([
    "One",
    "Two",
    "Three",
    "Four",
    "Made",
    "Also made",
  ]);
});

test("who am I, and which version is it", () => {
  const { call } = start();
  const ana = call("GET", "/user").body;
  expect(ana).toMatchObject({ object: "user", email: "ana@acme.example" });
  expect(call("GET", "/").body).toEqual({ version: "0.202.0", build: expect.any(String) });
  expect(call("GET", "/user", undefined, "nobody").status).toBe(401);
});

test("two teams cannot have one title", () => {
  const { call } = start();
  expect(call("PUT", "/orgs/org_acme/teams", { title: "Docs" }).status).toBe(400);
  expect(call("PATCH", "/orgs/org_acme/teams/team_docs", { title: "Docs" }).status).toBe(200);
});

test("the reference knows nothing of it", () => {
  const { call } = testPlatform();
  expect(call("GET", `${site}/structure`).status).toBe(404);
  expect(call("GET", "/user").status).toBe(404);
  const { body } = call("GET", `${site}/sections`);
  expect(JSON.stringify(body)).not.toContain("draft");
});
