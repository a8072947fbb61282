import { expect, test } from "vitest";
import { smallSeed, testPlatform } from "../../../test/support/platform/test-platform.ts";

const spaces = "/orgs/org_acme/spaces";

test("a new space stands at the end of its place, with what it is given", () => {
  const { call, list } = testPlatform(smallSeed, "gitbook");
  const given = { title: "New", emoji: "1f680", language: "fr", editMode: "locked", empty: true };
  const { status, body } = call("POST", spaces, given);
  expect(status).toBe(201);
  expect(list(spaces).at(-1)).toMatchObject({
    id: body.id,
    title: "New",
    emoji: "1f680",
    editMode: "locked",
  });
});

test.each([
  [{ title: "New", parent: "col_none" }, "parent"],
  [{ title: "New", template: { id: "none" } }, "template"],
  [{ title: "New", empty: true, template: { id: "blank" } }, "template"],
  [{ title: "x".repeat(51) }, "title"],
])("a space of %j is refused", (body, field) => {
  const { call, list } = testPlatform(smallSeed, "gitbook");
  const before = list(spaces).length;
  const answer = call("POST", spaces, body);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain(field);
  expect(list(spaces)).toHaveLength(before);
});

test("a space has an emoji or an icon, and null clears both", () => {
  const { call } = testPlatform(smallSeed, "gitbook");
  const { id } = call("POST", spaces, { title: "New", emoji: "1f680" }).body;
  const icon = "https://acme.example/icon.png";
  const withIcon = call("PATCH", `/spaces/${id}`, { icon }).body;
  expect([withIcon.emoji, (withIcon.urls as { icon?: string }).icon]).toEqual([undefined, icon]);
  expect(call("PATCH", `/spaces/${id}`, { icon, emoji: "1f680" }).status).toBe(400);
  const bare = call("PATCH", `/spaces/${id}`, { emoji: null, icon: null }).body;
  expect([bare.emoji, (bare.urls as { icon?: string }).icon]).toEqual([undefined, undefined]);
});
