import type { Edition } from "../../../src/contract/edition.ts";
import { mutates, type Operation } from "../../../src/contract/operation.ts";
import type { ApiAnswer, ApiRequest } from "../../../src/platform/http/raw.ts";
import type { PlatformOptions } from "../../../src/platform/platform.ts";
import { checkAnswer, answerProblems as contractProblems } from "../platform/answer-problems.ts";
import { rememberingRight } from "../platform/remembering-right.ts";
import { answerProblems, type Call, publishedAt, requestProblems } from "./published.ts";

/**
 * `checkAnswerIn` for random worlds, whose languages, rich texts and schemas of visitors are in forms that people write
 * or left there: those are not looked at.
 */
export const checkRandom: NonNullable<PlatformOptions["checkAnswer"]> = (operation, answer, request) =>
  tell(
    operation,
    problemsOf(operation, answer, request).filter(
      (one) => !/\/instructions|\/jsonSchema|language /.test(one),
    ),
  );

/** Looks at each exchange of a platform in a test, and throws what is wrong. */
export function checkAnswerIn(edition: Edition): NonNullable<PlatformOptions["checkAnswer"]> {
  return edition === "gitbook" ? checkPublished : checkAnswer;
}

/** The exchanges that were held against the published document, by the id of its operation. */
export const held = { requests: new Map<string, number>(), answers: new Map<string, number>() };

/**
 * Holds an exchange in the edition gitbook against the contract, and against the document that the service publishes.
 * Throws what is wrong. A request that is refused need not be right.
 */
function checkPublished(operation: Operation, answer: ApiAnswer, request: ApiRequest): void {
  tell(operation, problemsOf(operation, answer, request));
}

function problemsOf(
  operation: Operation,
  { status, body: said }: ApiAnswer,
  { method, path, query = {}, body }: ApiRequest,
): readonly string[] {
  const call: Call = { method, path, query, ...(mutates(operation) ? { body } : {}) };
  const id = publishedAt(call)?.operationId ?? "";
  if (status < 400) held.requests.set(id, (held.requests.get(id) ?? 0) + 1);
  held.answers.set(id, (held.answers.get(id) ?? 0) + 1);
  return problemsOfCall(operation, call, status, said);
}

const problemsOfCall = rememberingRight(
  (operation: Operation, call: Call, status: number, body: unknown): readonly string[] => {
    const said: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
    return [
      ...(status < 400 ? requestProblems(call).map((problem) => `request: ${problem}`) : []),
      // The published document says which fields there are.
      ...contractProblems(operation, status, said).filter((one) => !one.endsWith("not in the contract")),
      ...answerProblems(call, status, said).map((problem) => `answer ${status}: ${problem}`),
    ];
  },
);

function tell({ name }: Operation, problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(`${name} is not as it is published: ${problems.join("; ")}`);
}
