import { contentSeed } from "../../src/platform/testing-content.ts";

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
];

/** A seed in which every path parameter has something to stand for. */
export const wholeSeed = {
  ...contentSeed,
  templates: [...contentSeed.templates, { id: "text", pages: [{ title: "Text" }] }],
  organizations: contentSeed.organizations.map((organization) =>
    organization.id === "org_acme" ? { ...organization, ...discussed(organization) } : organization,
  ),
};

function discussed({ spaces, sites }: (typeof contentSeed.organizations)[number]) {
  const thread = (id: string) => [
    {
      id: `comment_${id}`,
      by: "li@acme.example",
      body: "Really?",
      replies: [{ id: `reply_${id}`, by: "ana@acme.example", body: "Yes." }],
    },
  ];
  return {
    spaces: spaces.map((space) =>
      space.id === "sp_one"
        ? { ...space, comments: thread("space"), ...talkedOver(space, thread("cr")) }
        : space,
    ),
    sites: (sites ?? []).map((site) =>
      site.id === "site_deep" ? { ...site, adaptiveSchema: {}, published: true, structure: sections } : site,
    ),
    teams: [
      {
        id: "team_docs",
        title: "Docs",
        members: { "ana@acme.example": "owner", "li@acme.example": "member" },
      },
    ],
    linkInvites: [{ id: "invite_1" }],
    translations: [{ id: "translation_1", space: "sp_one", language: "de" }],
    conversations: [{ id: "conv_1", subject: "Rotate keys", parts: [{ body: "How do I rotate keys?" }] }],
    clusters: [{ id: "cluster_1", subject: "Rotate keys" }],
  };
}

function talkedOver(space: object, comments: object) {
  const { changeRequests = [] } = space as { changeRequests?: readonly { id: string }[] };
  return {
    changeRequests: changeRequests.map((one) => (one.id === "cr_open" ? { ...one, comments } : one)),
  };
}

/** What stands for each path parameter, inside org_acme, sp_one, cr_open and site_deep. */
export const wholeParams: Readonly<Record<string, string>> = {
  organizationId: "org_acme",
  inviteId: "invite_1",
  userId: "usr_li",
  teamId: "team_docs",
  collectionId: "col_guides",
  spaceId: "sp_one",
  changeRequestId: "cr_open",
  fileId: "file_logo",
  pageId: "page_intro",
  commentReplyId: "reply_space",
  siteId: "site_deep",
  siteSectionId: "sec_a",
  siteSectionGroupId: "grp_1",
  siteSpaceId: "ss_a",
  shareLinkId: "link_1",
  specSlug: "petstore",
  samlProviderId: "saml_okta",
  translationId: "translation_1",
  clusterId: "cluster_1",
  conversationId: "conv_1",
};
