import { readFileSync } from "node:fs";
import { Ajv2020, type AnySchema, type ValidateFunction } from "ajv/dist/2020.js";
import { isObject } from "../../../src/text/json.ts";

type Part = Readonly<Record<string, unknown>>;

/** An operation of the published document. */
interface PublishedOperation extends Part {
  readonly operationId: string;
  readonly requestBody?: Part;
  readonly responses: Readonly<Record<string, Part>>;
  readonly parameters?: readonly Part[];
}

/** A call, with its body as data. The path is below `/v1`, without the query. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The document that the service publishes: `@gitbook/api` 0.202.0, which no part of the product reads. */
const document: Part = JSON.parse(readFileSync("node_modules/@gitbook/api/spec/openapi.json", "utf8"));

const root = "https://published.example/openapi";

/** The part of the document at a reference such as `#/components/schemas/Space`. */
function at(reference: string): Part {
  const keys = reference.split("/").slice(1);
  return keys.reduce<Part>((part, key) => part[unescaped(key)] as Part, document);
}

function unescaped(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}

function resolved(part: Part): Part {
  return typeof part.$ref === "string" ? resolved({ ...at(part.$ref), ...without(part, "$ref") }) : part;
}

function without(part: Part, key: string): Part {
  return Object.fromEntries(Object.entries(part).filter(([name]) => name !== key));
}

/** The keywords whose value is a schema of the same value: such a part may not close the object by itself. */
const branches = ["allOf", "anyOf", "oneOf"];

/**
 * A schema that also refuses the fields that it does not name: a field that nobody published is a mistake of docform or of
 * its platform. A value that the document leaves free stays free.
 */
function closed(schema: unknown, isBranch = false): unknown {
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (branches.includes(key) && Array.isArray(value)) return [key, value.map((one) => closed(one, true))];
      if (key === "properties" && isObject(value))
        return [key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one)]))];
      if (key === "items" || key === "additionalProperties") return [key, closed(value)];
      return [key, value];
    }),
  );
  return isBranch || !namesFields(schema) ? inner : { ...inner, unevaluatedProperties: false };
}

/** Does the schema, or one that it consists of, name fields and leave no others open? */
function namesFields(schema: Part): boolean {
  const { properties, additionalProperties, ...rest } = resolved(schema);
  if (additionalProperties !== undefined) return false;
  const parts = branches.flatMap((key) => (Array.isArray(rest[key]) ? (rest[key] as Part[]) : []));
  return (
    properties !== undefined ||
    (parts.length > 0 && parts.every((part) => isScalar(part) || namesFields(part)))
  );
}

function isScalar(schema: Part): boolean {
  const { type } = resolved(schema);
  return type !== undefined && type !== "object";
}

/**
 * Fields that the document requires in an answer, and that an object can be without: what creates it need not give them
 * (G6). The document is at odds with itself there, so the platform and docform take either.
 */
export const optionalInAnswers: Readonly<Record<string, readonly string[]>> = {
  Space: ["emoji"],
  OrganizationSAMLProvider: ["ssoURL", "entityID", "certificate", "defaultRole"],
  JSONDocument: ["data"],
  Translation: ["instructions"],
  OrganizationAgentInstructions: ["instructions", "updatedAt", "updatedBy"],
  SiteAdaptiveJSONSchema: ["type", "properties", "additionalProperties"],
};

function withoutOptional(name: string, schema: unknown): unknown {
  const optional = optionalInAnswers[name] ?? [];
  if (!isObject(schema) || optional.length === 0) return schema;
  const { required = [] } = schema as { readonly required?: readonly string[] };
  return { ...schema, required: required.filter((field) => !optional.includes(field)) };
}

const components = document.components as Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The same document, whose schemas are closed at each place that uses them. */
const strict = {
  $id: root,
  components: {
    schemas: Object.fromEntries(
      Object.entries(components.schemas ?? {}).map(([name, schema]) => [
        name,
        closed(withoutOptional(name, schema), true),
      ]),
    ),
  },
};

// Most schemas are asked a few times, so to optimize their code costs more than it gives.
const code = { optimize: false } as const;
const ajv = new Ajv2020({
  strict: false,
  validateFormats: true,
  discriminator: false,
  allErrors: false,
  code,
});
ajv.addSchema(strict as AnySchema);
ajv.addFormat(
  "date-time",
  (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text)),
);
ajv.addFormat("uri", (text) => URL.canParse(text));
for (const name of ["byte", "date", "email", "emoji", "icon", "int32", "uuid"]) ajv.addFormat(name, true);

const compiled = new Map<unknown, ValidateFunction>();

function validatorOf(schema: Part): ValidateFunction {
  const known = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, known);
  return known;
}

function compile(schema: Part): ValidateFunction {
  const text = JSON.stringify(closed(schema)).replaceAll('"$ref":"#/', `"$ref":"${root}#/`);
  return ajv.compile(JSON.parse(text) as AnySchema);
}

function problemsOf(schema: Part, value: unknown): readonly string[] {
  const isValid = validatorOf(schema);
  if (isValid(value)) return [];
  return (isValid.errors ?? []).slice(0, 3).map(({ instancePath, message, params }) => {
    return `${instancePath || "/"} ${message} ${JSON.stringify(params)}`;
  });
}

const paths = Object.entries(
  document.paths as Readonly<Record<string, Readonly<Record<string, unknown>>>>,
).map(([path, operations]) => ({
  form: new RegExp(`^${path.replaceAll(/[.]/g, "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  // A literal segment goes before a parameter.
  parameters: path.split("{").length,
  operations,
}));

/** The published operation of a call; undefined where there is none. */
export function publishedAt({ method, path }: Pick<Call, "method" | "path">): PublishedOperation | undefined {
  const found = paths
    .filter(({ form, operations }) => form.test(path) && operations[method.toLowerCase()] !== undefined)
    .sort((a, b) => a.parameters - b.parameters)[0];
  return found?.operations[method.toLowerCase()] as PublishedOperation | undefined;
}

function schemaIn(part: Part | undefined): Part | undefined {
  const content = part?.content as Readonly<Record<string, Part>> | undefined;
  return content?.["application/json"]?.schema as Part | undefined;
}

/** Problems of a request by the published document. */
export function requestProblems(call: Call): readonly string[] {
  const operation = publishedAt(call);
  if (operation === undefined) return [`${call.method} ${call.path} is not published`];
  const schema = schemaIn(operation.requestBody && resolved(operation.requestBody));
  const parameters = (operation.parameters ?? []).map(resolved);
  const known = parameters.filter((one) => one.in === "query").map(({ name }) => String(name));
  const unknown = Object.keys(call.query ?? {}).filter((name) => !known.includes(name));
  const query = unknown.map((name) => `the query has ${name}, which is not published`);
  if (call.body === undefined) return query;
  if (schema === undefined) return [...query, "it takes no body"];
  return [...query, ...problemsOf(schema, call.body)];
}

/** Problems of an answer by the published document. A failure is of its form of errors. */
export function answerProblems(call: Call, status: number, body: unknown): readonly string[] {
  const operation = publishedAt(call);
  if (operation === undefined) return [];
  if (status >= 400) return problemsOf({ $ref: "#/components/schemas/Error" }, body);
  const response = operation.responses[String(status)];
  if (response === undefined) return [`it does not answer ${status}`];
  const schema = schemaIn(resolved(response));
  if (schema === undefined) return body === undefined ? [] : [`${status} has no body`];
  return problemsOf(schema, body);
}
