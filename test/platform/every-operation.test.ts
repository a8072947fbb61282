import { describe, expect, test } from "vitest";
import { exampleWords } from "../../src/cli/api/api-help.ts";
import { readInput } from "../../src/cli/api/api-input.ts";
import { documentedFailures } from "../../src/contract/failures.ts";
import { wireSchema } from "../../src/contract/json-schema.ts";
import { mutates, type Operation, pathParameters } from "../../src/contract/operation.ts";
import { operations } from "../../src/contract/operations.ts";
import type { Json } from "../../src/text/json.ts";
import { type TestPlatform, testPlatform } from "../support/platform/test-platform.ts";
import { pathOf, wholeSeed } from "../support/platform/whole-seed.ts";

const all: readonly Operation[] = Object.values(operations);
const named = (some: readonly Operation[]) => some.map((operation) => [operation.name, operation] as const);
const failing = (status: number) =>
  named(all.filter((operation) => documentedFailures(operation).some((one) => one === status)));

/** Path with a query that is wrong, or a body that is. */
function badInput({ query, body }: Operation): readonly [string, Json | undefined] {
  if (body !== undefined) return ["", []];
  const [name = ""] = Object.keys(query?.shape ?? {});
  return [name === "page" ? "?limit=1001" : `?${name}=x&${name}=y`, undefined];
}

/** The path of an operation that reads, with the query that it needs. */
function listPath(operation: Operation, platform: TestPlatform): string {
  const search = operation.query?.safeParse({}).success === false ? "query=intro" : "";
  return `${pathOf(operation, platform)}?${search}`;
}

/** Names of the query parameters that take one of a few values. */
function choicesOf({ query }: Operation): readonly string[] {
  const { properties = {} } = query === undefined ? {} : wireSchema(query).schema;
  return Object.entries(properties)
    .filter(([, { type, enum: values }]) => type === "boolean" || values !== undefined)
    .map(([name]) => name);
}

describe("every operation", () => {
  test.each(failing(401))(
    "%s is 401 without a token that is known, whatever the ids and body",
    (_, operation) => {
      const platform = testPlatform(wholeSeed);
      const nowhere = Object.fromEntries(pathParameters(operation).map((name) => [name, "nope"]));
      for (const given of [{}, nowhere]) {
        const path = pathOf(operation, platform, given);
        expect(platform.call(operation.method, path, badInput(operation)[1], "nobody").status).toBe(401);
      }
    },
  );

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
    "%s answers, also to a token that may only read, and ignores query parameters that it does not know",
    (_, operation) => {
      const platform = testPlatform(wholeSeed);
      const path = `${listPath(operation, platform)}&colour=blue`;
      const { status, body } = platform.call("GET", path);
      expect(status).toBe(200);
      expect(platform.call("GET", path, undefined, "reader").status).toBe(200);
      if (operation.list !== undefined) expect(body.count).toBe((body.items as Json[]).length);
    },
  );

  const choices = all.flatMap((operation) =>
    choicesOf(operation).map((name) => [operation.name, name, operation] as const),
  );
  test.each(choices)("%s is 400 with a value of %s that is none of those it knows", (_, name, operation) => {
    const platform = testPlatform(wholeSeed);
    const { status, body } = platform.call("GET", `${listPath(operation, platform)}&${name}=nope`);
    expect([status, body.error]).toEqual([400, { code: 400, message: expect.stringContaining(name) }]);
  });

  test.each(named(all.filter((operation) => operation.list !== undefined)))(
    "A6: %s takes a limit from 0 to 1000, and no cursor that it did not give",
    (_, operation) => {
      const platform = testPlatform(wholeSeed);
      const path = listPath(operation, platform);
      const status = (query: string) => platform.call("GET", `${path}&${query}`).status;
      expect(["limit=0", "limit=1000"].map(status)).toEqual([200, 200]);
      expect(["limit=-1", "limit=1001", "limit=x", "limit=", "page=", "page=x"].map(status)).toEqual(
        Array(6).fill(400),
      );
      const elsewhere = operation.name === "listOrganizations" ? "/orgs/org_acme/members" : "/orgs";
      const { next } = platform.call("GET", `${elsewhere}?limit=1`).body as { next: { page: string } };
      expect(status(`page=${next.page}`)).toBe(400);
      const own = platform.call("GET", `${path}&limit=0`).body as { count: number; next?: { page: string } };
      expect(own.next === undefined).toBe(own.count === 0);
      if (own.next !== undefined) expect(status(`page=${own.next.page}`)).toBe(200);
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
