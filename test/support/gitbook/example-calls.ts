import { exampleWords } from "../../../src/cli/api/api-help.ts";
import { readInput } from "../../../src/cli/api/api-input.ts";
import type { Operation } from "../../../src/contract/operation.ts";
import { operationsIn } from "../../../src/contract/operations.ts";
import { lookOf } from "../../../src/platform/gitbook/customization.ts";
import type { Json } from "../../../src/text/json.ts";
import type { Call } from "../platform/test-platform.ts";

/** The operations of the edition. */
export const gitbookExamples = Object.values(operationsIn("gitbook"));

/** Bodies where the example of an operation names nothing that is there. */
const bodies: Readonly<Record<string, Json>> = {
  moveSpace: { parent: "col_guides" },
  moveCollection: { position: {} },
  createSiteSection: { spaceId: "sp_four", title: "New", draft: true, siteSectionGroupId: "grp_1" },
  updateSiteSection: { siteSectionGroupId: "grp_1", draft: true, description: null, icon: "book" },
  createSiteSectionGroup: { title: "New", icon: "book", parent: "grp_1", draft: false },
  updateSiteSectionGroup: { title: "Other", parentSectionGroupId: null, draft: true },
  createExternalLink: { title: "Blog", url: "https://blog.acme.example", parent: "grp_1", draft: true },
  updateExternalLink: {
    url: "https://acme.example/status",
    parent: "grp_1",
    description: null,
    localizedTitle: { fr: "Statut" },
  },
  createSiteSpace: { spaceId: null, title: "New", sectionId: "sec_a", draft: true },
  updateSiteSpace: { spaceId: "sp_four", hidden: true, draft: false, pageId: null },
  updateSite: { defaultLevel: "read", defaultSiteSection: "sec_a", styleguide: "sp_one" },
  createTranslation: { source: { space: "sp_one", language: "en" }, language: "de" },
  transferCollection: { organization: "org_globex" },
  putSiteCustomization: lookOf({}),
  updateSiteSpaceCustomization: { header: { logo: null }, styling: { theme: "bold" } },
  addSpaceAccess: { role: "edit", teams: ["team_docs"] },
  addCollectionAccess: { role: null, users: ["usr_li"] },
  addSiteAccess: { role: "read", users: ["usr_li"] },
  createSiteRedirect: { source: "/older/*", destination: { kind: "path", spaceId: "sp_one", path: "intro" } },
  putSiteRedirects: {
    redirects: [
      { source: "/OLD", destination: { kind: "external", url: "https://acme.example" }, permanent: true },
      { source: "/new", intent: "draft", destination: { kind: "site-space", siteSpaceId: "ss_a" } },
      { source: "/new", intent: "publish" },
      { source: "/none", destination: null },
    ],
  },
  updateSiteRedirect: {
    destination: { kind: "site-section", siteSectionId: "sec_a" },
    captureWildcard: true,
  },
  sortSiteStructure: {
    item: { type: "site-section", id: "sec_a" },
    position: { after: { type: "site-section-group", id: "grp_1" } },
  },
};

/** The query of an operation that needs one; undefined for all others. */
export function exampleQuery({ name, query }: Operation): Readonly<Record<string, string>> | undefined {
  if (name === "resolveSiteRedirect") return { source: "/old" };
  return query?.safeParse({}).success === false ? { query: "intro" } : undefined;
}

/** A body that the whole seed takes; else that of the example which `docform api NAME --help` gives. */
export function exampleBody(operation: Operation): Json | undefined {
  const [, ...words] = exampleWords(operation);
  const read = readInput(operation, { params: {}, words });
  return bodies[operation.name] ?? ("input" in read ? read.input.body : undefined);
}

/** By operation: the call that gives its list something to show. */
const before: readonly (readonly [name: string, method: string, path: string, body: Json])[] = [
  ["listAuditEvents", "PATCH", "/orgs/org_acme", { title: "Acme" }],
  ["listCollectionSpaces", "POST", "/spaces/sp_one/move", { parent: "col_guides" }],
  [
    "deleteSiteSpaceCustomization",
    "PATCH",
    "/orgs/org_acme/sites/site_deep/site-spaces/ss_a/customization",
    { title: "Own" },
  ],
  [
    "listTemplateConditions",
    "PUT",
    "/orgs/org_acme/sites/site_deep/adaptive-schema",
    { jsonSchema: { type: "object", properties: { beta: { type: "boolean", description: "Beta" } } } },
  ],
  [
    "listSsoLogins",
    "PATCH",
    "/orgs/org_acme/saml/saml_okta",
    { ssoURL: "https://idp.example/sso", certificate: "MIIC" },
  ],
  [
    "listChangeRequestCommentReplies",
    "POST",
    "/spaces/sp_one/change-requests/cr_open/comments/comment_2/replies",
    { body: { markdown: "Yes" } },
  ],
];

/** Makes the platform such that the call of an operation at a path finds what it is for. */
export function prepare({ name, method, path: template }: Operation, call: Call, path: string): void {
  if (name === "restoreSpace") call("DELETE", "/spaces/sp_one");
  for (const [needing, ...needed] of before) if (needing === name) call(...needed);
  const [owner = ""] = path.split("/permissions");
  if (!template.includes("/permissions") || method === "POST") return;
  call("POST", `${owner}/permissions`, { role: "edit", teams: ["team_docs"] });
  call("POST", `${owner}/permissions`, { role: "comment", users: ["usr_li"] });
}
