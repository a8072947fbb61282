import type { Operation } from "../../../src/contract/operation.ts";
import { contentSeed } from "./content-seed.ts";
import type { TestPlatform } from "./test-platform.ts";

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

const sections = [
  {
    section: "First",
    id: "sec_a",
    spaces: [
      { space: "sp_one", id: "ss_a" },
      { space: "sp_two", id: "ss_b" },
    ],
  },
  { group: "Group", id: "grp_1" },
  { link: "Status", id: "link_status", url: "https://status.acme.example" },
];

const redirects = [{ source: "/old", id: "redirect_1", to: "section:sec_a" }];

/** The contents of the organization of the whole seed, without its spaces and sites. */
const discussed = {
  teams: [
    {
      id: "team_docs",
      title: "Docs",
      members: { "ana@acme.example": "owner", "li@acme.example": "member" },
    },
  ],
  linkInvites: [{ id: "invite_1" }],
  clusters: [{ id: "cluster_keys", subject: "How do I rotate API keys?", muted: true }],
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
};

type Organization = (typeof contentSeed.organizations)[number];

function withComments(space: Organization["spaces"][number]) {
  if (!("changeRequests" in space)) return space;
  const changeRequests = space.changeRequests?.map((each) =>
    each.id === "cr_open"
      ? { ...each, comments: requestComments, conversationsIssuesCluster: "cluster_keys" }
      : each,
  );
  return { ...space, comments, changeRequests };
}

function withEverything(organization: Organization) {
  const { spaces, sites = [] } = organization;
  return {
    ...organization,
    ...discussed,
    spaces: spaces.map(withComments),
    sites: sites.map((site) =>
      site.id === "site_deep"
        ? { ...site, adaptiveSchema: {}, published: true, structure: sections, redirects }
        : site,
    ),
  };
}

/** The content seed, with comments, translations and conversations: every operation finds something. */
export const wholeSeed = {
  ...contentSeed,
  // The examples of operations name this template.
  templates: [...contentSeed.templates, { id: "text", pages: [{ title: "Text" }] }],
  organizations: contentSeed.organizations.map((organization) =>
    organization.id === "org_acme" ? withEverything(organization) : organization,
  ),
};

/** The value of each path parameter, inside org_acme, sp_one, cr_open and site_deep. */
const wholeParams: Readonly<Record<string, string>> = {
  organizationId: "org_acme",
  inviteId: "invite_1",
  userId: "usr_li",
  teamId: "team_docs",
  collectionId: "col_guides",
  spaceId: "sp_one",
  changeRequestId: "cr_open",
  fileId: "file_logo",
  pageId: "page_intro",
  commentReplyId: "reply_1",
  siteId: "site_deep",
  siteSectionId: "sec_a",
  siteSectionGroupId: "grp_1",
  siteExternalLinkId: "link_status",
  siteSpaceId: "ss_a",
  shareLinkId: "link_1",
  siteRedirectId: "redirect_1",
  specSlug: "petstore",
  samlProviderId: "saml_okta",
  translationId: "translation_1",
  clusterId: "cluster_keys",
  conversationId: "ticket-1",
};

function missing(name: string): never {
  throw new Error(`add ${name} to wholeParams in test/support/platform/whole-seed.ts`);
}

/** The path of an operation in the whole seed, with ids that are there unless others are given. */
export function pathOf(
  operation: Operation,
  { call }: Pick<TestPlatform, "call">,
  given: Readonly<Record<string, string>> = {},
): string {
  const idOf = (name: string): string => {
    if (name === "commentId") return operation.path.includes("change-requests") ? "comment_2" : "comment_1";
    if (name !== "issueId") return wholeParams[name] ?? missing(name);
    const { items } = call("GET", "/orgs/org_acme/conversations-issues").body;
    return (items as { issue: { id: string } }[])[0]?.issue.id ?? "no issue";
  };
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? idOf(name));
}
