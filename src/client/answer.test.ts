import { expect, test } from "vitest";
import { operations } from "../contract/operations.ts";
import { readAnswer } from "./answer.ts";

const site = { object: "site", id: "site_1", title: "Docs" };

test.each([
  [
    "an optional field that is null is as good as absent",
    { ...site, basename: null, proxy: null, urls: { app: null } },
  ],
  ["a field that the contract does not know is kept", { ...site, mascot: "otter" }],
])("%s", (_, body) => {
  const reading = readAnswer(operations.getSite, { status: 200, headers: {}, body: JSON.stringify(body) }, 0);
  expect(reading).toEqual({ ok: true, value: body });
});

test.each([
  ["a required field that is null", { ...site, title: null }],
  ["a list where an object should be", [site]],
  ["a field of another type", { ...site, published: "yes" }],
])("%s is not an answer of the API", (_, body) => {
  const reading = readAnswer(operations.getSite, { status: 200, headers: {}, body: JSON.stringify(body) }, 0);
  expect(reading).toMatchObject({ ok: false, failure: { kind: "wrong-shape" } });
});

/** Lists in each other, so many of them. */
const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

test.each([
  [400, true],
  [600, false],
  [100_000, false],
])("a field with %i lists in each other is read: %s", (levels, ok) => {
  const body = JSON.stringify(site).replace("}", `,"mascot":${nested(levels)}}`);
  expect(readAnswer(operations.getSite, { status: 200, headers: {}, body }, 0).ok).toBe(ok);
});

/** An error as the platform answers it (A1), and what becomes of it on the way. */
const said = JSON.stringify({ error: { code: 404, message: "There is no such site." } });
const page = "<!doctype html><html><head><title>Sign in</title></head></html>";

test.each([
  ["as the platform words it", said, {}],
  ["with the content type of a web page", said, { "content-type": "text/html" }],
  ["with a message alone", '{"message":"no"}', {}],
  ["with a text as its error", '{"error":"no"}', {}],
  ["that is plain text", "no such site", { "content-type": "text/plain" }],
  ["that is a text in JSON", '"no such site"', {}],
  ["without a body", "", {}],
])("a 404 %s says that nothing is there", (_, body, headers) => {
  const reading = readAnswer(operations.getSite, { status: 404, headers, body }, 0);
  expect(reading).toMatchObject({ ok: false, failure: { kind: "not-found", status: 404 } });
});

test.each([
  ["a web page", page, {}, { kind: "not-json" }],
  ["nothing but the content type of a web page", "", { "content-type": "text/html" }, { kind: "not-json" }],
  ["an error that is cut short", said.slice(0, -9), {}, { kind: "lost" }],
  ["JSON that is no error", '{"data":[]}', {}, { kind: "wrong-shape" }],
  ["a list", "[]", {}, { kind: "wrong-shape" }],
  ["null", "null", {}, { kind: "wrong-shape" }],
])("a 404 with %s does not say that nothing is there", (_, body, headers, failure) => {
  const reading = readAnswer(operations.getSite, { status: 404, headers, body }, 0);
  expect(reading).toMatchObject({ ok: false, failure: { ...failure, status: 404 } });
});
