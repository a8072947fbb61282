import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";

/** A JSON Schema, as far as tests look into it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Operation {
  readonly query: Schema;
  readonly body?: Schema;
  readonly answers: Readonly<Record<string, Schema>>;
}

interface Fixture {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly schemas: Readonly<Record<string, Schema>>;
}

/**
 * The operations of a service, which requests and answers are checked against: for GitHub, cut out of its published
 * document (scripts/github-api.mjs); for GitLab, written by hand after its pages.
 */
export interface ServiceApi {
  /** The operation of a request, such as `GET /user`, and the values in its path. */
  readonly find: (
    method: string,
    path: string,
  ) => { readonly name: string; readonly params: Readonly<Record<string, string>> } | undefined;
  /** The mistakes in the query and the body of a request. */
  readonly requestProblems: (
    name: string,
    query: Readonly<Record<string, string | readonly string[]>>,
    body: unknown,
  ) => readonly string[];
  readonly answerProblems: (name: string, status: number, data: unknown) => readonly string[];
  /** The least answer of an operation that its schema allows, with these fields in it; of a list, one item. */
  readonly answer: (name: string, status: number, fields: object) => unknown;
}

const known = new Map<string, ServiceApi>();

/** Reads the fixture of a service once for each test file. */
export function serviceApi(service: "github" | "gitlab"): ServiceApi {
  const made =
    known.get(service) ?? makeApi(JSON.parse(readFileSync(`test/fixtures/${service}-api.json`, "utf8")));
  known.set(service, made);
  return made;
}

function makeApi(fixture: Fixture): ServiceApi {
  const routes = Object.keys(fixture.operations).map((name) => ({ name, ...routeOf(name) }));
  const check = checker(fixture);
  return {
    find: (method, path) => {
      for (const { name, method: own, pattern } of routes) {
        const groups = method === own ? pattern.exec(path)?.groups : undefined;
        if (groups === undefined) continue;
        const params = Object.entries(groups).map(([key, value]) => [key, decodeURIComponent(value)]);
        return { name, params: Object.fromEntries(params) };
      }
      return undefined;
    },
    requestProblems: (name, query, body) => {
      const { body: schema } = fixture.operations[name] as Operation;
      const isSent = body !== undefined;
      if (isSent !== (schema !== undefined) && (isSent || schema?.required?.length))
        return [`${name}: a body is ${isSent ? "sent" : "missing"}`];
      return [
        ...check("query", name, "query", query),
        ...(isSent ? check("json", name, "body", body) : []),
      ].map((problem) => `${name}: ${problem}`);
    },
    answerProblems: (name, status, data) => {
      if (fixture.operations[name]?.answers[status] === undefined)
        return [`${name}: the document has no answer ${status}`];
      return check("json", name, `answers/${status}`, data).map((one) => `${name}, answer ${status}: ${one}`);
    },
    answer: (name, status, fields) => {
      const schema = fixture.operations[name]?.answers[status] as Schema;
      return sampleOf(schema.items ?? schema, fixture, fields);
    },
  };
}

function routeOf(name: string): { readonly method: string; readonly pattern: RegExp } {
  const [method = "", path = ""] = name.split(" ");
  return { method, pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`) };
}

/** Validators are compiled when they are first used. A query has texts for numbers. */
function checker(fixture: Fixture) {
  const make = (coerceTypes: boolean): Ajv =>
    new Ajv({
      strict: false,
      inlineRefs: false,
      validateSchema: false,
      code: { optimize: false },
      coerceTypes,
      formats: { "date-time": isTime, uri: isAddress },
    }).addSchema(fixture, "api");
  const ajv = { json: make(false), query: make(true) };
  const compiled = new Map<string, ValidateFunction>();
  return (kind: "json" | "query", name: string, part: string, data: unknown): readonly string[] => {
    const pointer = encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
    const $ref = `api#/operations/${pointer}/${part}`;
    const validate = compiled.get($ref) ?? ajv[kind].compile({ $ref });
    compiled.set($ref, validate);
    validate(structuredClone(data));
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      return `${part}${instancePath} ${message} ${JSON.stringify(params)}`;
    });
  };
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text));
}

function isAddress(text: string): boolean {
  return URL.canParse(text);
}

/** The least value of a schema; given fields win, and are filled up where the schema wants more of them. */
function sampleOf(schema: Schema, fixture: Fixture, given?: unknown): unknown {
  if (schema.$ref !== undefined) return sampleOf(pointed(schema.$ref, fixture), fixture, given);
  const [one] = schema.allOf ?? schema.anyOf ?? schema.oneOf ?? [];
  if (one !== undefined) return given === null ? null : sampleOf(one, fixture, given);
  if (Array.isArray(given)) return given.map((item) => sampleOf(schema.items ?? {}, fixture, item));
  if (
    schema.properties !== undefined &&
    (given === undefined ? !schema.nullable : typeof given === "object" && given)
  )
    return objectOf(schema, fixture, (given ?? {}) as Readonly<Record<string, unknown>>);
  return given ?? plainValue(schema);
}

function objectOf(schema: Schema, fixture: Fixture, given: Readonly<Record<string, unknown>>): unknown {
  const names = new Set([...(schema.required ?? []), ...Object.keys(given)]);
  const entries = [...names].map((name) => [
    name,
    sampleOf(schema.properties?.[name] ?? {}, fixture, given[name]),
  ]);
  return Object.fromEntries(entries);
}

function plainValue({ type, nullable, enum: values, format }: Schema): unknown {
  const first = Array.isArray(type) ? type[0] : type;
  if (nullable) return null;
  if (values !== undefined) return values[0];
  if (format === "date-time") return "2026-11-25T10:00:00Z";
  if (format === "uri") return "https://example.com/";
  return { string: "text", integer: 0, number: 0, boolean: false, array: [], object: {} }[String(first)];
}

function pointed($ref: string, fixture: Fixture): Schema {
  return fixture.schemas[$ref.split("/").at(-1) ?? ""] as Schema;
}
