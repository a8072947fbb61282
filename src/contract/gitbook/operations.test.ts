import { expect, test } from "vitest";
import { publishedAt } from "../../../test/support/gitbook/published.ts";
import { schemaNames } from "../json-schema.ts";
import { openApiDocument } from "../openapi-document.ts";
import { operationsIn } from "../operations.ts";

const operations = Object.values(operationsIn("gitbook"));

test.each(operations.map((one) => [one.name, one] as const))("%s is published", (_, operation) => {
  expect(publishedAt(operation)).toBeDefined();
});

test.each(operations.map((one) => [one.name, one] as const))(
  "%s answers only what is published",
  (_, operation) => {
    const given = operation.list === undefined ? Object.keys(operation.answers ?? {}) : ["200"];
    const said = Object.keys(publishedAt(operation)?.responses ?? {});
    expect(given.filter((status) => !said.includes(status))).toEqual([]);
  },
);

test("the document of the edition can be made, and names each schema once", () => {
  const document = openApiDocument(operations);
  expect(Object.keys(document.paths as object)).toContain("/orgs/{organizationId}/sites/{siteId}/structure");
  const names = [...schemaNames(operations).values()];
  expect(new Set(names).size).toBe(names.length);
});
