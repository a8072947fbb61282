import { describe, expect, test } from "vitest";
import { post, talkPlatform, text, textsOf } from "../../../test/support/platform/talk.ts";

const base = "/spaces/sp_one/comments";
const start = "2026-01-05T10:00:00.000Z";
const later = "2026-01-05T10:01:00.000Z";

describe("comments on a space", () => {
  test("a new comment is the caller's, open, on what it names, and answers 200 (A4)", () => {
    const platform = talkPlatform();
    const { call } = platform;
    const cell = { record: "row", definition: "column" };
    const body = post(platform, base, { ...text("Nice"), page: "page_1", node: "b0", tableCell: cell }, "li");
    const { revision } = call("GET", "/spaces/sp_one").body;
    expect(body).toMatchObject({
      object: "comment",
      postedBy: { id: "usr_li", displayName: "Li Wei" },
      postedAt: start,
      reactions: [],
      replies: 0,
      repliers: [],
      body: { markdown: "Nice" },
      target: { space: "sp_one", page: { id: "page_1" }, node: { id: "b0" }, tableCell: cell, revision },
      urls: { location: `http://docform.local/v1${base}/${body.id}` },
      status: "open",
    });
    for (const key of ["editedAt", "resolvedAt", "resolvedBy"]) expect(body).not.toHaveProperty(key);
    expect(call("GET", `${base}/${body.id}`).body).toEqual(body);
  });

  test("permissions follow the token", () => {
    const platform = talkPlatform();
    const { id, permissions } = post(platform, base, text("Nice"));
    expect(permissions).toEqual({ view: true, edit: true, reply: true, delete: true });
    expect(platform.call("GET", `${base}/${id}`, undefined, "reader").body.permissions).toEqual({
      view: true,
      edit: false,
      reply: false,
      delete: false,
    });
  });

  test("a new text is an edit; the same text again, or none, is not", () => {
    const platform = talkPlatform();
    const { call, pass } = platform;
    const at = `${base}/${post(platform, base, text("Nice")).id}`;
    pass(60_000);
    expect(call("PUT", at, text("Nice")).body).not.toHaveProperty("editedAt");
    expect(call("PUT", at, text("Nicer")).body).toMatchObject({ body: text("Nicer").body, editedAt: later });
    pass(60_000);
    expect(call("PUT", at, text("Nicer")).body.editedAt).toBe(later);
    expect(call("PUT", at).body.editedAt).toBe(later);
  });

  test("3: resolving sets who and when, once; opening it again clears them", () => {
    const platform = talkPlatform();
    const { call, pass } = platform;
    const at = `${base}/${post(platform, base, text("Nice")).id}`;
    pass(60_000);
    const resolved = { status: "resolved", resolvedAt: later, resolvedBy: { id: "usr_li" } };
    expect(call("PUT", at, { resolved: true }, "li").body).toMatchObject(resolved);
    pass(60_000);
    expect(call("PUT", at, { resolved: true }).body).toMatchObject(resolved);
    const { body } = call("PUT", at, { resolved: false });
    expect(body.status).toBe("open");
    expect([body.resolvedAt, body.resolvedBy]).toEqual([undefined, undefined]);
  });

  test("2.3: reactions are counted by emoji, one of each per person, in the order of reacting", () => {
    const platform = talkPlatform();
    const { call, pass } = platform;
    const at = `${base}/${post(platform, base, text("Nice")).id}`;
    call("PUT", at, { addedReactions: ["👍", "👍", "🎉"] });
    pass(60_000);
    call("PUT", at, { addedReactions: ["👍", "❤️"] }, "li");
    const user = (id: string, reactedAt: string) => ({ user: { id }, reactedAt });
    expect(call("PUT", at, { addedReactions: ["👍"] }).body.reactions).toMatchObject([
      { emoji: "👍", count: 2, users: [user("usr_ana", start), user("usr_li", later)] },
      { emoji: "🎉", count: 1, users: [user("usr_ana", start)] },
      { emoji: "❤️", count: 1, users: [user("usr_li", later)] },
    ]);
  });

  test("a caller takes back only their own reactions; what is added and removed is removed", () => {
    const platform = talkPlatform();
    const { call } = platform;
    const at = `${base}/${post(platform, base, text("Nice")).id}`;
    call("PUT", at, { addedReactions: ["👍"] });
    const { body } = call("PUT", at, { addedReactions: ["🎉"], removedReactions: ["👍", "🎉", "🚀"] }, "li");
    expect(body.reactions).toMatchObject([{ emoji: "👍", count: 1, users: [{ user: { id: "usr_ana" } }] }]);
    expect(call("PUT", at, { removedReactions: ["👍"] }).body.reactions).toEqual([]);
  });

  test("A8: the text comes as Markdown, or as a document", () => {
    const platform = talkPlatform();
    const at = `${base}/${post(platform, base, text("# Nice\n\nwork")).id}`;
    const bodyIn = (query: string) => platform.call("GET", `${at}${query}`).body.body;
    expect(bodyIn("?format=markdown")).toEqual(bodyIn(""));
    expect(bodyIn("?format=document")).toMatchObject({
      document: { object: "document", nodes: [{ type: "heading-1" }, { type: "paragraph" }] },
    });
    expect(platform.list(`${base}?format=document`)[0]?.body).toEqual(bodyIn("?format=document"));
  });
});

describe("the list of comments", () => {
  const queries: readonly (readonly [string, readonly string[]])[] = [
    ["", ["third", "second", "first"]],
    ["order=desc", ["third", "second", "first"]],
    ["order=asc", ["first", "second", "third"]],
    ["status=all", ["third", "second", "first"]],
    ["status=open", ["third", "first"]],
    ["status=resolved", ["second"]],
    ["targetPage=page_1", ["second"]],
    ["targetPage=page_9", []],
    ["authors=usr_li", ["third"]],
    ["authors=usr_li&authors=usr_ana&order=asc", ["first", "second", "third"]],
    ["authors=usr_bo", []],
    ["authors=usr_ana&status=open", ["first"]],
  ];
  test.each(queries)("?%s lists %j", (query, expected) => {
    const platform = talkPlatform();
    post(platform, base, text("first"));
    const { id } = post(platform, base, { ...text("second"), page: "page_1" });
    platform.call("PUT", `${base}/${id}`, { resolved: true });
    platform.pass(1000);
    post(platform, base, text("third"), "li");
    expect(textsOf(platform.list(`${base}?${query}`))).toEqual(expected);
  });

  test("A6: it comes in pages", () => {
    const platform = talkPlatform();
    for (const each of ["first", "second", "third"]) post(platform, base, text(each));
    const { body } = platform.call("GET", `${base}?limit=2`);
    const { page } = body.next as { page: string };
    expect(body.count).toBe(3);
    expect(platform.call("GET", `${base}?limit=2&page=${page}`).body.items).toHaveLength(1);
  });

  test("2.6: a space counts its open comments", () => {
    const platform = talkPlatform();
    const { call } = platform;
    const count = () => call("GET", "/spaces/sp_one").body.comments;
    const ids = ["first", "second"].map((each) => String(post(platform, base, text(each)).id));
    expect(count()).toBe(2);
    call("PUT", `${base}/${ids[0]}`, { resolved: true });
    expect(count()).toBe(1);
    call("DELETE", `${base}/${ids[1]}`);
    expect(count()).toBe(0);
  });
});

describe("replies to a comment on a space", () => {
  test("a reply is the caller's, and the comment tells who replied, how often and when last", () => {
    const platform = talkPlatform();
    const { call, pass } = platform;
    const at = `${base}/${post(platform, base, text("Nice")).id}`;
    const first = post(platform, `${at}/replies`, text("Thanks"), "li");
    expect(first).toMatchObject({
      object: "comment-reply",
      postedBy: { id: "usr_li" },
      postedAt: start,
      body: { markdown: "Thanks" },
      permissions: { view: true, edit: true, reply: true, delete: true },
      urls: { location: `http://docform.local/v1${at}/replies/${first.id}` },
    });
    expect(call("GET", `${at}/replies/${first.id}`).body).toEqual(first);
    post(platform, `${at}/replies`, text("Welcome"));
    pass(60_000);
    post(platform, `${at}/replies`, text("Bye"), "li");
    expect(call("GET", at).body).toMatchObject({
      replies: 3,
      repliers: [
        { user: { id: "usr_li" }, count: 2, updatedAt: later },
        { user: { id: "usr_ana" }, count: 1, updatedAt: start },
      ],
    });
  });

  test("a reply gets a new text and reactions, and comes as Markdown or as a document", () => {
    const platform = talkPlatform();
    const { call, pass } = platform;
    const at = `${base}/${post(platform, base, text("Nice")).id}/replies`;
    const reply = `${at}/${post(platform, at, text("Thanks")).id}`;
    pass(60_000);
    const { status, body } = call("PUT", reply, { ...text("Thank you"), addedReactions: ["👍"] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ editedAt: later, reactions: [{ emoji: "👍", count: 1 }] });
    expect(call("PUT", reply, { removedReactions: ["👍"] }).body.reactions).toEqual([]);
    expect(call("GET", `${reply}?format=document`).body.body).toHaveProperty("document");
  });

  test("A3: deleting a comment takes its replies with it; a second time it is not there", () => {
    const platform = talkPlatform();
    const { call, list } = platform;
    const at = `${base}/${post(platform, base, text("Nice")).id}`;
    const reply = post(platform, `${at}/replies`, text("Thanks"));
    expect(call("DELETE", at).status).toBe(205);
    expect(call("DELETE", at).status).toBe(204);
    expect(call("GET", `${at}/replies/${reply.id}`).status).toBe(404);
    expect(list(base)).toEqual([]);
  });
});
