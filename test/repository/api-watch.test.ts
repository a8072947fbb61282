import { expect, test } from "vitest";
import { compareApis, groups, linesOf } from "../../scripts/api-watch/compare.ts";
import type { Part } from "../../scripts/api-watch/fields.ts";

interface Small {
  /** Properties that the update takes, with the required ones. */
  readonly body?: Part;
  readonly needs?: readonly string[];
  /** Properties of its answer, all of them required, but those that may be left out. */
  readonly answer?: Part;
  readonly optional?: readonly string[];
  readonly statuses?: readonly string[];
  readonly deprecated?: boolean;
  /** Other operations, such as `GET /sites/{id}/looks`. */
  readonly more?: readonly string[];
  readonly without?: boolean;
}

const text = { type: "string" };
const given: Small = {
  body: {
    title: { $ref: "#/components/schemas/Title" },
    icon: { oneOf: [{ $ref: "#/components/schemas/Icon" }, { type: "null" }] },
  },
  answer: { id: text, path: text },
};

/** A document with one operation that docform calls `updateSite`, and others. */
function documentOf(change: Small = {}, id = "patchSite"): Part {
  const {
    body = {},
    needs = [],
    answer = {},
    optional = [],
    statuses = ["200"],
    ...rest
  } = { ...given, ...change };
  const required = Object.keys(answer).filter((name) => !optional.includes(name));
  const schema = { allOf: [{ type: "object", properties: answer }, { required }] };
  const content = { "application/json": { schema } };
  const sent = { "application/json": { schema: { type: "object", properties: body, required: needs } } };
  const responses = Object.fromEntries(statuses.map((one) => [one, one === "200" ? { content } : {}]));
  const { deprecated = false, more = [], without = false } = rest;
  const update = { operationId: id, deprecated, requestBody: { content: sent }, responses };
  const others = more
    .map((one) => one.split(" "))
    .map(([method = "", path = ""]) => [path, { [method.toLowerCase()]: { operationId: "other" } }]);
  return {
    paths: { ...(without ? {} : { "/sites/{siteId}": { patch: update } }), ...Object.fromEntries(others) },
    components: {
      schemas: { Title: { type: "string", maxLength: 50 }, Icon: { type: "string", enum: ["book", "gear"] } },
    },
  };
}

/** The contract of docform: it names parameters otherwise. */
const ours = {
  used: documentOf({}, "updateSite"),
  reference: documentOf({ more: ["GET /old"], answer: { ...given.answer, agents: text } }, "updateSite"),
  kinds: new Map([["PATCH /sites/{}", "site"]]),
};

function told(before: Small, after: Small): Readonly<Record<string, readonly string[]>> {
  const findings = compareApis(documentOf(before), documentOf(after), ours);
  const all = (Object.keys(groups) as (keyof typeof groups)[]).map((group) => [
    group,
    linesOf(findings, group),
  ]);
  return Object.fromEntries(all.filter(([, lines]) => lines?.length !== 0));
}

const { title, icon } = given.body as Readonly<Record<string, Part>>;
const call = "updateSite: PATCH /sites/{siteId}";

test.each<[string, Small, Small, Record<string, readonly string[]>]>([
  ["nothing", {}, {}, {}],
  ["an operation goes", {}, { without: true }, { breaks: [`gone: ${call}`] }],
  ["an operation is deprecated", {}, { deprecated: true }, { breaks: [`deprecated: ${call}`] }],
  [
    "a field is no longer taken",
    {},
    { body: { title } },
    { breaks: ["no longer taken: site.icon (updateSite)"] },
  ],
  ["a field is required", {}, { needs: ["icon"] }, { breaks: ["required now: site.icon (updateSite)"] }],
  [
    "a new field is required",
    {},
    { body: { title, icon, plan: text }, needs: ["plan"] },
    { breaks: ["required now: site.plan (updateSite)"] },
  ],
  [
    "null is no longer taken",
    {},
    { body: { title, icon: { $ref: "#/components/schemas/Icon" } } },
    { breaks: ["no longer takes null: site.icon (updateSite)"] },
  ],
  [
    "a value is no longer taken",
    {},
    { body: { title, icon: { type: ["string", "null"], enum: ["book"] } } },
    { breaks: ['no longer takes "gear": site.icon (updateSite)'] },
  ],
  [
    "a text is shorter",
    {},
    { body: { title: { type: "string", maxLength: 20 }, icon } },
    { breaks: ["takes 20 at most: site.title (updateSite)"] },
  ],
  ["a longer text is none of it", { body: { title: { type: "string", maxLength: 99 }, icon } }, {}, {}],
  [
    "a field is no longer answered",
    {},
    { answer: { id: text } },
    { breaks: ["no longer answered: site.path (updateSite)"] },
  ],
  [
    "a field may be left out",
    {},
    { optional: ["path"] },
    { breaks: ["may be left out of answers: site.path (updateSite)"] },
  ],
  [
    "a field that docform rests on is of another type",
    {},
    { answer: { ...given.answer, path: { type: "object" } } },
    { breaks: ["may be object in answers: site.path (updateSite)"] },
  ],
  ["a status is new", {}, { statuses: ["200", "204"] }, { breaks: [`may answer 204: ${call}`] }],
  [
    "only the reference reads a field",
    { answer: { ...given.answer, agents: text } },
    {},
    { differs: ["no longer answered: site.agents (updateSite)"] },
  ],
  ["only the reference has an operation", { more: ["GET /old"] }, {}, { differs: ["gone: other: GET /old"] }],
  [
    "fields are new",
    {},
    { body: { title, icon, draft: text }, answer: { ...given.answer, draft: text } },
    { new: ["new: site.draft (updateSite)"] },
  ],
  [
    "a value is new",
    {
      body: {
        title,
        icon: { oneOf: [{ type: "string", enum: ["book"] }, { type: "null" }] },
      },
    },
    {},
    { new: ['also takes "gear", and docform has it: site.icon (updateSite)'] },
  ],
  [
    "docform has a new field",
    { body: { title } },
    {},
    { new: ["new, and docform has it: site.icon (updateSite)"] },
  ],
  [
    "an operation of a kind is new",
    {},
    { more: ["GET /sites/{id}/looks"] },
    { new: ["site · new: other: GET /sites/{id}/looks"] },
  ],
  [
    "other operations come and go",
    { more: ["GET /a"] },
    { more: ["GET /b"] },
    { others: ["gone: other: GET /a", "new: other: GET /b"] },
  ],
])("a version in which %s", (_, before, after, groupsTold) => {
  expect(told(before, after)).toEqual(groupsTold);
});

test("a schema that consists of itself, and alternatives with fields beside them, are read to the end", () => {
  const page = { type: "object", properties: { pages: { type: "array", items: { $ref: "#/page" } } } };
  const either = {
    properties: { all: text },
    anyOf: [{ required: ["one"], properties: { one: text } }, { properties: { two: text } }],
  };
  const withBody = (body: Part): Part => ({ ...documentOf({ body }), page });
  const before = withBody({ source: either, root: { $ref: "#/page" } });
  const used = withBody({ source: either, root: { $ref: "#/page" } });
  const after = withBody({ source: { properties: { all: text, one: text } } });
  expect(linesOf(compareApis(before, after, { ...ours, used }), "breaks")).toEqual([
    "no longer taken: site.root (patchSite)",
    "no longer taken: site.source.two (patchSite)",
  ]);
});
