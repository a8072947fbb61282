import { describe, expect, test } from "vitest";
import { exampleWords } from "../src/commands/api-example.ts";
import { readInput } from "../src/commands/api-input.ts";
import { documentedFailures } from "../src/contract/failures.ts";
import { mutates, type Operation, pathParameters } from "../src/contract/operation.ts";
import { operations } from "../src/contract/operations.ts";
import type { Json } from "../src/core/json.ts";
import { type TestPlatform, testPlatform } from "../src/platform/testing.ts";
import { wholeParams, wholeSeed } from "./support/whole-seed.ts";

const all: readonly Operation[] = Object.values(operations);
const named = (some: readonly Operation[]) => some.map((operation) => [operation.name, operation] as const);
const failing = (status: number) =>
  named(all.filter((operation) => documentedFailures(operation).some((one) => one === status)));

/** The path of an operation, with ids that are there unless others are given. */
function pathOf(
  operation: Operation,
  { call }: TestPlatform,
  given: Readonly<Record<string, string>> = {},
): string {
  const idOf = (name: string): string => {
    if (name === "commentId")
      return operation.path.includes("change-requests") ? "comment_cr" : "comment_space";
    if (name !== "issueId") return wholeParams[name] ?? `no ${name}`;
    const { items } = call("GET", "/orgs/org_acme/conversations-issues").body;
    return (items as { issue: { id: string } }[])[0]?.issue.id ?? "no issue";
  };
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? idOf(name));
}

/** Path with a query that is wrong, or a body that is. */
function badInput({ query, body }: Operation): readonly [string, Json | undefined] {
  if (body !== undefined) return ["", []];
  const [name = ""] = Object.keys(query?.shape ?? {});
  return [name === "page" ? "?limit=1001" : `?${name}=x&${name}=y`, undefined];
}

describe("every operation", () => {
  test.each(failing(401))("%s is 401 without a token that is known", (_, operation) => {
    const platform = testPlatform(wholeSeed);
    const path = pathOf(operation, platform);
    expect(platform.call(operation.method, path, undefined, "nobody").status).toBe(401);
  });

  test.each(failing(403))("%s is 403 for a token without the right", (_, operation) => {
    const platform = testPlatform(wholeSeed);
    const path = pathOf(operation, platform);
    const token = mutates(operation) ? "reader" : "outsider";
    expect(platform.call(operation.method, path, undefined, token).status).toBe(403);
  });

  test.each(failing(404))("%s is 404 where an id is not known, whatever the body", (_, operation) => {
    const platform = testPlatform(wholeSeed);
    const names = pathParameters(operation);
    const mayMiss = operation.method === "DELETE" || operation.name === "putOpenApiSpec";
    for (const name of mayMiss ? names.slice(0, -1) : names) {
      const path = pathOf(operation, platform, { [name]: "nope" });
      expect([name, platform.call(operation.method, path, badInput(operation)[1]).status]).toEqual([
        name,
        404,
      ]);
    }
  });

  const taking = failing(400).filter(([, { query, body }]) => query !== undefined || body !== undefined);
  test.each(taking)("%s is 400 with a query or body that is wrong", (_, operation) => {
    const platform = testPlatform(wholeSeed);
    const [search, body] = badInput(operation);
    const path = pathOf(operation, platform);
    expect(platform.call(operation.method, `${path}${search}`, body).status).toBe(400);
  });

  test.each(named(all.filter((operation) => operation.method === "GET")))(
    "%s answers, and for a token that may only read too",
    (_, operation) => {
      const platform = testPlatform(wholeSeed);
      const search = operation.query?.safeParse({}).success === false ? "?query=intro" : "";
      const path = `${pathOf(operation, platform)}${search}`;
      const { status, body } = platform.call("GET", path);
      expect(status).toBe(200);
      expect(platform.call("GET", path, undefined, "reader").status).toBe(200);
      if (operation.list !== undefined) expect(body.count).toBe((body.items as Json[]).length);
    },
  );

  test.each(named(all.filter((operation) => operation.method === "DELETE")))(
    "%s is 205 when it deleted, and 204 when there is nothing",
    (_, operation) => {
      const platform = testPlatform(wholeSeed);
      const path = pathOf(operation, platform);
      expect(platform.call("DELETE", path).status).toBe(205);
      expect(platform.call("DELETE", path).status).toBe(204);
    },
  );

  // The one restores it, and the example of the other names no organization that is there.
  const others = ["restoreSpace", "transferSpace"];
  const changing = failing(409).filter(
    ([name, { path }]) => path.startsWith("/spaces/") && !others.includes(name),
  );
  test.each(changing)("%s is 409 on a deleted space", (_, operation) => {
    const platform = testPlatform(wholeSeed);
    const path = pathOf(operation, platform);
    expect(platform.call("DELETE", "/spaces/sp_one").status).toBe(205);
    expect(platform.call(operation.method, path, bodyOf(operation)).status).toBe(409);
  });

  test.each(named(all.filter(({ part, method }) => ["4.2", "4.4"].includes(part) && method !== "GET")))(
    "%s does what its example asks for",
    (_, operation) => {
      const platform = testPlatform(wholeSeed);
      const { status } = platform.call(operation.method, pathOf(operation, platform), bodyOf(operation));
      expect(Object.keys(operation.answers ?? {})).toContain(String(status));
    },
  );
});

/** The body of the example that `docform api NAME --help` gives; `text` is the name of a template there. */
function bodyOf(operation: Operation): Json | undefined {
  const [, ...words] = exampleWords(operation);
  const read = readInput(operation, { params: {}, words });
  return "input" in read ? read.input.body : undefined;
}
