import { organizationOf } from "../../model/address.ts";
import type { Change, GuardVerdict, PlanDocument } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { type AlikeChanges, countedChanges, foldBlocks, foldChanges, isFolded } from "../plan/alike.ts";
import { type FieldFact, factsOf } from "../plan/field-facts.ts";
import { changeNotes, guardNote, type Note } from "../plan/plan-notes.ts";
import {
  actionLooks,
  type Block,
  heldAt,
  looseGuards,
  planBlocks,
  showsTitle,
  sourceText,
} from "../plan/plan-view.ts";
import { valueText } from "../value.ts";
import { factHtml, fieldsHtml } from "./html-fields.ts";
import { filterData } from "./html-filter.ts";
import { navigationHtml } from "./html-navigation.ts";
import {
  anchorAttribute,
  type Content,
  foldedNames,
  type HtmlView,
  html,
  type Markup,
  sentenceHtml,
  signed,
} from "./html-text.ts";

/** Every change, by organization and outermost resource: what deletes comes first, then what has another risk. */
export function changesHtml(document: PlanDocument, view: HtmlView): Content {
  const blocks = planBlocks(document).toSorted((one, other) => rank(one, view) - rank(other, view));
  const groups = [...groupBy(blocks, ({ root }) => organizationOf(root))];
  return groups.map(
    ([organization, blocks]) => html`<section>
<h2>Changes${groups.length > 1 ? html` in <code>${organization}</code>` : undefined}</h2>
${foldBlocks(blocks, foldView).map((one) => (isFolded(one) ? foldedHtml(one, "article", view) : blockHtml(one, view)))}</section>
`,
  );
}

function rank({ own, inner, told }: Block, { isRisky }: HtmlView): number {
  const changes = [...own, ...inner, ...told];
  if (changes.some(({ action }) => action === "delete")) return 0;
  return changes.some(isRisky) ? 1 : 2;
}

const foldView = { fields: "all", folds: "alike" } as const;

/** Many alike changes: what they share, and each of their names. */
function foldedHtml(
  { shown, held, all }: AlikeChanges,
  level: "article" | "section",
  view: HtmlView,
): Markup {
  const names = all.map((change) => {
    const { address, title } = change;
    const said = showsTitle(change) && html` ${valueText(title, Number.POSITIVE_INFINITY)}`;
    return html`<code${anchorAttribute(address, view)}>${view.nameOf(address)}</code>${said || undefined}${sourceHtml(change)}`;
  });
  const head = html`${actionMark(shown.action)} ${countedChanges(all)}`;
  const body = [foldedNames("Names", names), fieldsHtml(shown), notesHtml(changeNotes(shown, held), view)];
  return level === "article"
    ? html`<article${filterData(all, view)}>\n<h3>${head}</h3>\n${body}</article>\n`
    : html`<section${filterData(all, view)}>\n<h4>${head}</h4>\n${body}</section>\n`;
}

function blockHtml(block: Block, view: HtmlView): Markup {
  const { root, own } = block;
  const line = onlyFact(block);
  if (line !== undefined) return lineHtml(line, block, view);
  const loose = looseGuards(block).map(guardNote);
  return html`<article${own.length > 0 ? anchorAttribute(root, view) : undefined}${filterData(own, view)}>
${ownHtml(block, view)}${navigationHtml(block, view)}${innerHtml(block, view)}${notesHtml(loose, view)}</article>
`;
}

/** The changes inside: an entry for each address, or for many alike changes of an address each. */
function innerHtml(block: Block, view: HtmlView): Content {
  const { root, inner } = block;
  const byAddress = groupBy(inner, ({ address }) => address);
  const single = inner.filter(({ address }) => byAddress.get(address)?.length === 1);
  const folded = foldChanges(single, block, foldView).filter(({ all }) => all.length > 1);
  const groups = new Map(
    folded.flatMap((group) => group.all.map(({ address }) => [address, group] as const)),
  );
  return [...byAddress].map(([address, changes]) => {
    const group = groups.get(address);
    if (group !== undefined)
      return group.all[0].address === address ? foldedHtml(group, "section", view) : undefined;
    return html`<section${anchorAttribute(address, view)}${filterData(changes, view)}>
<h4>${headHtml(changes, nameBelow(address, root, view))}</h4>
${changes.map((change, at) => changeHtml(change, at === 0 ? heldAt(block, address) : [], view))}</section>
`;
  });
}

/** The change of a block that tells one fact at most, and the fact. */
interface OnlyFact {
  readonly change: Change;
  readonly fact: FieldFact | undefined;
}

function onlyFact({ own, inner, navigation }: Block): OnlyFact | undefined {
  const [change, second] = own;
  if (change === undefined || second !== undefined || inner.length > 0 || navigation !== undefined)
    return undefined;
  const { fields, members } = factsOf(change);
  const [fact] = fields;
  return fields.length > 1 || members.length > 0 || fact?.form === "lines" ? undefined : { change, fact };
}

/** A change that one line tells takes one. */
function lineHtml({ change, fact }: OnlyFact, block: Block, view: HtmlView): Markup {
  const { root } = block;
  const head = headHtml([change], html`<code>${view.nameOf(root)}</code>`);
  const notes = [...changeNotes(change, heldAt(block, root)), ...looseGuards(block).map(guardNote)];
  return html`<article class="line"${anchorAttribute(root, view)}${filterData([change], view)}>
<h3>${head}</h3>${fact && factHtml(fact)}${sourceHtml(change)}
${notesHtml(notes, view)}</article>
`;
}

/** Where a change is declared, at the end of its line. */
function sourceHtml(of: Pick<Change, "source">): Content {
  const source = sourceText(of);
  return source && html` <span class="dim">at <code>${source}</code></span>`;
}

/** The HTML of the resource itself. A resource that only contains changes has a heading too. */
function ownHtml(block: Block, view: HtmlView): Markup {
  const { root, own, navigation } = block;
  const name = html`<code>${view.nameOf(root)}</code>`;
  if (own.length === 0)
    return html`<h3>${actionMark("update")} ${name}</h3>
${navigation && sourceHtml(navigation)}`;
  return html`<h3>${headHtml(own, name)}</h3>
${own.map((change, at) => changeHtml(change, at === 0 ? heldAt(block, root) : [], view))}`;
}

function headHtml(changes: readonly Change[], name: Markup): Content {
  const title = changes.find(showsTitle)?.title;
  return [
    changes.map(({ action }) => html`${actionMark(action)} `),
    name,
    title && html` <span class="title">${valueText(title, Number.POSITIVE_INFINITY)}</span>`,
  ];
}

function nameBelow(address: string, root: string, { nameOf }: HtmlView): Markup {
  const [name, start] = [nameOf(address), `${nameOf(root)}.`];
  if (!name.startsWith(start)) return html`<code>${name}</code>`;
  return html`<code><span class="dim">${start}</span>${name.slice(start.length)}</code>`;
}

function actionMark(action: Change["action"]): Markup {
  const { sign, word } = actionLooks[action];
  return signed(action, sign, word);
}

function changeHtml(change: Change, held: readonly GuardVerdict[], view: HtmlView): Markup {
  return html`${sourceHtml(change)}${fieldsHtml(change)}${notesHtml(changeNotes(change, held), view)}`;
}

function notesHtml(notes: readonly Note[], view: HtmlView): Content {
  if (notes.length === 0) return undefined;
  const markOf = (mark: Note["mark"]): Content =>
    mark === "happens" ? undefined : html`<b class="${noteLooks[mark]}">${mark}:</b> `;
  return html`<ul class="notes">
${notes.map(({ mark, said }) => html`<li>${markOf(mark)}${sentenceHtml(said, view)}</li>\n`)}</ul>
`;
}

const noteLooks: Record<Note["mark"], string> = {
  blocked: "blocked",
  because: "same",
  happens: "same",
  risk: "update",
  hint: "move",
  held: "delete",
  allowed: "update",
};
