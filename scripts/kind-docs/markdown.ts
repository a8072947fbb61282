import type { KindIndex } from "../../src/manifest/schema/kind-slots.ts";
import type { Kind } from "../../src/model/kind.ts";
import { articleOf, kindWords, type Markup, nameOf } from "./kind-facts.ts";

/** A Markdown table. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [line(heads), `|${heads.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

/** Text that cannot end a cell: not with a bar, not with a line break. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

/** A text as code. */
export function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** The first letter as a capital, and a full stop. */
export function sentence(text: string): string {
  const whole = /[.?!]$/.test(text) ? text : `${text}.`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

/** The name of a kind as a heading: `Share link`. */
export function headingOf(kind: Kind): string {
  const name = nameOf(kind);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The file of the page of a kind, beside the other pages. */
export function pageOf({ name }: Kind): string {
  return `${name}.md`;
}

/** A link to the page of a kind, with its article: `a [team](team.md)`. */
export function linkTo(index: KindIndex, name: string): string {
  return kindWords(index, name, markdown);
}

/** Words about kinds in Markdown, on a page beside those of the kinds. */
export const markdown: Markup = {
  code,
  kind: (kind) => `${articleOf(kind)}[${nameOf(kind)}](${pageOf(kind)})`,
};
