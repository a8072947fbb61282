import { describe, expect, test } from "vitest";
import {
  clusters,
  conversationPlatform,
  crash,
  ingest,
  issueOf,
  issues,
  keys,
  sameKeys,
  says,
  ticket,
} from "../../../test/support/platform/help-desk.ts";

const now = "2026-01-05T10:00:00.000Z";
const processed = "2026-01-05T10:00:01.500Z";
const day = 24 * 60 * 60 * 1000;

describe("clusters", () => {
  test("issues about the same words are one cluster, with its numbers (2.23)", () => {
    const { call, list } = conversationPlatform(keys, sameKeys, crash);
    const [first, second] = list(`${clusters}?order=asc`);
    expect(first).toEqual({
      object: "issues-cluster",
      id: first?.id,
      label: "Rotate an API key",
      createdAt: processed,
      updatedAt: processed,
      icon: "circle-question",
      summary: expect.objectContaining({ object: "document" }),
      muted: false,
      impact: "medium",
      weeklyPulse: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2],
      sources: { "desk.example": 2 },
      stats: { issues: 2, conversations: 2 },
      urls: { location: `http://docform.local/v1${clusters}/${first?.id}` },
    });
    expect(second).toMatchObject({ label: "Search crashes", impact: "high", sources: { chat: 1 } });
    expect(call("GET", `${clusters}/${first?.id}`).body).toEqual(first);
  });

  test("the weekly pulse counts when conversations began, in 13 weeks up to now", () => {
    const began = (days: number, index: number) =>
      ticket(`t${index}`, "Keys", {
        metadata: { createdAt: new Date(Date.parse(now) - days * day).toISOString() },
      });
    const { list, pass } = conversationPlatform(...[0, 6.9, 7.1, 14.5, 90.9, 91.1, -1].map(began));
    const pulse = () => list(clusters)[0]?.weeklyPulse;
    expect(pulse()).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2]);
    pass(7 * day);
    expect(pulse()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 1]);
  });

  test("its impact is the highest of its issues", () => {
    const urgent = ticket("t9", "Rotate an API key", { parts: [says("The page is broken")] });
    const { list } = conversationPlatform(keys, urgent);
    expect(list(issues).map((item) => issueOf(item).impact)).toEqual(["medium", "high"]);
    expect(list(clusters)[0]).toMatchObject({ impact: "high", icon: "triangle-exclamation" });
  });

  test.each([
    ["", ["Rotate an API key", "Search crashes"]],
    ["?order=desc", ["Rotate an API key", "Search crashes"]],
    ["?orderBy=updatedAt", ["Rotate an API key", "Search crashes"]],
    ["?order=asc&orderBy=updatedAt", ["Search crashes", "Rotate an API key"]],
  ])("they come by their last change, the latest first unless asked otherwise: %s", (query, labels) => {
    const platform = conversationPlatform(keys, crash);
    ingest(platform, sameKeys);
    expect(platform.list(`${clusters}${query}`).map(({ label }) => label)).toEqual(labels);
  });

  test("a cluster is muted and unmuted; that is a change only when it changes something", () => {
    const platform = conversationPlatform(keys);
    const { call, pass, list } = platform;
    const at = `${clusters}/${list(clusters)[0]?.id}`;
    pass(day);
    expect(call("PATCH", at, { muted: false }).body).toMatchObject({ muted: false, updatedAt: processed });
    const { status, body } = call("PATCH", at, { muted: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ muted: true, updatedAt: "2026-01-06T10:00:01.500Z" });
    pass(day);
    expect(call("PATCH", at, {}).body).toMatchObject({ muted: true, updatedAt: body.updatedAt });
    expect(call("PATCH", at, { muted: false }).body.muted).toBe(false);
    expect(list(clusters)[0]?.muted).toBe(false);
  });
});
