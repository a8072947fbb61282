import { describe, expect, test } from "vitest";
import { treeSeed as seed, contentTree as tree } from "../../../test/support/platform/content-tree.ts";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { Json } from "../../text/json.ts";
import { snapshot } from "../store/state.ts";

type Failure = readonly [string, number, string, (Json | undefined)?, string?];

const to = (side: string, type: string, id: string) => ({ position: { [side]: { type, [type]: id } } });
const both = {
  position: { before: { type: "space", space: "s5" }, after: { type: "collection", collection: "outer" } },
};

const failures: readonly Failure[] = [
  ["7: move: no matching space", 404, "nope/move", {}],
  ["move: a token that may only read", 403, "s1/move", {}, "reader"],
  ["move: a deleted space", 409, "old/move", {}],
  ["7: move: an unknown collection", 400, "s1/move", { parent: "nope" }],
  ["move: a collection of another organization", 400, "x1/move", { parent: "outer" }],
  ["7: move: an unknown sibling", 400, "s1/move", to("before", "space", "nope")],
  ["A18: move: a sibling in another place", 400, "s1/move", to("before", "space", "s2")],
  ["move: next to itself", 400, "s1/move", to("after", "space", "s1")],
  ["A35: move: before and after", 400, "s1/move", both],
  ["A35: move: a collection that is called a space", 400, "s1/move", to("after", "space", "outer")],
  ["A35: move: a site space", 400, "s1/move", to("after", "site-space", "ss_3")],
  ["7: move: to where it is", 409, "s1/move", to("before", "collection", "outer")],
  ["7: move: to its own collection, at the end", 409, "s4/move", { parent: "outer" }],
  ["7: move: to the end, from there", 409, "s5/move", {}],
  ["7: move: to the root, from its end", 409, "s5/move", { parent: null }],
  ["7: transfer: no matching space", 404, "nope/transfer", { organization: "org_2" }],
  ["7: transfer: no matching organization", 404, "s2/transfer", { organization: "nope" }],
  ["transfer: out of the token's reach", 403, "s2/transfer", { organization: "org_2" }, "local"],
  ["transfer: a token that may only read", 403, "s2/transfer", { organization: "org_2" }, "reader"],
  ["transfer: no organization", 400, "s2/transfer", {}],
  ["7: transfer: to where it is", 409, "s2/transfer", { organization: "org" }],
  ["A20: transfer: a site still publishes it", 412, "s1/transfer", { organization: "org_2" }],
  ["7: transfer: a deleted space cannot be moved", 412, "old/transfer", { organization: "org_2" }],
];

for (const [promise, status, path, body, token] of failures) {
  test(`${promise}: ${status}, and nothing changes`, () => {
    const { call, platform } = testPlatform(seed);
    const before = snapshot(platform.state);
    expect(call("POST", `/spaces/${path}`, body, token).status).toBe(status);
    expect(platform.state).toEqual(before);
  });
}

describe("A18: moving", () => {
  test.each<[string, string, Json, string]>([
    ["to the end without a position", "s1", {}, "outer(s2 inner(s3) s4) s5 s1"],
    ["into a collection", "s1", { parent: "inner" }, "outer(s2 inner(s3 s1) s4) s5"],
    ["to the root", "s2", { parent: null }, "s1 outer(inner(s3) s4) s5 s2"],
    ["before a space", "s5", to("before", "space", "s1"), "s5 s1 outer(s2 inner(s3) s4)"],
    ["after a collection", "s2", to("after", "collection", "inner"), "s1 outer(inner(s3) s2 s4) s5"],
    [
      "into a collection, next to a sibling there",
      "s5",
      { parent: "outer", ...to("after", "space", "s2") },
      "s1 outer(s2 s5 inner(s3) s4)",
    ],
    [
      "to the root, before a collection",
      "s3",
      { parent: null, ...to("before", "collection", "outer") },
      "s1 s3 outer(s2 inner() s4) s5",
    ],
  ])("%s", (_, id, body, expected) => {
    const all = testPlatform(seed);
    const answer = all.call("POST", `/spaces/${id}/move`, body);
    expect(answer.status).toBe(200);
    expect(tree(all)).toBe(expected);
    expect(all.call("GET", `/spaces/${id}`).body).toEqual(answer.body);
  });

  test("2.1: only in a collection is a space visible as in one", () => {
    const { call } = testPlatform(seed);
    expect(call("GET", "/spaces/s2").body.visibility).toBe("in-collection");
    expect(call("POST", "/spaces/s2/move", { parent: "inner" }).body).toMatchObject({
      parent: "inner",
      visibility: "in-collection",
    });
    expect(call("POST", "/spaces/s2/move", { parent: null }).body.visibility).toBe("private");
  });
});

describe("A20: transferring", () => {
  test("keeps id and content, and drops the parent: it stands at the end of the other root", () => {
    const all = testPlatform(seed);
    const { revision, title } = all.call("GET", "/spaces/s2").body;
    const { status, body } = all.call("POST", "/spaces/s2/transfer", { organization: "org_2" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: "s2", title: title!, revision: revision!, organization: "org_2" });
    expect(body).not.toHaveProperty("parent");
    expect([tree(all), tree(all, "org_2")]).toEqual(["s1 outer(inner(s3) s4) s5", "x1 s2"]);
    expect(all.call("GET", "/spaces/s2", undefined, "local").status).toBe(403);
  });

  test("goes as soon as no site shows the space", () => {
    const { call } = testPlatform(seed);
    call("DELETE", "/orgs/org/sites/flat");
    call("DELETE", "/orgs/org/sites/deep");
    expect(call("POST", "/spaces/s1/transfer", { organization: "org_2" }).status).toBe(200);
  });

  test("is 412 while a translation reads or fills the space", () => {
    const { call, list } = testPlatform(seed);
    const translation = call("POST", "/orgs/org/translations", {
      language: "fr",
      source: { space: "s5" },
    }).body;
    const filled = list("/orgs/org/spaces").find(({ language }) => language === "fr");
    const transfer = (id: unknown) =>
      call("POST", `/spaces/${id}/transfer`, { organization: "org_2" }).status;
    expect([transfer("s5"), transfer(filled?.id)]).toEqual([412, 412]);
    call("DELETE", `/orgs/org/translations/${translation.id}`);
    expect([transfer("s5"), transfer(filled?.id)]).toEqual([200, 200]);
  });
});
