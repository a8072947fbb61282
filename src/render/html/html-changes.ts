import { organizationOf } from "../../model/address.ts";
import type { Change, GuardVerdict, PlanDocument } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { type Block, looseGuards, planBlocks } from "../plan/plan-blocks.ts";
import { changeNotes, guardNote, type Note } from "../plan/plan-notes.ts";
import { actionWords, showsTitle, signOf, sourceText } from "../plan/plan-view.ts";
import { valueText } from "../value.ts";
import { fieldsHtml } from "./html-fields.ts";
import { navigationHtml } from "./html-navigation.ts";
import { type Content, html, type Markup, when } from "./html-text.ts";
import { type HtmlView, placeOf, sentenceHtml, signed } from "./html-view.ts";

/** Every change, by organization and outermost resource. */
export function changesHtml(document: PlanDocument, view: HtmlView): Content {
  const groups = [...groupBy(planBlocks(document), ({ root }) => organizationOf(root))];
  return groups.map(
    ([organization, blocks]) => html`<section>
<h2>Changes${when(groups.length > 1, () => html` in <code>${organization}</code>`)}</h2>
${blocks.map((block) => blockHtml(block, view))}</section>
`,
  );
}

function blockHtml(block: Block, view: HtmlView): Markup {
  const { root, own, inner } = block;
  const loose = looseGuards(block).map(guardNote);
  return html`<article${own.length > 0 ? placeOf(root, view) : []}>
${ownHtml(block, view)}${navigationHtml(block, view)}${[...groupBy(inner, ({ address }) => address)].map(
  ([address, changes]) => html`<section${placeOf(address, view)}>
<h4>${headHtml(changes, nameBelow(address, root, view))}</h4>
${changes.map((change, at) => changeHtml(change, at === 0 ? heldAt(block, address) : [], view))}</section>
`,
)}${notesHtml(loose, view)}</article>
`;
}

/** The resource itself; one that only holds what changes has a head too. */
function ownHtml(block: Block, view: HtmlView): Markup {
  const { root, own, navigation } = block;
  const name = html`<code>${view.nameOf(root)}</code>`;
  if (own.length === 0)
    return html`<h3>${actionMark("update")} ${name}</h3>
${navigation === undefined ? [] : declaredHtml(navigation)}`;
  return html`<h3>${headHtml(own, name)}</h3>
${own.map((change, at) => changeHtml(change, at === 0 ? heldAt(block, root) : [], view))}`;
}

/** What happens, and to what: an address that is changed and moved says both. */
function headHtml(changes: readonly Change[], name: Markup): Content {
  const title = changes.find(showsTitle)?.title;
  return [
    changes.map(({ action }) => html`${actionMark(action)} `),
    name,
    title === undefined
      ? []
      : html` <span class="title">${valueText(title, Number.POSITIVE_INFINITY)}</span>`,
  ];
}

/** An address, with what it is in less prominent. */
function nameBelow(address: string, root: string, { nameOf }: HtmlView): Markup {
  const [name, start] = [nameOf(address), `${nameOf(root)}.`];
  if (!name.startsWith(start)) return html`<code>${name}</code>`;
  return html`<code><span class="dim">${start}</span>${name.slice(start.length)}</code>`;
}

function actionMark(action: Change["action"]): Markup {
  return signed(action, signOf(action), actionWords[action]);
}

function changeHtml(change: Change, held: readonly GuardVerdict[], view: HtmlView): Markup {
  return html`${declaredHtml(change)}${fieldsHtml(change)}${notesHtml(changeNotes(change, held), view)}`;
}

function declaredHtml(of: Pick<Change, "source">): Content {
  const source = sourceText(of);
  return source === undefined ? [] : html`<p class="dim">declared at <code>${source}</code></p>\n`;
}

function notesHtml(notes: readonly Note[], view: HtmlView): Content {
  if (notes.length === 0) return [];
  return html`<ul class="notes">
${notes.map(({ mark, said }) => html`<li>${noteMark(mark)}${sentenceHtml(said, view)}</li>\n`)}</ul>
`;
}

const looks: Record<Note["mark"], string> = {
  blocked: "blocked",
  because: "same",
  happens: "same",
  risk: "update",
  hint: "move",
  held: "delete",
  allowed: "update",
};

function noteMark(mark: Note["mark"]): Content {
  return mark === "happens" ? [] : html`<b class="${looks[mark]}">${mark}:</b> `;
}

function heldAt({ held }: Block, address: string): readonly GuardVerdict[] {
  return held.filter((guard) => guard.address === address);
}
