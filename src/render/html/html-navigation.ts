import type { NavigationItem } from "../../model/documents/navigation-document.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import type { Block } from "../plan/plan-blocks.ts";
import { markWords, type NavigationRow, navigationCounts, wholeNavigation } from "../plan/plan-navigation.ts";
import { sourceText } from "../plan/plan-view.ts";
import { type Content, html, type Markup } from "./html-text.ts";
import { type HtmlView, placeOf, signed } from "./html-view.ts";

/** Levels that are indented more than the one above. */
const deepest = 6;

/** The navigation that visitors will see, every row of it, and what becomes of each. */
export function navigationHtml({ navigation, told, inner }: Block, view: HtmlView): Content {
  if (navigation === undefined) return [];
  const rows = wholeNavigation(navigation, told);
  const toldAt = new Map(told.map((change) => [change.address, change]));
  const hasEntry = new Set(inner.map(({ address }) => address));
  const firstAt = new Map(
    [...navigation.items.entries()].reverse().map(([at, { address }]) => [address, at]),
  );
  const where = ({ address }: NavigationItem, at: number): Content => {
    if (hasEntry.has(address)) return html` <a href="#${view.anchors.get(address) ?? ""}">details</a>`;
    const change = toldAt.get(address);
    return change === undefined || firstAt.get(address) !== at ? [] : whereHtml(change, view);
  };
  return html`<table class="navigation">
<caption>Navigation: ${navigationCounts(navigation)}</caption>
<thead><tr><th scope="col">Row</th><th scope="col">What happens</th></tr></thead>
<tbody>
${navigation.items.map((item, at) => rowHtml(item, rows[at], where(item, at)))}</tbody>
</table>
`;
}

/** A change that has no place but its row. */
function whereHtml(change: Change, view: HtmlView): Markup {
  const { address } = change;
  const source = sourceText(change);
  const name = html` <code class="address"${placeOf(address, view)}>${view.nameOf(address)}</code>`;
  return source === undefined ? name : html`${name} <span class="dim">at <code>${source}</code></span>`;
}

function rowHtml({ mark, depth }: NavigationItem, row: NavigationRow | undefined, where: Content): Markup {
  const { sign = "", title = "", note = "" } = row ?? {};
  return html`<tr class="row-${mark}"><th scope="row" class="depth${Math.min(depth, deepest)}">${title}</th><td>${signed(
    looks[mark],
    sign,
    markWords[mark],
  )} ${note}${where}</td></tr>
`;
}

const looks = {
  same: "same",
  add: "create",
  remove: "delete",
  update: "update",
  move: "move",
} as const satisfies Record<NavigationItem["mark"], string>;
