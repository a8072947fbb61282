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
