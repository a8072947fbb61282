import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { generatedFiles } from "../scripts/generated-files.ts";
import type { Kind } from "../src/core/kind.ts";
import { kinds } from "../src/kinds/kinds.ts";

const files = generatedFiles(".");

test.each([...files.keys()])("%s is fresh: npm run generate changes nothing", (file) => {
  expect(readFileSync(file, "utf8")).toBe(files.get(file));
});

test.each([...files.keys()].filter((file) => file.endsWith(".schema.json")))(
  "%s is a JSON Schema",
  (file) => {
    const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, formats: formats() });
    expect(() => ajv.compile(JSON.parse(files.get(file) ?? ""))).not.toThrow();
  },
);

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  "the example of a %s fits the manifest schema",
  (_, kind) => {
    const schema = JSON.parse(files.get("schema/manifest.schema.json") ?? "") as object;
    const ajv = new Ajv({ strict: false, formats: formats() });
    const validate = ajv.addSchema(schema, "manifest").getSchema(`manifest#/definitions/${kind.name}`);
    expect(validate?.(withItemKey(kind)), JSON.stringify(validate?.errors)).toBe(true);
  },
);

/** The example of an item that stands in a list names itself by its item key. */
function withItemKey(kind: Kind): object {
  const key = kind.sequence?.itemKey;
  return key === undefined || key in kind.example ? kind.example : { [key]: "example", ...kind.example };
}

function formats(): Record<string, true> {
  return { uri: true, email: true, "date-time": true };
}
