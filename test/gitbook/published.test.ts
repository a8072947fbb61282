import { expect, test } from "vitest";
import { held } from "../support/gitbook/check-published.ts";
import { exampleBody, exampleQuery, gitbookExamples, prepare } from "../support/gitbook/example-calls.ts";
import { requestProblems } from "../support/gitbook/published.ts";
import { testPlatform } from "../support/platform/test-platform.ts";
import { pathOf, wholeSeed } from "../support/platform/whole-seed.ts";

const named = gitbookExamples.map((one) => [one.name, one] as const);

test.each(named)("%s is as it is published", (_, operation) => {
  const platform = testPlatform(wholeSeed, "gitbook");
  const path = `${pathOf(operation, platform)}?${new URLSearchParams(exampleQuery(operation))}`;
  prepare(operation, platform.call, path);
  const { status, body } = platform.call(operation.method, path, exampleBody(operation));
  expect({ status, body }).toMatchObject({ status: expect.toSatisfy((one) => one < 300) });
  // An empty list would say nothing of its items.
  expect(body.items).not.toEqual([]);
});

test("requests and answers of all operations were held, without an exception", () => {
  expect(held.requests.size).toBe(gitbookExamples.length);
  expect(held.answers.size).toBe(gitbookExamples.length);
});

test("a field and a parameter that nobody publishes are no request of the edition", () => {
  const path = "/orgs/o/sites/s/site-spaces/x";
  const body = { draft: true, spaceID: "sp_1" };
  expect(requestProblems({ method: "PATCH", path, body }).join()).toContain("spaceID");
  expect(requestProblems({ method: "PATCH", path, query: { colour: "blue" } }).join()).toContain("colour");
});
