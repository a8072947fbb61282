import { isAlias, isCollection, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from "yaml";
import { columnOf, lineEnd, rangeOf } from "../read/positions.ts";
import { inFieldOrder, type Layout } from "../write/field-order.ts";

/** A line between two values: nothing, or a comment with the column where it begins. */
export type LooseLine = { readonly comment: string; readonly column: number } | "blank";

/** Blank lines and comments from a line start on, and the first place of something else (the end of the text at last). */
export interface Loose {
  readonly lines: readonly LooseLine[];
  readonly next: number;
}

/** Reads blank lines and comments from a line start on. */
export function looseAt(text: string, start: number): Loose {
  const lines: LooseLine[] = [];
  for (let at = start; ; ) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    const first = line.search(/[^ \t]/);
    if (first >= 0 && line[first] !== "#") return { lines, next: at + first };
    if (first >= 0) lines.push({ comment: line.slice(first).trimEnd(), column: first });
    else if (end < text.length || line !== "") lines.push("blank");
    if (end >= text.length) return { lines, next: text.length };
    at = end + 1;
  }
}

/** The comment after a value on its line; undefined when the rest of the line is more than a comment. */
export function afterValue(
  text: string,
  at: number,
): { readonly comment: string; readonly next: number } | undefined {
  const end = lineEnd(text, at);
  const rest = text.slice(at, end);
  if (!/^(?:[ \t]+#.*|[ \t]*)$/.test(rest)) return undefined;
  return { comment: rest.trim() === "" ? "" : ` ${rest.trim()}`, next: Math.min(end + 1, text.length) };
}

/**
 * The comments between two values that belong to the end of a block, whose items begin at the column, and the offset
 * where they end. A comment that is indented less belongs to the next value.
 */
export function endOfBlock(text: string, start: number, column: number): Loose {
  return looseUntil(text, start, (line) => line.column < column);
}

/**
 * The same for a list with its dashes in the column. When its key is in that column too, only comments that look like
 * an item belong to the list.
 */
export function endOfList(text: string, start: number, column: number, keyColumn: number): Loose {
  if (keyColumn < column) return endOfBlock(text, start, column);
  let isItem = false;
  return looseUntil(text, start, (line) => {
    isItem = /^# ?- /.test(line.comment) || (isItem && /^#\s{2,}/.test(line.comment));
    return line.column < column || (line.column === column && !isItem);
  });
}

/** Comments and blank lines up to the first comment that is outside, without blank lines at their end. */
function looseUntil(
  text: string,
  start: number,
  isOutside: (line: Exclude<LooseLine, "blank">) => boolean,
): Loose {
  const { lines } = looseAt(text, start);
  const outside = lines.findIndex((line) => line !== "blank" && isOutside(line));
  const inside = outside < 0 ? lines : lines.slice(0, outside);
  const last = inside.findLastIndex((line) => line !== "blank") + 1;
  let next = start;
  for (let count = 0; count < last; count++) next = Math.min(lineEnd(text, next) + 1, text.length);
  return { lines: inside.slice(0, last), next };
}

/** The lines as they are written again. */
export function printLoose(lines: readonly LooseLine[]): readonly string[] {
  return oneBlankAtATime(lines.map((line) => (line === "blank" ? "" : line.comment)));
}

/** The lines with one blank line at most at a time. They must hold no scalar: there, blank lines are its text. */
export function oneBlankAtATime(lines: readonly string[]): readonly string[] {
  return lines.filter((line, at) => line !== "" || lines[at - 1] !== "");
}

/** The lines further in. */
export function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === "" ? "" : `  ${line}`));
}

/** The lines of a part of the text, moved so that what begins in the column begins at the start of the line. */
export function shifted(text: string, start: number, end: number): readonly string[] {
  const [first = "", ...rest] = text.slice(start, end).split("\n");
  const margin = new RegExp(`^[ ]{0,${columnOf(text, start)}}`);
  return [first, ...rest.map((line) => line.replace(margin, ""))];
}

/** The input of all printing. */
export interface Printing {
  readonly text: string;
  /** Are keys brought into canonical order? */
  readonly sorts: boolean;
}

/** Is it a block map or a block list? */
export function isBlock(node: unknown): boolean {
  return isCollection(node) && node.flow !== true;
}

/** The key of a pair as it is written; undefined when it is not on one line, or has an anchor or a tag. */
export function keyText({ text }: Printing, { key }: Pair): string | undefined {
  if (!isScalar(key) || key.anchor !== undefined || key.tag !== undefined) return undefined;
  const written = text.slice(...rangeOf(key));
  return written === "" || written.includes("\n") || /^[|>]/.test(written) ? undefined : written;
}

/** The key of a pair as a name. */
export function keyName({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : "";
}

/** A scalar, an alias, or a collection in flow style; lines after the first stand where their owner's key begins. */
export function printInline(
  printing: Printing,
  node: Node,
  layout: Layout | undefined,
): readonly string[] | undefined {
  const written = printing.text.slice(...rangeOf(node));
  if (isAlias(node)) return [written];
  if (isScalar(node)) return printScalar(node.type ?? "", written);
  return isCollection(node) ? printFlow(printing, node, layout) : undefined;
}

function printScalar(type: string, written: string): readonly string[] | undefined {
  if (type.startsWith("BLOCK")) return printBlockScalar(written);
  const [first = "", ...rest] = written.split("\n");
  return [first, ...indent(rest.map((line) => line.trimStart()))];
}

/** A block scalar. One that says its indentation, or keeps the lines at its end, is not touched. */
function printBlockScalar(written: string): readonly string[] | undefined {
  const [header = "", ...lines] = written.split("\n");
  if (/^[|>][-+0-9]*[+0-9]/.test(header)) return undefined;
  const margin = lines.find((line) => line.trim() !== "")?.search(/[^ ]/) ?? 0;
  const content = lines.map((line) => line.slice(margin));
  return [header.trimEnd(), ...indent(content.slice(0, content.findLastIndex((line) => line !== "") + 1))];
}

/** A collection in flow style. Over several lines it stays as it is written, but for its indentation. */
function printFlow(
  printing: Printing,
  node: Node,
  layout: Layout | undefined,
): readonly string[] | undefined {
  const written = printing.text.slice(...rangeOf(node));
  if (!written.includes("\n")) {
    const line = inOneLine(printing, node, layout);
    return line === undefined ? undefined : [line];
  }
  const [first = "", ...rest] = written.split("\n");
  const margin = Math.min(...rest.filter((line) => line.trim() !== "").map((line) => line.search(/[^ ]/)));
  return [first.trimEnd(), ...indent(rest.map((line) => line.slice(margin).trimEnd()))];
}

function inOneLine(printing: Printing, node: unknown, layout: Layout | undefined): string | undefined {
  if (isMap(node)) {
    const pairs = ordered(printing, node, layout).map((pair) => onePair(printing, pair, layout));
    if (pairs.includes(undefined)) return undefined;
    return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
  }
  if (isSeq<Node>(node)) {
    const items = node.items.map((item) => oneValue(printing, item, layout?.item(keysOf(item))));
    return items.includes(undefined) ? undefined : `[${items.join(", ")}]`;
  }
  return undefined;
}

function onePair(printing: Printing, pair: Pair, layout: Layout | undefined): string | undefined {
  const key = keyText(printing, pair);
  if (key === undefined) return undefined;
  if (pair.value === null || pair.value === undefined) return key;
  const value = oneValue(printing, pair.value as Node, layout?.value(keyName(pair)));
  return value === undefined ? undefined : `${key}: ${value}`.trimEnd();
}

function oneValue(printing: Printing, node: Node, layout: Layout | undefined): string | undefined {
  if (isCollection(node)) {
    if (node.anchor !== undefined || node.tag !== undefined || node.flow !== true) return undefined;
    return inOneLine(printing, node, layout);
  }
  return isScalar(node) && (node.anchor !== undefined || node.tag !== undefined)
    ? undefined
    : printing.text.slice(...rangeOf(node));
}

/** The pairs of a map in the order to write them. */
export function ordered(
  { sorts }: Printing,
  { items }: YAMLMap,
  layout: Layout | undefined,
): readonly Pair[] {
  const pairs = items as readonly Pair[];
  if (!sorts || layout === undefined) return pairs;
  const byKey = new Map(pairs.map((pair) => [keyName(pair), pair]));
  if (byKey.size < pairs.length) return pairs;
  return inFieldOrder([...byKey.keys()], layout).flatMap((key) => byKey.get(key) ?? []);
}

/** The keys of a map; none for anything else. */
export function keysOf(node: unknown): readonly string[] {
  return isMap(node) ? (node.items as readonly Pair[]).map(keyName) : [];
}

/** Is it a text in lines of its own, after `|` or `>`? */
export function isBlockScalar(node: Node): boolean {
  return isScalar(node) && node.type?.startsWith("BLOCK") === true;
}

/** A block scalar ends with its last line break, which is not part of what follows it. */
export function endOfScalar(text: string, node: Node, end: number): number {
  return isBlockScalar(node) && text[end - 1] === "\n" ? end - 1 : end;
}

/** The node that a pair ends with. */
export function lastOf({ key, value }: Pair): Node {
  return (value ?? key) as Node;
}

/** The end of the text of a node, without the rest of its line and the comments below. */
export function contentEnd(text: string, node: Node): number {
  if (isCollection(node) && isBlock(node) && !isAlias(node)) {
    const last = node.items.at(-1);
    const end = last === undefined ? node : isMap(node) ? lastOf(last as Pair) : (last as Node);
    return end === node ? rangeOf(node)[1] : contentEnd(text, end);
  }
  return endOfScalar(text, node, rangeOf(node)[1]);
}
