import { slugOf, uniqueSlug } from "../../text/slug.ts";

/** A block of Markdown; `text` is still Markdown. */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly text: string; readonly anchor: string }
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly string[] };

const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/;
const fence = /^[ \t]*(`{3,}|~{3,})[ \t]*([^`\s]*)/;
const item = /^[ \t]*(?:[-*+]|(\d{1,9}[.)]))[ \t]+(.*)$/;
const rule = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;

/**
 * The blocks of a Markdown text: headings, paragraphs, fenced code, and lists, whose nested items follow the
 * others. Any other block, such as a table or a quote, is a paragraph. Rules and empty lines only separate
 * blocks.
 */
export function parseBlocks(markdown: string): Block[] {
  const lines = markdown.split("\n");
  const blocks: Block[] = [];
  const anchors = new Set<string>();
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const taken = isSeparator(line) ? undefined : takeBlock(lines, at, anchors);
    if (taken !== undefined) blocks.push(taken.block);
    at += taken?.length ?? 1;
  }
  return blocks;
}

function isSeparator(line: string): boolean {
  return line.trim() === "" || rule.test(line);
}

/** The block that begins at a line, and the number of its lines. */
function takeBlock(
  lines: readonly string[],
  at: number,
  anchors: Set<string>,
): { readonly block: Block; readonly length: number } {
  const first = lines[at] ?? "";
  const [, marks, title = ""] = heading.exec(first) ?? [];
  if (marks !== undefined) {
    const anchor = uniqueSlug(slugOf(plainText(title), "section"), (slug) => anchors.has(slug));
    anchors.add(anchor);
    return { block: { kind: "heading", level: marks.length, text: title, anchor }, length: 1 };
  }
  const [, ticks, language = ""] = fence.exec(first) ?? [];
  if (ticks !== undefined) {
    const code = linesUntil(
      lines,
      at + 1,
      (line) => line.trim().startsWith(ticks) && /^([`~])\1*$/.test(line.trim()),
    );
    return { block: { kind: "code", language, text: code.join("\n") }, length: code.length + 2 };
  }
  const more = linesUntil(
    lines,
    at + 1,
    (line) => isSeparator(line) || heading.test(line) || fence.test(line),
  );
  const marker = item.exec(first);
  if (marker !== null) {
    const block: Block = { kind: "list", ordered: marker[1] !== undefined, items: itemsOf([first, ...more]) };
    return { block, length: more.length + 1 };
  }
  const text = [first, ...linesUntil(more, 0, (line) => item.test(line))].map((line) => line.trim());
  return { block: { kind: "paragraph", text: text.join("\n") }, length: text.length };
}

function linesUntil(lines: readonly string[], from: number, isEnd: (line: string) => boolean): string[] {
  let end = from;
  while (end < lines.length && !isEnd(lines[end] ?? "")) end += 1;
  return lines.slice(from, end);
}

/** The items of a list; a line without a marker belongs to the item before it. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    const text = item.exec(line)?.[2];
    items.push(text ?? `${items.pop()} ${line.trim()}`);
  }
  return items;
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
