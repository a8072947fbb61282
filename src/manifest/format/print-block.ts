import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import { columnOf, lineEnd, rangeOf } from "../read/positions.ts";
import type { Layout } from "../write/field-order.ts";
import {
  afterValue,
  contentEnd,
  endOfBlock,
  endOfList,
  endOfScalar,
  indent,
  isBlock,
  isBlockScalar,
  keyName,
  keysOf,
  keyText,
  type Loose,
  lastOf,
  looseAt,
  oneBlankAtATime,
  ordered,
  type Printing,
  printInline,
  printLoose,
  shifted,
} from "./print-value.ts";

/** A part of a file, printed. */
interface Printed {
  /** Comments and blank lines before it. */
  readonly lead: readonly string[];
  readonly lines: readonly string[];
  /** Start of the line where what follows begins. */
  readonly next: number;
}

type Body = Omit<Printed, "lead">;

/** Prints a block collection whose first item is at its start, after `lead`; `outer` is the column of its key or dash. */
export function printBlock(
  printing: Printing,
  node: Node,
  layout: Layout | undefined,
  lead: readonly string[],
  outer = -1,
): Printed | undefined {
  if (isMap(node)) return printMap(printing, node, layout, lead);
  return isSeq(node) ? printList(printing, node as YAMLSeq<Node>, layout, lead, outer) : undefined;
}

function printMap(
  printing: Printing,
  node: YAMLMap,
  layout: Layout | undefined,
  lead: readonly string[],
): Printed | undefined {
  const [start] = rangeOf(node);
  const column = columnOf(printing.text, start);
  const pairs = printAll(printing, node.items as readonly Pair[], start, lead, (pair, at) =>
    printPair(printing, pair, at, layout),
  );
  if (pairs === undefined) return undefined;
  const inOrder = ordered(printing, node, layout).flatMap((pair) => pairs.printed.get(pair) ?? []);
  const end = endOfBlock(printing.text, pairs.next, column);
  return finish(blankLinesKept(inOrder, [...pairs.printed.values()]), end);
}

function printList(
  printing: Printing,
  node: YAMLSeq<Node>,
  layout: Layout | undefined,
  lead: readonly string[],
  outer: number,
): Printed | undefined {
  const [start] = rangeOf(node);
  const column = columnOf(printing.text, start);
  const items = printAll(printing, node.items, start, lead, (item, at) =>
    printItem(printing, item, at, layout),
  );
  return items && finish([...items.printed.values()], endOfList(printing.text, items.next, column, outer));
}

/** Prints the parts of a collection one after the other, each with the comments and blank lines before it. */
function printAll<Part extends object>(
  printing: Printing,
  parts: readonly Part[],
  start: number,
  lead: readonly string[],
  print: (part: Part, at: number) => Printed | undefined,
): { readonly printed: ReadonlyMap<Part, Printed>; readonly next: number } | undefined {
  const printed = new Map<Part, Printed>();
  let next = start;
  for (const part of parts) {
    const before = printed.size === 0 ? { lines: [], next: start } : looseAt(printing.text, next);
    const one = print(part, before.next);
    if (one === undefined) return undefined;
    const outer = printed.size === 0 ? lead : printLoose(before.lines);
    printed.set(part, { ...one, lead: oneBlankAtATime([...outer, ...one.lead]) });
    next = one.next;
  }
  return { printed, next };
}

/** The first part has no blank line before it. When another part comes first, the two swap their blank lines. */
function blankLinesKept(inOrder: readonly Printed[], before: readonly Printed[]): readonly Printed[] {
  const [first] = inOrder;
  const [former] = before;
  if (first === undefined || former === undefined || first === former || first.lead[0] !== "") return inOrder;
  return inOrder.map((one) => {
    if (one === first) return { ...one, lead: one.lead.slice(1) };
    return one === former ? { ...one, lead: ["", ...one.lead] } : one;
  });
}

function finish(parts: readonly Printed[], end: Loose): Printed | undefined {
  const [first, ...rest] = parts;
  if (first === undefined) return undefined;
  const lines = [...first.lines, ...rest.flatMap((part) => [...part.lead, ...part.lines])];
  return { lead: first.lead, lines: [...lines, ...printLoose(end.lines)], next: end.next };
}

/** The pair at a place, printed; unchanged when it has a form that docform does not print. */
function printPair(printing: Printing, pair: Pair, at: number, layout: Layout | undefined): Printed {
  const key = isScalar(pair.key) && rangeOf(pair.key)[0] === at ? keyText(printing, pair) : undefined;
  const value = pair.value as Node | null | undefined;
  const body =
    key === undefined || value === null || value === undefined
      ? undefined
      : printEntry(
          printing,
          { head: `${key}:`, column: columnOf(printing.text, at), gap: afterKey(printing, pair), value },
          layout?.value(keyName(pair)),
        );
  return { lead: [], ...(body ?? asWritten(printing, at, lastOf(pair))) };
}

/** Where the colon after the key of a pair ends. */
function afterKey({ text }: Printing, { key }: Pair): number {
  return text.indexOf(":", rangeOf(key as Node)[1]) + 1;
}

/** A value with its key or dash, and the offset where that ends. */
interface Entry {
  readonly head: string;
  /** The column of the key or dash. */
  readonly column: number;
  readonly gap: number;
  readonly value: Node;
}

const properties = /^[ \t]*((?:[&!][^\s#]*(?:[ \t]+|(?=\n)|$))*)/;

function printEntry(
  printing: Printing,
  { head, column, gap, value }: Entry,
  layout: Layout | undefined,
): Body | undefined {
  const { text } = printing;
  const [start, end] = rangeOf(value);
  const between = text.slice(gap, isBlock(value) ? lineEnd(text, gap) : Math.max(gap, start));
  const [all, props = ""] = properties.exec(between) ?? [""];
  const front = [head, ...props.split(/[ \t]+/)].filter(Boolean).join(" ");
  const used = gap + all.trimEnd().length;
  if (isBlock(value)) return printNested(printing, { head: front, column, gap: used, value }, layout);
  if (all.length < between.length) return undefined;
  const lines = isScalar(value) && start === end ? [""] : printInline(printing, value, layout);
  const tail = afterValue(text, endOfScalar(text, value, Math.max(used, end)));
  if (lines === undefined || tail === undefined) return undefined;
  const [first = "", ...rest] = lines;
  const comment = isBlockScalar(value) ? "" : tail.comment;
  const printed = [`${front} ${first}`.trimEnd(), ...rest];
  return {
    lines: printed.map((line, at) => (at === printed.length - 1 ? line + comment : line)),
    next: tail.next,
  };
}

/** A block collection below its key. */
function printNested(
  printing: Printing,
  { head, column, gap, value }: Entry,
  layout: Layout | undefined,
): Body | undefined {
  const tail = afterValue(printing.text, gap);
  if (tail === undefined) return undefined;
  const before = looseAt(printing.text, tail.next);
  if (before.next !== rangeOf(value)[0]) return undefined;
  const nested = printBlock(printing, value, layout, withoutFirstBlank(printLoose(before.lines)), column);
  return (
    nested && {
      lines: [head + tail.comment, ...indent([...nested.lead, ...nested.lines])],
      next: nested.next,
    }
  );
}

/** The lines without a blank one at their start. */
export function withoutFirstBlank(lines: readonly string[]): readonly string[] {
  return lines[0] === "" ? lines.slice(1) : lines;
}

/**
 * The item of a block list whose dash is at the place. Comments after the dash go before it: they are about the item.
 */
function printItem(
  printing: Printing,
  value: Node,
  at: number,
  layout: Layout | undefined,
): Printed | undefined {
  const { text } = printing;
  if (text[at] !== "-") return undefined;
  const inside = layout?.item(keysOf(value));
  const body = isBlock(value)
    ? printCompact(printing, value, at + 1, inside)
    : printEntry(printing, { head: "-", column: columnOf(text, at), gap: at + 1, value }, inside);
  return { lead: [], ...(body ?? asWritten(printing, at, value)) };
}

/** A block collection that begins on the line of its dash. */
function printCompact(
  printing: Printing,
  value: Node,
  gap: number,
  layout: Layout | undefined,
): Printed | undefined {
  const { text } = printing;
  const [start] = rangeOf(value);
  const isOnLine = text.slice(gap, start).trim() === "" && start < lineEnd(text, gap);
  const tail = isOnLine ? { comment: "", next: gap } : afterValue(text, gap);
  if (tail === undefined) return undefined;
  const before = isOnLine ? { lines: [], next: start } : looseAt(text, tail.next);
  if (before.next !== start) return undefined;
  const nested = printBlock(printing, value, layout, []);
  if (nested === undefined) return undefined;
  const [first = "", ...rest] = nested.lines;
  const comment = tail.comment === "" ? [] : [tail.comment.trim()];
  const lead = withoutFirstBlank([...comment, ...printLoose(before.lines), ...nested.lead]);
  return { lead, lines: [`- ${first}`, ...indent(rest)], next: nested.next };
}

/** A part as it is written, in another column. */
function asWritten({ text }: Printing, start: number, last: Node): Body {
  const end = lineEnd(text, Math.max(start, contentEnd(text, last)));
  return { lines: shifted(text, start, end), next: Math.min(end + 1, text.length) };
}
