import { keyPattern } from "../../model/address.ts";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import type { Label, Labels } from "../../model/labels.ts";
import { isAbsolute, isOutside } from "../read/project-files.ts";
import { type Reading, readText } from "../read/read-file.ts";
import { scalarText, type Tree } from "../read/tree.ts";
import { limits } from "../read/yaml-limits.ts";
import { isLabelValue, labelForm } from "../schema/project-file.ts";
import { type Cell, readCsv } from "./csv.ts";

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
  const read = isElsewhere
    ? ({ problem: "lies outside the project folder", code: "DF1009" } as const)
    : await readText(io, path, limits.bytes);
  if (!("text" in read)) {
    report.add(error(read.code, `the table "${path}" ${read.problem}`, { source }));
    return undefined;
  }
  sources.set(path, read.text);
  const { lines, diagnostics } = readCsv(path, read.text);
  const rows = diagnostics.length > 0 ? { diagnostics } : tableRows(path, lines);
  report.add(rows.diagnostics);
  return "rows" in rows && rows.diagnostics.length === 0 ? rows.rows : undefined;
}

interface Rows {
  readonly rows: readonly TableRow[];
  readonly diagnostics: readonly Diagnostic[];
}

function tableRows(file: string, [heading = [], ...lines]: readonly (readonly Cell[])[]): Rows {
  const start = heading[0]?.source ?? { file, line: 1, column: 1, length: 1 };
  const wrong = wrongHeading(heading, start);
  if (wrong.length > 0) return { rows: [], diagnostics: wrong };
  if (lines.length === 0) return { rows: [], diagnostics: [unusable("it lists no organization", start)] };
  const names = heading.map(({ text }) => text);
  const firsts = new Map<string, Source>();
  const diagnostics: Diagnostic[] = [];
  const rows = lines.flatMap((cells): TableRow[] => {
    const problem = wrongRow(names, cells) ?? seenBefore(firsts, cells[names.indexOf("alias")]);
    if (problem !== undefined) diagnostics.push(problem);
    return problem === undefined ? [rowOf(names, cells)] : [];
  });
  return { rows, diagnostics };
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

function wrongRow(names: readonly string[], cells: readonly Cell[]): Diagnostic | undefined {
  const [first] = cells;
  if (first === undefined) return undefined;
  if (cells.length !== names.length)
    return unusable(
      `the line has ${cells.length} values, and there are ${names.length} columns`,
      first.source,
    );
  for (const [at, { text, source }] of cells.entries()) {
    const name = names[at];
    if (name === "alias" && !keyPattern.test(text))
      return unusable(`the alias "${text}" must be letters, digits, "-" and "_"`, source);
    if (name === "id" && (text === "" || !isLabelValue(text)))
      return unusable("the id of an organization must be plain text", source);
    if (!isLabelValue(text)) return unusable(`the label ${name} ${labelForm}`, source);
  }
  return undefined;
}

function seenBefore(firsts: Map<string, Source>, alias: Cell | undefined): Diagnostic | undefined {
  if (alias === undefined) return undefined;
  const first = firsts.get(alias.text);
  if (first === undefined) firsts.set(alias.text, alias.source);
  return first && listedTwice(alias.text, alias.source, first);
}

/** An alias at two places: each could mean another organization. */
export function listedTwice(alias: string, source: Source, first: Source): Diagnostic {
  const related = [{ message: "first listed here", source: first }];
  return error("DF2002", `the organization "${alias}" is listed twice`, { source, related });
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
