import { describe, expect, test } from "vitest";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { Json, JsonObject } from "../../text/json.ts";
import { snapshot } from "../store/state.ts";

const base = "/orgs/org_acme/sites";
const deep = `${base}/site_deep/site-spaces`;
const flat = `${base}/site_flat/site-spaces`;
const ids = (items: readonly JsonObject[]) => items.map((item) => item.id);

describe("site spaces", () => {
  test("an answer holds the whole space", () => {
    const { call, list } = testPlatform();
    expect(list(flat)[0]?.space).toEqual(call("GET", "/spaces/sp_one").body);
  });

  test.each([
    ["true", ["ss_1"]],
    ["false", ["ss_2"]],
  ])("A7: ?default=%s", (value, expected) => {
    expect(ids(testPlatform().list(`${flat}?default=${value}`))).toEqual(expected);
  });

  test.each<[string, string, Json, Json]>([
    ["without sections: at the root", flat, { spaceId: "sp_one" }, { path: "one-2" }],
    ["with sections: in the default one", deep, { spaceId: "sp_one" }, { path: "one-2", section: "sec_a" }],
    [
      "in the given section",
      deep,
      { spaceId: "sp_one", sectionId: "sec_c" },
      { path: "one", section: "sec_c" },
    ],
  ])("A22, A23: a new one is at the end, %s", (_, path, body, expected) => {
    const { call, list } = testPlatform();
    const answer = call("POST", path, body);
    expect(answer).toMatchObject({
      status: 201,
      body: { ...(expected as JsonObject), default: false, hidden: false },
    });
    const { section } = answer.body;
    expect(
      list(path)
        .filter((shown) => shown.section === section)
        .at(-1),
    ).toEqual(answer.body);
  });

  test("the first one of a site is its default", () => {
    const { body } = testPlatform().call("POST", `${base}/site_empty/site-spaces`, { spaceId: "sp_one" });
    expect(body).toMatchObject({ default: true });
  });
});

describe("updates and deletes of site spaces", () => {
  test("every field is set; null takes the condition away; leaving it out keeps it", () => {
    const { call } = testPlatform();
    const given = { path: "start", hidden: true, condition: "visitor.beta" };
    const { body } = call("PATCH", `${flat}/ss_1`, { ...given, spaceId: "sp_four" });
    expect(body).toMatchObject({ ...given, title: "Four", space: { id: "sp_four" } });
    expect(call("PATCH", `${flat}/ss_1`, {}).body).toEqual(body);
    expect(call("PATCH", `${flat}/ss_1`, { condition: null }).body).not.toHaveProperty("condition");
  });

  test("A26: deleting the default one at the root makes the first left the default; the last one may go too", () => {
    const { call, list } = testPlatform();
    expect(call("DELETE", `${flat}/ss_1`).status).toBe(205);
    expect(list(flat)).toMatchObject([{ id: "ss_2", default: true }]);
    expect(call("DELETE", `${flat}/ss_2`).status).toBe(205);
    expect(call("GET", `${base}/site_flat`).body.siteSpaces).toBe(0);
  });
});

test("A26: deleting the default one of a section makes the first left of that section the default", () => {
  const { call, list } = testPlatform();
  const { body } = call("POST", deep, { spaceId: "sp_three", sectionId: "sec_b" });
  expect(call("DELETE", `${deep}/ss_b`).status).toBe(205);
  expect(ids(list(`${deep}?default=true`))).toEqual(["ss_a", body.id, "ss_c", "ss_d"]);
});

const nextTo = (side: "before" | "after", siteSpace: string) => ({
  position: { [side]: { type: "site-space", siteSpace } },
});

describe("A24: moving a site space", () => {
  test.each<[string, Json, string[] | number]>([
    ["before a sibling", nextTo("before", "ss_1"), ["ss_3", "ss_1", "ss_2"]],
    ["after a sibling", nextTo("after", "ss_1"), ["ss_1", "ss_3", "ss_2"]],
    ["to the end, without a position", {}, ["ss_1", "ss_2", "ss_3"]],
    ["to the end, with an empty one", { position: {} }, ["ss_1", "ss_2", "ss_3"]],
    [
      "A35: before and after at once",
      { position: { ...nextTo("before", "ss_1").position, ...nextTo("after", "ss_2").position } },
      400,
    ],
    ["next to itself", nextTo("after", "ss_3"), 400],
    ["next to an unknown one", nextTo("after", "ss_x"), 400],
    ["next to one of another site", nextTo("after", "ss_a"), 400],
    ["A35: next to a section", { position: { after: { type: "site-section", siteSection: "sec_a" } } }, 400],
  ])("%s", (_, body, expected) => {
    const { call, list, platform } = testPlatform();
    const { body: third } = call("POST", flat, { spaceId: "sp_three" });
    const before = snapshot(platform.state);
    const text = JSON.stringify(body).replace("ss_3", String(third.id));
    const { status } = call("POST", `${flat}/${third.id}/move`, JSON.parse(text));
    expect(status).toBe(typeof expected === "number" ? expected : 200);
    if (status !== 200) expect(platform.state).toEqual(before);
    else expect(ids(list(flat)).map((id) => (id === third.id ? "ss_3" : id))).toEqual(expected);
  });

  test("next to one of another section is 400", () => {
    expect(testPlatform().call("POST", `${deep}/ss_a/move`, nextTo("after", "ss_b")).status).toBe(400);
  });
});

describe("site spaces that cannot be", () => {
  test.each<[string, string, string, Json, number, string]>([
    ["a space of another organization", "POST", flat, { spaceId: "sp_globex" }, 400, "spaceId"],
    ["an unknown section", "POST", deep, { spaceId: "sp_one", sectionId: "sec_x" }, 400, "sectionId"],
    [
      "a section in a site without",
      "POST",
      flat,
      { spaceId: "sp_one", sectionId: "sec_a" },
      400,
      "sectionId",
    ],
    ["A23: a path that is taken", "PATCH", `${flat}/ss_1`, { path: "two", hidden: true }, 409, "path"],
    [
      "an unknown space to point to",
      "PATCH",
      `${flat}/ss_1`,
      { spaceId: "sp_x", hidden: true },
      400,
      "spaceId",
    ],
    ["A26: none in a section", "DELETE", `${deep}/ss_a`, null, 400, "A section keeps"],
  ])("%s", (_, method, path, body, status, message) => {
    const { call, platform } = testPlatform();
    const before = snapshot(platform.state);
    const answer = call(method, path, body ?? undefined);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({ message: expect.stringMatching(`^${message}`) });
    expect(platform.state).toEqual(before);
  });

  test("A23: its own path is fine", () => {
    expect(testPlatform().call("PATCH", `${flat}/ss_1`, { path: "one" }).status).toBe(200);
  });

  test("A23: the same path in another section is fine", () => {
    expect(testPlatform().call("PATCH", `${deep}/ss_a`, { path: "two" }).status).toBe(200);
  });
});
