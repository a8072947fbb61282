import { describe, expect, test } from "vitest";
import { post, talkPlatform, text, textsOf } from "../../../test/support/platform/talk.ts";
import type { Json } from "../../text/json.ts";
import { snapshot } from "../store/state.ts";
import { known } from "../store/table.ts";

const requests = "/spaces/sp_one/change-requests";
const base = `${requests}/cr_1/comments`;
const now = "2026-01-05T10:00:00.000Z";

describe("comments on a change request", () => {
  test("a new comment names its change request and the revision of that, and answers 200 (A4)", () => {
    const platform = talkPlatform();
    const body = post(platform, base, { ...text("Nice"), page: "page_2" });
    const space = known(platform.platform.state.spaces, "sp_one");
    expect(body).toMatchObject({
      object: "comment",
      status: "open",
      target: {
        space: "sp_one",
        changeRequest: "cr_1",
        page: { id: "page_2" },
        revision: space.changeRequests.byId.cr_1?.revision,
      },
      urls: { location: `http://docform.local/v1${base}/${body.id}` },
    });
    expect(platform.call("GET", `${base}/${body.id}`).body).toEqual(body);
  });

  test("4.2: the change request is named by its id or its number", () => {
    const platform = talkPlatform();
    const { id } = post(platform, `${requests}/1/comments`, text("Nice"));
    expect(platform.call("GET", `${base}/${id}`).status).toBe(200);
  });

  test("comments on the space and on each change request are kept apart", () => {
    const platform = talkPlatform();
    const { call, list } = platform;
    const places = ["/spaces/sp_one/comments", base, `${requests}/cr_2/comments`];
    const ids = places.map((place) => post(platform, place, text(place)).id);
    for (const [index, place] of places.entries()) {
      expect(textsOf(list(place))).toEqual([place]);
      const found = ids.map((id) => call("GET", `${place}/${id}`).status);
      expect(found).toEqual(places.map((_, other) => (other === index ? 200 : 404)));
    }
    expect(call("GET", "/spaces/sp_one").body.comments).toBe(1);
  });

  test("3: it is resolved and opened again, gets a new text and reactions", () => {
    const platform = talkPlatform();
    const at = `${base}/${post(platform, base, text("Nice")).id}`;
    const change = { resolved: true, ...text("Nicer"), addedReactions: ["👍"] };
    expect(platform.call("PUT", at, change).body).toMatchObject({
      status: "resolved",
      resolvedAt: now,
      resolvedBy: { id: "usr_ana" },
      editedAt: now,
      body: { markdown: "Nicer" },
      reactions: [{ emoji: "👍", count: 1 }],
    });
    const { body } = platform.call("PUT", at, { resolved: false });
    expect([body.status, body.resolvedAt, body.resolvedBy]).toEqual(["open", undefined, undefined]);
  });

  const queries: readonly (readonly [string, readonly string[]])[] = [
    ["", ["second", "first"]],
    ["order=asc", ["first", "second"]],
    ["status=open", ["first"]],
    ["status=resolved", ["second"]],
    ["targetPage=page_2", ["second"]],
    ["authors=usr_ana&order=asc", ["first", "second"]],
    ["authors=usr_li", []],
  ];
  test.each(queries)("?%s lists %j", (query, expected) => {
    const platform = talkPlatform();
    post(platform, base, text("first"));
    platform.pass(1000);
    const { id } = post(platform, base, { ...text("second"), page: "page_2" });
    platform.call("PUT", `${base}/${id}`, { resolved: true });
    expect(textsOf(platform.list(`${base}?${query}`))).toEqual(expected);
  });

  test("its replies come in a list, the oldest first, as Markdown or as documents", () => {
    const platform = talkPlatform();
    const at = `${base}/${post(platform, base, text("Nice")).id}`;
    const first = post(platform, `${at}/replies?format=markdown`, text("first"));
    platform.pass(1000);
    const second = post(platform, `${at}/replies?format=document`, text("second"));
    expect(second.body).toHaveProperty("document");
    const replies = platform.list(`${at}/replies`);
    expect(replies[0]).toEqual(first);
    expect(textsOf(replies)).toEqual(["first", "second"]);
    expect(platform.list(`${at}/replies?format=document`)[1]).toEqual(second);
    expect(platform.call("GET", at).body).toMatchObject({ replies: 2, repliers: [{ count: 2 }] });
  });

  test("A3: a comment is deleted once", () => {
    const platform = talkPlatform();
    const at = `${base}/${post(platform, base, text("Nice")).id}`;
    expect([platform.call("DELETE", at).status, platform.call("DELETE", at).status]).toEqual([205, 204]);
    expect(platform.list(base)).toEqual([]);
  });
});

describe("refusals change nothing", () => {
  /** Method, path below the comments, body. `{c}` is a comment. */
  const operations: [string, string, Json?][] = [
    ["GET", ""],
    ["POST", "", text("x")],
    ["GET", "/{c}"],
    ["PUT", "/{c}", { resolved: true }],
    ["DELETE", "/{c}"],
    ["GET", "/{c}/replies"],
    ["POST", "/{c}/replies", text("x")],
  ];

  function prepare() {
    const platform = talkPlatform();
    const { id } = post(platform, base, text("Nice"));
    const fill = (path: string) => path.replace("{c}", String(id));
    return { ...platform, fill, before: snapshot(platform.platform.state) };
  }

  test.each(operations)(
    "%s %s: 401 without a token, 403 where the token may not, 404 for what is not there",
    (method, path, body) => {
      const { call, fill, platform, before } = prepare();
      const at = fill(path);
      expect(call(method, `${base}${at}`, body, "nobody").status).toBe(401);
      expect(call(method, `${base}${at}`, body, "outsider").status).toBe(403);
      expect(call(method, `${base}${at}`, body, "reader").status).toBe(method === "GET" ? 200 : 403);
      for (const request of ["cr_9", "9", "0", "__proto__"])
        expect(call(method, `${requests}/${request}/comments${at}`, body).status).toBe(404);
      expect(call(method, `/spaces/sp_two/change-requests/cr_1/comments${at}`, body).status).toBe(404);
      const missing = path.replace("{c}", "comment_0");
      if (missing !== "")
        expect(call(method, `${base}${missing}`, body).status).toBe(method === "DELETE" ? 204 : 404);
      expect(platform.state).toEqual(before);
    },
  );

  test.each<[string, string, string, Json?]>([
    ["no text", "POST", "", {}],
    ["a page that is not there", "POST", "", { ...text("x"), page: "page_9" }],
    ["resolved that is no boolean", "PUT", "/{c}", { resolved: "true" }],
    ["an empty reply", "POST", "/{c}/replies", {}],
    ["an unknown format of replies", "GET", "/{c}/replies?format=html"],
    ["an unknown format of a new reply", "POST", "/{c}/replies?format=html", text("x")],
    ["an unknown status", "GET", "?status=parked"],
  ])("%s is 400", (_, method, path, body) => {
    const { call, fill, platform, before } = prepare();
    expect(call(method, `${base}${fill(path)}`, body).status).toBe(400);
    expect(platform.state).toEqual(before);
  });

  test.each(operations)(
    "A17: in a deleted space it can be read and not changed: %s %s",
    (method, path, body) => {
      const { call, fill } = prepare();
      call("DELETE", "/spaces/sp_one");
      expect(call(method, `${base}${fill(path)}`, body).status).toBe(method === "GET" ? 200 : 409);
    },
  );
});
