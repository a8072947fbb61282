import { readdirSync } from "node:fs";
import { describe, expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import {
  type AnswerOf,
  answerSchema,
  type BodyOf,
  type ItemOf,
  mutates,
  type Operation,
  type ParamsOf,
  pathParameters,
  type QueryOf,
} from "./operation.ts";
import { type OperationName, type OperationOf, operations } from "./operations.ts";
import { siteSpace } from "./parts/site-spaces.ts";
import { team } from "./parts/teams.ts";
import { queryBoolean } from "./resource.ts";

const all: readonly (readonly [string, Operation])[] = Object.entries(operations);

function accepts(name: OperationName, body: unknown): boolean {
  const operation: Operation = operations[name];
  if (operation.body === undefined) throw new Error(`${name} takes no body`);
  return operation.body.safeParse(body).success;
}

const text = (length: number) => "a".repeat(length);
const url = (length: number) => `https://example.com/${text(length - 20)}`;
const proxy = (length: number) => `example.com/${text(length - 12)}`;

describe("operations", () => {
  test("none that changes something needs a query: a step of a plan has none", () => {
    const needy = all.filter(([, one]) => mutates(one) && one.query?.safeParse({}).success === false);
    expect(needy.map(([name]) => name)).toEqual([]);
  });

  test("every part file is in the list, and no part hides an operation of another", async () => {
    const names = readdirSync(`${import.meta.dirname}/parts`).flatMap(
      (file) => /^([a-z-]+)\.ts$/.exec(file)?.[1] ?? [],
    );
    const modules = await Promise.all(names.map((name): Promise<object> => import(`./parts/${name}.ts`)));
    const parts = modules
      .flatMap(Object.entries)
      .filter(([name]) => name.endsWith("Operations") && name !== "defineOperations");
    expect(parts.flatMap(([, part]) => Object.keys(part)).sort()).toEqual(Object.keys(operations).sort());
  });

  test.each(all)("%s is named by its key and cites a part of chapter 4", (key, operation) => {
    expect(operation.name).toBe(key);
    expect(operation.part).toMatch(/^4\.\d+$/);
  });

  test("no two share method and path", () => {
    const shapes = all.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`);
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test.each(all)("%s has {camelCase} path parameters, each once", (_, operation) => {
    expect(operation.path).toMatch(/^(\/([a-z-]+|\{[a-z][A-Za-z]*\}))+$/);
    const names = pathParameters(operation);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(all)("%s answers something, and is safe to retry exactly if it reads", (_, operation) => {
    expect((operation.list !== undefined) !== (operation.answers !== undefined)).toBe(true);
    expect(operation.retry === "safe").toBe(!mutates(operation));
  });

  test.each(all)("%s describes every body and query field", (_, operation) => {
    const fields = { ...operation.query?.shape, ...operation.body?.shape };
    const silent = Object.entries(fields).filter(([, field]) => !(field as z.ZodType).description);
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  test.each(all)("%s refuses unknown body fields and ignores unknown query fields", (_, operation) => {
    const unknown = operation.body?.safeParse({ surprise: 1 }).error?.issues.map((issue) => issue.code) ?? [];
    const open = operation.name === "createChangeRequest"; // any other properties accepted (4.2)
    if (operation.body !== undefined) expect(unknown.includes("unrecognized_keys")).toBe(!open);
    const issues = operation.query?.safeParse({ query: "needed by searches", surprise: "1" }).error?.issues;
    expect(issues).toBeUndefined();
  });

  test.each(all)("%s can be written as JSON Schema", (_, operation) => {
    const schemas = [
      operation.query,
      operation.body,
      operation.list,
      operation.listExtra,
      ...Object.values(operation.answers ?? {}),
    ];
    for (const schema of schemas)
      if (schema) expect(() => z.toJSONSchema(schema, { io: "input" })).not.toThrow();
  });
});

describe("retries and answers", () => {
  test("PUT teams is a create: repeating it makes a second team", () => {
    expect(operations.createTeam).toMatchObject({ method: "PUT", retry: "create" });
    expect(answerSchema(operations.createTeam, 201)).toBe(team());
  });

  test("exactly the creates may make a second object", () => {
    // Operations that create without create in their name: a space, pages, a revision, a run, a conversation.
    const others = [
      "duplicateSpace",
      "applyTemplate",
      "mergeChangeRequest",
      "runTranslation",
      "ingestConversations",
    ];
    const creates = all.filter(([, { retry }]) => retry === "create").map(([name]) => name);
    const named = all.map(([name]) => name).filter((name) => name.startsWith("create"));
    expect(creates.sort()).toEqual([...named, ...others].sort());
  });

  test.each(all.filter(([, { method }]) => method === "DELETE"))(
    "%s answers 205 or 204, empty",
    (_, operation) => {
      expect(operation.answers).toEqual({ 205: null, 204: null });
    },
  );

  test("PUT of a spec answers 201 when it created and 200 when it updated", () => {
    expect(Object.keys(operations.putOpenApiSpec.answers)).toEqual(["200", "201"]);
  });

  test("only the move of a section is deprecated", () => {
    expect(all.filter(([, { deprecated }]) => deprecated).map(([name]) => name)).toEqual(["moveSiteSection"]);
  });
});

/** Operation, field, other fields it needs, the largest value accepted, the next one refused. */
const bodyLimits: readonly (readonly [OperationName, string, object, unknown, unknown])[] = [
  ["updateOrganization", "title", {}, text(2), text(1)],
  ["updateOrganization", "title", {}, text(255), text(256)],
  ["updateOrganization", "hostname", {}, text(3), text(2)],
  ["updateOrganization", "hostname", {}, text(32), text(33)],
  ["updateOrganization", "logo", {}, url(2048), url(2049)],
  ["updateOrganization", "logo", {}, null, "logo.png"],
  ["updateOrganization", "defaultRole", {}, null, "guest"],
  ["updateOrganization", "defaultContent", {}, null, { type: "space", site: "s" }],
  ["updateOrganization", "mergeRules", {}, { type: "none" }, { type: "some" }],
  ["updateMember", "role", {}, null, "owner"],
  ["createTeam", "title", {}, text(1), ""],
  ["createTeam", "title", {}, text(64), text(65)],
  ["updateTeam", "title", {}, text(64), text(65)],
  ["updateTeamMembers", "memberships", {}, { u: { role: "owner" } }, { u: { role: "admin" } }],
  ["setTeamMember", "role", {}, "member", "read"],
  ["updateSpace", "title", {}, text(50), text(51)],
  ["updateSpace", "defaultLevel", {}, "inherit", "owner"],
  ["updateSpace", "editMode", {}, "locked", "open"],
  ["createSite", "title", {}, text(2), text(1)],
  ["createSite", "title", {}, text(128), text(129)],
  ["createSite", "visibility", { title: "Docs" }, "visitor-auth", "private"],
  ["updateSite", "title", {}, text(128), text(129)],
  ["updateSite", "basename", {}, text(1), ""],
  ["updateSite", "basename", {}, text(100), text(101)],
  ["updateSite", "proxy", {}, proxy(512), proxy(513)],
  ["updateSite", "proxy", {}, null, "example.com"],
  ["updateSite", "agentsContext", {}, "included", "all"],
  ["createSiteSection", "title", { spaceId: "s" }, text(2), text(1)],
  ["createSiteSection", "title", { spaceId: "s" }, text(128), text(129)],
  ["createSiteSection", "icon", { spaceId: "s" }, text(50), text(51)],
  ["createSiteSection", "title", { spaceId: "s" }, null, ""],
  ["updateSiteSection", "title", {}, text(128), null],
  ["updateSiteSection", "path", {}, text(1), ""],
  ["updateSiteSection", "path", {}, text(100), text(101)],
  ["updateSiteSection", "condition", {}, text(1024), text(1025)],
  ["updateSiteSection", "description", {}, text(256), text(257)],
  ["updateSiteSection", "icon", {}, text(50), text(51)],
  ["createSiteSectionGroup", "title", {}, text(1), ""],
  ["createSiteSectionGroup", "title", {}, text(100), text(101)],
  ["updateSiteSectionGroup", "title", {}, text(100), text(101)],
  ["updateSiteSectionGroup", "icon", {}, text(50), text(51)],
  ["updateSiteSpace", "path", {}, text(1), ""],
  ["updateSiteSpace", "path", {}, text(100), text(101)],
  ["updateSiteSpace", "condition", {}, null, 1],
  ["createShareLink", "name", {}, text(50), text(51)],
  ["updateShareLink", "name", {}, text(50), text(51)],
  ["createOpenApiSpec", "slug", { source: { text: "" } }, text(100), text(101)],
  ["createOpenApiSpec", "slug", { source: { text: "" } }, "a", ""],
  ["createOpenApiSpec", "slug", { source: { text: "" } }, "pet-Store-2", "pet--store"],
  ["putOpenApiSpec", "source", {}, { url: url(2048) }, { url: url(2049) }],
  ["putOpenApiSpec", "source", {}, { text: "{}" }, { text: "{}", url: url(30) }],
  ["updateOpenApiSpec", "visibility", {}, "private", undefined],
  ["createSamlProvider", "label", {}, text(1), ""],
  ["createSamlProvider", "label", {}, text(30), text(31)],
  ["createSamlProvider", "entityID", { label: "a" }, text(1024), text(1025)],
  ["createSamlProvider", "certificate", { label: "a" }, text(10_000), text(10_001)],
  ["createSamlProvider", "ssoURL", { label: "a" }, url(2048), url(2049)],
  ["updateSamlProvider", "label", {}, text(30), text(31)],
  ["updateSamlProvider", "defaultRole", {}, null, "guest"],
];

describe("limits of bodies", () => {
  test.each(bodyLimits)("%s %s", (name, field, rest, largest, refused) => {
    expect(accepts(name, { ...rest, [field]: largest })).toBe(true);
    expect(accepts(name, { ...rest, [field]: refused })).toBe(false);
  });

  test.each([
    ["moveSiteSection", { type: "site-section", siteSection: "s" }, { type: "site-space", siteSpace: "s" }],
    ["moveSiteSpace", { type: "site-space", siteSpace: "s" }, { type: "site-section", siteSection: "s" }],
  ] as const)("%s takes before or after, not both, and only its own anchors", (name, own, other) => {
    expect(accepts(name, {})).toBe(true);
    expect(accepts(name, { position: {} })).toBe(true);
    expect(accepts(name, { position: { before: own } })).toBe(true);
    expect(accepts(name, { position: { after: own } })).toBe(true);
    expect(accepts(name, { position: { before: own, after: own } })).toBe(false);
    expect(accepts(name, { position: { before: other } })).toBe(false);
  });
});

describe("reading", () => {
  test("a live object that breaks a length, or has fields of its own, is still read", () => {
    expect(team().safeParse({ object: "team", id: "t", title: text(999), mood: "fine" }).success).toBe(true);
  });

  test("a site space names what it publishes", () => {
    const bare = { object: "site-space", id: "ss", path: "docs" };
    expect(siteSpace().safeParse(bare).success).toBe(false);
    const space = { object: "space", id: "sp", title: "Docs" };
    expect(siteSpace().safeParse({ ...bare, space }).success).toBe(true);
  });

  test("a query boolean is a boolean, or its text", () => {
    expect([true, false, "true", "false"].map((value) => queryBoolean().parse(value))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(queryBoolean().safeParse("yes").success).toBe(false);
  });
});

test("callers get exact types from a name", () => {
  expectTypeOf<ParamsOf<OperationOf<"setTeamMember">>>().toEqualTypeOf<{
    readonly organizationId: string;
    readonly teamId: string;
    readonly userId: string;
  }>();
  expectTypeOf<BodyOf<OperationOf<"createTeam">>>().toEqualTypeOf<{
    title: string;
    members?: string[] | undefined;
  }>();
  expectTypeOf<QueryOf<OperationOf<"listSites">>["published"]>().toEqualTypeOf<
    boolean | "true" | "false" | undefined
  >();
  expectTypeOf<BodyOf<OperationOf<"getTeam">>>().toEqualTypeOf<undefined>();
  expectTypeOf<ItemOf<OperationOf<"listTeams">>["title"]>().toEqualTypeOf<string>();
  expectTypeOf<AnswerOf<OperationOf<"createTeam">>["title"]>().toEqualTypeOf<string>();
  expectTypeOf<AnswerOf<OperationOf<"deleteTeam">>>().toEqualTypeOf<undefined>();
});
