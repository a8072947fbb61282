import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { codeBlocks } from "../support/pages/code-blocks.ts";

const formats = { uri: true, email: true, "date-time": true } as const;

const validators = {
  project: validatorOf("project"),
  manifest: validatorOf("manifest"),
  overlay: validatorOf("overlay"),
};

function validatorOf(name: string): ValidateFunction {
  const ajv = new Ajv({ strict: false, formats, allErrors: true, code: { optimize: false } });
  return ajv.compile(JSON.parse(readFileSync(`schema/${name}.schema.json`, "utf8")));
}

/** The paths in a YAML text that do not fit the schema of this name. */
function wrongIn(name: keyof typeof validators, text: string): readonly string[] {
  const validate = validators[name];
  validate(parse(text));
  return [...new Set((validate.errors ?? []).map(({ instancePath }) => instancePath))];
}

const organizations = "organizations: { acme: { id: a } }\n";

describe("the schema of docform.yaml", () => {
  test.each([
    [
      "variables: { a: text, b: 1, c: true }\ndefaults: { site: { visibility: unlisted, protect: true } }",
      [],
    ],
    [
      "environments: { live: { variables: { a: b }, overlays: [overlays/live], guards: { minAdmins: 2 } } }",
      [],
    ],
    ["variables: { a: [b] }", ["/variables/a"]],
    ["defaults: { site: { id: s, visiblity: public } }", ["/defaults/site"]],
    ["defaults: { sites: { protect: true } }", ["/defaults"]],
  ])("%s", (text, wrong) => {
    expect(wrongIn("project", `${organizations}${text}`)).toEqual(wrong);
  });

  test("takes that of examples/northlane", () => {
    expect(wrongIn("project", readFileSync("examples/northlane/docform.yaml", "utf8"))).toEqual([]);
  });
});

describe("the schema of manifests", () => {
  test.each([
    ['spaces: { "s-${each}": { each: [en, 7, true], title: "S ${each}" } }', []],
    ['spaces: { "s-${each:a}": { each: [{ a: en, b: 1 }], title: "S ${each:b}" } }', []],
    ['spaces: { "s-${each}": { each: en, title: S } }', ["/spaces/s-${each}/each"]],
    ['spaces: { "s-${each}": { each: [[en]], title: S } }', ["/spaces/s-${each}/each/0"]],
    ["settings: { title: Acme, each: [a] }", ["/settings"]],
    ["sites: { help: { title: Help, published: '${var:isOpen}', absent: '${var:isGone}' } }", []],
    ["sites: { help: { title: Help, published: 'yes' } }", ["/sites/help/published"]],
  ])("%s", (text, wrong) => {
    expect(wrongIn("manifest", `organization: acme\n${text}`)).toEqual(wrong);
  });
});

describe("the schema of overlays", () => {
  test.each([
    ["teams: { docs: null, web: { title: Web, members: { li@acme.example: null } } }\nmembers: null", []],
    [
      "openapi: { pets: { source: { url: null } } }\nsites: { help: { clear: [proxy], visibility: null } }",
      [],
    ],
    ["sites: { help: { structure: [{ section: a, title: A page }, { group: g, absent: true }] } }", []],
    ["sites: { help: { visibility: pubic, clear: [title], titel: T } }", true],
    ["sites: { help: { structure: [{ title: A page }] } }", true],
  ])("%s", (text, wrong) => {
    const found = wrongIn("overlay", `organization: acme\n${text}`);
    expect(found.length > 0, found.join(" ")).toBe(wrong === true);
  });

  test("takes those of examples/northlane, and all schemas take what docs/guides/environments.md shows", () => {
    const file = "examples/northlane/overlays/production/public.yaml";
    expect(wrongIn("overlay", readFileSync(file, "utf8"))).toEqual([]);
    const [settings = "", overlay = "", each = ""] = codeBlocks("docs/guides/environments.md", "yaml");
    expect(wrongIn("project", settings)).toEqual([]);
    expect(wrongIn("overlay", overlay)).toEqual([]);
    expect(wrongIn("manifest", `organization: acme\n${each}`)).toEqual([]);
  });
});
