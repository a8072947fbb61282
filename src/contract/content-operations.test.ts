import { describe, expect, expectTypeOf, test } from "vitest";
import type { z } from "zod";
import { type AnswerOf, answerSchema, type BodyOf, type Operation, type QueryOf } from "./operation.ts";
import { operations } from "./operations.ts";
import { comment } from "./parts/comments.ts";
import { page } from "./parts/content.ts";

type Name = keyof typeof operations;

function schemaOf(name: Name, part: "query" | "body"): z.ZodType {
  const operation: Operation = operations[name];
  const schema = operation[part];
  if (schema === undefined) throw new Error(`${name} takes no ${part}`);
  return schema;
}

const text = (length: number) => "a".repeat(length);
const document = { object: "document", nodes: [{ object: "block", nodes: [] }] };
const markdown = { markdown: "Nice" };
const attributes = (properties: object) => ({ type: "object", properties, additionalProperties: false });

/** Operation, field, other fields it needs, a value accepted, one refused. */
const bodies: readonly (readonly [Name, string, object, unknown, unknown])[] = [
  ["createSpaceComment", "body", {}, markdown, { html: "<p>" }],
  ["createSpaceComment", "tableCell", { body: markdown }, { record: "r", definition: "d" }, { record: "r" }],
  ["createChangeRequestComment", "body", {}, markdown, undefined],
  ["updateSpaceComment", "resolved", {}, true, "true"],
  ["updateChangeRequestComment", "addedReactions", {}, ["👍"], "👍"],
  ["createSpaceCommentReply", "body", {}, markdown, undefined],
  ["createChangeRequestCommentReply", "body", {}, markdown, undefined],
  ["updateSpaceCommentReply", "removedReactions", {}, [], undefined],
  ["createChangeRequest", "subject", { colour: "any other" }, text(100), text(101)],
  ["createChangeRequest", "template", {}, { id: "blank" }, { params: {} }],
  ["updateChangeRequest", "subject", {}, text(100), text(101)],
  ["updateChangeRequest", "status", {}, "archived", "closed"],
  ["updateChangeRequest", "description", {}, document, "text"],
  ["applyTemplate", "id", {}, "blank", undefined],
  ["moveSpace", "parent", {}, null, 1],
  ["transferSpace", "organization", {}, "o", undefined],
  ["createCollection", "title", {}, text(50), text(51)],
  ["updateCollection", "title", {}, text(50), text(51)],
  ["updateCollection", "description", {}, text(100), text(101)],
  ["updateCollection", "defaultLevel", {}, "inherit", null],
  ["moveCollection", "parent", {}, "c", 1],
  ["transferCollection", "organization", {}, "o", undefined],
  ["putAgentInstructions", "instructions", {}, document, undefined],
  ["putAdaptiveSchema", "jsonSchema", {}, attributes({ beta: { type: "boolean" } }), { type: "array" }],
  ["createTranslation", "language", { source: { space: "s" } }, "pt-BR", ""],
  ["updateTranslation", "instructions", {}, document, { nodes: [] }],
  ["ingestConversations", "id", { parts: [] }, "ticket-1", undefined],
  ["updateConversationCluster", "muted", {}, true, "yes"],
];

const reference = { kind: "file", file: "f", space: "s" };
const params = (contentRef: object) => ({ id: "guide", params: { contentRefs: { hero: contentRef } } });

describe("bodies", () => {
  test.each(bodies.filter(([, , , , refused]) => refused !== undefined))("%s refuses %s", (...row) => {
    const [name, field, rest, , refused] = row;
    expect(schemaOf(name, "body").safeParse({ ...rest, [field]: refused }).success).toBe(false);
  });

  test.each(bodies)("%s takes %s", (name, field, rest, accepted) => {
    expect(schemaOf(name, "body").safeParse({ ...rest, [field]: accepted }).success).toBe(true);
  });

  test.each([
    ["createSpaceComment", "body"],
    ["createSpaceCommentReply", "body"],
    ["applyTemplate", "id"],
    ["transferSpace", "organization"],
    ["transferCollection", "organization"],
    ["createCollection", "title"],
    ["putAgentInstructions", "instructions"],
    ["putAdaptiveSchema", "jsonSchema"],
    ["createTranslation", "language"],
    ["ingestConversations", "id"],
  ] as const)("%s needs %s", (name, field) => {
    const issues = schemaOf(name, "body").safeParse({}).error?.issues ?? [];
    expect(issues.map(({ path }) => path[0])).toContain(field);
  });

  test("a template is filled with files", () => {
    const body = schemaOf("applyTemplate", "body");
    expect(body.safeParse(params(reference)).success).toBe(true);
    expect(body.safeParse(params({ ...reference, kind: "page" })).success).toBe(false);
    expect(body.safeParse(params({ kind: "file" })).success).toBe(false);
  });

  test("visitor attributes are booleans, and an unsigned object of booleans", () => {
    const takes = (properties: object) =>
      schemaOf("putAdaptiveSchema", "body").safeParse({ jsonSchema: attributes(properties) }).success;
    expect(takes({ beta: { type: "boolean" }, unsigned: attributes({ trial: { type: "boolean" } }) })).toBe(
      true,
    );
    expect(takes({ plan: { type: "string" } })).toBe(false);
    expect(takes({ unsigned: attributes({ plan: { type: "string" } }) })).toBe(false);
  });

  test.each(["moveSpace", "moveCollection"] as const)("%s goes next to a space or collection", (name) => {
    const takes = (position: object) => schemaOf(name, "body").safeParse({ position }).success;
    const space = { type: "space", space: "s" };
    const collection = { type: "collection", collection: "c" };
    expect([{}, { before: space }, { after: collection }].map(takes)).toEqual([true, true, true]);
    expect(takes({ before: space, after: collection })).toBe(false);
    expect(takes({ before: { type: "space", collection: "c" } })).toBe(false);
    expect(takes({ before: { type: "site-space", siteSpace: "s" } })).toBe(false);
  });
});

/** Operation, parameter, a value accepted, one refused. */
const queries: readonly (readonly [Name, string, unknown, unknown])[] = [
  ["listSpaceComments", "status", "all", "archived"],
  ["listSpaceComments", "format", "markdown", "html"],
  ["listChangeRequestComments", "order", "asc", "up"],
  ["listChangeRequests", "status", "merged", "all"],
  ["getChangeRequestPdf", "only", "true", "yes"],
  ["searchSpaceContent", "query", text(512), text(513)],
  ["searchOrganizationContent", "query", text(512), undefined],
  ["getSpaceContent", "metadata", "false", "0"],
  ["getPage", "evaluated", "deterministic-only", "reusable-contents"],
  ["getPage", "dereferenced", "reusable-contents", "deterministic-only"],
  ["getChangeRequestPage", "evaluated", "true", "maybe"],
  ["listPageLinks", "status", "in-app", "fine"],
  ["listSpaceLinks", "status", "broken", "fine"],
  ["listCollections", "nested", "false", "deep"],
  ["listConversationClusters", "orderBy", "updatedAt", "label"],
];

describe("queries", () => {
  test.each(queries)("%s %s", (name, field, accepted, refused) => {
    expect(schemaOf(name, "query").safeParse({ [field]: accepted }).success).toBe(true);
    expect(schemaOf(name, "query").safeParse({ [field]: refused }).success).toBe(false);
  });

  test("authors repeats: one or several, always a list", () => {
    const parse = (authors: unknown) => operations.listSpaceComments.query.parse({ authors }).authors;
    expect([parse("u1"), parse(["u1", "u2"]), parse(undefined)]).toEqual([["u1"], ["u1", "u2"], undefined]);
  });

  test("the page of a PDF is the id of a page, and there is no cursor", () => {
    expect(Object.keys(operations.getChangeRequestPdf.query.shape)).toEqual(["only", "page"]);
    expect("list" in operations.getChangeRequestPdf).toBe(false);
  });
});

describe("answers", () => {
  test("lists of links carry stats next to the envelope, other lists do not", () => {
    const all: readonly Operation[] = Object.values(operations);
    const carriers = all.filter(({ listExtra }) => listExtra !== undefined).map(({ name }) => name);
    expect(carriers).toEqual(["listSpaceLinks", "listPageLinks", "listChangeRequestPageLinks"]);
    const answer = { items: [], stats: { total: 2, broken: { total: 1, changeRequest: 0 } } };
    expect(answerSchema(operations.listSpaceLinks, 200)?.parse(answer)).toEqual(answer);
    expect(answerSchema(operations.listSpaceLinks, 200)?.parse({ items: [] })).toEqual({ items: [] });
    expect(answerSchema(operations.listFiles, 200)?.parse(answer)).toEqual({ items: [] });
    expect(answerSchema(operations.listSpaceLinks, 201)).toBeUndefined();
  });

  test("comments and replies answer 200, also when they are created (A4)", () => {
    expect(operations.createSpaceComment.answers).toEqual({ 200: comment() });
    expect(Object.keys(operations.createChangeRequestCommentReply.answers)).toEqual(["200"]);
  });

  test("a copy of a space comes with 200 or 201, an applied template with an empty 201 (A4, A5)", () => {
    expect(Object.keys(operations.duplicateSpace.answers)).toEqual(["200", "201"]);
    expect(operations.applyTemplate.answers).toEqual({ 201: null });
  });

  test("a status that the reference does not know is read, and so is a body that is not Markdown", () => {
    const odd = { object: "comment", id: "c", status: "parked", body: { document } };
    expect(comment().parse(odd)).toEqual(odd);
  });

  test("a page keeps what its format brings, and its pages are read to the bottom", () => {
    const leaf = { id: "p2", title: "Leaf", document };
    expect(page().parse({ id: "p1", title: "Top", pages: [leaf] })).toEqual({
      id: "p1",
      title: "Top",
      pages: [leaf],
    });
    expect(page().safeParse({ id: "p1", title: "Top", pages: [{ title: "No id" }] }).success).toBe(false);
  });
});

test("callers get exact types from a name", () => {
  type Links = AnswerOf<typeof operations.listSpaceLinks>;
  expectTypeOf<Links["items"][number]["status"]>().toEqualTypeOf<"ok" | "broken" | "in-app">();
  expectTypeOf<NonNullable<Links["stats"]>["total"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<AnswerOf<typeof operations.listFiles>>().not.toHaveProperty("stats");
  expectTypeOf<AnswerOf<typeof operations.applyTemplate>>().toEqualTypeOf<undefined>();
  expectTypeOf<AnswerOf<typeof operations.duplicateSpace>["id"]>().toEqualTypeOf<string>();
  expectTypeOf<BodyOf<typeof operations.moveSpace>["parent"]>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<QueryOf<typeof operations.getPage>["evaluated"]>().toEqualTypeOf<
    boolean | "true" | "false" | "deterministic-only" | undefined
  >();
});
