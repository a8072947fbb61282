import { describe, expect, test } from "vitest";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import { wholeSeed } from "../../../test/support/platform/whole-seed.ts";
import type { JsonObject } from "../../text/json.ts";
import { readSeed } from "./seed.ts";

const org = "/orgs/org_acme";

describe("a seed holds comments", () => {
  const base = "/spaces/sp_one/comments";

  test("with replies, reactions of people, and who resolved them", () => {
    const { list, call } = testPlatform(wholeSeed);
    const [nice, typo] = list(base);
    expect(nice).toMatchObject({
      id: "comment_1",
      postedBy: { id: "usr_ana" },
      postedAt: "2026-01-04T00:00:00.000Z",
      editedAt: "2026-01-04T01:00:00.000Z",
      body: { markdown: "Nice **work**" },
      target: { space: "sp_one", page: { id: "page_intro" } },
      status: "open",
      replies: 1,
      repliers: [{ user: { id: "usr_li" }, count: 1 }],
    });
    expect(nice?.reactions).toMatchObject([
      { emoji: "🎉", count: 2, users: [{ user: { id: "usr_li" } }, { user: { id: "usr_ana" } }] },
    ]);
    expect(typo).toMatchObject({
      id: "comment_old",
      status: "resolved",
      resolvedBy: { id: "usr_ana" },
      resolvedAt: "2026-01-03T12:00:00.000Z",
    });
    const reply = call("GET", `${base}/comment_1/replies/reply_1`).body;
    expect(reply).toMatchObject({ postedBy: { id: "usr_li" }, reactions: [{ emoji: "👍", count: 1 }] });
    expect(call("GET", "/spaces/sp_one").body.comments).toBe(1);
  });

  test("on change requests too", () => {
    const { list, call } = testPlatform(wholeSeed);
    const at = "/spaces/sp_one/change-requests/cr_open";
    expect(list(`${at}/comments`)).toMatchObject([
      { id: "comment_2", target: { changeRequest: "cr_open", page: { id: "page_new" } } },
    ]);
    expect(call("GET", at).body).toMatchObject({ comments: 1, conversationsIssuesCluster: "cluster_keys" });
  });

  test("whose ids, when they are left out, are made from the title of the space", () => {
    const reply = { by: "a@x.example", body: "Two" };
    const space = { id: "sp", title: "Guides", comments: [{ ...reply, replies: [reply] }, reply] };
    const members = [{ email: "a@x.example" }];
    const { list } = testPlatform({
      tokens: { admin: { user: "a@x.example", rights: "admin" } },
      organizations: [{ id: "org", title: "Org", members, spaces: [space] }],
    });
    expect(list("/spaces/sp/comments?order=asc").map(({ id }) => id)).toEqual([
      "comment_guides",
      "comment_guides-2",
    ]);
  });
});

describe("a seed holds translations", () => {
  test("that have run once, into the space that they name", () => {
    const { list } = testPlatform(wholeSeed);
    expect(list(`${org}/translations`)).toMatchObject([
      {
        id: "translation_1",
        status: "completed",
        source: { space: "sp_three", language: "en" },
        language: "fr",
        instructions: { object: "document" },
        result: { space: "sp_four", revision: "rev_sp_four" },
        stats: { runs: 1 },
      },
    ]);
  });

  test("or into a copy of the source", () => {
    const { call, list } = testPlatform({
      tokens: { admin: { user: "a@x.example", rights: "admin" } },
      organizations: [
        {
          id: "org",
          title: "Org",
          members: [{ email: "a@x.example" }],
          spaces: [{ id: "sp", title: "Guides", pages: [{ title: "One", markdown: "Two three" }] }],
          translations: [{ space: "sp", language: "pt-BR" }],
        },
      ],
    });
    const [translation] = list("/orgs/org/translations");
    expect(translation).toMatchObject({ id: "translation_guides-pt-br", stats: { totalWords: 3 } });
    const { space } = (translation as { result: { space: string } }).result;
    expect(call("GET", `/spaces/${space}`).body).toMatchObject({
      id: "sp_guides-pt-br",
      title: "Guides (pt-BR)",
      language: "pt-BR",
    });
    expect(list("/orgs/org/spaces")).toHaveLength(2);
  });
});

describe("a seed holds conversations", () => {
  test("that are analysed when the platform starts, in clusters that it can name and mute", () => {
    const { list, call } = testPlatform(wholeSeed);
    expect(list(`${org}/conversations`)).toMatchObject([
      { id: "ticket-1", source: "desk.example", createdAt: "2026-01-01T00:00:00.000Z", impact: "medium" },
      { id: "ticket-2", source: "chat", processedAt: "2026-01-05T08:59:01.500Z", impact: "high" },
    ]);
    expect(list(`${org}/conversations-clusters?order=asc`)).toMatchObject([
      { id: "cluster_search-crashes", label: "Search crashes", muted: false, stats: { issues: 1 } },
      { id: "cluster_keys", label: "How do I rotate API keys?", muted: true, stats: { issues: 1 } },
    ]);
    expect(call("GET", `${org}/conversations/ticket-1`).body.parts).toEqual([
      { type: "message", role: "user", body: "Where is the button?" },
      { type: "message", role: "assistant", body: "In the settings." },
    ]);
  });
});

describe("what cannot be is told with its place", () => {
  const member = { email: "a@x.example" };
  const space = { id: "sp", title: "Guides" };
  const problems = (fields: object) => {
    const result = readSeed({
      organizations: [{ id: "org", title: "Org", members: [member], spaces: [space], ...fields }],
    });
    return result.ok ? [] : result.problems.map(({ path, message }) => `${path}: ${message}`);
  };
  const comment = (fields: JsonObject) => ({
    spaces: [{ ...space, comments: [{ by: member.email, body: "x", ...fields }] }],
  });
  const french = { space: "sp", language: "fr" };

  test.each<[string, object, RegExp]>([
    ["a stranger who comments", comment({ by: "z@x.example" }), /spaces\.0\.comments\.0\.by: .*z@x\.example/],
    [
      "a stranger who reacts",
      comment({ reactions: { "👍": ["z@x.example"] } }),
      /comments\.0\.reactions\.👍: /,
    ],
    [
      "a stranger who replies",
      comment({ replies: [{ by: "z", body: "x" }] }),
      /comments\.0\.replies\.0\.by: /,
    ],
    ["a stranger who resolves", comment({ resolvedBy: "z" }), /comments\.0\.resolvedBy: /],
    ["a page that is not there", comment({ page: "page_9" }), /comments\.0\.page: there is no page page_9/],
    ["an unknown field", comment({ status: "open" }), /status/],
    [
      "a source that is not there",
      { translations: [{ space: "x", language: "fr" }] },
      /translations\.0\.space: /,
    ],
    ["a language that is no code", { translations: [{ space: "sp", language: "French!" }] }, /BCP 47/],
    [
      "two into one language",
      { translations: [french, { ...french, language: "FR" }] },
      /translations\.1\.language: /,
    ],
    [
      "a result that is not there",
      { translations: [{ ...french, result: "x" }] },
      /translations\.0\.result: /,
    ],
    [
      "a result that is the source",
      { translations: [{ ...french, result: "sp" }] },
      /translations\.0\.result: /,
    ],
    ["a cluster about nothing", { clusters: [{ subject: "?!" }] }, /clusters\.0\.subject: /],
    [
      "two clusters about the same",
      { clusters: [{ subject: "Keys" }, { subject: "keys!" }] },
      /clusters\.1\.subject: /,
    ],
    [
      "two conversations with one id",
      { conversations: [{ id: "t" }, { id: "t" }] },
      /conversations\.1\.id: two objects/,
    ],
  ])("%s", (_, fields, message) => {
    expect(problems(fields)).toEqual([expect.stringMatching(message)]);
  });
});
