import { type Content, html, type Markup } from "./html-text.ts";

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
