import { describe, expect, test } from "vitest";
import { type Answer, type TestPlatform, testPlatform } from "../../test/support/platform/test-platform.ts";
import { pathOf, wholeSeed } from "../../test/support/platform/whole-seed.ts";
import { type JsonSchema, wireSchema } from "../contract/json-schema.ts";
import type { Operation } from "../contract/operation.ts";
import { operations } from "../contract/operations.ts";
import type { JsonObject } from "../text/json.ts";
import { handleRaw } from "./platform.ts";
import { snapshot } from "./store/state.ts";

/** What parts 2, 4 and 8 of the reference and A11 limit: operation, field, smallest and largest length. */
const reference = `
createChangeRequest subject 0..100
createCollection title 0..50
createOpenApiSpec slug 1..100
createOpenApiSpec source.url 0..2048
createSamlProvider certificate 0..10000
createSamlProvider entityID 0..1024
createSamlProvider label 1..30
createSamlProvider ssoURL 0..2048
createShareLink name 0..50
createSite title 2..128
createSiteSection icon 0..50
createSiteSection title 2..128
createSiteSectionGroup icon 0..50
createSiteSectionGroup title 1..100
createTeam title 1..64
putOpenApiSpec source.url 0..2048
searchOrganizationContent query 0..512
searchSpaceContent query 0..512
updateChangeRequest subject 0..100
updateCollection description 0..100
updateCollection title 0..50
updateOrganization hostname 3..32
updateOrganization logo 0..2048
updateOrganization title 2..255
updateSamlProvider certificate 0..10000
updateSamlProvider entityID 0..1024
updateSamlProvider label 1..30
updateSamlProvider ssoURL 0..2048
updateShareLink name 0..50
updateSite basename 1..100
updateSite proxy 0..512
updateSite title 2..128
updateSiteSection condition 0..1024
updateSiteSection description 0..256
updateSiteSection icon 0..50
updateSiteSection path 1..100
updateSiteSection title 2..128
updateSiteSectionGroup icon 0..50
updateSiteSectionGroup title 1..100
updateSiteSpace path 1..100
updateSpace title 0..50
updateTeam title 1..64
`;

/** Fields that a body needs beside the one that is tried. */
const needed: Readonly<Record<string, JsonObject>> = {
  createCollection: { title: "New" },
  createOpenApiSpec: { slug: "new", source: { text: "" } },
  createSamlProvider: { label: "New" },
  createShareLink: { name: "New" },
  createSite: { title: "New" },
  createSiteSection: { spaceId: "sp_one" },
  createSiteSectionGroup: { title: "New" },
  createTeam: { title: "New" },
};

/** A text in a query or body whose length is limited. */
interface Limit {
  readonly operation: Operation;
  readonly part: "query" | "body";
  readonly field: string;
  readonly schema: JsonSchema;
  readonly least: number;
  readonly most: number;
}

function limitsIn(schema: JsonSchema, field: string): Pick<Limit, "field" | "schema" | "least" | "most">[] {
  const { properties = {}, anyOf = [], oneOf = [], maxLength } = schema;
  const own = { field, schema, least: Number(schema.minLength ?? 0), most: Number(maxLength) };
  const variants = [...(anyOf as JsonSchema[]), ...(oneOf as JsonSchema[])];
  return [
    ...(maxLength === undefined ? [] : [own]),
    ...variants.flatMap((variant) => limitsIn(variant, field)),
    ...Object.entries(properties).flatMap(([name, inner]) =>
      limitsIn(inner, field === "" ? name : `${field}.${name}`),
    ),
  ];
}

/** Every limit of the contract, but for the form of language codes: that is BCP 47. */
const limits: readonly Limit[] = Object.values<Operation>(operations).flatMap((operation) =>
  (["query", "body"] as const).flatMap((part) => {
    const schema = operation[part];
    const found = schema === undefined ? [] : limitsIn(wireSchema(schema).schema, "");
    return found
      .filter(({ field }) => !field.endsWith("language"))
      .map((one) => ({ ...one, operation, part }));
  }),
);

/** A text of this length that fits the form of the field. */
function textOf({ field, schema }: Limit, length: number): string {
  const start = field === "proxy" ? "x.example/" : schema.format === "uri" ? "https://x.example/" : "";
  return start + "a".repeat(Math.max(length - start.length, 0));
}

function send(platform: TestPlatform, limit: Limit, length: number): Answer {
  const { operation, part, field } = limit;
  const path = pathOf(operation, platform);
  const text = textOf(limit, length);
  if (part === "query") return platform.call(operation.method, `${path}?${field}=${text}`);
  const value = field.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), text);
  const body = { ...needed[operation.name], ...(value as JsonObject) };
  return platform.call(operation.method, path, body);
}

describe("8, A11: limits", () => {
  test("the contract has those of the reference, and no other", () => {
    const lines = limits.map(
      ({ operation, field, least, most }) => `${operation.name} ${field} ${least}..${most}`,
    );
    expect(lines.sort(), "a new limit needs a line in `reference` in this file").toEqual(
      reference.trim().split("\n"),
    );
  });

  test.each(limits.map((limit) => [limit.operation.name, limit.field, limit] as const))(
    "%s %s: the smallest and largest are taken, the next are 400 and change nothing",
    (_name, _field, limit) => {
      const { least, most } = limit;
      const shortest = textOf(limit, 0) === "" ? least : textOf(limit, 0).length + 1;
      for (const length of [shortest, most]) {
        const { status, body } = send(testPlatform(wholeSeed), limit, length);
        expect(status, `${length} characters: ${JSON.stringify(body)}`).toBeLessThan(300);
      }
      const platform = testPlatform(wholeSeed);
      const before = snapshot(platform.platform.state);
      for (const length of least === 0 ? [most + 1] : [least - 1, most + 1]) {
        const { status, body } = send(platform, limit, length);
        expect(status, `${length} characters: ${JSON.stringify(body)}`).toBe(400);
      }
      expect(platform.platform.state).toEqual(before);
    },
  );
});

describe("a rich document", () => {
  const taking = ["updateChangeRequest", "putAgentInstructions", "createTranslation", "updateTranslation"];
  const all = Object.values<Operation>(operations);

  /** A body with a document of so many blocks, each in the one before. */
  function bodyOf({ name }: Operation, blocks: number): string {
    const open = '{"object":"block","nodes":[';
    const document = `{"object":"document","nodes":[${open.repeat(blocks)}${"]}".repeat(blocks)}]}`;
    const field = name === "updateChangeRequest" ? "description" : "instructions";
    const more = name === "createTranslation" ? '"language":"de","source":{"space":"sp_two"},' : "";
    return `{${more}"${field}":${document}}`;
  }

  function put(operation: Operation, blocks: number): number {
    const platform = testPlatform(wholeSeed);
    const headers = { authorization: "Bearer admin", "content-type": "application/json" };
    const url = `/v1${pathOf(operation, platform)}`;
    return handleRaw(platform.platform, {
      method: operation.method,
      url,
      headers,
      bodyText: bodyOf(operation, blocks),
    }).status;
  }

  test("is in the bodies of these operations, and no other", () => {
    const names = all
      .filter(({ body }) => body !== undefined && JSON.stringify(wireSchema(body)).includes('"isVoid"'))
      .map(({ name }) => name);
    expect(names.sort()).toEqual([...taking].sort());
  });

  test.each(all.filter(({ name }) => taking.includes(name)).map((one) => [one.name, one] as const))(
    "in %s is taken up to a hundred levels, and is 400 below, however deep",
    (_, operation) => {
      // The body, the document and its list are three levels, and each block with its list two.
      expect(put(operation, 48)).toBeLessThan(300);
      expect([49, 1000, 30_000].map((blocks) => put(operation, blocks))).toEqual([400, 400, 400]);
    },
  );
});
