import type { NavigationItem } from "../../model/documents/document-parts.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { beforeRows, markWords, navigationCounts, wholeNavigation } from "../plan/plan-navigation.ts";
import { type Block, sourceText } from "../plan/plan-view.ts";
import { filterData, filterRows } from "./html-filter.ts";
import { anchorAttribute, type Content, type HtmlView, html, type Markup, signed } from "./html-text.ts";

/** The navigation of the site as its readers see it, before and after. Rows that move are linked with each other. */
export function navigationHtml(block: Block, view: HtmlView): Content {
  const { navigation, told } = block;
  if (navigation === undefined) return undefined;
  const where = placesOf(block, view);
  const stood = new Set(navigation.before?.map(({ address }) => address));
  const after = wholeNavigation(navigation, told).flatMap(({ sign, title, note, depth }, at) => {
    const item = navigation.items[at];
    if (item === undefined || item.mark === "remove") return [];
    const label = item.mark === "same" ? undefined : markHtml(item.mark, sign, markWords[item.mark]);
    const text = [
      label,
      note && html` ${note}`,
      stood.has(item.address) ? backHtml(item, view) : undefined,
      where(item),
    ];
    return { depth, item, title, text, id: undefined };
  });
  const before = beforeRows(navigation, told).map(({ item, title, sign, word, note, depth }) => {
    const label = word && markHtml(item.mark, sign, [toHtml(item, word, view), note && html` ${note}`]);
    return {
      depth,
      item,
      title,
      text: [label, item.mark === "remove" ? where(item) : undefined],
      id: "-before",
    };
  });
  const rows = new Set([...navigation.items, ...(navigation.before ?? [])].map(({ address }) => address));
  const inner = [...block.own, ...block.inner].filter(({ address }) => rows.has(address));
  // One that tells of no change at all is not filtered by itself.
  const filter = told.length + inner.length > 0 && [filterData(told, view), filterRows(inner, view)];
  return html`<div class="navigation"${filter || undefined}>
<h4>Navigation: ${navigationCounts(navigation)}</h4>
<div class="sides">
${sideHtml(navigation.before === undefined ? "Removed" : "Before", before, view)}${sideHtml("After", after, view)}</div>
</div>
`;
}

type Item = Pick<NavigationItem, "address" | "mark">;

interface Row {
  readonly depth: number;
  readonly item: Item;
  readonly title: string;
  readonly text: Content;
  readonly id: string | undefined;
}

function sideHtml(name: string, rows: readonly Row[], view: HtmlView): Markup {
  const list = rows.length === 0 ? html`<p class="dim">nothing</p>\n` : nestedList(rows, view);
  return html`<div class="side">
<h5>${name}</h5>
${list}</div>
`;
}

/** Rows as a list, in which deeper rows are in a list of their own below it. */
function nestedList(rows: readonly Row[], view: HtmlView): Markup {
  const least = rows.reduce((depth, row) => Math.min(depth, row.depth), Number.POSITIVE_INFINITY);
  const starts = rows.flatMap(({ depth }, at) => (at === 0 || depth <= least ? [at] : []));
  return html`<ol>
${starts.map((start, at) => {
  const [row, ...inner] = rows.slice(start, starts[at + 1]);
  return row && rowHtml(row, inner, view);
})}</ol>
`;
}

function rowHtml({ item, title, text, id }: Row, inner: readonly Row[], view: HtmlView): Markup {
  const anchor = item.mark === "move" ? view.anchors.get(item.address) : undefined;
  const place = anchor && id && html` id="${anchor}${id}"`;
  const pair = anchor && html` data-pair="${anchor}"${place}`;
  return html`<li class="row-${item.mark}"${pair}><span class="name">${title}</span>${text}${
    inner.length > 0 ? html`\n${nestedList(inner, view)}` : undefined
  }</li>
`;
}

function markHtml(mark: NavigationItem["mark"], sign: string, word: Content): Markup {
  return html` ${signed(rowLooks[mark], sign, word)}`;
}

/** The word that tells where a row goes, as a link to it. */
function toHtml({ address, mark }: Item, word: string, { anchors }: HtmlView): Content {
  const anchor = mark === "move" ? anchors.get(address) : undefined;
  return anchor === undefined ? word : html`<a href="#${anchor}">${word}</a>`;
}

function backHtml({ address, mark }: Item, { anchors }: HtmlView): Content {
  const anchor = mark === "move" ? anchors.get(address) : undefined;
  return anchor && html` <a href="#${anchor}-before">before</a>`;
}

/** Where the change of a row stands: below the navigation, or only in its first row. */
function placesOf({ told, inner }: Block, view: HtmlView): (item: Item) => Content {
  const changes = new Map(told.map((change) => [change.address, change]));
  const hasEntry = new Set(inner.map(({ address }) => address));
  const placed = new Set<string>();
  return ({ address }) => {
    if (hasEntry.has(address)) return html` <a href="#${view.anchors.get(address) ?? ""}">details</a>`;
    const change = placed.has(address) ? undefined : changes.get(address);
    placed.add(address);
    return change && whereHtml(change, view);
  };
}

/** A change that has no place but its row. */
function whereHtml(change: Change, view: HtmlView): Markup {
  const { address } = change;
  const source = sourceText(change);
  const name = html` <code class="address"${anchorAttribute(address, view)}>${view.nameOf(address)}</code>`;
  return source === undefined ? name : html`${name} <span class="dim">at <code>${source}</code></span>`;
}

const rowLooks = {
  same: "same",
  add: "create",
  remove: "delete",
  update: "update",
  move: "move",
} as const satisfies Record<NavigationItem["mark"], string>;
