import type { Json, JsonObject } from "../../../src/text/json.ts";
import type { Instead } from "./proxy.ts";

/** A bad answer: what is wrong with it, and how it comes from the right one. */
export interface BadAnswer {
  readonly name: string;
  readonly of: (right: Instead) => Instead;
}

const page = "<!doctype html><html><head><title>Sign in</title></head><body>Please sign in</body></html>";
const deep = (inner: string): string => `${"[".repeat(100_000)}${inner}${"]".repeat(100_000)}`;

/** The answer with its JSON changed. */
function json(name: string, change: (value: JsonObject) => Json): BadAnswer {
  return {
    name,
    of: (right) => ({ ...right, body: JSON.stringify(change(JSON.parse(right.body) as JsonObject)) }),
  };
}

function instead(name: string, answer: Partial<Instead>): BadAnswer {
  return { name, of: (right) => ({ ...right, ...answer }) };
}

/** The faults that any answer can have. */
const any: readonly BadAnswer[] = [
  instead("a web page", { body: page, type: "text/html" }),
  instead("a web page with the status of an error", { status: 502, body: page, type: "text/html" }),
  instead("a redirect to another address", {
    status: 302,
    body: "",
    headers: { location: "https://sign-in.example/?back=1" },
  }),
  instead("nothing, with status 200", { status: 200, body: "" }),
  instead("nothing, with status 204", { status: 204, body: "" }),
  {
    name: "JSON that stops in the middle",
    of: (right) => ({ ...right, body: right.body.slice(0, right.body.length / 2) }),
  },
  { name: "a connection that closes in the middle", of: (right) => ({ ...right, keep: 10 }) },
  instead("plain text", { body: "It works!", type: "text/plain" }),
  instead("null", { body: "null" }),
  instead("JSON nested a hundred thousand levels deep", {
    body: `{"items":${deep("")},"id":${deep("")},"object":"x"}`,
  }),
];

const firstItem = (value: JsonObject, change: (item: JsonObject) => Json): Json => {
  const [first = {}, ...others] = value.items as readonly JsonObject[];
  return { ...value, items: [change(first), ...others] };
};

const without =
  (name: string) =>
  ({ [name]: _, ...rest }: JsonObject): JsonObject =>
    rest;

/** Bad answers to the read of a list. */
export const badLists: readonly BadAnswer[] = [
  ...any,
  json("a list without its envelope", ({ items = null }) => items),
  json("an object where a list should be", (value) => ({ ...value, items: { team: value.items ?? null } })),
  json("items that are not objects", (value) => ({ ...value, items: ["team_docs", 7] })),
  json("an item without an id", (value) => firstItem(value, without("id"))),
  json("an item whose id is a number", (value) => firstItem(value, (item) => ({ ...item, id: 7 }))),
  json("an item whose title is null", (value) => firstItem(value, (item) => ({ ...item, title: null }))),
  json("an item twice", (value) => ({
    ...value,
    items: [...(value.items as Json[]), (value.items as Json[])[0] ?? null],
  })),
  json("a count that is more than what was sent", (value) => ({ ...value, count: 99 })),
  {
    name: "a count beyond all numbers",
    of: (right) => ({ ...right, body: right.body.replace(/"count":\d+/, '"count":1e999') }),
  },
  instead("a cursor that leads back to the same page", {
    status: 200,
    body: '{"items":[],"next":{"page":"again"}}',
  }),
  json("an empty cursor", (value) => ({ ...value, next: { page: "" } })),
];

/** Bad answers to the read of one object. */
export const badObjects: readonly BadAnswer[] = [
  ...any,
  json("a list where an object should be", (value) => [value]),
  json("an object without an id", without("id")),
  json("another object than the one that was asked for", (value) => ({ ...value, id: "org_other" })),
  json("a title that is a list", (value) => ({ ...value, title: ["Acme"] })),
  json("a title that is null", (value) => ({ ...value, title: null })),
];

/** Answers, where there is nothing, that do not say so. */
export const badAbsences: readonly BadAnswer[] = [
  ...any.filter(({ name }) => name !== "plain text"),
  json("JSON that is no error", () => ({ data: [] })),
  json("a list", () => []),
];

/** Answers, where there is nothing, that say so in other words (A1). */
export const otherAbsences: readonly BadAnswer[] = [
  json("a message without more", () => ({ message: "no" })),
  instead("plain text", { body: "no such thing", type: "text/plain" }),
  instead("no text at all", { body: "" }),
];

/** Answers that are not as the contract says, and harm nothing. */
export const harmless: readonly BadAnswer[] = [
  json("fields that the contract does not have", (value) => ({
    ...value,
    mascot: "otter",
    more: { deep: [1] },
  })),
  json("optional fields that are null", (value) => ({ ...value, defaultContent: null, logo: null })),
  json("a value of a list of words that nobody knows yet", (value) => ({ ...value, plan: "galactic" })),
  {
    name: "a key __proto__",
    of: (right) => ({ ...right, body: right.body.replace(/^\{/, '{"__proto__":{"title":"x"},') }),
  },
  {
    name: "a number beyond all numbers, where nobody looks",
    of: (right) => ({ ...right, body: right.body.replace(/^\{/, '{"big":1e999,') }),
  },
  instead("the content type of a web page", { type: "text/html" }),
];

/** Bad answers to a call that makes something. */
export const badCreates: readonly BadAnswer[] = [
  ...any,
  json("a list where an object should be", (value) => [value]),
  json("an object without an id", without("id")),
  json("an id that is null", (value) => ({ ...value, id: null })),
  json("an id that is a number", (value) => ({ ...value, id: 7 })),
];

/** Bad answers to a call that changes something. */
export const badUpdates: readonly BadAnswer[] = [
  ...any,
  json("a list where an object should be", (value) => [value]),
];
