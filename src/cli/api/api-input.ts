import { fillPath, type Params, type Query } from "../../client/url.ts";
import type { Schema } from "../../contract/json-schema.ts";
import { type Operation, pathParameters } from "../../contract/operation.ts";
import { treeOf } from "../../manifest/read/tree.ts";
import { checkValue } from "../../manifest/schema/check-value.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { isObject, type Json, type JsonObject } from "../../text/json.ts";
import { messageOf } from "../../text/message-of.ts";
import { nearMatch } from "../../text/near-match.ts";

/** The input of an API call, checked against the contract. */
export interface CallInput {
  readonly params: Params;
  readonly query: Query;
  readonly body?: Json;
}

/** The words and files of a command line that calls an operation. */
export interface Given {
  /** Path parameters of a path that was written out. */
  readonly params: Params;
  /** `key=value` and `key:=json`. */
  readonly words: readonly string[];
  /** Content of `--body`. */
  readonly body?: Json | undefined;
}

type Place = "params" | "query" | "body";

/** Reads the input of a call, or everything that is wrong with it. Nothing is sent before it is right. */
export function readInput(
  operation: Operation,
  given: Given,
): { readonly input: CallInput } | { readonly problems: readonly Diagnostic[] } {
  const problems: Diagnostic[] = [];
  const places = placed(operation, given, problems);
  const body = bodyOf(operation, given.body, places.body, problems);
  const input = {
    params: places.params as Params,
    query: places.query as Query,
    ...(body === undefined ? {} : { body }),
  };
  problems.push(...inputProblems(operation, input));
  return problems.length > 0 ? { problems } : { input };
}

/** Each word where the contract has its key. */
function placed(
  operation: Operation,
  given: Given,
  problems: Diagnostic[],
): Readonly<Record<Place, Record<string, Json>>> {
  const places = { params: { ...given.params } as Record<string, Json>, query: {}, body: {} };
  for (const word of given.words) {
    const assignment = readAssignment(word);
    if ("problem" in assignment) {
      problems.push(wrong(assignment.problem, assignment.hint));
      continue;
    }
    const place = inputPlace(operation, assignment.key);
    if (place === undefined) problems.push(unknownKey(operation, assignment.key));
    else problems.push(...put(operation, places[place], place, assignment));
  }
  return places;
}

function inputPlace(operation: Operation, key: string): Place | undefined {
  if (pathParameters(operation).includes(key)) return "params";
  if (Object.hasOwn(operation.query?.shape ?? {}, key)) return "query";
  const { body } = operation;
  // An open body takes any key, and this one would not be a field of it but its prototype.
  const isOpen = key !== "__proto__" && body?._zod.def.catchall?._zod.def.type === "unknown";
  return body !== undefined && (isOpen || Object.hasOwn(body.shape, key)) ? "body" : undefined;
}

/** Sets a value; a query may repeat a key, when the contract takes a list there. */
function put(
  operation: Operation,
  values: Record<string, Json>,
  place: Place,
  { key, value }: Assignment,
): readonly Diagnostic[] {
  const before = Object.hasOwn(values, key) ? values[key] : undefined;
  if (before !== undefined && !(place === "query" && takesList(operation, key)))
    return [wrong(`"${key}" is given twice`, "leave one of the two out")];
  if (!isPossible(place, value)) return [wrong(`${key} must be text`, `write it as ${key}=VALUE`)];
  values[key] = before === undefined ? value : [before, value].flat();
  return [];
}

/**
 * Whether a value fits its place: a body holds any JSON, a query holds plain values and lists, a path holds
 * text.
 */
function isPossible(place: Place, value: Json): boolean {
  if (place === "query") return value !== null && !isObject(value);
  return place === "body" || typeof value === "string";
}

function takesList(operation: Operation, key: string): boolean {
  const field = operation.query?.shape[key] as Schema | undefined;
  return field?.safeParse([]).success === true;
}

function unknownKey(operation: Operation, key: string): Diagnostic {
  const known = [
    ...pathParameters(operation),
    ...Object.keys(operation.query?.shape ?? {}),
    ...Object.keys(operation.body?.shape ?? {}),
  ];
  const near = nearMatch(key, known);
  const meant = near === undefined ? "" : `did you mean "${near}"? `;
  const takes = known.length === 0 ? "nothing" : known.join(", ");
  return wrong(`${operation.name} takes no "${key}"`, `${meant}it takes: ${takes}`);
}

/** The body of `--body` with the fields of the command line. */
function bodyOf(
  operation: Operation,
  file: Json | undefined,
  fields: JsonObject,
  problems: Diagnostic[],
): Json | undefined {
  const names = Object.keys(fields);
  if (file === undefined) return names.length === 0 ? undefined : fields;
  if (operation.body === undefined) {
    problems.push(wrong(`${operation.name} takes no body`, "leave --body out"));
    return undefined;
  }
  if (names.length === 0) return file;
  const twice = isObject(file) ? names.filter((name) => Object.hasOwn(file, name)) : names;
  for (const name of twice)
    problems.push(wrong(`"${name}" is in --body and on the command line`, "leave one of the two out"));
  return isObject(file) ? { ...file, ...fields } : file;
}

function inputProblems(operation: Operation, { params, query, body }: CallInput): readonly Diagnostic[] {
  const names = pathParameters(operation);
  const missing = names.filter((name) => params[name] === undefined);
  const filled = fillPath(operation, {
    ...Object.fromEntries(missing.map((name) => [name, "-"])),
    ...params,
  });
  return [
    ...missing.map((name) => wrong(`path parameter "${name}" is missing`, `write ${name}=VALUE`)),
    ...("problem" in filled ? [wrong(filled.problem, helpOn(operation))] : []),
    ...schemaProblems(operation, "query", query as JsonObject),
    ...schemaProblems(operation, "body", body ?? {}),
  ];
}

/** The problems of a query or body by its schema, in the words of manifests. */
function schemaProblems(operation: Operation, part: "query" | "body", json: Json): readonly Diagnostic[] {
  const schema = operation[part];
  if (schema === undefined) return [];
  const source = { file: `the ${part}`, line: 1, column: 1 };
  const found = checkValue(schema, { name: "", source, value: treeOf(json, source) }, json);
  return found.map(({ message, label, hint = helpOn(operation) }) =>
    wrong(message, label === undefined ? hint : `${label} ${hint}`),
  );
}

function helpOn({ name }: Operation): string {
  return `see docform api ${name} --help`;
}

function wrong(message: string, hint: string): Diagnostic {
  return error("DF5001", message, { hint });
}

/** A value for a key, as a command line gives it. */
interface Assignment {
  readonly key: string;
  readonly value: Json;
}

/** Reads `key=text` or `key:=json`; returns a problem with a hint when the word has neither form. */
function readAssignment(word: string): Assignment | { readonly problem: string; readonly hint: string } {
  const [, key = "", operator, text = ""] = /^([^=:]+)(:=|=)(.*)$/s.exec(word) ?? [];
  if (operator === undefined)
    return { problem: `"${word}" is not an input`, hint: "write key=value, or key:=json" };
  if (operator === "=") return { key, value: text };
  try {
    return { key, value: JSON.parse(text) as Json };
  } catch (problem) {
    return { problem: `${key} is not JSON: ${messageOf(problem)}`, hint: `for plain text write ${key}=TEXT` };
  }
}
