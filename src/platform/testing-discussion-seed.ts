import { contentSeed } from "./testing-content.ts";

const replies = [
  { id: "reply_1", by: "li@acme.example", body: "Thanks", reactions: { "👍": ["ana@acme.example"] } },
];

const comments = [
  {
    id: "comment_1",
    by: "ana@acme.example",
    body: "Nice **work**",
    at: "2026-01-04T00:00:00Z",
    editedAt: "2026-01-04T01:00:00Z",
    page: "page_intro",
    reactions: { "🎉": ["usr_li", "ana@acme.example", "usr_ana"] },
    replies,
  },
  {
    id: "comment_old",
    by: "li@acme.example",
    body: "Typo",
    at: "2026-01-03T00:00:00Z",
    resolvedBy: "ana@acme.example",
    resolvedAt: "2026-01-03T12:00:00Z",
  },
];

const requestComments = [{ id: "comment_2", by: "usr_li", body: "Better?", page: "page_new" }];

const conversations = [
  {
    id: "ticket-1",
    subject: "How do I rotate API keys?",
    url: "https://desk.example/t/1",
    createdAt: "2026-01-01T00:00:00Z",
    parts: [{ body: "Where is the button?" }, { role: "assistant", body: "In the settings." }],
  },
  { id: "ticket-2", subject: "Search crashes", attributes: { source: "chat", plan: "pro" } },
];

const instructions = { object: "document", nodes: [] };

/** The content seed, with comments, translations and conversations: every operation finds something. */
export const discussionSeed = {
  ...contentSeed,
  organizations: contentSeed.organizations.map((organization) =>
    organization.id === "org_acme"
      ? {
          ...organization,
          spaces: organization.spaces.map((space) =>
            "changeRequests" in space && space.changeRequests !== undefined
              ? {
                  ...space,
                  comments,
                  changeRequests: space.changeRequests.map((each) =>
                    each.id === "cr_open"
                      ? { ...each, comments: requestComments, conversationsIssuesCluster: "cluster_keys" }
                      : each,
                  ),
                }
              : space,
          ),
          clusters: [{ id: "cluster_keys", subject: "Rotate an API key", muted: true }],
          conversations,
          translations: [
            {
              id: "translation_1",
              space: "sp_three",
              language: "fr",
              sourceLanguage: "en",
              result: "sp_four",
              instructions,
            },
          ],
        }
      : organization,
  ),
};
