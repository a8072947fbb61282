import { describe, expect, test } from "vitest";
import { outline, testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { Json } from "../../text/json.ts";
import { snapshot } from "../store/state.ts";

const deep = "/orgs/org_acme/sites/site_deep";

const changes: readonly [string, string, string, Json, string][] = [
  ["a new one is at the end", "POST", "", { title: "New" }, "sec_a grp_1(sec_b grp_2(sec_c)) sec_d NEW()"],
  [
    "or at the end of its parent",
    "POST",
    "",
    { title: "New", parent: "grp_1" },
    "sec_a grp_1(sec_b grp_2(sec_c) NEW()) sec_d",
  ],
  [
    "given sections move into it, in that order",
    "POST",
    "",
    { title: "New", sections: ["sec_d", "sec_b"] },
    "sec_a grp_1(grp_2(sec_c)) NEW(sec_d sec_b)",
  ],
  [
    "a section moves to the end of it",
    "POST",
    "/grp_1/sections",
    { sectionId: "sec_a" },
    "grp_1(sec_b grp_2(sec_c) sec_a) sec_d",
  ],
  [
    "also one that is in it",
    "POST",
    "/grp_1/sections",
    { sectionId: "sec_b" },
    "sec_a grp_1(grp_2(sec_c) sec_b) sec_d",
  ],
  [
    "deleting one puts its sections and groups in its place",
    "DELETE",
    "/grp_1",
    null,
    "sec_a sec_b grp_2(sec_c) sec_d",
  ],
  ["also below another group", "DELETE", "/grp_2", null, "sec_a grp_1(sec_b sec_c) sec_d"],
];

describe("A25: groups", () => {
  test.each(changes)("%s", (_, method, path, body, expected) => {
    const platform = testPlatform();
    const { status, body: answer } = platform.call(
      method,
      `${deep}/section-groups${path}`,
      body ?? undefined,
    );
    expect(status).toBe(method === "DELETE" ? 205 : 201);
    expect(outline(platform)).toBe(expected.replace("NEW", String(answer.id)));
    const containers = platform.list(`${deep}/sections`).map((section) => section.sectionGroup);
    expect(
      containers.every(
        (id) => id === undefined || expected.replace("NEW", String(answer.id)).includes(`${id}(`),
      ),
    ).toBe(true);
  });
});

describe("groups that cannot be", () => {
  test.each<[string, string, Json, string]>([
    ["an unknown section", "", { title: "New", sections: ["sec_a", "sec_x"] }, "sections"],
    ["a section twice", "", { title: "New", sections: ["sec_a", "sec_a"] }, "sections"],
    ["an unknown parent", "", { title: "New", parent: "grp_x" }, "parent"],
    ["an unknown section to add", "/grp_1/sections", { sectionId: "sec_x" }, "sectionId"],
  ])("%s is 400, and nothing changes", (_, path, body, field) => {
    const { call, platform } = testPlatform();
    const before = snapshot(platform.state);
    const answer = call("POST", `${deep}/section-groups${path}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ message: expect.stringMatching(`^${field}: `) });
    expect(platform.state).toEqual(before);
  });
});

test("A25: nothing moves a group: a parent in an update is 400", () => {
  const platform = testPlatform();
  const before = outline(platform);
  const { status } = platform.call("PATCH", `${deep}/section-groups/grp_2`, { parent: null });
  expect([status, outline(platform)]).toEqual([400, before]);
});

describe("a group", () => {
  test("title and icon are set; null takes the icon away", () => {
    const { call } = testPlatform();
    const path = `${deep}/section-groups/grp_1`;
    expect(call("PATCH", path, { title: "T", icon: "book" }).body).toMatchObject({
      title: "T",
      icon: "book",
    });
    const { body } = call("PATCH", path, { icon: null });
    expect(body).toMatchObject({ title: "T" });
    expect(body).not.toHaveProperty("icon");
  });
});
