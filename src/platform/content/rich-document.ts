import type { z } from "zod";
import type { richDocument } from "../../contract/resource.ts";
import { type Block, parseBlocks, plainText, withoutMarks } from "./markdown-blocks.ts";
import { type Span, scanMarkdown } from "./markdown-text.ts";

type RichDocument = z.output<ReturnType<typeof richDocument>>;
type Node = RichDocument["nodes"][number];

/** A Markdown text as a rich document (2.1): headings, paragraphs, lists, code, links and images. */
export function toRichDocument(markdown: string): RichDocument {
  const nodes = parseBlocks(markdown).map((block, index) => blockNode(block, `b${index}`));
  return { object: "document", data: { schemaVersion: 1 }, nodes };
}

function blockNode(block: Block, key: string): Node {
  switch (block.kind) {
    case "heading":
      return node(`heading-${block.level}`, key, inlineNodes(block.text), { anchor: block.anchor });
    case "paragraph":
      return node("paragraph", key, inlineNodes(block.text));
    case "code":
      return node("code", key, codeLines(block.text, key), { syntax: block.language });
    case "list":
      return node(block.ordered ? "list-ordered" : "list-unordered", key, listItems(block.items, key));
  }
}

function node(type: string, key: string, nodes: Node[], data: Record<string, unknown> = {}): Node {
  return { object: "block", type, key, isVoid: false, data, nodes };
}

function codeLines(text: string, key: string): Node[] {
  return text.split("\n").map((line, index) => node("code-line", `${key}-${index}`, [textNode(line)]));
}

function listItems(items: readonly string[], key: string): Node[] {
  return items.map((item, index) =>
    node("list-item", `${key}-${index}`, [node("paragraph", `${key}-${index}-0`, inlineNodes(item))]),
  );
}

function textNode(text: string): Node {
  return { object: "text", leaves: [{ object: "leaf", text, marks: [] }] };
}

/** Text with its links and images; other marks are dropped. */
function inlineNodes(markdown: string): Node[] {
  const nodes: Node[] = [];
  let done = 0;
  const addText = (end: number) => {
    const text = withoutMarks(markdown.slice(done, end));
    if (text !== "") nodes.push(textNode(text));
  };
  for (const link of linksOf(markdown)) {
    if (link.whole.start < done) continue;
    addText(link.whole.start);
    nodes.push(inlineNode(link));
    done = link.whole.end;
  }
  addText(markdown.length);
  return nodes;
}

type LinkSpan = Extract<Span, { kind: "link" }>;

function linksOf(markdown: string): LinkSpan[] {
  const links = scanMarkdown(markdown).filter((span) => span.kind === "link");
  return links.sort((a, b) => a.whole.start - b.whole.start);
}

function inlineNode({ image, text, target }: LinkSpan): Node {
  const inside = textNode(plainText(text) || target);
  const data = { ref: { kind: "url", url: target } };
  return { object: "inline", type: image ? "image" : "link", isVoid: image, data, nodes: [inside] };
}
