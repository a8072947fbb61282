import { expect, test } from "vitest";
import { contentSeed } from "../../test/support/platform/content-seed.ts";
import { testPlatform } from "../../test/support/platform/test-platform.ts";
import type { Operation } from "../contract/operation.ts";
import { operations } from "../contract/operations.ts";
import type { Json, JsonObject } from "../text/json.ts";

/** Where a create is sent, every field of its body, what its answer shows of them, and what another read does. */
interface Create {
  readonly at: string;
  readonly body: JsonObject;
  readonly shown: JsonObject;
  readonly read?: readonly [path: (id: string) => string, shown: Json];
}

const org = "/orgs/org_acme";
const flat = `${org}/sites/site_flat`;
const deep = `${org}/sites/site_deep`;
const said = { markdown: "Well done" };
const comment = {
  body: { page: "page_intro", node: "n1", body: said, tableCell: { record: "r", definition: "d" } },
  shown: {
    target: { page: { id: "page_intro" }, node: { id: "n1" }, tableCell: { record: "r", definition: "d" } },
    body: {},
  },
};
/** A rich document. */
const description = { object: "document", nodes: [] };
const saml = { label: "Okta", entityID: "urn:okta", ssoURL: "https://okta.example", defaultRole: "read" };

const creates: Readonly<Record<string, Create>> = {
  createTeam: {
    at: `${org}/teams`,
    body: { title: "New", members: ["usr_bo"] },
    shown: { title: "New" },
    read: [(id) => `${org}/teams/${id}/members`, { items: [{ organization: { id: "usr_bo" } }] }],
  },
  createCollection: {
    at: `${org}/collections`,
    body: { title: "Inner", parent: "col_guides" },
    shown: { title: "Inner", parent: "col_guides" },
  },
  createSite: {
    at: `${org}/sites`,
    body: { type: "premium", title: "New", visibility: "unlisted", spaces: ["sp_two"] },
    shown: { type: "premium", title: "New", visibility: "unlisted" },
    read: [(id) => `${org}/sites/${id}/site-spaces`, { items: [{ space: { id: "sp_two" } }] }],
  },
  createSiteSection: {
    at: `${deep}/sections`,
    body: { spaceId: "sp_four", title: "New", icon: "book" },
    shown: { title: "New", icon: "book" },
  },
  createSiteSectionGroup: {
    at: `${deep}/section-groups`,
    body: { title: "New", icon: "book", sections: ["sec_a"], parent: "grp_1" },
    shown: { title: "New", icon: "book" },
  },
  createSiteSpace: {
    at: `${deep}/site-spaces`,
    body: { spaceId: "sp_three", sectionId: "sec_a" },
    shown: { space: { id: "sp_three" }, section: "sec_a" },
  },
  createShareLink: { at: `${flat}/share-links`, body: { name: "New" }, shown: { name: "New" } },
  createOpenApiSpec: {
    at: `${org}/openapi`,
    body: { slug: "new", source: { url: "https://api.example/openapi.json" } },
    shown: { slug: "new" },
  },
  createSamlProvider: {
    at: `${org}/saml`,
    body: { ...saml, certificate: "abc", defaultTeam: "team_docs" },
    shown: saml,
  },
  createSpaceComment: { at: "/spaces/sp_one/comments", ...comment },
  createChangeRequest: {
    at: "/spaces/sp_one/change-requests",
    body: { subject: "More", description, template: { id: "plain" } },
    shown: { subject: "More", description },
  },
  createTranslation: {
    at: `${org}/translations`,
    body: { language: "de", source: { space: "sp_two" }, instructions: description },
    shown: { language: "de", instructions: description },
  },
};

const sent = Object.values(operations).filter(({ name }) =>
  Object.hasOwn(creates, name),
) as readonly Operation[];

test.each(sent.map((one) => [one.name, one] as const))(
  "%s keeps each field of its body",
  (name, operation) => {
    const { at, body, shown, read } = creates[name]!;
    const { call } = testPlatform(contentSeed);
    expect(Object.keys(body)).toEqual(expect.arrayContaining(Object.keys(operation.body?.shape ?? {})));
    const answer = call(operation.method, at, body);
    expect([answer.status, answer.body]).toEqual([expect.toSatisfy((status) => status < 300), answer.body]);
    expect(answer.body).toMatchObject(shown);
    const { id } = answer.body as { readonly id: string };
    if (read !== undefined) expect(call("GET", read[0](id)).body).toMatchObject(read[1] as JsonObject);
  },
);
