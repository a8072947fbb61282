import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { documentedFailures } from "./failures.ts";
import { openApiDocument } from "./openapi-document.ts";
import { type Operation, pathParameters } from "./operation.ts";
import { operations } from "./operations.ts";
import { partTitles } from "./parts.ts";

const all: readonly Operation[] = Object.values(operations);

interface Document {
  readonly paths: Record<string, Record<string, Method>>;
  readonly components: Record<string, Record<string, unknown>>;
  readonly tags: readonly { readonly name: string }[];
}
interface Method {
  readonly operationId: string;
  readonly parameters?: readonly Record<string, unknown>[];
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, { schema: object }> };
  readonly responses: Record<string, unknown>;
  readonly deprecated?: boolean;
}

const document = JSON.parse(JSON.stringify(openApiDocument(all))) as Document;

function methodOf(name: string): Method {
  const operation = all.find((one) => one.name === name);
  return document.paths[operation?.path ?? ""]![operation?.method.toLowerCase() ?? ""]!;
}

describe("the OpenAPI document", () => {
  test("is valid by a validator that is not ours", async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document) as never)).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
    const { info: _, ...broken } = structuredClone(document) as unknown as Record<string, unknown>;
    expect(await new Validator().validate(broken as never)).toMatchObject({ valid: false });
  });

  test("holds each operation once, under its name, with its success answers and documented failures", () => {
    for (const operation of all) {
      const { operationId, responses } = methodOf(operation.name);
      expect(operationId).toBe(operation.name);
      const answers = operation.list === undefined ? Object.keys(operation.answers ?? {}) : ["200"];
      const failures = [...documentedFailures(operation), 429].map(String);
      expect(Object.keys(responses).sort()).toEqual([...answers, ...failures, "default"].sort());
    }
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap((method) => ("operationId" in method ? [method.operationId] : [])),
    );
    expect(ids.sort()).toEqual(all.map(({ name }) => name).sort());
  });

  test("refers only to what it holds", () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g);
    const missing = [...references].filter(([, kind = "", name = ""]) => !document.components[kind]?.[name]);
    expect(missing).toEqual([]);
    expect(JSON.stringify(document)).not.toContain('"$ref":"#/$defs');
  });

  test("declares every parameter of every path", () => {
    for (const [path, { parameters = [] }] of Object.entries(document.paths) as [
      string,
      { parameters?: { $ref: string }[] },
    ][]) {
      const names = parameters.map(({ $ref }) => $ref.split("/").at(-1));
      expect(names).toEqual(pathParameters({ path }));
    }
  });

  test("has only schemas that compile, recursive ones included", () => {
    const ajv = new Ajv2020({ strict: false, formats: { "date-time": true, uri: true, email: true } });
    ajv.addSchema({ $id: "api", components: document.components });
    for (const name of Object.keys(document.components.schemas ?? {}))
      expect(() => ajv.compile({ $ref: `api#/components/schemas/${name}` }), name).not.toThrow();
    const isPage = ajv.compile({ $ref: "api#/components/schemas/Page" });
    expect(isPage({ id: "a", title: "A", pages: [{ id: "b", title: "B", pages: [] }] })).toBe(true);
    expect(isPage({ id: "a", title: "A", pages: [{ id: "b" }] })).toBe(false);
  });

  test("says limits, required fields, enums and what the wire carries", () => {
    expect(methodOf("listTeams").parameters).toContainEqual({
      name: "limit",
      in: "query",
      description: "Items a page, at most 1000",
      schema: { type: "integer", minimum: 0, maximum: 1000 },
    });
    expect(methodOf("listSites").parameters).toContainEqual(
      expect.objectContaining({ name: "published", schema: { type: "boolean" } }),
    );
    expect(methodOf("listSpaceComments").parameters).toContainEqual(
      expect.objectContaining({ name: "authors", schema: { type: "array", items: { type: "string" } } }),
    );
    expect(methodOf("searchSpaceContent").parameters).toContainEqual(
      expect.objectContaining({ name: "query", required: true, schema: { type: "string", maxLength: 512 } }),
    );
    expect(methodOf("createTeam").requestBody).toMatchObject({
      required: true,
      content: { "application/json": { schema: { required: ["title"], additionalProperties: false } } },
    });
    expect(methodOf("updateTeam").requestBody?.required).toBe(false);
    expect(methodOf("moveSiteSection").deprecated).toBe(true);
  });

  test("has a tag for each part of the reference, in its order", () => {
    expect(document.tags.map(({ name }) => name)).toEqual(Object.values(partTitles));
  });
});
