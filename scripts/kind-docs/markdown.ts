import type { Kind } from "../../src/core/kind.ts";
import { humanName, type KindIndex, withArticle } from "../../src/manifest/kind-index.ts";

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

/** How words are written that are no words. */
const acronyms: Readonly<Record<string, string>> = { openapi: "OpenAPI", saml: "SAML" };

/** The name of a kind in a sentence: `share link`, `SAML provider`. */
export function nameOf(kind: Kind): string {
  const words = humanName(kind).split(" ");
  return words.map((word) => acronyms[word] ?? word).join(" ");
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
  const kind = index.byName.get(name);
  if (kind === undefined) throw new Error(`no kind is named ${name}`);
  const [article = ""] = withArticle(kind).split(" ");
  return `${article} [${nameOf(kind)}](${pageOf(kind)})`;
}
