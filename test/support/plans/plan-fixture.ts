import type { NavigationItem, RowBefore } from "../../../src/model/documents/document-parts.ts";
import type { Change, PlanDocument, Step, Summary } from "../../../src/model/documents/plan-document.ts";

/** Titles that try to get out of whatever they are printed in. */
export const hostile = {
  html: "<script>alert(1)</script>",
  link: "[link](https://evil.example/x)",
  escape: "\u001b[31mred\u001b[0m\u0007\r\nPlan: 0 to add",
  bidi: "invoice\u202egpj.exe\u200b\u2066",
  mention: "@team and @acme/owners, see #123 and !45",
  fence: "```\n</details>\n```` | ~~~ `x`",
  comment: "--> <!-- </details> <summary>",
  image: "![x](https://evil.example/x.png) <img src=x onerror=y>",
  command: "::error file=x::taken ##[error]over ##vso[task.x]y ##teamcity[z]",
  section: "section_start:1:x\r\u001b[0Kfolded",
  title8: "\u009b2J\u009d0;title\u0007",
} as const;

const sites = (line: number) => ({ file: "manifests/sites.yaml", line, column: 3 });

const emptySummary: Summary = {
  create: 0,
  update: 0,
  delete: 0,
  final: 0,
  move: 0,
  restore: 0,
  adopt: 0,
  blocked: 0,
  held: 0,
  unmanaged: 0,
  unchanged: 0,
  calls: 0,
  reads: 9,
};

/** A plan with nothing in it but what is given. */
export function planWith(parts: Partial<PlanDocument> & { counts?: Partial<Summary> } = {}): PlanDocument {
  const { counts, ...rest } = parts;
  return {
    formatVersion: 1,
    tool: { name: "docform", version: "0.1.0" },
    platform: { baseUrl: "https://api.docs.example" },
    organizations: { acme: "org_1" },
    digest: "9f3c77a1b2c3d4e5f60718293a4b5c6d7e8f90112233445566778899aabbccdd",
    summary: { ...emptySummary, ...counts },
    changes: [],
    navigation: [],
    steps: [],
    guards: [],
    footprint: {},
    unmanaged: [],
    diagnostics: [],
    ...rest,
  };
}

/** A step of a plan, for the tests of what apply prints. */
export function step(id: string, address: string, operation: string, more: Partial<Step> = {}): Step {
  return {
    id,
    address,
    operation,
    method: "PATCH",
    path: "/orgs/{organizationId}",
    params: {},
    after: [],
    ...more,
  };
}

const hub = "acme/sites.developer-hub";

const siteChanges: readonly Change[] = [
  {
    address: hub,
    kind: "site",
    action: "update",
    id: "site_1",
    title: "Developer Hub",
    source: sites(14),
    risks: ["opens 3 spaces to everyone"],
    fields: [
      { path: "visibility", before: "unlisted", after: "public" },
      { path: "title", before: hostile.escape, after: hostile.html },
      { path: "basename", after: "hub" },
      {
        path: "proxy",
        before: { url: "https://a.example", strip: true },
        after: { url: "https://b.example", strip: true },
      },
      { path: "tags", before: ["api"], after: ["api", "guides"] },
    ],
  },
  {
    address: `${hub}.sections.api-keys`,
    kind: "section",
    action: "move",
    id: "sec_2",
    title: "API keys",
    source: sites(20),
    fields: [{ path: "position", before: 5, after: 2 }],
  },
  {
    address: `${hub}.sections.blog`,
    kind: "section",
    action: "create",
    title: "Blog",
    source: sites(31),
    fields: [
      { path: "title", after: "Blog" },
      { path: "icon", after: "rss" },
      { path: "path", after: "news" },
    ],
  },
  {
    address: `${hub}.sections.guides`,
    kind: "section",
    action: "update",
    id: "sec_1",
    title: "Guides",
    source: sites(17),
    fields: [{ path: "icon", before: null, after: "book-open" }],
  },
  {
    address: `${hub}.sections.legal`,
    kind: "section",
    action: "delete",
    id: "sec_9",
    title: "Legal",
    reason: "not in the structure",
    reversible: false,
  },
  {
    address: `${hub}.siteSpaces.changelog`,
    kind: "siteSpace",
    action: "move",
    title: "Changelog",
    source: sites(26),
    fields: [{ path: "position", before: 2, after: 4 }],
  },
  {
    address: `${hub}.siteSpaces.faq`,
    kind: "siteSpace",
    action: "move",
    title: "FAQ",
    source: sites(28),
    fields: [{ path: "position", before: 3, after: 1 }],
  },
  {
    address: `${hub}.shareLinks.partners`,
    kind: "shareLink",
    action: "create",
    title: "Partner preview",
    source: sites(60),
    fields: [
      { path: "name", after: "Partner preview" },
      { path: "active", after: true },
    ],
    risks: ["anyone who has the link can read the site"],
    exposes: ["anyone who has the link can read the site"],
    hint: `previously: ${JSON.stringify(hostile.mention)}`,
  },
  {
    address: `${hub}.shareLinks.id:sl_7`,
    kind: "shareLink",
    action: "delete",
    id: "sl_7",
    title: hostile.link,
    reason: "manage.shareLinks is exact",
    reversible: true,
  },
];

const navigationItems: readonly NavigationItem[] = [
  { address: `${hub}.sections.guides`, kind: "section", title: "Guides", depth: 0, mark: "update" },
  { address: `${hub}.sections.a`, kind: "section", title: "Install", depth: 1, mark: "same" },
  {
    address: `${hub}.sections.api-keys`,
    kind: "section",
    title: "API keys",
    depth: 1,
    mark: "move",
    from: 5,
    to: 2,
  },
  {
    address: `${hub}.sections.blog`,
    kind: "section",
    title: "Blog",
    depth: 1,
    mark: "add",
    note: "space blog",
  },
  { address: `${hub}.sections.b`, kind: "section", title: "Concepts", depth: 1, mark: "same" },
  { address: `${hub}.sections.c`, kind: "section", title: hostile.bidi, depth: 1, mark: "same" },
  { address: `${hub}.groups.ref`, kind: "group", title: "参考 Reference", depth: 0, mark: "same" },
  { address: `${hub}.sections.rest`, kind: "section", title: "REST", depth: 1, mark: "same" },
  { address: `${hub}.siteSpaces.v1`, kind: "siteSpace", title: "v1", depth: 2, mark: "same" },
  {
    address: `${hub}.siteSpaces.changelog`,
    kind: "siteSpace",
    title: "Changelog",
    depth: 2,
    mark: "move",
    from: 2,
    to: 4,
  },
  {
    address: `${hub}.sections.fence`,
    kind: "section",
    title: hostile.fence,
    depth: 1,
    mark: "move",
    from: 1,
    to: 2,
    fromContainer: "Guides",
  },
  { address: `${hub}.sections.legal`, kind: "section", title: "Legal", depth: 0, mark: "remove" },
  { address: `${hub}.sections.w`, kind: "section", title: hostile.command, depth: 0, mark: "same" },
  { address: `${hub}.sections.gone`, kind: "section", title: hostile.section, depth: 0, mark: "remove" },
  { address: `${hub}.sections.x`, kind: "section", title: "Support", depth: 0, mark: "same" },
  { address: `${hub}.sections.y`, kind: "section", title: "Status", depth: 0, mark: "same" },
];

const before = (section: string, title: string, depth = 0, kind = "sections") => ({
  address: `${hub}.${kind}.${section}`,
  title,
  depth,
});

const rowsBefore: readonly RowBefore[] = [
  before("guides", "Guides"),
  before("fence", hostile.fence, 1),
  before("a", "Install", 1),
  before("b", "Concepts", 1),
  before("c", hostile.bidi, 1),
  before("api-keys", "API keys", 1),
  before("ref", "参考 Reference", 0, "groups"),
  before("rest", "REST", 1),
  before("changelog", "Changelog", 2, "siteSpaces"),
  before("v1", "v1", 2, "siteSpaces"),
  before("legal", "Legal"),
  before("imprint", hostile.html, 1, "siteSpaces"),
  before("w", hostile.command),
  before("gone", hostile.section),
  before("x", "Support"),
  before("y", "Status"),
];

const otherChanges: readonly Change[] = [
  {
    address: "acme/teams.docs",
    kind: "team",
    action: "update",
    id: "team_1",
    title: "Docs team",
    source: { file: "manifests/teams.yaml", line: 4, column: 3 },
    fields: [
      { path: "title", before: "Docs", after: hostile.mention },
      { path: "members.li@acme.example", after: "member" },
      { path: "members.max@acme.example", before: "owner" },
      { path: "members.ana@acme.example", before: "member", after: "owner" },
    ],
    risks: ['max@acme.example loses "owner"; 1 owner remains'],
  },
  {
    address: "acme/saml.okta",
    kind: "saml-provider",
    action: "update",
    source: { file: "manifests/saml.yaml", line: 2, column: 3 },
    fields: [
      { path: "certificate", sensitive: true },
      {
        path: "description",
        before: "One\nTwo\nThree\nFour\nFive\nSix\nSeven\n",
        after: "One\nTwo\n3\n\u001b[2JFour\nFive\nSix\nSeven\nEight\n",
      },
      {
        path: "ssoURL",
        before: `https://login.example/${"a".repeat(80)}/old/metadata`,
        after: `https://login.example/${"a".repeat(80)}/new/metadata`,
      },
    ],
  },
  {
    address: "acme/openapi.petstore",
    kind: "openapi-spec",
    action: "create",
    title: "petstore",
    source: { file: "manifests/openapi.yaml", line: 3, column: 3 },
    fields: [
      { path: "source", after: { url: "https://petstore.example/openapi.json" } },
      { path: "visibility", after: "public" },
      { path: "token", sensitive: true },
    ],
  },
  {
    address: "acme/sites.legacy",
    kind: "site",
    action: "delete",
    id: "site_9",
    title: hostile.comment,
    reason: "removed from manifests",
    risks: ["cannot be undone: 2 share links stop working"],
    reversible: false,
  },
  {
    address: "acme/spaces.old-api",
    kind: "space",
    action: "delete",
    id: "sp_8",
    title: "Old API",
    reason: "it is declared absent",
    source: { file: "manifests/spaces.yaml", line: 40, column: 3 },
    reversible: true,
  },
  {
    address: "acme/spaces.archive",
    kind: "space",
    action: "restore",
    id: "sp_4",
    title: "Archive",
    source: { file: "manifests/spaces.yaml", line: 12, column: 3 },
  },
  {
    address: "acme/spaces.quickstart",
    kind: "space",
    action: "adopt",
    id: "sp_5",
    title: "Quickstart",
    source: { file: "manifests/spaces.yaml", line: 5, column: 3 },
  },
  {
    address: "acme/members.jo.doe@acme.example",
    kind: "member",
    action: "blocked",
    title: "jo.doe@acme.example",
    reason: "a person joins by invitation; nothing in the API invites (A7)",
    source: { file: "manifests/members.yaml", line: 7, column: 3 },
  },
];

/** One plan that holds every variant of everything that a plan can say. */
export const everyVariant: PlanDocument = planWith({
  counts: {
    create: 3,
    update: 4,
    delete: 4,
    final: 2,
    move: 3,
    restore: 1,
    adopt: 1,
    blocked: 1,
    held: 3,
    unmanaged: 4,
    unchanged: 396,
    calls: 15,
    reads: 38,
  },
  changes: [...siteChanges, ...otherChanges],
  navigation: [{ address: hub, source: sites(16), items: [...navigationItems], before: [...rowsBefore] }],
  guards: [
    {
      rule: "protected",
      address: "acme/sites.legacy",
      held: true,
      message: "protect is on",
      source: sites(88),
    },
    { rule: "last-admin", held: false, message: "1 admin remains" },
    {
      rule: "exposure",
      address: `${hub}.shareLinks.partners`,
      held: false,
      message: "anyone who has the link can read the site",
      allow: "--allow-exposure",
    },
    {
      rule: "deletes",
      held: true,
      message: "4 deletes are more than the 3 that are allowed",
      allow: "--allow-deletes 4",
    },
    {
      rule: "protected",
      address: `${hub}.sections.legal`,
      held: true,
      message: "protect is on",
      source: sites(90),
    },
  ],
  unmanaged: [
    { kind: "team", id: "team_7", title: "Writers", parent: "acme" },
    { kind: "team", id: "team_8", title: hostile.html, parent: "acme" },
    { kind: "team", id: "team_9", title: hostile.escape, parent: "acme" },
    { kind: "team", id: hostile.command, title: hostile.image, parent: "acme" },
    { kind: hostile.title8, id: hostile.title8, title: hostile.title8, parent: "acme" },
    { kind: "shareLink", id: "sl_3", title: "Preview", parent: hub },
  ],
  diagnostics: [
    {
      code: "DF3005",
      severity: "warning",
      message: "the list of translations was cut off",
      hint: "nothing is deleted there",
    },
  ],
});

/** The same with all else that a plan may have: a part of a whole, calls, what cannot be compared, a rehearsal. */
export const everyPart: PlanDocument = {
  ...everyVariant,
  partial: { targets: [hub, "acme/teams.docs"], leftOut: { changes: 2, calls: 1 } },
  steps: [
    step("s1", "acme/openapi.petstore", "createOrUpdateOpenApiSpec", {
      method: "PUT",
      path: "/orgs/{organizationId}/openapi/{slug}",
    }),
    step("s2", hub, "updateSite", { path: "/orgs/{organizationId}/sites/{siteId}", after: ["s1"] }),
    step(hostile.html, hostile.image, hostile.comment, {
      method: hostile.link,
      path: hostile.fence,
      after: ["s1", hostile.escape],
    }),
  ],
  noLongerDeclared: [
    {
      address: "acme/teams.support",
      kind: "team",
      id: "team_7",
      title: "Support",
      inside: 0,
      createdBy: { run: "20261121-104500123-7f3a", pull: "#12" },
    },
    {
      address: hostile.html,
      kind: "site",
      id: hostile.escape,
      title: hostile.bidi,
      inside: 12,
      createdBy: { run: hostile.command, pull: hostile.fence },
    },
    { address: "acme/sites.old", kind: "site", id: "site_9", title: "Old", inside: 1 },
  ],
  unverifiable: [
    {
      address: "acme/saml.okta",
      kind: "saml-provider",
      field: "certificate",
      reason: hostile.bidi,
      source: sites(7),
    },
    { address: hub, kind: "site", field: hostile.html, reason: "the API does not give it back" },
  ],
  rehearsal: {
    converged: false,
    calls: 14,
    longestChain: 5,
    concurrency: 8,
    roundTripMilliseconds: 48,
    expectedMilliseconds: 1234,
    failed: [
      { step: "s2", address: hub, operation: "updateSite", status: 409, message: hostile.escape },
      { step: "s3", address: "acme/teams.docs", operation: hostile.html, message: "no output" },
    ],
    left: [{ address: hub, action: "update", fields: ["basename", "title"] }],
    problem: hostile.command,
  },
};

/** Changes in two organizations, so that addresses keep their prefix. */
export const twoOrganizations: PlanDocument = planWith({
  organizations: { acme: "org_1", globex: "org_2" },
  counts: { create: 1, update: 1, calls: 2, unmanaged: 1 },
  changes: [
    {
      address: "acme/collections.guides",
      kind: "collection",
      action: "create",
      title: "Guides",
      source: { file: "acme.yaml", line: 3, column: 3 },
      fields: [{ path: "title", after: "Guides" }],
    },
    {
      address: "globex/collections.guides",
      kind: "collection",
      action: "update",
      id: "col_2",
      source: { file: "globex.yaml", line: 3, column: 3 },
      fields: [{ path: "title", before: "Guide", after: "Guides" }],
    },
  ],
  unmanaged: [{ kind: "space", id: "sp_1", title: "Inbox", parent: "globex" }],
});
