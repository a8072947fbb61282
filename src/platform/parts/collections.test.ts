import { describe, expect, test } from "vitest";
import { ids, contentTree as tree, treeSeed } from "../../../test/support/platform/content-tree.ts";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { Json } from "../../text/json.ts";
import { snapshot } from "../store/state.ts";

/** a (s1 · b (c (s2)) · s3) · d · s4, and a deleted space of b; beside it another organization. */
const seed = {
  ...treeSeed,
  organizations: [
    {
      id: "org",
      title: "Org",
      members: [{ email: "ana@acme.example", role: "admin" }],
      collections: [
        {
          id: "a",
          title: "A",
          description: "First",
          order: ["s1"],
          collections: [{ id: "b", title: "B", collections: [{ id: "c", title: "C" }] }],
        },
        { id: "d", title: "D", defaultLevel: "read" },
      ],
      spaces: [
        { id: "s1", title: "One", collection: "a" },
        { id: "s2", title: "Two", collection: "c" },
        { id: "s3", title: "Three", collection: "a" },
        { id: "s4", title: "Four" },
        { id: "old", title: "Old", collection: "b", deletedAt: "2026-01-05T09:00:00Z" },
      ],
      sites: [{ id: "site", title: "Site", structure: [{ space: "s4" }] }],
    },
    { id: "org_2", title: "Other", collections: [{ id: "x", title: "X" }] },
  ],
};

const to = (side: string, type: string, id: string) => ({ position: { [side]: { type, [type]: id } } });
const text = (length: number) => "a".repeat(length);

type Failure = readonly [string, number, string, string, (Json | undefined)?, string?];

const failures: readonly Failure[] = [
  ["get: no token", 401, "GET", "/collections/a", undefined, "guess"],
  ["get: an unknown collection", 404, "GET", "/collections/nope"],
  ["get: out of the token's reach", 403, "GET", "/collections/x", undefined, "local"],
  ["update: an unknown collection", 404, "PATCH", "/collections/nope", {}],
  ["update: a token that may only read", 403, "PATCH", "/collections/a", {}, "reader"],
  ["A11: update: a title of 51 characters", 400, "PATCH", "/collections/a", { title: text(51) }],
  ["A11: update: a description of 101", 400, "PATCH", "/collections/a", { description: text(101) }],
  ["update: a level that is none", 400, "PATCH", "/collections/a", { defaultLevel: "boss" }],
  ["delete: a token that may only read", 403, "DELETE", "/collections/a", undefined, "reader"],
  ["list its spaces: an unknown collection", 404, "GET", "/collections/nope/spaces"],
  ["list: an unknown organization", 404, "GET", "/orgs/nope/collections"],
  ["A7: list: nested is neither true nor false", 400, "GET", "/orgs/org/collections?nested=deep"],
  ["create: a token that may only read", 403, "POST", "/orgs/org/collections", { title: "N" }, "reader"],
  ["create: no title", 400, "POST", "/orgs/org/collections", {}],
  ["create: an unknown parent", 400, "POST", "/orgs/org/collections", { title: "N", parent: "nope" }],
  ["create: a parent elsewhere", 400, "POST", "/orgs/org/collections", { title: "N", parent: "x" }],
  ["7: move: no matching collection", 404, "POST", "/collections/nope/move", {}],
  ["move: a token that may only read", 403, "POST", "/collections/a/move", {}, "reader"],
  ["A18: move: into itself", 400, "POST", "/collections/a/move", { parent: "a" }],
  ["A18: move: below itself", 400, "POST", "/collections/a/move", { parent: "c" }],
  ["move: into an unknown collection", 400, "POST", "/collections/a/move", { parent: "nope" }],
  ["move: into another organization", 400, "POST", "/collections/a/move", { parent: "x" }],
  ["7: move: an unknown sibling", 400, "POST", "/collections/a/move", to("after", "space", "nope")],
  ["A18: move: a sibling elsewhere", 400, "POST", "/collections/a/move", to("after", "space", "s2")],
  ["A35: move: a wrong type", 400, "POST", "/collections/d/move", to("after", "collection", "s4")],
  ["7: move: to where it is", 409, "POST", "/collections/d/move", to("after", "collection", "a")],
  ["7: move: to the end, from there", 409, "POST", "/collections/c/move", {}],
  [
    "7: transfer: no matching collection",
    404,
    "POST",
    "/collections/nope/transfer",
    { organization: "org_2" },
  ],
  ["7: transfer: no matching organization", 404, "POST", "/collections/a/transfer", { organization: "nope" }],
  ["transfer: out of reach", 403, "POST", "/collections/a/transfer", { organization: "org_2" }, "local"],
  ["transfer: no organization", 400, "POST", "/collections/a/transfer", {}],
  ["7: transfer: to where it is", 409, "POST", "/collections/a/transfer", { organization: "org" }],
];

for (const [promise, status, method, path, body, token] of failures) {
  test(`${promise}: ${status}, and nothing changes`, () => {
    const { call, platform } = testPlatform(seed);
    const before = snapshot(platform.state);
    expect(call(method, path, body, token).status).toBe(status);
    expect(platform.state).toEqual(before);
  });
}

describe("collections", () => {
  test("2.7: every field is shown, and permissions follow the token", () => {
    const { call } = testPlatform(seed);
    expect(call("GET", "/collections/a").body).toEqual({
      object: "collection",
      id: "a",
      title: "A",
      description: "First",
      organization: "org",
      defaultLevel: "inherit",
      urls: {
        location: "http://docform.local/v1/collections/a",
        app: "http://docform.local/app/collections/a",
      },
      permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
    });
    expect(call("GET", "/collections/c", undefined, "reader").body).toMatchObject({
      parent: "b",
      permissions: { view: true, admin: false, viewInviteLinks: false, create: false },
    });
  });

  test("every field of an update is set, and the others stay", () => {
    const { call } = testPlatform(seed);
    const fields = { title: text(50), description: text(100), defaultLevel: "inherit" };
    expect(call("PATCH", "/collections/d", fields).body).toMatchObject(fields);
    expect(call("PATCH", "/collections/d", { title: "D2" }).body).toMatchObject({ ...fields, title: "D2" });
  });

  test.each([
    ["", ["a", "b", "c", "d"]],
    ["?nested=true", ["a", "b", "c", "d"]],
    ["?nested=false", ["a", "d"]],
  ])("A7, A18: the list%s comes in display order", (query, expected) => {
    expect(ids(testPlatform(seed).list(`/orgs/org/collections${query}`))).toEqual(expected);
  });

  test.each([
    ["a", ["s1", "s3"]],
    ["b", []],
    ["c", ["s2"]],
  ])("the spaces of %s are those that are in it, in order", (id, expected) => {
    const { call, list } = testPlatform(seed);
    expect(ids(list(`/collections/${id}/spaces`))).toEqual(expected);
    for (const space of list(`/collections/${id}/spaces`)) {
      expect(call("GET", `/spaces/${space.id}`).body).toEqual(space);
    }
  });

  test.each([
    ["at the root", {}, "a(s1 b(c(s2)) s3) d() s4 NEW()"],
    ["in a collection", { parent: "a" }, "a(s1 b(c(s2)) s3 NEW()) d() s4"],
  ])("A18: a new one %s stands at the end", (_, parent, expected) => {
    const all = testPlatform(seed);
    const { status, body } = all.call("POST", "/orgs/org/collections", { title: "New", ...parent });
    expect(status).toBe(201);
    expect(body).toMatchObject({ title: "New", organization: "org", defaultLevel: "inherit", ...parent });
    expect(tree(all)).toBe(expected.replace("NEW", String(body.id)));
  });
});

describe("A19: deleting a collection", () => {
  test("deletes the collections in it, and the spaces, which can be restored", () => {
    const all = testPlatform(seed);
    expect(all.call("DELETE", "/collections/a").status).toBe(205);
    expect(tree(all)).toBe("d() s4");
    for (const id of ["a", "b", "c"]) expect(all.call("GET", `/collections/${id}`).status).toBe(404);
    for (const id of ["s1", "s2", "s3"]) {
      expect(all.call("GET", `/spaces/${id}`).body).toHaveProperty("deletedAt");
      expect(all.call("POST", `/spaces/${id}/restore`).status).toBe(200);
    }
    expect(tree(all)).toBe("d() s4 s1 s2 s3");
  });

  test("A3: answers 204 when there is none", () => {
    const { call } = testPlatform(seed);
    call("DELETE", "/collections/b");
    expect(call("DELETE", "/collections/b").status).toBe(204);
    expect(call("DELETE", "/collections/c").status).toBe(204);
    expect(call("DELETE", "/collections/nope").status).toBe(204);
  });

  test("a space that was deleted before can be restored to the root", () => {
    const all = testPlatform(seed);
    expect(all.call("GET", "/spaces/old").body.parent).toBe("b");
    all.call("DELETE", "/collections/a");
    expect(all.call("GET", "/spaces/old").body).not.toHaveProperty("parent");
    all.call("POST", "/spaces/old/restore");
    expect(tree(all)).toBe("d() s4 old");
  });
});

describe("A18: moving a collection", () => {
  test.each<[string, string, Json, string]>([
    ["to the end", "a", {}, "d() s4 a(s1 b(c(s2)) s3)"],
    ["into another, with all that it holds", "b", { parent: "d" }, "a(s1 s3) d(b(c(s2))) s4"],
    ["to the root", "c", { parent: null }, "a(s1 b() s3) d() s4 c(s2)"],
    ["before a space", "b", to("before", "space", "s1"), "a(b(c(s2)) s1 s3) d() s4"],
    [
      "next to a space elsewhere",
      "d",
      { parent: "a", ...to("after", "space", "s1") },
      "a(s1 d() b(c(s2)) s3) s4",
    ],
  ])("%s", (_, id, body, expected) => {
    const all = testPlatform(seed);
    const answer = all.call("POST", `/collections/${id}/move`, body);
    expect(answer.status).toBe(200);
    expect(tree(all)).toBe(expected);
    expect(all.call("GET", `/collections/${id}`).body).toEqual(answer.body);
  });
});

describe("A20: transferring a collection", () => {
  test("takes all that it holds along, and drops the parent", () => {
    const all = testPlatform(seed);
    const { status, body } = all.call("POST", "/collections/b/transfer", { organization: "org_2" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: "b", organization: "org_2" });
    expect(body).not.toHaveProperty("parent");
    expect([tree(all), tree(all, "org_2")]).toEqual(["a(s1 s3) d() s4", "x() b(c(s2))"]);
    expect(all.call("GET", "/spaces/s2").body).toMatchObject({ organization: "org_2", parent: "c" });
    expect(all.call("GET", "/collections/c").body.organization).toBe("org_2");
  });

  test("a deleted space that stood in it stays, and can be restored to the root", () => {
    const all = testPlatform(seed);
    all.call("POST", "/collections/b/transfer", { organization: "org_2" });
    expect(all.call("POST", "/spaces/old/restore").body).toMatchObject({ organization: "org" });
    expect(tree(all)).toBe("a(s1 s3) d() s4 old");
  });

  test("is 412 while a site still publishes a space in it, however deep", () => {
    const all = testPlatform(seed);
    all.call("POST", "/orgs/org/sites/site/site-spaces", { spaceId: "s2" });
    const before = snapshot(all.platform.state);
    expect(all.call("POST", "/collections/a/transfer", { organization: "org_2" }).status).toBe(412);
    expect(all.platform.state).toEqual(before);
  });
});
