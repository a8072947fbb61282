import { describe, expect, test } from "vitest";
import {
  base,
  clusters,
  conversationPlatform,
  issueOf,
  issues,
  keys,
  ticket,
} from "../../../test/support/platform/help-desk.ts";
import type { Json } from "../../text/json.ts";
import { snapshot } from "../store/state.ts";

describe("refusals change nothing", () => {
  const operations: [string, string, Json?][] = [
    ["GET", clusters],
    ["GET", `${clusters}/{cluster}`],
    ["PATCH", `${clusters}/{cluster}`, { muted: true }],
    ["GET", base],
    ["POST", base, keys],
    ["GET", issues],
    ["GET", `${issues}/{issue}`],
    ["GET", `${base}/t1`],
  ];

  function prepare() {
    const platform = conversationPlatform(keys);
    const cluster = String(platform.list(clusters)[0]?.id);
    const issue = String(issueOf(platform.list(issues)[0]).id);
    const fill = (path: string) => path.replace("{cluster}", cluster).replace("{issue}", issue);
    return { ...platform, fill, before: snapshot(platform.platform.state) };
  }

  test.each(operations)(
    "%s %s: 401 without a token, 403 where it may not, 404 for what is not there",
    (method, path, body) => {
      const { call, fill, platform, before } = prepare();
      const at = fill(path);
      expect(call(method, at, body, "nobody").status).toBe(401);
      expect(call(method, at, body, "outsider").status).toBe(403);
      expect(call(method, at, body, "reader").status).toBe(method === "GET" ? 200 : 403);
      expect(call(method, at.replace("org_acme", "nope"), body).status).toBe(404);
      const missing = path.replace(/\{.*\}|t1/, "missing");
      if (missing !== path) {
        expect(call(method, missing, body).status).toBe(404);
        expect(call(method, at.replace("org_acme", "org_globex"), body).status).toBe(404);
      }
      expect(platform.state).toEqual(before);
    },
  );

  test.each<[string, string, string, Json?]>([
    ["no id", "POST", base, { parts: [] }],
    ["an empty id", "POST", base, { id: "", parts: [] }],
    ["no parts", "POST", base, { id: "t" }],
    ["a part of another type", "POST", base, { id: "t", parts: [{ type: "note", role: "user", body: "x" }] }],
    ["a part without a body", "POST", base, { id: "t", parts: [{ type: "message", role: "user" }] }],
    ["a time that is none", "POST", base, ticket("t", "x", { metadata: { createdAt: "yesterday" } })],
    ["an attribute that is no text", "POST", base, ticket("t", "x", { metadata: { attributes: { n: 1 } } })],
    ["an unknown field", "POST", base, ticket("t", "x", { impact: "high" })],
    ["muted that is no boolean", "PATCH", `${clusters}/{cluster}`, { muted: "yes" }],
    ["a new label", "PATCH", `${clusters}/{cluster}`, { label: "x" }],
    ["an unknown orderBy", "GET", `${clusters}?orderBy=label`],
    ["an unknown order", "GET", `${clusters}?order=up`],
  ])("%s is 400", (_, method, path, body) => {
    const { call, fill, platform, before } = prepare();
    expect(call(method, fill(path), body).status).toBe(400);
    expect(platform.state).toEqual(before);
  });
});
