import { describe, expect, test } from "vitest";
import { post, talkPlatform, text } from "../../../test/support/platform/talk.ts";
import type { Json } from "../../text/json.ts";
import { snapshot } from "../store/state.ts";

const base = "/spaces/sp_one/comments";

describe("refusals change nothing", () => {
  /** Method, path below the comments, body. `{c}` and `{r}` are a comment and its reply. */
  const operations: [string, string, Json?][] = [
    ["GET", ""],
    ["POST", "", text("x")],
    ["GET", "/{c}"],
    ["PUT", "/{c}", { resolved: true }],
    ["DELETE", "/{c}"],
    ["POST", "/{c}/replies", text("x")],
    ["GET", "/{c}/replies/{r}"],
    ["PUT", "/{c}/replies/{r}", text("x")],
  ];

  function prepare() {
    const platform = talkPlatform();
    const comment = post(platform, base, text("Nice"));
    const reply = post(platform, `${base}/${comment.id}/replies`, text("Thanks"));
    const fill = (path: string) => path.replace("{c}", String(comment.id)).replace("{r}", String(reply.id));
    return { ...platform, fill, before: snapshot(platform.platform.state) };
  }

  test.each(operations)(
    "%s %s: 401 without a token, 403 where the token may not, 404 in no space",
    (method, path, body) => {
      const { call, fill, platform, before } = prepare();
      const at = fill(path);
      expect(call(method, `${base}${at}`, body, "nobody").status).toBe(401);
      expect(call(method, `${base}${at}`, body, "outsider").status).toBe(403);
      expect(call(method, `${base}${at}`, body, "reader").status).toBe(method === "GET" ? 200 : 403);
      expect(call(method, `/spaces/nope/comments${at}`, body).status).toBe(404);
      const elsewhere = call(method, `/spaces/sp_two/comments${at}`, body).status;
      if (at !== "") expect(elsewhere).toBe(method === "DELETE" ? 204 : 404);
      if (at !== "") expect(platform.state).toEqual(before);
    },
  );

  test.each<[string, string, string, Json?]>([
    ["no text", "POST", "", {}],
    ["a text that is not Markdown", "POST", "", { body: { html: "<p>" } }],
    ["a page that is not there", "POST", "", { ...text("x"), page: "page_9" }],
    ["half a table cell", "POST", "", { ...text("x"), tableCell: { record: "r" } }],
    ["an unknown field", "POST", "", { ...text("x"), status: "resolved" }],
    ["a status instead of resolved", "PUT", "/{c}", { status: "resolved" }],
    ["a reaction that is no list", "PUT", "/{c}", { addedReactions: "👍" }],
    ["an empty reply", "POST", "/{c}/replies", {}],
    ["a reply that is resolved", "PUT", "/{c}/replies/{r}", { resolved: true }],
    ["an unknown order", "GET", "?order=up"],
    ["an unknown status", "GET", "?status=parked"],
    ["an unknown format", "GET", "/{c}?format=html"],
  ])("%s is 400", (_, method, path, body) => {
    const { call, fill, platform, before } = prepare();
    expect(call(method, `${base}${fill(path)}`, body).status).toBe(400);
    expect(platform.state).toEqual(before);
  });

  test.each(operations)(
    "A17: what is said about a deleted space can be read and not changed: %s %s",
    (method, path, body) => {
      const { call, fill, platform } = prepare();
      expect(call("DELETE", "/spaces/sp_one").status).toBe(205);
      const before = snapshot(platform.state);
      expect(call(method, `${base}${fill(path)}`, body).status).toBe(method === "GET" ? 200 : 409);
      expect(platform.state).toEqual(before);
    },
  );

  test("a comment of nobody is 404 for every operation on it, and on its replies", () => {
    const { call, fill } = prepare();
    for (const [method, path, body] of operations) {
      if (path === "" || method === "DELETE") continue;
      expect(call(method, `${base}${fill(path.replace("{c}", "comment_0"))}`, body).status).toBe(404);
      if (path.includes("{r}"))
        expect(call(method, `${base}${fill(path.replace("{r}", "reply_0"))}`, body).status).toBe(404);
    }
  });
});
