import type { Change, PlanDocument } from "../../model/documents/plan-document.ts";
import { actionLooks } from "../plan/plan-view.ts";
import { counted, kindWords } from "../words.ts";
import { type Content, type HtmlView, html, type Markup } from "./html-text.ts";

/** The digest of `pageScript` for the content security policy of a page. A test fails when the two differ. */
export const scriptDigest = "sha256-T8cod5CdIOvk5CHsvn9B7/oL5PR7MZgoYMJpnQonMF0=";

/**
 * The script of a page: it shows the filter and filters, and marks both rows of what moves. Nothing in the page needs it.
 * It has no `<` and no `&`, so that the page is well-formed XML too.
 */
export const pageScript = html`<script>
const filter = document.querySelector(".filter");
const entries = [...document.querySelectorAll("[data-changes]")].reverse();
const selects = filter ? [...filter.querySelectorAll("select")] : [];
const isWanted = (change) => change.split("/").every((part, at) => ["", part].includes(selects[at].value));
const show = () => {
  let count = 0;
  for (const entry of entries) {
    const own = entry.dataset.changes.split(" ").filter((change) => change ? isWanted(change) : false).length;
    count += own;
    entry.classList.toggle("filtered", own + entry.querySelectorAll("[data-changes]:not(.filtered)").length === 0);
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
export function filterData(changes: readonly Change[], { kinds, isRisky }: HtmlView): Markup {
  const facts = changes.map((change) => {
    const { kind, action } = change;
    return `${kinds.indexOf(kind)}/${action}/${isRisky(change) ? "risk" : "none"}`;
  });
  return html` data-changes="${facts.join(" ")}"`;
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
