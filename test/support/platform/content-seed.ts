import { smallSeed } from "./test-platform.ts";

const guide = `# Install

Welcome to {{ product }} {{ version }}. It is {{ now }} in {{ space.title }}, on {{ page.title }}.

![Logo](files/logo.png) and [the same](/files/file_logo).

## First steps

1. Read [the next page](next.md#deep-end).
2. Not \`[code](missing.md)\`.

{% include "rc_help" %}

\`\`\`sh
curl https://x.example # [no](link.md) {{ product }}
\`\`\`
`;

const links = `Fine: [up](../intro), [by id](/pages/page_intro), [elsewhere](/spaces/sp_two/pages/page_two),
[root](/guides/install), [here](#below), [space](/spaces/sp_two).

Broken: [page](gone.md), [id](/pages/gone), [anchor](../intro#nowhere), [file](files/gone.png),
[space](/spaces/gone), [too far](../../../x).

In the app: [settings](https://app.docform.example/settings), [a space](/app/spaces/sp_two).

Out: [web](https://example.com/a), <https://example.com>, [mail](mailto:a@b.example).

# Below
`;

/** The content of the space sp_one in the content seed. */
const content = {
  variables: { product: "Hub", version: "1" },
  files: [
    { id: "file_logo", name: "logo.png", size: 2048, dimensions: { width: 64, height: 32 } },
    { id: "file_spec", name: "spec.pdf", contentType: "application/x-pdf", size: 10 },
  ],
  reusableContents: [{ id: "rc_help", title: "Help", markdown: "Ask for help on [the intro](/intro)." }],
  pages: [
    {
      id: "page_intro",
      title: "Intro",
      markdown: "Begin here.",
      emoji: "1f680",
      description: "Where to start",
    },
    {
      id: "page_guides",
      title: "Guides",
      type: "group",
      pages: [
        {
          id: "page_install",
          title: "Install",
          markdown: guide,
          variables: { version: "2" },
          cover: { file: "file_spec" },
        },
        { id: "page_next", title: "Next", markdown: "# Deep end\n\nSwim.", hidden: true },
        { id: "page_links", title: "Links", markdown: links },
      ],
    },
    { id: "page_api", title: "API", computed: { type: "builtin:openapi", props: { spec: "petstore" } } },
    { id: "page_secret", title: "Secret intro", markdown: "Nothing finds this intro.", noIndex: true },
  ],
};

const changeRequests = [
  {
    id: "cr_open",
    subject: "Better install",
    createdBy: "li@acme.example",
    createdAt: "2026-01-01T00:00:00Z",
    pages: [
      { id: "page_install", markdown: "Short. [Gone](gone.md)" },
      { id: "page_new", title: "New", parent: "page_guides" },
    ],
    files: [{ id: "file_new", name: "new.svg" }],
  },
  {
    id: "cr_merged",
    subject: "Welcome",
    status: "merged",
    createdBy: "ana@acme.example",
    createdAt: "2026-01-02T00:00:00Z",
    pages: [{ id: "page_intro", markdown: "Begin here, please." }],
  },
  {
    id: "cr_draft",
    subject: "Idea",
    status: "draft",
    createdBy: "li@acme.example",
    createdAt: "2026-01-03T00:00:00Z",
    removedPages: ["page_next"],
  },
  {
    id: "cr_archived",
    subject: "No",
    status: "archived",
    createdBy: "li@acme.example",
    createdAt: "2026-01-03T00:00:00Z",
  },
];

const templates = [
  {
    id: "release-notes",
    pages: [{ title: "Intro", markdown: "![](param:logo)" }],
    variables: { version: "9", year: "2026" },
  },
  { id: "plain", pages: [{ title: "Plain", pages: [{ title: "Below" }] }] },
];

/** The small seed, with content: pages, files, links of every kind, change requests of every status, templates. */
export const contentSeed = {
  ...smallSeed,
  templates,
  organizations: smallSeed.organizations.map((organization) =>
    organization.id === "org_acme"
      ? {
          ...organization,
          spaces: [
            { id: "sp_one", title: "One", ...content, changeRequests },
            {
              id: "sp_two",
              title: "Two",
              pages: [
                { id: "page_two", title: "Second intro", markdown: "![](/spaces/sp_one/files/file_logo)" },
              ],
            },
            { id: "sp_three", title: "Three" },
            { id: "sp_four", title: "Four" },
          ],
        }
      : organization,
  ),
};
