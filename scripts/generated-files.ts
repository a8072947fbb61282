import { readdirSync, readFileSync } from "node:fs";
import type { Edition } from "../src/contract/edition.ts";
import { openApiDocument } from "../src/contract/openapi-document.ts";
import { operations, operationsIn } from "../src/contract/operations.ts";
import { kindsOf } from "../src/kinds/kinds-of.ts";
import { jsonSchemaOf, schemaDocument } from "../src/manifest/schema/manifest-schema.ts";
import { schemaNames } from "../src/manifest/schema/modeline.ts";
import { publishedSchema } from "../src/manifest/schema/published-schemas.ts";
import { testDocumentSchema } from "../src/manifest-tests/test-schema.ts";
import { applyLine } from "../src/model/documents/apply-document.ts";
import { policyTestDocument } from "../src/model/documents/checks/policy-test-document.ts";
import { redirectsDocument } from "../src/model/documents/checks/redirects-document.ts";
import { validateDocument } from "../src/model/documents/checks/validate-document.ts";
import { doctorDocument } from "../src/model/documents/doctor-document.ts";
import { driftDocument } from "../src/model/documents/drift-document.ts";
import { explainDocument } from "../src/model/documents/explain-document.ts";
import { organizationsDocument } from "../src/model/documents/organizations-document.ts";
import { configDocument, valuesDocument } from "../src/model/documents/origin-document.ts";
import { planDocument } from "../src/model/documents/plan-document.ts";
import { runDocument, runsDocument } from "../src/model/documents/runs-document.ts";
import { stateListDocument, stateShowDocument } from "../src/model/documents/state-document.ts";
import { statusDocument } from "../src/model/documents/status-document.ts";
import { testsDocument } from "../src/model/documents/tests-document.ts";
import { unitsDocument } from "../src/model/documents/units-document.ts";
import { faultSchema } from "../src/platform/faults/faults.ts";
import { seedSchema } from "../src/platform/seed/seed-schema.ts";
import { policyFileSchema } from "../src/policy/policy-file.ts";
import { journalLine } from "../src/state/journal-line.ts";
import { actionBundle } from "./action-bundle.ts";
import { apiCoverage, publishedFile, referenceFile, type SeenStatuses, seenFile } from "./api-coverage.ts";
import { assumptionsFile, withApiParts } from "./api-parts.ts";
import { commandPages } from "./command-pages.ts";
import { explainedKinds } from "./kind-docs/explained-kinds.ts";
import { kindDocs } from "./kind-docs/kind-docs.ts";

/** Every generated file with the text it should have; `npm run generate` writes them, a test compares them. */
export function generatedFiles(root: string): ReadonlyMap<string, string> {
  const schemas = {
    ...manifestSchemas("reference", ""),
    ...manifestSchemas("gitbook", "gitbook/"),
    plan: schemaDocument("docform plan --format json", jsonSchemaOf(planDocument)),
    "apply-line": schemaDocument("A line of docform apply --format json", jsonSchemaOf(applyLine)),
    journal: schemaDocument("A line of .docform/runs/RUN.jsonl", jsonSchemaOf(journalLine)),
    runs: schemaDocument("docform runs --format json", jsonSchemaOf(runsDocument)),
    run: schemaDocument("docform runs show RUN --format json", jsonSchemaOf(runDocument)),
    "state-list": schemaDocument("docform state list --format json", jsonSchemaOf(stateListDocument)),
    "state-show": schemaDocument("docform state show ADDRESS --format json", jsonSchemaOf(stateShowDocument)),
    doctor: schemaDocument("docform doctor --format json", jsonSchemaOf(doctorDocument)),
    drift: schemaDocument("docform drift --format json", jsonSchemaOf(driftDocument)),
    config: schemaDocument("docform config --format json", jsonSchemaOf(configDocument)),
    values: schemaDocument("docform values --format json", jsonSchemaOf(valuesDocument)),
    policy: schemaDocument("A file in policies/", jsonSchemaOf(policyFileSchema())),
    "policy-test": schemaDocument("docform policy test --format json", jsonSchemaOf(policyTestDocument)),
    faults: schemaDocument("File of docform serve --faults", jsonSchemaOf(faultSchema)),
    seed: schemaDocument("Seed of docform serve --seed", jsonSchemaOf(seedSchema)),
    test: schemaDocument("docform test: a file of tests", jsonSchemaOf(testDocumentSchema)),
    redirects: schemaDocument("docform redirects check --format json", jsonSchemaOf(redirectsDocument)),
    "test-results": schemaDocument("docform test --format json", jsonSchemaOf(testsDocument)),
    organizations: schemaDocument(
      "docform plan or drift --format json, of several organizations",
      jsonSchemaOf(organizationsDocument),
    ),
    status: schemaDocument("docform status --format json", jsonSchemaOf(statusDocument)),
    units: schemaDocument("docform ci list --format json", jsonSchemaOf(unitsDocument)),
    explain: schemaDocument("docform explain --format json", jsonSchemaOf(explainDocument)),
    validate: schemaDocument("docform validate --format json", jsonSchemaOf(validateDocument)),
  };
  return new Map([
    ...Object.entries(schemas).map(
      ([name, schema]) => [`schema/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`] as const,
    ),
    ["schema/openapi.json", openApi("reference")] as const,
    ["schema/gitbook/openapi.json", openApi("gitbook")] as const,
    ["docs/reference/api-coverage.md", coverage(root)] as const,
    [assumptionsFile, assumptions(root)] as const,
    ["src/kinds/kinds.ts", kindList(root)] as const,
    ["action/index.cjs", actionBundle()] as const,
    ["src/explain/kinds.json", `${JSON.stringify(explainedKinds(), null, 2)}\n`] as const,
    ...kindDocs(),
    ...commandPages(),
  ]);
}

/** The schemas of the files of a project, by the kinds of an edition. */
function manifestSchemas(edition: Edition, folder: string) {
  const kinds = kindsOf(edition).all;
  return Object.fromEntries(schemaNames.map((name) => [`${folder}${name}`, publishedSchema(name, kinds)]));
}

function openApi(edition: Edition): string {
  return `${JSON.stringify(openApiDocument(Object.values(operationsIn(edition))), null, 2)}\n`;
}

/** The statuses that tests have seen are in a file: `npm run coverage:api` runs them and writes it. */
function coverage(root: string): string {
  const read = (file: string): string => readFileSync(`${root}/${file}`, "utf8");
  return apiCoverage(
    read(referenceFile),
    JSON.parse(read(seenFile)) as SeenStatuses,
    JSON.parse(read(publishedFile)),
  );
}

/** The page of assumptions ends with the operations of the contract. */
function assumptions(root: string): string {
  return withApiParts(readFileSync(`${root}/${assumptionsFile}`, "utf8"), Object.values(operations));
}

/** The list of kinds, from the folders: one folder, one kind. */
function kindList(root: string): string {
  const folders = readdirSync(`${root}/src/kinds`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const constant = (name: string): string =>
    `${name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Kind`;
  const imports = folders.map((name) => `import { ${constant(name)} } from "./${name}/${name}.ts";`);
  return `import type { Kind } from "../model/kind.ts";
${imports.join("\n")}

/** Every kind, one per folder. Generated from the folders by \`npm run generate\`. */
export const kinds: readonly Kind[] = [
${folders.map((name) => `  ${constant(name)},`).join("\n")}
];
`;
}
