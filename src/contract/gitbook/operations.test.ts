import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { schemaNames } from "../json-schema.ts";
import { openApiDocument } from "../openapi-document.ts";
import type { Operation } from "../operation.ts";
import { operationsIn } from "../operations.ts";

interface PublishedOperation {
  readonly responses: Readonly<Record<string, unknown>>;
}

const published: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PublishedOperation>>>>;
} = JSON.parse(readFileSync("node_modules/@gitbook/api/spec/openapi.json", "utf8"));

/** The operation of the published document with the same method and form of path. */
function publishedAs({ method, path }: Operation): PublishedOperation | undefined {
  const form = (one: string): string => one.replaceAll(/\{\w+\}/g, "{}");
  const found = Object.keys(published.paths).find((one) => form(one) === form(path));
  return published.paths[found ?? ""]?.[method.toLowerCase()];
}

const operations = Object.values(operationsIn("gitbook"));

test.each(operations.map((one) => [one.name, one] as const))("%s is published", (_, operation) => {
  expect(publishedAs(operation)).toBeDefined();
});

test.each(operations.map((one) => [one.name, one] as const))(
  "%s answers only what is published",
  (_, operation) => {
    const given = operation.list === undefined ? Object.keys(operation.answers ?? {}) : ["200"];
    const said = Object.keys(publishedAs(operation)?.responses ?? {});
    expect(given.filter((status) => !said.includes(status))).toEqual([]);
  },
);

test("the document of the edition can be made, and names each schema once", () => {
  const document = openApiDocument(operations);
  expect(Object.keys(document.paths as object)).toContain("/orgs/{organizationId}/sites/{siteId}/structure");
  const names = [...schemaNames(operations).values()];
  expect(new Set(names).size).toBe(names.length);
});
