// Cuts the operations that docform asks of GitHub out of its published document, for the tests:
//   node scripts/github-api.mjs api.github.com.json   (OpenAPI 3, of the package @octokit/openapi)
import { readFileSync, writeFileSync } from "node:fs";

const repo = "/repos/{owner}/{repo}";
const asked = [
  `GET ${repo}/issues/{issue_number}/comments`,
  `POST ${repo}/issues/{issue_number}/comments`,
  `PATCH ${repo}/issues/comments/{comment_id}`,
  `GET ${repo}/issues`,
  `POST ${repo}/issues`,
  `PATCH ${repo}/issues/{issue_number}`,
  `GET ${repo}/pulls`,
  `POST ${repo}/pulls`,
  `GET ${repo}/pulls/{pull_number}`,
  `PATCH ${repo}/pulls/{pull_number}`,
  `GET ${repo}/commits/{commit_sha}/pulls`,
  `GET ${repo}/git/ref/{ref}`,
  `POST ${repo}/git/refs`,
  `PATCH ${repo}/git/refs/{ref}`,
  `POST ${repo}/git/trees`,
  `POST ${repo}/git/commits`,
  `GET ${repo}/git/trees/{tree_sha}`,
  `GET ${repo}/git/blobs/{file_sha}`,
  `GET ${repo}/compare/{basehead}`,
  `GET ${repo}/issues/{issue_number}/events`,
  `GET ${repo}/branches/{branch}`,
  `GET ${repo}/rules/branches/{branch}`,
];

/** The words of a schema that a check needs. */
const words = new Set([
  "type",
  "enum",
  "items",
  "properties",
  "required",
  "additionalProperties",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "nullable",
  "format",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "pattern",
  "$ref",
]);

const document = JSON.parse(readFileSync(process.argv[2], "utf8"));
const operations = cutOperations(asked);
const fixture = {
  source: "https://github.com/github/rest-api-description, api.github.com.json of @octokit/openapi (MIT)",
  version: document.info.version,
  operations,
  schemas: reachable(operations, document.components.schemas),
};
writeFileSync("test/fixtures/github-api.json", `${lines(fixture)}\n`);

/** The operations as JSON Schemas of the query, the body and the answers. */
function cutOperations(names) {
  return Object.fromEntries(
    names.map((name) => {
      const [method, path] = name.split(" ");
      const operation = document.paths[path]?.[method.toLowerCase()];
      if (operation === undefined) throw new Error(`the document has no ${name}`);
      const sent = jsonOf(operation.requestBody)?.schema;
      return [
        name,
        {
          query: queryOf(operation),
          ...(sent && { body: closed(plain(sent)) }),
          answers: answersOf(operation),
        },
      ];
    }),
  );
}

function queryOf({ parameters = [] }) {
  const all = parameters.map((one) => resolved(one)).filter((one) => one.in === "query");
  const properties = all.map(({ name, schema }) => [name, plain(schema)]);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: all.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

function answersOf({ responses }) {
  const entries = Object.entries(responses).map(([status, one]) => {
    const response = resolved(one);
    const schema = jsonOf(response)?.schema;
    return [status, schema === undefined ? {} : plain(schema)];
  });
  return Object.fromEntries(entries);
}

function resolved(one) {
  if (one.$ref === undefined) return one;
  return one.$ref
    .split("/")
    .slice(1)
    .reduce((at, key) => at[key], document);
}

function jsonOf(part) {
  return part?.content?.["application/json"];
}

/** A body with an attribute that the document does not have is refused. */
function closed(schema) {
  return schema.properties && !schema.anyOf && !schema.oneOf
    ? { ...schema, additionalProperties: false }
    : schema;
}

/** A schema without what only people read. */
function plain(schema) {
  if (Array.isArray(schema)) return schema.map((one) => plain(one));
  if (typeof schema !== "object" || schema === null) return schema;
  if (schema.nullable && schema.type === undefined) {
    const { nullable: _, ...rest } = schema;
    return { anyOf: [plain(rest), { type: "null" }] };
  }
  const entries = Object.entries(schema).filter(([key, value]) => words.has(key) && isChecked(key, value));
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (key === "$ref") return [key, `#/schemas/${value.split("/").at(-1)}`];
      if (key === "enum" || key === "required") return [key, value];
      if (key !== "properties") return [key, plain(value)];
      return [key, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]))];
    }),
  );
}

/** The tests check two formats. */
function isChecked(key, value) {
  return key !== "format" || value === "date-time" || value === "uri";
}

/** The schemas that the operations name, and those that they name in turn. */
function reachable(operations, all) {
  const found = {};
  const follow = (value) => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/schemas\/([^"]+)"/g)) {
      if (found[name] !== undefined || all[name] === undefined) continue;
      found[name] = plain(all[name]);
      follow(found[name]);
    }
  };
  follow(operations);
  return found;
}

/** One line for each operation and each schema. */
function lines({ operations, schemas, ...head }) {
  const block = (entries) =>
    Object.entries(entries)
      .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(",\n");
  const start = JSON.stringify(head, undefined, 1).slice(0, -2);
  return `${start},\n"operations": {\n${block(operations)}\n},\n"schemas": {\n${block(schemas)}\n}\n}`;
}
