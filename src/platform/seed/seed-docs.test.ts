import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { codeBlocks } from "../../../test/support/pages/code-blocks.ts";
import { readSeed } from "./seed.ts";
import { type Seed, seedSchema } from "./seed-schema.ts";

const folder = `${import.meta.dirname}/../../../docs/reference`;
const examples = [parse(readFileSync(`${folder}/seed-example.yaml`, "utf8")) as Seed];
const shown = codeBlocks(`${folder}/seed.md`, "yaml").map((text) => parse(text) as Seed);

/** Names of the fields of an object that hold more than one value. */
function sectionsOf(schema: z.ZodType): readonly string[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).flatMap(([name, field]) =>
    typeof field === "object" && (field.type === "string" || field.type === "boolean") ? [] : [name],
  );
}

function namesIn(items: readonly object[]): readonly string[] {
  return items.flatMap((item) => Object.keys(item));
}

describe("docs/reference/seed.md", () => {
  test("has examples that are seeds", () => {
    expect([...shown, ...examples].map((example) => readSeed(example))).toMatchObject([
      { ok: true },
      { ok: true },
    ]);
  });

  const organization = seedSchema.shape.organizations.element.shape;
  const organizations = examples.flatMap((example) => example.organizations);
  const spaces = organizations.flatMap((each) => each.spaces ?? []);
  const sites = organizations.flatMap((each) => each.sites ?? []);
  test.each<[string, z.ZodType, readonly object[]]>([
    ["a seed", seedSchema, examples],
    ["an organization", seedSchema.shape.organizations.element, organizations],
    ["a space", organization.spaces.unwrap().element, spaces],
    ["a site", organization.sites.unwrap().element, sites],
  ])("has an example of every section of %s", (_, schema, items) => {
    const names = namesIn(items);
    const plain = ["defaultLevel", "visibility", "adaptiveContent", "defaultContent"];
    const missing = sectionsOf(schema).filter((name) => !names.includes(name) && !plain.includes(name));
    expect(missing, "not in docs/reference/seed-example.yaml").toEqual([]);
  });

  test("its example fits the JSON Schema that editors use", () => {
    const ajv = new Ajv({ strict: false, formats: { "date-time": true, email: true, uri: true } });
    const validate = ajv.compile(z.toJSONSchema(seedSchema, { target: "draft-07", io: "input" }));
    expect(examples.map((example) => validate(example) || validate.errors)).toEqual([true]);
  });
});
