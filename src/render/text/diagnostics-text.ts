import type { Diagnostic, Source } from "../../model/diagnostic.ts";
import { foldProblems } from "../fold.ts";
import { hideLogins, terminalText } from "../safe-text.ts";
import { shorten } from "../value.ts";
import { counted, firstNames } from "../words.ts";
import { displayWidth, page } from "./columns.ts";
import { plain, type Style } from "./style.ts";

interface DiagnosticsTextOptions {
  readonly style?: Style;
  /** The number of checked files; by default, the number of given texts. */
  readonly fileCount?: number;
  /** Masks secrets in the lines of files, which are cut. */
  readonly mask?: ((text: string) => string) | undefined;
}

/** A printable diagnostic; diagnostics of plan documents fit too. */
type Printable = Pick<Diagnostic, "code" | "severity" | "message"> & {
  readonly source?: Pick<Source, "file" | "line" | "column"> | undefined;
  readonly hint?: string | undefined;
};

const linesBefore = 1;
const lineWidth = 120;
/** The number of characters of a line that are searched for texts to mask. Fewer are shown. */
const lookedAt = 1000;

/** How frames are shown. */
interface Frames {
  readonly style: Style;
  /** Masks secrets in a line, before it is cut. */
  readonly mask: (line: string) => string;
}

/** Thousands of mistakes in a line of a megabyte must not mask it thousands of times. */
function remembering(mask: Frames["mask"]): Frames["mask"] {
  const known = new Map<string, string>();
  return (line) => {
    const masked = known.get(line) ?? mask(line);
    known.set(line, masked);
    return masked;
  };
}

/** Diagnostics with the lines of their places, and a count; ends in a newline. */
export function renderDiagnosticsText(
  diagnostics: readonly Diagnostic[],
  files: ReadonlyMap<string, string>,
  options: DiagnosticsTextOptions = {},
): string {
  const style = options.style ?? plain;
  const fileCount = options.fileCount ?? files.size;
  const touched = new Set(diagnostics.flatMap(({ source }) => (source ? [source.file] : [])));
  // Each file is split once: thousands of mistakes in a file must not split it thousands of times.
  const lines = new Map(
    [...files].filter(([file]) => touched.has(file)).map(([file, text]) => [file, text.split(/\r?\n/)]),
  );
  const frames = { style, mask: remembering(options.mask ?? String) };
  const firsts = new Map([...diagnostics].reverse().map((one) => [one.code, one]));
  const linesFor = (diagnostic: Diagnostic): readonly string[] => {
    const { code, source } = diagnostic;
    const isFirst = firsts.get(code) === diagnostic;
    return diagnosticLines(diagnostic, source && lines.get(source.file), isFirst, frames);
  };
  const blocks = foldProblems(diagnostics).flatMap((group) =>
    group.length === 1
      ? group.map(linesFor)
      : [...group.slice(0, mostShown).map(linesFor), othersLines(group, style)],
  );
  return page([...blocks, [countsLine(diagnostics, touched.size, fileCount, style)]]);
}

/** Diagnostics of one sort that are shown in full when there are many. */
const mostShown = 3;

/** How many more there are of a sort, and the first places of them. */
function othersLines(group: readonly [Diagnostic, ...Diagnostic[]], style: Style): readonly string[] {
  const others = group.slice(mostShown);
  const places = others.flatMap(({ source }) => (source === undefined ? [] : [placeText(source)]));
  const message = `${others.length} more of this sort`;
  const notes = [...(places.length === 0 ? [] : [firstNames(places)]), "--format json lists each"];
  return [headline({ ...group[0], message }, style), ...notes.map((note) => `  ${style.dim("=")} ${note}`)];
}

/** A diagnostic without its code frame: message, place and next step. */
export function diagnosticHeadline(diagnostic: Printable, style: Style): readonly string[] {
  const { source, hint } = diagnostic;
  const place = source ? ` (${placeText(source)})` : "";
  return [`${headline(diagnostic, style)}${place}`, ...(hint ? [`  = ${terminalText(hint)}`] : [])];
}

function diagnosticLines(
  diagnostic: Diagnostic,
  lines: readonly string[] | undefined,
  isFirst: boolean,
  frames: Frames,
): readonly string[] {
  const { style } = frames;
  const { source, hint, related = [] } = diagnostic;
  const margin = source && lines !== undefined ? " ".repeat(String(source.line).length) : " ";
  const frame = source ? frameLines(diagnostic, source, lines, margin, frames) : [];
  const notes = [
    ...(source && lines === undefined && diagnostic.label ? [diagnostic.label] : []),
    ...related.map((one) => `${one.message}: ${placeText(one.source)}`),
    ...(hint ? [hint] : []),
    ...(isFirst ? [`docform explain ${diagnostic.code}`] : []),
  ];
  return [
    headline(diagnostic, style),
    ...frame,
    ...notes.map((note) => `${margin} ${style.dim("=")} ${terminalText(note)}`),
  ];
}

function headline({ severity, code, message }: Printable, style: Style): string {
  const paint = severity === "error" ? style.red : style.yellow;
  return `${style.bold(paint(`${severity}[${terminalText(code)}]`))}: ${style.bold(terminalText(message))}`;
}

/** The place, the line before it, the line itself, and a mark below with the label. */
function frameLines(
  { label }: Diagnostic,
  source: Source,
  lines: readonly string[] = [],
  margin: string,
  { style, mask }: Frames,
): readonly string[] {
  const place = `${margin} ${style.dim("┌")} ${placeText(source)}`;
  const marked = lines[source.line - 1];
  if (marked === undefined) return [place];
  const first = Math.max(1, source.line - linesBefore);
  const before = lines
    .slice(first - 1, source.line - 1)
    .map((line, at) => numbered(first + at, shownLine(mask(line)), margin, style));
  const { shown, indent, width } = markedLine(mask(marked), shownPlace(marked, source, mask));
  const mark = `${" ".repeat(indent)}${style.red("^".repeat(width))}${label ? ` ${terminalText(label)}` : ""}`;
  return [
    place,
    ...before,
    numbered(source.line, shown, margin, style),
    `${margin} ${style.dim("│")} ${mark}`,
  ];
}

/** The place of the mark in a masked line. */
function shownPlace(line: string, source: Source, mask: Frames["mask"]): Source {
  if (mask(line) === line) return source;
  return { ...source, column: mask(line.slice(0, source.column - 1)).length + 1, length: 1 };
}

/** A line without a mark. Only its beginning is processed, because it may be a megabyte long. */
function shownLine(line: string): string {
  return shorten(terminalText(shorten(hideLogins(line.slice(0, lookedAt)), lineWidth * 2)), lineWidth);
}

/** The line with where to mark it, in cells; a line that is too long is cut so that the mark stays in it. */
function markedLine(
  line: string,
  { column, length = 1 }: Source,
): { shown: string; indent: number; width: number } {
  const start = Math.min(column - 1, line.length);
  const from = start > lineWidth / 2 ? start - lineWidth / 4 : 0;
  const window = hideLogins(line.slice(from, from + lookedAt));
  const left = `${from > 0 ? "…" : ""}${terminalText(window.slice(0, start - from))}`;
  const to = Math.min(start + Math.max(1, length), from + lineWidth);
  const middle = terminalText(window.slice(start - from, to - from));
  const right = terminalText(window.slice(to - from, lineWidth));
  return {
    shown: `${left}${middle}${right}${line.length > from + lineWidth ? "…" : ""}`,
    indent: displayWidth(left),
    width: Math.max(1, displayWidth(middle)),
  };
}

function numbered(line: number, text: string, margin: string, style: Style): string {
  return `${style.dim(`${String(line).padStart(margin.length)} │`)} ${text}`.trimEnd();
}

/** `manifests/sites.yaml:14:5`. */
export function placeText({ file, line, column }: Pick<Source, "file" | "line" | "column">): string {
  return `${terminalText(file)}:${line}:${column}`;
}

function countsLine(
  diagnostics: readonly Diagnostic[],
  touched: number,
  fileCount: number,
  style: Style,
): string {
  if (diagnostics.length === 0) return style.green(`Valid: no mistakes in ${counted(fileCount, "file")}`);
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  const warnings = diagnostics.length - errors;
  const counts = [
    ...(errors > 0 ? [counted(errors, "error")] : []),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
  ].join(" and ");
  const where = touched > 0 ? ` in ${touched} of ${counted(Math.max(fileCount, touched), "file")}` : "";
  return style.bold(`${counts}${where}`);
}
