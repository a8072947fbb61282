import { documentedFailures, failureMeanings } from "../../contract/failures.ts";
import { mutates, type Operation, pathParameters } from "../../contract/operation.ts";
import { describeParameter } from "../../contract/parameters.ts";
import { partTitles } from "../../contract/parts.ts";
import { page, table } from "../../render/text/columns.ts";
import { shellWord } from "../../text/shell-word.ts";
import { exampleWords } from "./api-example.ts";
import { type FieldRow, fieldRows } from "./api-fields.ts";

/** What `docform api NAME --help` shows: what an operation does, takes and answers. */
export function operationHelp(operation: Operation): string {
  const { name, method, path, part, summary, query, body } = operation;
  const parameters = pathParameters(operation).map((parameter) => ({
    name: parameter,
    type: "text",
    isRequired: true,
    description: describeParameter(parameter),
  }));
  return page([
    [`${name}: ${summary}`],
    [`${method} ${path}`, `Part ${part} of the reference: ${partTitles[part] ?? ""}`, ...notes(operation)],
    section("Path", parameters),
    section("Query", query === undefined ? [] : fieldRows(query)),
    section("Body", body === undefined ? [] : fieldRows(body)),
    ["Answers", ...table(answerRows(operation)).map(indented)],
    section(operation.list === undefined ? "Answer" : "Each item", answerFields(operation), "always"),
    ["Example", indented(["docform api", ...exampleWords(operation).map(shellWord)].join(" "))],
  ]);
}

function notes(operation: Operation): readonly string[] {
  return [
    ...(mutates(operation) ? ["Changes the platform: asks first, unless --yes."] : []),
    ...(operation.retry === "create" ? ["Sent again, it may make a second object."] : []),
    ...(operation.list === undefined ? [] : ["A list: --paginate reads all of its pages."]),
    ...(operation.deprecated === true ? ["Deprecated."] : []),
  ];
}

function section(title: string, fields: readonly FieldRow[], needed = "required"): readonly string[] {
  if (fields.length === 0) return [];
  const rows = fields.map(({ name, type, isRequired, description }) => [
    name,
    isRequired ? `${type}, ${needed}` : type,
    description,
  ]);
  return [title, ...table(rows).map(indented)];
}

function answerRows(operation: Operation): readonly (readonly string[])[] {
  const successes =
    operation.list === undefined ? Object.entries(operation.answers ?? {}) : [["200", "list"]];
  return [
    ...successes.map(([status, schema]) => [String(status), answerText(operation, String(status), schema)]),
    ...documentedFailures(operation).map((status) => [String(status), failureMeanings[status]]),
  ];
}

function answerText(operation: Operation, status: string, schema: unknown): string {
  if (operation.list !== undefined) return "A page of the list: { items, count, next }";
  if (schema !== null) return "The answer";
  if (operation.method !== "DELETE") return "Done; the answer is empty";
  return status === "204" ? "It did not exist" : "Deleted";
}

function answerFields({ list, answers = {} }: Operation): readonly FieldRow[] {
  const schema = list ?? Object.values(answers).find((answer) => answer !== null);
  return schema ? fieldRows(schema, 1) : [];
}

function indented(line: string): string {
  return `  ${line}`;
}
