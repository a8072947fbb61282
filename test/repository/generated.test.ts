import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { generatedFiles } from "../../scripts/generated-files.ts";
import { editionOf } from "../../scripts/kind-docs/example-index.ts";
import { kinds } from "../../src/kinds/kinds.ts";
import type { Kind } from "../../src/model/kind.ts";

const files = generatedFiles(".");

const manifestSchema = new Ajv({ strict: false, formats: formats(), code: { optimize: false } });
for (const edition of ["reference", "gitbook"]) {
  const folder = edition === "reference" ? "schema" : `schema/${edition}`;
  const schema = JSON.parse(files.get(`${folder}/manifest.schema.json`) ?? "") as object;
  manifestSchema.addSchema({ ...schema, $id: edition }, edition);
}

test.each([...files.keys()])("%s is fresh: npm run generate changes nothing", (file) => {
  expect(readFileSync(file, "utf8")).toBe(files.get(file));
});

/** Keywords that editors know beyond JSON Schema; they check nothing. */
const forEditorsAlone = [
  "markdownDescription",
  "enumDescriptions",
  "markdownEnumDescriptions",
  "defaultSnippets",
];

test.each([...files.keys()].filter((file) => file.endsWith(".schema.json")))(
  "%s is a JSON Schema",
  (file) => {
    const ajv = new Ajv({
      strict: true,
      strictTypes: false,
      strictRequired: false,
      formats: formats(),
      code: { optimize: false },
    });
    ajv.addVocabulary(forEditorsAlone);
    expect(() => ajv.compile(JSON.parse(files.get(file) ?? ""))).not.toThrow();
  },
);

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  "the example of a %s fits the manifest schema",
  (_, kind) => {
    expect(fitting(kind)(withItemKey(kind))).toBe(true);
  },
);

/** The required fields of each kind, without those that its key gives. */
const needed = kinds.flatMap((kind) => {
  const fromKey = [kind.keyField, kind.sequence?.itemKey];
  return kind.required
    .filter((name) => !fromKey.includes(name))
    .map((name) => [kind.name, name, kind] as const);
});

test.each(needed)(
  "the manifest schema demands of a %s its %s, unless an id names it or it is to go",
  (_, name, kind) => {
    const fits = fitting(kind);
    const { [name]: __, ...rest } = withItemKey(kind) as Readonly<Record<string, unknown>>;
    expect(fits(rest)).toBe(false);
    expect(fits({ ...rest, id: "id_1" })).toBe(true);
    expect(fits({ ...rest, absent: true })).toBe(true);
  },
);

test("the manifest schema demands of a group what it holds, as validate does", () => {
  const group = kinds.find(({ name }) => name === "section-group");
  if (group === undefined) throw new Error("there is no such kind");
  const fits = fitting(group);
  expect(fits({ group: "g", title: "G" })).toBe(false);
  expect(fits({ group: "g", title: "G", sections: [] })).toBe(true);
  expect(fits({ group: "g", title: "G", structure: [] })).toBe(true);
  expect(fits({ group: "g", title: "G", absent: true })).toBe(true);
});

function fitting(kind: Kind): (value: object) => boolean {
  const validate = manifestSchema.getSchema(`${editionOf(kind)}#/definitions/${kind.name}`);
  return (value) => validate?.(value) === true;
}

/** The example of an item in a list names itself by its item key; one that is a group has its sections. */
function withItemKey(kind: Kind): object {
  const key = kind.sequence?.itemKey;
  if (key === undefined || key in kind.example) return kind.example;
  return { [key]: "example", ...(key === "group" ? { sections: [] } : {}), ...kind.example };
}

function formats(): Record<string, true> {
  return { uri: true, email: true, "date-time": true };
}
