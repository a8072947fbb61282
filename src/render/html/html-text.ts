import type { Change, PlanDocument } from "../../model/documents/plan-document.ts";
import { escapeMarkup } from "../../text/markup.ts";
import { accessChanges } from "../plan/access-items.ts";
import { isRisky, namer } from "../plan/plan-view.ts";
import { lineText, type Sentence, terminalText } from "../safe-text.ts";

const source = Symbol("source of markup");

/**
 * Markup that `html` made. Its key is a symbol that data from files or answers cannot have, so text is never
 * taken for markup.
 */
export interface Markup {
  readonly [source]: string;
}

/** The value of a hole in a template: text, markup, a list of them, or nothing. */
export type Content = string | number | Markup | undefined | readonly Content[];

/**
 * Markup from a template. Its literal parts stay as they are. Text in a hole is escaped, and hidden
 * characters become visible; markup stays. A hole must be between tags, or in an attribute with double
 * quotes. The `html` of hono does not show hidden characters, and would be one more package to load.
 */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return { [source]: String.raw({ raw: parts }, ...contents.map(escaped)) };
}

/** The markup as a file has it. */
export function markupText(markup: Markup): string {
  return markup[source];
}

function escaped(content: Content): string {
  if (typeof content === "string") return escapeMarkup(terminalText(content));
  if (typeof content === "number") return String(content);
  if (content === undefined) return "";
  return source in content ? content[source] : content.map(escaped).join("");
}

/**
 * A table: its first cells are the heads of their rows. In a row with fewer cells than columns, the last spans the rest.
 * Where there is little room, cells stand below each other, each with the name of its column.
 */
export function htmlTable(
  columns: readonly string[],
  rows: readonly (readonly Content[])[],
  look = "even",
): Markup {
  return html`<table class="${look}">
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell, at) => cellHtml(cell, at, row.length, columns))}</tr>\n`)}</tbody>
</table>
`;
}

function cellHtml(cell: Content, at: number, cells: number, columns: readonly string[]): Markup {
  if (at === 0) return html`<th scope="row">${cell}</th>`;
  const span = at === cells - 1 ? columns.length - at : 1;
  if (span > 1) return html`<td colspan="${span}">${cell}</td>`;
  return html`<td data-label="${columns[at] ?? ""}">${cell}</td>`;
}

/** The functions and maps with which parts of a page show addresses and changes. */
export interface HtmlView {
  readonly nameOf: (address: string) => string;
  /** The anchor of each address in the page. */
  readonly anchors: ReadonlyMap<string, string>;
  /** The kinds of what changes. */
  readonly kinds: readonly string[];
  /** Does a change delete, fail, or open or take access? */
  readonly isRisky: (change: Change) => boolean;
}

type LinkView = Pick<HtmlView, "nameOf" | "anchors">;

/** The view of a plan: each address that changes has a place in its page. */
export function htmlView(document: PlanDocument): HtmlView {
  const { organizations, changes } = document;
  const addresses = new Set(changes.map(({ address }) => address));
  const access = new Set(accessChanges(document));
  return {
    nameOf: namer(Object.keys(organizations)),
    anchors: new Map([...addresses].map((address, at) => [address, `c${at + 1}`])),
    kinds: [...new Set(changes.map(({ kind }) => kind))].sort(),
    isRisky: (change) => isRisky(change) || access.has(change.address),
  };
}

/** The attribute that makes this the place of an address. */
export function anchorAttribute(address: string, { anchors }: HtmlView): Content {
  const anchor = anchors.get(address);
  return anchor && html` id="${anchor}"`;
}

/** The name of an address, as a link to its place in the page. */
export function addressLink(address: string, { nameOf, anchors }: LinkView): Markup {
  const name = html`<code>${nameOf(address)}</code>`;
  const anchor = anchors.get(address);
  return anchor === undefined ? name : html`<a href="#${anchor}">${name}</a>`;
}

/** A sentence of a page. */
export function sentenceHtml(sentence: Sentence, view: LinkView): Content {
  return sentence.map((piece) => {
    if (typeof piece === "string") return piece;
    if ("text" in piece) return piece.text;
    if ("place" in piece) return html`<code>${lineText(piece.place)}</code>`;
    return "code" in piece ? html`<code>${piece.code}</code>` : addressLink(piece.address, view);
  });
}

/** A sign with the word for it, in its colour. */
export function signed(look: string, sign: string, word: Content): Markup {
  // A hyphen is thin beside a plus.
  const shown = sign === "-" ? "\u2212" : sign;
  return html`<span class="mark ${look}"><span aria-hidden="true">${shown}</span> ${word}</span>`;
}

/** Many names behind their number, to unfold. */
export function foldedNames(count: string, names: readonly Content[]): Markup {
  return html`<details class="names">
<summary>${count}</summary>
<ul>
${names.map((name) => html`<li>${name}</li>\n`)}</ul>
</details>
`;
}
