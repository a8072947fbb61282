import { describe, expect, test } from "vitest";
import { ids, treeSeed as seed, contentTree as tree } from "../../../test/support/platform/content-tree.ts";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { Json } from "../../text/json.ts";
import { readSeed } from "../seed/seed.ts";
import { snapshot } from "../store/state.ts";

const day = 24 * 60 * 60 * 1000;

type Failure = readonly [string, number, string, (Json | undefined)?, string?];

const failures: readonly Failure[] = [
  ["duplicate: an unknown space", 404, "nope/duplicate"],
  ["duplicate: no token", 401, "s1/duplicate", undefined, "guess"],
  ["duplicate: a token that may only read", 403, "s1/duplicate", undefined, "reader"],
  ["A16: duplicate: a deleted original", 409, "old/duplicate"],
  ["restore: an unknown space", 404, "nope/restore"],
  ["restore: a token that may only read", 403, "old/restore", undefined, "reader"],
  ["4.6: restore: a space that is not deleted", 409, "s1/restore"],
];

for (const [promise, status, path, body, token] of failures) {
  test(`${promise}: ${status}, and nothing changes`, () => {
    const { call, platform } = testPlatform(seed);
    const before = snapshot(platform.state);
    expect(call("POST", `/spaces/${path}`, body, token).status).toBe(status);
    expect(platform.state).toEqual(before);
  });
}

describe("A17: a deleted space", () => {
  test("is in no list and no collection, and still answers, with the time of its deletion", () => {
    const all = testPlatform(seed);
    expect(all.call("DELETE", "/spaces/s3").status).toBe(205);
    expect(tree(all)).toBe("s1 outer(s2 inner() s4) s5");
    expect(ids(all.list("/orgs/org/spaces"))).toEqual(["s1", "s2", "s4", "s5"]);
    expect(ids(all.list("/collections/inner/spaces"))).toEqual([]);
    expect(all.call("GET", "/spaces/s3")).toMatchObject({
      status: 200,
      body: { id: "s3", parent: "inner", deletedAt: "2026-01-05T10:00:00.000Z" },
    });
    expect(all.call("PATCH", "/spaces/s3", { title: "New" }).status).toBe(409);
  });

  test("A3: cannot be deleted again: there is nothing to delete, and its 7 days go on", () => {
    const { call, pass } = testPlatform(seed);
    call("DELETE", "/spaces/s3");
    pass(3 * day);
    expect(call("DELETE", "/spaces/s3").status).toBe(204);
    expect(call("GET", "/spaces/s3").body.deletedAt).toBe("2026-01-05T10:00:00.000Z");
    expect(call("DELETE", "/spaces/nope").status).toBe(204);
    expect(call("DELETE", "/spaces/s3", undefined, "reader").status).toBe(403);
  });

  test("A26: is in no site: its site spaces go, and a section that shows nothing else goes with them", () => {
    const { call, list } = testPlatform(seed);
    call("DELETE", "/spaces/s1");
    expect(ids(list("/orgs/org/sites/flat/site-spaces"))).toEqual(["ss_3"]);
    expect(list("/orgs/org/sites/flat/site-spaces")[0]).toMatchObject({ default: true });
    expect(list("/orgs/org/sites/deep/sections")).toMatchObject([
      { id: "sec_both", default: true, siteSpaces: [{ id: "ss_both", default: true }] },
    ]);
    expect(call("POST", "/orgs/org/sites/flat/site-spaces", { spaceId: "s1" }).status).toBe(400);
  });

  test.each([
    ["within 7 days it can be restored", 7 * day, 200],
    ["after 7 days it is permanently removed", 7 * day + 1, 404],
  ])("%s", (_, time, status) => {
    const { call, pass } = testPlatform(seed);
    call("DELETE", "/spaces/s3");
    pass(time);
    expect(call("GET", "/spaces/s3").status).toBe(status);
    expect(call("POST", "/spaces/s3/restore").status).toBe(status);
  });

  test.each([
    ["GET", ""],
    ["PATCH", ""],
    ["POST", "/restore"],
    ["POST", "/duplicate"],
    ["POST", "/move"],
    ["POST", "/transfer"],
  ])("8: once permanently removed, %s /spaces/s3%s is 404", (method, path) => {
    const { call, pass } = testPlatform(seed);
    call("DELETE", "/spaces/s3");
    pass(8 * day);
    expect(call(method, `/spaces/s3${path}`).status).toBe(404);
    expect(call("DELETE", "/spaces/s3").status).toBe(204);
  });

  test("of a seed has been deleted since then", () => {
    const { call, list, pass } = testPlatform(seed);
    expect(ids(list("/orgs/org/spaces"))).not.toContain("old");
    expect(call("GET", "/spaces/old").body.deletedAt).toBe("2026-01-01T09:00:00.000Z");
    pass(3 * day);
    expect(call("GET", "/spaces/old").status).toBe(404);
  });
});

describe("restoring", () => {
  test("3: the space is live again, at the end of the collection that it stood in, and in no site", () => {
    const all = testPlatform(seed);
    all.call("DELETE", "/spaces/s2");
    const { status, body } = all.call("POST", "/spaces/s2/restore");
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: "s2", parent: "outer" });
    expect(body).not.toHaveProperty("deletedAt");
    expect(tree(all)).toBe("s1 outer(inner(s3) s4 s2) s5");
    expect(all.call("PATCH", "/spaces/s2", { title: "New" }).status).toBe(200);
  });

  test("a collection that is gone is the root, where nothing is visible as in a collection", () => {
    const all = testPlatform(seed);
    all.call("DELETE", "/spaces/s2");
    all.call("DELETE", "/collections/outer");
    const { body } = all.call("POST", "/spaces/s2/restore");
    expect(body).not.toHaveProperty("parent");
    expect(body.visibility).toBe("private");
    expect(tree(all)).toBe("s1 s5 s2");
  });
});

describe("A16: duplicating", () => {
  test("makes a copy beside the original, at the end, with its settings and a title that says so", () => {
    const all = testPlatform(seed);
    all.pass(1000);
    const { status, body } = all.call("POST", "/spaces/s2/duplicate");
    const original = all.call("GET", "/spaces/s2").body;
    expect(status).toBe(200);
    const { id, urls, revision, title, createdAt, updatedAt, ...same } = original;
    expect(body).toMatchObject({ ...same, title: "Two (copy)", createdAt: "2026-01-05T10:00:01.000Z" });
    expect(body.id).not.toBe(id);
    expect(body.revision).not.toBe(revision);
    expect(tree(all)).toBe(`s1 outer(s2 inner(s3) s4 ${body.id}) s5`);
    expect(all.call("GET", `/spaces/${body.id}`).body).toEqual(body);
  });

  test("A15: twice makes two copies of one title", () => {
    const { call, list } = testPlatform(seed);
    const copies = [call("POST", "/spaces/s1/duplicate"), call("POST", "/spaces/s1/duplicate")];
    expect(copies.map(({ body }) => body.title)).toEqual(["One (copy)", "One (copy)"]);
    expect(ids(list("/orgs/org/spaces")).slice(-2)).toEqual(copies.map(({ body }) => body.id));
  });
});

describe("a seed is told", () => {
  const problemsOf = (organization: object) => {
    const result = readSeed({ organizations: [{ title: "Org", ...organization }] });
    return result.ok ? [] : result.problems;
  };

  test.each([
    [
      "when a site shows a deleted space",
      {
        spaces: [{ id: "s", title: "S", deletedAt: "2026-01-01T00:00:00Z" }],
        sites: [{ title: "Site", structure: [{ space: "s" }] }],
      },
      "organizations.0.sites.0.structure.0.space",
    ],
    [
      "when the order names a deleted space",
      { spaces: [{ id: "s", title: "S", deletedAt: "2026-01-01T00:00:00Z" }], order: ["s"] },
      "organizations.0.order",
    ],
    [
      "when a space at the root is visible as in a collection",
      { spaces: [{ title: "S", visibility: "in-collection" }] },
      "organizations.0.spaces.0.visibility",
    ],
  ])("%s", (_, organization, path) => {
    expect(problemsOf(organization)).toMatchObject([{ path }]);
  });
});
