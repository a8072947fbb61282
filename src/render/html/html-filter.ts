import type { Change, PlanDocument } from "../../model/documents/plan-document.ts";
import { actionLooks } from "../plan/plan-view.ts";
import { counted, kindWords } from "../words.ts";
import { type Content, type HtmlView, html, type Markup } from "./html-text.ts";

/** The digest of `pageScript` for the content security policy of a page. A test fails when the two differ. */
export const scriptDigest = "sha256-Oz9Y6lF+QBCeZILf2BpDoIPnFx0MGIB2K/bD9czauQs=";

/**
 * The script of a page: it shows the filter and filters, and marks both rows of what moves. Nothing in the page needs it.
 * It has no `<` and no `&`, so that the page is well-formed XML too.
 */
export const pageScript = html`<script>
const filter = document.querySelector(".filter");
const entries = [...document.querySelectorAll("[data-changes]")].reverse();
const selects = filter ? [...filter.querySelectorAll("select")] : [];
const isWanted = (change) => change.split("/").every((part, at) => ["", part].includes(selects[at].value));
const wantedIn = (changes = "") => changes.split(" ").filter((change) => change ? isWanted(change) : false).length;
const show = () => {
  let count = 0;
  for (const entry of entries) {
    const own = wantedIn(entry.dataset.changes);
    count += own;
    const shown = own + wantedIn(entry.dataset.rows) + entry.querySelectorAll("[data-changes]:not(.filtered)").length;
    entry.classList.toggle("filtered", shown === 0);
  }
  filter.querySelector("output").textContent = count + " shown";
};
if (filter) {
  filter.hidden = false;
  filter.addEventListener("change", show);
  show();
}
document.addEventListener("click", ({ target }) => {
  const link = target.closest("a");
  if (!link || !document.querySelector(link.hash)?.closest(".filtered")) return;
  for (const select of selects) select.value = "";
  show();
});
const mark = (isOn) => ({ target }) => {
  const pair = target.closest("[data-pair]")?.dataset.pair;
  for (const row of document.querySelectorAll("[data-pair]"))
    row.classList.toggle("paired", isOn ? row.dataset.pair === pair : false);
};
for (const type of ["pointerover", "focusin"]) document.addEventListener(type, mark(true));
for (const type of ["pointerout", "focusout"]) document.addEventListener(type, mark(false));
</script>`;

/** The attribute of an element that shows these changes: kind, action and risk of each. */
export function filterData(changes: readonly Change[], view: HtmlView): Markup {
  return html` data-changes="${filterFacts(changes, view)}"`;
}

/** The attribute of an element that also shows something of changes whose place, where they count, is another one. */
export function filterRows(changes: readonly Change[], view: HtmlView): Markup {
  return html` data-rows="${filterFacts(changes, view)}"`;
}

function filterFacts(changes: readonly Change[], { kinds, isRisky }: HtmlView): string {
  const factsOf = (change: Change) =>
    [kinds.indexOf(change.kind), change.action, isRisky(change) ? "risk" : "none"].join("/");
  return changes.map(factsOf).join(" ");
}

/** The controls of the filter, which only the script shows. */
export function filterHtml({ changes }: PlanDocument, { kinds }: HtmlView): Content {
  if (changes.length < 2) return undefined;
  const actions = new Set(changes.map(({ action }) => action));
  return html`<div class="filter" hidden="">
${[
  selectHtml(
    "Kind",
    kinds.map((kind, at) => [String(at), kindWords(kind)[0]]),
  ),
  selectHtml(
    "Action",
    [...actions].map((action) => [action, actionLooks[action].word]),
  ),
  selectHtml("Risk", [
    ["risk", "with a risk"],
    ["none", "without"],
  ]),
]}<p>${counted(changes.length, "change")}, <output></output></p>
</div>
`;
}

function selectHtml(name: string, options: readonly (readonly [string, string])[]): Markup {
  return html`<label>${name} <select><option value="">all</option>${options.map(
    ([value, text]) => html`<option value="${value}">${text}</option>`,
  )}</select></label>
`;
}
