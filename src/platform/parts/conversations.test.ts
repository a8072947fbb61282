import { describe, expect, test } from "vitest";
import {
  base,
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
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { Json, JsonObject } from "../../text/json.ts";

const now = "2026-01-05T10:00:00.000Z";
const processed = "2026-01-05T10:00:01.500Z";
const day = 24 * 60 * 60 * 1000;

describe("ingesting conversations", () => {
  test("A5: it answers an empty 204, and the conversation is there, not processed yet (A36)", () => {
    const { call, list } = testPlatform();
    expect(call("POST", base, keys)).toMatchObject({ status: 204, body: {} });
    const { body } = call("GET", `${base}/t1`);
    expect(body).toEqual({
      conversation: {
        object: "conversation",
        id: "t1",
        subject: "Rotate an API key",
        createdAt: now,
        source: "desk.example",
        urls: { location: `http://docform.local/v1${base}/t1`, source: "https://desk.example/t/t1" },
      },
      parts: keys.parts,
      metadata: keys.metadata,
    });
    expect(list(base)).toEqual([body.conversation]);
    expect([list(issues), list(clusters)]).toEqual([[], []]);
  });

  test("A36: a moment later it is processed, has an impact, an issue and a cluster", () => {
    const { call, list, pass } = conversationPlatform(keys);
    expect(call("GET", `${base}/t1`).body.conversation).toMatchObject({
      processedAt: processed,
      impact: "medium",
    });
    expect([list(issues), list(clusters)].map((all) => all.length)).toEqual([1, 1]);
    pass(day);
    expect(call("GET", `${base}/t1`).body.conversation).toMatchObject({ processedAt: processed });
  });

  test("before that, nobody finds issue or cluster", () => {
    const platform = conversationPlatform(keys);
    const [cluster] = platform.list(clusters);
    const [item] = platform.list(issues);
    platform.pass(-1);
    expect(platform.call("GET", `${clusters}/${cluster?.id}`).status).toBe(404);
    expect(platform.call("GET", `${issues}/${issueOf(item).id}`).status).toBe(404);
    expect([platform.list(clusters), platform.list(issues)]).toEqual([[], []]);
  });

  test("when it began is what its metadata say, in UTC", () => {
    const { call } = conversationPlatform(
      ticket("t1", "Keys", { metadata: { createdAt: "2026-01-02T12:00:00+02:00" } }),
    );
    const { conversation } = call("GET", `${base}/t1`).body;
    expect(conversation).toMatchObject({ createdAt: "2026-01-02T10:00:00.000Z", source: "api" });
  });

  test.each<[string, Json, string]>([
    ["the attribute source", { attributes: { source: "zendesk" }, url: "https://desk.example/1" }, "zendesk"],
    ["else the host of the address", { url: "https://desk.example:8443/1" }, "desk.example:8443"],
    ["else api: an address that is none", { url: "ticket 7" }, "api"],
    ["else api: nothing is known", {}, "api"],
  ])("its source is %s", (_, metadata, source) => {
    const { call } = conversationPlatform(ticket("t1", "Keys", { metadata }));
    expect(call("GET", `${base}/t1`).body.conversation).toMatchObject({ source });
  });

  test("the same id again replaces the conversation, which is analysed again; its issue keeps its id", () => {
    const platform = conversationPlatform(keys, sameKeys);
    const { call, list } = platform;
    const [before] = list(`${issues}?conversation=t1`);
    call("POST", base, ticket("t1", "Search crashes"));
    expect(list(`${issues}?conversation=t1`)).toEqual([]);
    platform.pass(1500);
    const [after] = list(`${issues}?conversation=t1`);
    expect(issueOf(after).id).toBe(issueOf(before).id);
    expect(after?.issue).toMatchObject({ title: "Search crashes", impact: "high" });
    expect(list(base).map(({ id }) => id)).toEqual(["t1", "t2"]);
    expect(list(clusters).map(({ stats }) => (stats as JsonObject).issues)).toEqual([1, 1]);
  });

  test("a cluster stays when its last issue goes: change requests name it", () => {
    const platform = conversationPlatform(keys);
    ingest(platform, ticket("t1", "Search crashes"));
    expect(platform.list(clusters).map(({ label, stats }) => [label, stats])).toEqual([
      ["Search crashes", { issues: 1, conversations: 1 }],
      ["Rotate an API key", { issues: 0, conversations: 0 }],
    ]);
  });

  test.each(["__proto__", "constructor", "a/b?c#d", "日本", "50%"])(
    "the outside system may call it %j",
    (id) => {
      const { call, list } = conversationPlatform(ticket(id, "Keys"));
      expect(call("GET", `${base}/${encodeURIComponent(id)}`).body.conversation).toMatchObject({ id });
      expect(list(`${issues}?conversation=${encodeURIComponent(id)}`)).toHaveLength(1);
      expect(testPlatform().call("GET", `${base}/${encodeURIComponent(id)}`).status).toBe(404);
    },
  );
});

describe("issues", () => {
  test("2.23: an issue says what users said, with the conversation it was found in", () => {
    const platform = conversationPlatform(crash);
    const [item] = platform.list(issues);
    const issue = issueOf(item);
    const [cluster] = platform.list(clusters);
    expect(item).toEqual({
      issue: {
        object: "conversation-issue",
        id: issue.id,
        title: "Search crashes",
        details: expect.objectContaining({ object: "document", nodes: [expect.anything()] }),
        impact: "high",
        createdAt: now,
        ingestedAt: now,
        conversation: "t3",
        cluster: cluster?.id,
        urls: { location: `http://docform.local/v1${issues}/${issue.id}` },
      },
      conversation: platform.call("GET", `${base}/t3`).body.conversation,
    });
    expect(JSON.stringify(issue.details)).toContain("Search crashes, please");
    expect(JSON.stringify(issue.details)).not.toContain("On it");
    expect(platform.call("GET", `${issues}/${issue.id}`).body).toEqual(item);
  });

  test("without a subject it is about the first line that a user says", () => {
    const { list } = conversationPlatform({
      id: "t1",
      parts: [says("Hi", "agent"), says("Rotate my API key\nplease")],
    });
    expect(list(issues)[0]?.issue).toMatchObject({ title: "Rotate my API key" });
    expect(list(base)[0]).not.toHaveProperty("subject");
  });

  test.each([[""], ["?!"]])("a conversation about nothing gives no issue: %j", (subject) => {
    const { list } = conversationPlatform(ticket("t1", subject));
    expect(list(base)[0]).toMatchObject({ processedAt: processed });
    expect([list(issues), list(clusters)]).toEqual([[], []]);
  });

  test("a conversation that is no longer about anything loses its issue", () => {
    const platform = conversationPlatform(keys);
    ingest(platform, ticket("t1", "?!"));
    expect(platform.list(issues)).toEqual([]);
  });

  test("A7: they are filtered by cluster and by conversation", () => {
    const { list } = conversationPlatform(keys, sameKeys, crash);
    const [keysCluster] = list(clusters).filter(({ label }) => label === "Rotate an API key");
    const found = (query: string) =>
      list(`${issues}?${query}`).map(({ conversation }) => (conversation as JsonObject).id);
    expect(found("")).toEqual(["t1", "t2", "t3"]);
    expect(found(`cluster=${keysCluster?.id}`)).toEqual(["t1", "t2"]);
    expect(found("conversation=t2")).toEqual(["t2"]);
    expect(found(`cluster=${keysCluster?.id}&conversation=t3`)).toEqual([]);
    expect(found("cluster=cluster_0")).toEqual([]);
  });
});

describe("the list of conversations", () => {
  test.each([
    ["", ["t1", "t2", "t3"]],
    ["?source=chat", ["t3"]],
    ["?source=desk.example", ["t1", "t2"]],
    ["?source=nowhere", []],
  ])("A7: %s lists %j", (query, ids) => {
    const { list } = conversationPlatform(keys, sameKeys, crash);
    expect(list(`${base}${query}`).map(({ id }) => id)).toEqual(ids);
  });

  test("every list comes in pages (A6)", () => {
    const { call } = conversationPlatform(keys, sameKeys, crash);
    for (const [path, count] of [
      [base, 3],
      [issues, 3],
      [clusters, 2],
    ] as const) {
      const { body } = call("GET", `${path}?limit=1`);
      expect([body.count, (body.items as Json[]).length]).toEqual([count, 1]);
      const { page } = body.next as { page: string };
      expect(call("GET", `${path}?page=${page}`).body.items).toHaveLength(count - 1);
    }
  });

  test("each organization has its own", () => {
    const { list } = conversationPlatform(keys);
    for (const path of [base, issues, clusters])
      expect(list(path.replace("org_acme", "org_globex"))).toEqual([]);
  });
});
