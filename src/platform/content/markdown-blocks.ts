import { slugOf, uniqueSlug } from "../store/slug.ts";

/** A block of Markdown; `text` is still Markdown. */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly text: string; readonly anchor: string }
  | { readonly kind: "paragraph" | "quote"; readonly text: string }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly string[] };

/** Takes a block from the lines that begin at an index; undefined when another kind of block begins there. */
type Taker = (
  lines: readonly string[],
  at: number,
) => { readonly block: Block; readonly next: number } | undefined;

const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/;
const fence = /^[ \t]*(`{3,}|~{3,})[ \t]*([^`\s]*)/;
const item = /^[ \t]*(?:[-*+]|(\d{1,9}[.)]))[ \t]+(.*)$/;
const quote = /^ {0,3}>[ \t]?(.*)$/;
const rule = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;

const takers: readonly Taker[] = [takeHeading, takeCode, takeList, takeQuote];

/**
 * The blocks of a Markdown text: headings, paragraphs, fenced code, quotes, and lists, whose nested items
 * follow the others. Any other block, such as a table, is a paragraph. Rules and empty lines only separate
 * blocks.
 */
export function parseBlocks(markdown: string): Block[] {
  const lines = markdown.split("\n");
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const taken = takeBlock(lines, at);
    if (taken !== undefined) blocks.push(taken.block);
    at = taken?.next ?? at + 1;
  }
  return withUniqueAnchors(blocks);
}

function takeBlock(lines: readonly string[], at: number): ReturnType<Taker> {
  if (isSeparator(lines[at] ?? "")) return undefined;
  for (const take of takers) {
    const taken = take(lines, at);
    if (taken !== undefined) return taken;
  }
  return takeParagraph(lines, at);
}

function isSeparator(line: string): boolean {
  return line.trim() === "" || rule.test(line);
}

function takeHeading(lines: readonly string[], at: number): ReturnType<Taker> {
  const [, marks = "", text = ""] = heading.exec(lines[at] ?? "") ?? [];
  if (marks === "") return undefined;
  const anchor = slugOf(plainText(text), "section");
  return { block: { kind: "heading", level: marks.length, text, anchor }, next: at + 1 };
}

function takeCode(lines: readonly string[], at: number): ReturnType<Taker> {
  const [, marks, language = ""] = fence.exec(lines[at] ?? "") ?? [];
  if (marks === undefined) return undefined;
  const isEnd = (line: string) => line.trim().startsWith(marks) && /^([`~])\1*$/.test(line.trim());
  const code = takeWhile(lines, at + 1, (line) => !isEnd(line));
  return { block: { kind: "code", language, text: code.join("\n") }, next: at + code.length + 2 };
}

function takeList(lines: readonly string[], at: number): ReturnType<Taker> {
  const first = item.exec(lines[at] ?? "");
  if (first === null) return undefined;
  const items: string[] = [];
  let next = at;
  for (; next < lines.length && !isSeparator(lines[next] ?? ""); next += 1) {
    const line = lines[next] ?? "";
    const text = item.exec(line)?.[2];
    if (text !== undefined) items.push(text);
    else if (beginsBlock(line)) break;
    else items.push(`${items.pop()} ${line.trim()}`);
  }
  return { block: { kind: "list", ordered: first[1] !== undefined, items }, next };
}

function takeQuote(lines: readonly string[], at: number): ReturnType<Taker> {
  const taken = takeWhile(lines, at, (line) => quote.test(line));
  if (taken.length === 0) return undefined;
  const text = taken.map((line) => quote.exec(line)?.[1] ?? "").join("\n");
  return { block: { kind: "quote", text }, next: at + taken.length };
}

function takeParagraph(lines: readonly string[], at: number): ReturnType<Taker> {
  const more = takeWhile(
    lines,
    at + 1,
    (line) => !isSeparator(line) && !beginsBlock(line) && !item.test(line),
  );
  const text = [lines[at] ?? "", ...more].map((line) => line.trim()).join("\n");
  return { block: { kind: "paragraph", text }, next: at + 1 + more.length };
}

function beginsBlock(line: string): boolean {
  return heading.test(line) || fence.test(line) || quote.test(line);
}

function takeWhile(lines: readonly string[], at: number, fits: (line: string) => boolean): readonly string[] {
  let end = at;
  while (end < lines.length && fits(lines[end] ?? "")) end += 1;
  return lines.slice(at, end);
}

function withUniqueAnchors(blocks: readonly Block[]): Block[] {
  const taken = new Set<string>();
  return blocks.map((block) => {
    if (block.kind !== "heading") return block;
    const anchor = uniqueSlug(block.anchor, (candidate) => taken.has(candidate));
    taken.add(anchor);
    return { ...block, anchor };
  });
}

/** A piece of Markdown without its marks, as a reader sees it. */
export function plainText(markdown: string): string {
  return withoutMarks(markdown).trim();
}

/** The same, with the spaces around it. */
export function withoutMarks(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/(?<!\\)[*`~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
    .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
}
