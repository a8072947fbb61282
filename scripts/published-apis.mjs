// Cuts the operations that docform asks of GitHub and GitLab out of their published documents, for the tests:
//   node scripts/published-apis.mjs github api.github.com.json   (OpenAPI 3, of the package @octokit/openapi)
//   node scripts/published-apis.mjs gitlab openapi_v2.yaml       (Swagger 2, doc/api/openapi of gitlab-org/gitlab)
import { readFileSync, writeFileSync } from "node:fs";
import { parse } from "yaml";

const repo = "/repos/{owner}/{repo}";
const project = "/api/v4/projects/{id}";
const request = `${project}/merge_requests/{merge_request_iid}`;
const discussions = `${project}/merge_requests/{noteable_id}/discussions`;

const asked = {
  github: [
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
    `GET ${repo}/pulls/{pull_number}/reviews`,
    `GET ${repo}/commits/{commit_sha}/pulls`,
    `GET ${repo}/git/ref/{ref}`,
    `POST ${repo}/git/refs`,
    `PATCH ${repo}/git/refs/{ref}`,
    `POST ${repo}/git/trees`,
    `POST ${repo}/git/commits`,
  ],
  gitlab: [
    `GET ${project}/issues`,
    `POST ${project}/issues`,
    `PUT ${project}/issues/{issue_iid}`,
    `GET ${project}/merge_requests`,
    `POST ${project}/merge_requests`,
    `GET ${request}`,
    `PUT ${request}`,
    `GET ${request}/approvals`,
    `GET ${request}/versions`,
    `GET ${project}/repository/commits/{sha}/merge_requests`,
    `POST ${project}/repository/commits`,
    `GET ${project}/repository/files/{file_path}`,
  ],
};

const list = (items) => ({ type: "array", items });
const body = (properties, required) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const none = body({}, []);
const [text, whole, flag] = [{ type: "string" }, { type: "integer" }, { type: "boolean" }];
const ref = (name) => ({ $ref: `#/schemas/${name}` });

/** What the pages of GitLab document, and its published document lacks. */
const onPages = {
  schemas: {
    Note: {
      type: "object",
      properties: {
        id: whole,
        type: { type: ["string", "null"] },
        body: text,
        author: ref("API_Entities_UserBasic"),
        created_at: text,
        updated_at: text,
        system: flag,
        noteable_id: whole,
        noteable_type: text,
        noteable_iid: whole,
        resolvable: flag,
        resolved: flag,
      },
      required: ["id", "body", "author", "created_at", "system", "resolvable"],
      additionalProperties: false,
    },
    Discussion: {
      type: "object",
      properties: { id: text, individual_note: flag, notes: list(ref("Note")) },
      required: ["id", "individual_note", "notes"],
      additionalProperties: false,
    },
  },
  operations: {
    "GET /api/v4/user": {
      query: none,
      answers: {
        200: { type: "object", properties: { id: whole, username: text }, required: ["id", "username"] },
      },
    },
    [`GET ${discussions}`]: {
      query: body({ page: whole, per_page: whole }, []),
      answers: { 200: list(ref("Discussion")) },
    },
    [`POST ${discussions}`]: {
      query: none,
      body: body({ body: text, commit_id: text, created_at: text, position: { type: "object" } }, ["body"]),
      answers: { 201: ref("Discussion") },
    },
    [`PUT ${discussions}/{discussion_id}`]: {
      query: body({ resolved: flag }, ["resolved"]),
      answers: { 200: ref("Discussion") },
    },
    [`PUT ${discussions}/{discussion_id}/notes/{note_id}`]: {
      query: none,
      body: body({ body: text, resolved: flag }, []),
      answers: { 200: ref("Note") },
    },
    [`POST ${project}/issues/{noteable_id}/notes`]: {
      query: none,
      body: body({ body: text, internal: flag, confidential: flag, created_at: text }, ["body"]),
      answers: { 201: ref("Note") },
    },
  },
};

/** Where GitLab answers otherwise than its published document says, by its own pages. */
const corrections = {
  "lists: the schema of an item stands where the list is": ({ operations }) => {
    for (const [name, { answers }] of Object.entries(operations))
      if (/^GET \S+\/(issues|merge_requests|versions)$/.test(name) && answers[200]?.type !== "array")
        answers[200] = list(answers[200]);
  },
  "approved_by is a list": ({ schemas }) => {
    const { properties } = schemas.API_Entities_MergeRequestApprovals;
    properties.approved_by = list(properties.approved_by);
  },
  "an action of a commit needs its action and path alone": ({ operations }) => {
    const commit = operations[`POST ${project}/repository/commits`];
    commit.body.properties.actions.items.required = ["action", "file_path"];
    commit.answers[201] ??= commit.answers[200];
  },
  "labels are sent as one text with commas or as a list, and answered as a list": ({
    operations,
    schemas,
  }) => {
    for (const { properties = {} } of Object.values(schemas))
      if (properties.labels?.type === "string") properties.labels = list(text);
    for (const { query, body: sent } of Object.values(operations))
      for (const { properties = {} } of [query, sent ?? {}])
        if (properties.labels !== undefined) properties.labels = { anyOf: [text, list(text)] };
  },
  "a file has a path, a size and its text": ({ operations }) => {
    const properties = { file_path: text, size: whole, encoding: text, content: text };
    const required = Object.keys(properties);
    operations[`GET ${project}/repository/files/{file_path}`].answers[200] = {
      type: "object",
      properties,
      required,
    };
  },
};

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

const [service, file] = process.argv.slice(2);
const source = parse(readFileSync(file, "utf8"), { maxAliasCount: -1 });
const fixture = service === "github" ? cutGithub(source) : cutGitlab(source);
writeFileSync(`test/fixtures/${service}-api.json`, `${lines(fixture)}\n`);

function cutGithub(document) {
  const operations = cutOperations(asked.github, document, ({ requestBody }) => jsonOf(requestBody)?.schema);
  return {
    source: "https://github.com/github/rest-api-description, api.github.com.json of @octokit/openapi (MIT)",
    version: document.info.version,
    operations,
    schemas: reachable(operations, document.components.schemas),
  };
}

function cutGitlab(document) {
  const sent = ({ parameters = [] }) => parameters.find((one) => one.in === "body")?.schema;
  const operations = cutOperations(asked.gitlab, document, (operation) => {
    const schema = sent(operation);
    return schema?.$ref === undefined ? schema : document.definitions[schema.$ref.split("/").at(-1)];
  });
  const cut = { operations: { ...operations, ...onPages.operations }, schemas: {} };
  cut.schemas = { ...nullable(reachable(cut.operations, document.definitions)), ...onPages.schemas };
  for (const correct of Object.values(corrections)) correct(cut);
  return {
    source: "https://gitlab.com/gitlab-org/gitlab, doc/api/openapi/openapi_v2.yaml (docs: CC BY-SA 4.0)",
    version: `${document.info.version}, July 2026`,
    fromPages: Object.keys(onPages.operations),
    corrections: [...Object.keys(corrections), "a value that is missing is null, which Swagger 2 cannot say"],
    ...cut,
  };
}

/** The operations in one form for both: the query, the body and the answers as JSON Schemas. */
function cutOperations(names, document, bodyOf) {
  return Object.fromEntries(
    names.map((name) => {
      const [method, path] = name.split(" ");
      const operation = document.paths[path]?.[method.toLowerCase()];
      if (operation === undefined) throw new Error(`the document has no ${name}`);
      const sent = bodyOf(operation);
      return [
        name,
        {
          query: queryOf(operation, document),
          ...(sent && { body: closed(plain(sent)) }),
          answers: answersOf(operation, document),
        },
      ];
    }),
  );
}

function queryOf({ parameters = [] }, document) {
  const all = parameters.map((one) => resolved(one, document)).filter((one) => one.in === "query");
  const properties = all.map(({ name, schema, type, enum: values, items }) => [
    name,
    plain(schema ?? { type, ...(values && { enum: values }), ...(items && { items }) }),
  ]);
  return body(
    Object.fromEntries(properties),
    all.filter(({ required }) => required).map(({ name }) => name),
  );
}

function answersOf({ responses }, document) {
  const entries = Object.entries(responses).map(([status, one]) => {
    const response = resolved(one, document);
    const schema = response.schema ?? jsonOf(response)?.schema;
    return [status, schema === undefined ? {} : plain(schema)];
  });
  return Object.fromEntries(entries);
}

function resolved(one, document) {
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
  follow({ operations, pages: service === "gitlab" ? onPages.schemas : {} });
  return found;
}

/** The schemas, with null for each property that is a plain value. */
function nullable(schemas) {
  const change = (schema) => {
    if (schema.items !== undefined) change(schema.items);
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      change(inner);
      if (typeof inner.type === "string" && inner.enum === undefined) inner.nullable = true;
      if (inner.$ref !== undefined) schema.properties[name] = { anyOf: [inner, { type: "null" }] };
    }
  };
  for (const schema of Object.values(schemas)) change(schema);
  return schemas;
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
