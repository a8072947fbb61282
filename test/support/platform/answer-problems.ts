import { answerSchema, type Operation } from "../../../src/contract/operation.ts";
import type { ApiAnswer } from "../../../src/platform/http/raw.ts";
import { equalJson, isObject } from "../../../src/text/json.ts";
import { rememberingRight } from "./remembering-right.ts";

function difference(given: unknown, known: unknown, path: string): string[] {
  if (Array.isArray(given) && Array.isArray(known)) {
    return given.flatMap((item, index) => difference(item, known[index], `${path}/${index}`));
  }
  if (isObject(given) && isObject(known)) {
    return Object.keys(given).flatMap((key) => difference(given[key], known[key], `${path}/${key}`));
  }
  return equalJson(given, known) ? [] : [`${path}: not in the contract`];
}

/**
 * The first place where an answer breaks the contract: an unknown status or field, or a value that does not
 * fit.
 */
export const answerProblems = rememberingRight(problemsOf);

function problemsOf(operation: Operation, status: number, body: unknown): string[] {
  if (status >= 400) return errorProblems(body);
  const schema = answerSchema(operation, status);
  if (schema === undefined) return [`${operation.name} does not answer ${status}`];
  if (schema === null) return body === undefined ? [] : [`${operation.name} ${status} has no body`];
  const given: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  const result = schema.safeParse(given);
  if (result.success) return difference(given, result.data, "");
  return result.error.issues.map((issue) => `/${issue.path.join("/")}: ${issue.message}`);
}

function errorProblems(body: unknown): string[] {
  const error = isObject(body) && Object.keys(body).length === 1 ? body.error : undefined;
  const fits = isObject(error) && Number.isInteger(error.code) && typeof error.message === "string";
  return fits ? [] : ["an error is {error: {code, message}} (A1)"];
}

/** Throws when an answer of a platform breaks the contract. */
export function checkAnswer(operation: Operation, { status, body }: ApiAnswer): void {
  const problems = answerProblems(operation, status, body);
  if (problems.length > 0) throw new Error(`${operation.name} ${status}: ${problems.join("; ")}`);
}
