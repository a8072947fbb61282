import { keyPattern } from "../../model/address.ts";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import type { Label, Labels } from "../../model/labels.ts";
import { isAbsolute, isOutside } from "../read/project-files.ts";
import { type Reading, readText, type TextRead } from "../read/read-file.ts";
import { scalarText, type Tree } from "../read/tree.ts";
import { limits } from "../read/yaml-limits.ts";
import { aliasForm, isLabelValue, labelForm } from "../schema/project-file.ts";
import { type Cell, csvLines } from "./csv.ts";

/** One organization of the table. `source` is the place of its alias. */
export interface TableRow {
  readonly alias: string;
  readonly id: string;
  readonly source: Source;
  readonly labels: Labels;
}

/**
 * Reads the table of organizations that docform.yaml names: CSV with the columns alias and id, and each other column a
 * label. Undefined, with errors, when it cannot be used.
 */
export async function readTable(reading: Reading, setting: Tree): Promise<readonly TableRow[] | undefined> {
  const { report, sources, io } = reading;
  const path = scalarText(setting) ?? "";
  const { source } = setting;
  const isElsewhere = path === "" || isAbsolute(path) || isOutside(path) || path.includes("\0");
  const read: TextRead = isElsewhere
    ? { problem: "lies outside the project folder", code: "DF1009" }
    : await readText(io, path, limits.bytes);
  if (!("text" in read)) {
    const { code, problem, hint = "write the path of the table from the project folder" } = read;
    report.add(error(code, `the table "${path}" ${problem}`, { source, hint }));
    return undefined;
  }
  sources.set(path, read.text);
  const { rows, diagnostics } = tableRows(path, read.text);
  report.add(diagnostics);
  return diagnostics.length > 0 ? undefined : rows;
}

interface Rows {
  readonly rows: readonly TableRow[];
  readonly diagnostics: readonly Diagnostic[];
}

function tableRows(file: string, text: string): Rows {
  const lines = csvLines(file, text, limits.columns);
  const heading = lines.next().value ?? [];
  const start = { file, line: 1, column: 1, length: 1 };
  const wrong = "code" in heading ? [heading] : wrongHeading(heading, heading[0]?.source ?? start);
  if ("code" in heading || wrong.length > 0) return { rows: [], diagnostics: wrong };
  const names = heading.map((cell) => cell.text);
  const rows = new Map<string, TableRow>();
  const diagnostics: Diagnostic[] = [];
  for (const cells of lines) {
    const row = "code" in cells ? cells : readRow(names, cells, rows);
    if ("code" in row) diagnostics.push(row);
    else rows.set(row.alias, row);
    if (rows.size + diagnostics.length <= limits.organizations) continue;
    const message = `the table has more than ${limits.organizations} organizations`;
    return { rows: [], diagnostics: [error("DF1003", message, { source: row.source ?? start })] };
  }
  if (rows.size + diagnostics.length === 0) diagnostics.push(unusable("it lists no organization", start));
  return { rows: [...rows.values()], diagnostics };
}

function wrongHeading(heading: readonly Cell[], start: Source): readonly Diagnostic[] {
  const names = heading.map(({ text }) => text);
  const hint = "the first line names the columns, with commas between: alias,id,tier";
  const missing = ["alias", "id"].filter((name) => !names.includes(name));
  const noNames = heading.filter(({ text }) => !keyPattern.test(text));
  const twice = heading.filter(({ text }, at) => names.indexOf(text) < at);
  return [
    ...missing.map((name) => unusable(`it has no column ${name}`, start, hint)),
    ...noNames.map(({ text, source }) => unusable(`"${text}" cannot be the name of a column`, source, hint)),
    ...twice.map(({ text, source }) => unusable(`it has two columns ${text}`, source)),
  ];
}

/** The organization of a line, or the mistake in it. */
function readRow(
  names: readonly string[],
  cells: readonly Cell[],
  before: ReadonlyMap<string, TableRow>,
): TableRow | Diagnostic {
  const row = rowOf(names, cells);
  const first = before.get(row.alias);
  return (
    wrongRow(names, cells) ?? (first === undefined ? row : listedTwice(row.alias, row.source, first.source))
  );
}

function wrongRow(names: readonly string[], cells: readonly Cell[]): Diagnostic | undefined {
  const [first] = cells;
  if (first !== undefined && cells.length !== names.length)
    return unusable(`it has ${names.length} columns, and this line ${cells.length}`, first.source);
  for (const [at, { text, source }] of cells.entries()) {
    const name = names[at] ?? "";
    if (name === "alias" && !keyPattern.test(text))
      return unusable(`the alias "${text}" ${aliasForm}`, source);
    if (name === "id" && text === "") return unusable("the id is missing", source);
    if (!isLabelValue(text))
      return unusable(`the ${name === "id" ? name : `label ${name}`} ${labelForm}`, source);
  }
  return undefined;
}

/** An alias at two places: each could mean another organization. */
export function listedTwice(alias: string, source: Source, first: Source): Diagnostic {
  const related = [{ message: "first listed here", source: first }];
  const hint = "take one of the two out: an environment alone may change an organization of the table";
  return error("DF2002", `the organization "${alias}" is listed twice`, { source, related, hint });
}

function rowOf(names: readonly string[], cells: readonly Cell[]): TableRow {
  const byName = new Map(names.map((name, at) => [name, cells[at]]));
  const [alias, id] = [byName.get("alias"), byName.get("id")];
  const labels = [...byName].flatMap(([name, cell]): (readonly [string, Label])[] =>
    cell === undefined || cell === alias || cell === id || cell.text === ""
      ? []
      : [[name, { value: cell.text, source: cell.source }]],
  );
  const source = alias?.source ?? { file: "", line: 1, column: 1 };
  return { alias: alias?.text ?? "", id: id?.text ?? "", source, labels: new Map(labels) };
}

function unusable(problem: string, source: Source, hint?: string): Diagnostic {
  const more = hint === undefined ? {} : { hint };
  return error("DF1024", `this table of organizations cannot be used: ${problem}`, { source, ...more });
}
