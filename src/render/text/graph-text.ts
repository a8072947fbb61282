import type { Graph } from "../../model/graph.ts";
import { terminalText } from "../safe-text.ts";

/** A graph as Mermaid, which GitHub and GitLab draw in Markdown. An arrow points to a dependency. */
export function renderMermaid({ nodes, edges }: Graph): string {
  const names = new Map(nodes.map(({ id }, at) => [id, `n${at}`]));
  const boxes = nodes.map(({ id, label }) => `  ${names.get(id)}["${label.map(mermaidText).join("<br>")}"]`);
  const arrows = edges.map(({ from, to, label }) => {
    const why = label === undefined ? "-->" : `-->|"${mermaidText(label)}"|`;
    return `  ${names.get(from)} ${why} ${names.get(to)}`;
  });
  return `${["flowchart LR", ...boxes, ...arrows].join("\n")}\n`;
}

/** Mermaid takes a character by its number; in texts, it knows HTML, Markdown and entities. */
function mermaidText(text: string): string {
  return terminalText(text).replace(/[^\p{L}\p{N} ./_-]/gu, (character) => `#${character.codePointAt(0)};`);
}

/** A graph as DOT, for Graphviz. An arrow points to a dependency. */
export function renderDot({ nodes, edges }: Graph): string {
  const boxes = nodes.map(({ id, label }) => `  ${dotText([id])} [label=${dotText(label)}];`);
  const arrows = edges.map(
    ({ from, to, label }) =>
      `  ${dotText([from])} -> ${dotText([to])}${label === undefined ? "" : ` [label=${dotText([label])}]`};`,
  );
  return `${["digraph docform {", "  rankdir=LR;", "  node [shape=box];", ...boxes, ...arrows, "}"].join("\n")}\n`;
}

function dotText(lines: readonly string[]): string {
  return `"${lines.map((line) => terminalText(line).replace(/["\\]/g, "\\$&")).join("\\n")}"`;
}
