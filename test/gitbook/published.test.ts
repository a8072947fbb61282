import { expect, test } from "vitest";
import { exampleWords } from "../../src/cli/api/api-help.ts";
import { readInput } from "../../src/cli/api/api-input.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { operationsIn } from "../../src/contract/operations.ts";
import type { Json } from "../../src/text/json.ts";
import { held } from "../support/gitbook/check-published.ts";
import { requestProblems } from "../support/gitbook/published.ts";
import { type TestPlatform, testPlatform } from "../support/platform/test-platform.ts";
import { pathOf, wholeSeed } from "../support/platform/whole-seed.ts";

/** Operations that the embedded platform does not do yet. */
const toCome = ["createSpace", "inviteMembers"];

const operations = Object.values(operationsIn("gitbook")).filter(({ name }) => !toCome.includes(name));

/** Bodies where the example of an operation names nothing that is there. */
const bodies: Readonly<Record<string, Json>> = {
  moveSpace: { parent: "col_guides" },
  moveCollection: { position: {} },
  createSiteSection: { spaceId: "sp_four", title: "New", draft: true, siteSectionGroupId: "grp_1" },
  updateSiteSection: { siteSectionGroupId: "grp_1", draft: true, description: null, icon: "book" },
  createSiteSectionGroup: { title: "New", icon: "book", parent: "grp_1", draft: false },
  updateSiteSectionGroup: { title: "Other", parentSectionGroupId: null, draft: true },
  createSiteSpace: { spaceId: null, title: "New", sectionId: "sec_a", draft: true },
  updateSiteSpace: { spaceId: "sp_four", hidden: true, draft: false, pageId: null },
  updateSite: { defaultLevel: "read", defaultSiteSection: "sec_a", styleguide: "sp_one" },
  createTranslation: { source: { space: "sp_one", language: "en" }, language: "de" },
  transferCollection: { organization: "org_globex" },
  addSpaceAccess: { role: "edit", teams: ["team_docs"] },
  addCollectionAccess: { role: null, users: ["usr_li"] },
  addSiteAccess: { role: "read", users: ["usr_li"] },
  sortSiteStructure: {
    item: { type: "site-section", id: "sec_a" },
    position: { after: { type: "site-section-group", id: "grp_1" } },
  },
};

/** The body of the example that `docform api NAME --help` gives. */
function bodyOf(operation: Operation): Json | undefined {
  const [, ...words] = exampleWords(operation);
  const read = readInput(operation, { params: {}, words });
  return bodies[operation.name] ?? ("input" in read ? read.input.body : undefined);
}

/** Makes the platform such that the call finds what it is for. */
function prepare({ name, method, path: template }: Operation, { call }: TestPlatform, path: string): void {
  if (name === "restoreSpace") call("DELETE", "/spaces/sp_one");
  const [owner = ""] = path.split("/permissions");
  if (!template.includes("/permissions") || method === "POST") return;
  call("POST", `${owner}/permissions`, { role: "edit", teams: ["team_docs"] });
  call("POST", `${owner}/permissions`, { role: "comment", users: ["usr_li"] });
}

test.each(operations.map((one) => [one.name, one] as const))("%s is as it is published", (_, operation) => {
  const platform = testPlatform(wholeSeed, "gitbook");
  const search = operation.query?.safeParse({}).success === false ? "?query=intro" : "";
  const path = `${pathOf(operation, platform)}${search}`;
  prepare(operation, platform, path);
  const { status, body } = platform.call(operation.method, path, bodyOf(operation));
  expect({ status, body }).toMatchObject({ status: expect.toSatisfy((one) => one < 300) });
});

test("requests and answers of all operations were held", () => {
  expect(held.requests.size).toBe(operations.length);
  expect(held.answers.size).toBe(operations.length);
});

const orders: readonly [string, unknown, string][] = [
  ["a field that nobody publishes", { draft: true, spaceID: "sp_1" }, "spaceID"],
];

test.each(orders)("%s is no request of the edition", (_, body, said) => {
  const path = "/orgs/o/sites/s/site-spaces/x";
  expect(requestProblems({ method: "PATCH", path, body }).join()).toContain(said);
  expect(requestProblems({ method: "PATCH", path, query: { colour: "blue" }, body: {} }).join()).toContain(
    "colour",
  );
});
